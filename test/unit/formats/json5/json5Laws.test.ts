import { describeLaws } from '../../../laws/describeLaws.ts';
import { json5 } from '../../../../src/formats/json5/json5.ts';

describeLaws(json5);
