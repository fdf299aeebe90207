import { resx } from '../../../../src/formats/resx/resx.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

/** XML cannot represent these. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

describeLaws(resx, { mayRefuse: (text) => controls.test(text) });
