import { qt } from '../../../../src/formats/qt/qt.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

// No XML can hold these, and Qt has no other way to write them.
describeLaws(qt, { mayRefuse: (text) => /[\u0000\ufffe\uffff]/.test(text) });
