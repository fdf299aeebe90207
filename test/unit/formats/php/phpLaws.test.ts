import { php } from '../../../../src/formats/php/php.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(php);
