import { fluent } from '../../../../src/formats/fluent/fluent.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(fluent, { mayRefuse: (text) => /[{}]/.test(text) });
