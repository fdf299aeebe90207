import type { LocaleFormat } from '../kit/localeFormat.ts';
import { jsonFormat, PLAIN_JSON } from '../json/jsonFormat.ts';
import { parseJson5 } from './json5Tree.ts';

/**
 * JSON5, as vue-i18n takes it: everything of JSON, and comments, single quotes, keys without quotes, trailing commas
 * and texts over several lines. A replaced text keeps its quotes; a new one has those of its neighbor.
 */
export const json5: LocaleFormat = jsonFormat({ ...PLAIN_JSON, id: 'json5', parse: parseJson5, trailingCommas: true });
