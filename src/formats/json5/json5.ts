import type { LocaleFormat } from '../kit/localeFormat.ts';
import { jsonFormat, shapedJson } from '../json/jsonFormat.ts';
import { markRoles } from '../json/markRoles.ts';
import { parseJson5 } from './parseJson5.ts';

/**
 * JSON5, as used by vue-i18n: JSON with comments, single quotes, keys without quotes, trailing commas and texts over
 * several lines. A replaced text keeps its quotes; a new one has those of its neighbor.
 */
export const json5: LocaleFormat = jsonFormat({
  ...shapedJson,
  id: 'json5',
  parse: (text, source) => markRoles(parseJson5(text), text, source),
  trailingCommas: true,
});
