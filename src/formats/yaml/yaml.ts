import type { LocaleFormat } from '../kit/localeFormat.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseYaml } from './yamlParse.ts';
import { unitsOf } from './yamlUnits.ts';
import { editYaml } from './yamlWrite.ts';

/**
 * YAML as Rails and i18n-js keep it (under a root key that names the locale), Hugo (maps, or a list of `{ id, translation }`),
 * Symfony and many others (maps of any nesting): every string is a unit, named by its keys, in a list by its index. Maps of
 * plural categories are plural sets. Comments above a key and on its line are its note. Numbers, booleans, dates, symbols,
 * aliases and what is tagged are nobody's text, nor are Rails' formats.
 */
export const yaml: LocaleFormat = provenFormat({
  id: 'yaml',
  units: (text) => unitsOf(parseYaml(text)),
  edits: editYaml,
});
