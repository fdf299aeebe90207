import { play } from '../../../../src/formats/play/play.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

/** Play removes outer whitespace, and refuses these line ends. */
const unsupported = /^[\u0000-\u0020]|[\u0000-\u0020]$|[\r\u0085\u2028\u2029]/;

describeLaws(play, { mayRefuse: (text) => unsupported.test(text) });
