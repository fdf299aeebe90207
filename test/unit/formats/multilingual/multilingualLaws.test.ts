import { jsonLocales } from '../../../../src/formats/multilingual/jsonLocales.ts';
import { yamlLocales } from '../../../../src/formats/multilingual/yamlLocales.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(jsonLocales);
describeLaws(yamlLocales);
