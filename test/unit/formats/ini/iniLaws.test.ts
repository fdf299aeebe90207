import { ini } from '../../../../src/formats/ini/ini.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(ini, { mayRefuse: (text) => /[\r\n]/.test(text) });
