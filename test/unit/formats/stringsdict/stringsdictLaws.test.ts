import { stringsdict } from '../../../../src/formats/stringsdict/stringsdict.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

/** XML cannot represent these. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

describeLaws(stringsdict, { mayRefuse: (text) => controls.test(text) });
