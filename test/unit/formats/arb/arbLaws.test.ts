import { describeLaws } from '../../../laws/describeLaws.ts';
import { arb } from '../../../../src/formats/arb/arb.ts';

describeLaws(arb);
