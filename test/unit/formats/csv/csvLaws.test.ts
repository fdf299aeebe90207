import { csv, csvTexts, magento } from '../../../../src/formats/csv/csv.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(csv);
describeLaws(csvTexts);
describeLaws(magento);
