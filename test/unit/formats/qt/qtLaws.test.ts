import { qt } from '../../../../src/formats/qt/qt.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

// XML cannot represent these, and Qt has no other spelling for them.
describeLaws(qt, { mayRefuse: (text) => /[\u0000\ufffe\uffff]/.test(text) });
