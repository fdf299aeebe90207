import { describeLaws } from '../../../laws/describeLaws.ts';
import { chrome } from '../../../../src/formats/json/chrome.ts';
import { formatjs } from '../../../../src/formats/json/formatjs.ts';
import { angularJson, json, packageNls, resjson } from '../../../../src/formats/json/json.ts';

for (const format of [json, packageNls, chrome, formatjs, angularJson, resjson]) describeLaws(format);
