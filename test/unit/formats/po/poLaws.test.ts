import { po } from '../../../../src/formats/po/po.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(po);
