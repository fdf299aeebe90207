import { factorio, ini, inno, lang, phpIni } from '../../../../src/formats/ini/ini.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(ini, { mayRefuse: (text) => /[\r\n]/.test(text) });
describeLaws(phpIni, { mayRefuse: (text) => /[\r\n]/.test(text) });
describeLaws(factorio, { mayRefuse: (text) => /[\r\n]/.test(text) });
describeLaws(inno, { mayRefuse: (text) => /[\r\n]/.test(text) });
// Where Dolibarr has spaces after the equals sign, a text can't begin with one.
describeLaws(lang, { mayRefuse: (text) => /[\r\n]|^[ \t]|\t(?:#|$)/.test(text) });
