import { xliff } from '../../../../src/formats/xliff/xliff.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(xliff);
