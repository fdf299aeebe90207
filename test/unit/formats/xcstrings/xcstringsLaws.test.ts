import { describeLaws } from '../../../laws/describeLaws.ts';
import { xcstrings } from '../../../../src/formats/xcstrings/xcstrings.ts';

describeLaws(xcstrings);
