import { javascript } from '../../../../src/formats/module/module.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(javascript);
