import { strings } from '../../../../src/formats/strings/strings.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(strings);
