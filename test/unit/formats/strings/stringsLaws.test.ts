import { strings } from '../../../../src/formats/strings/appleStrings.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(strings);
