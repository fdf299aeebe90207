import type { LocaleFormat } from '../kit/localeFormat.ts';
import { nestedId } from '../kit/unitId.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseYaml } from './parseYaml.ts';
import { unitsOf } from './yamlUnits.ts';
import { editYaml } from './editYaml.ts';

/**
 * YAML as used by Rails and i18n-js (under a root key that names the locale), Hugo (maps, or a list of `{ id,
 * translation }`), Symfony and many others (nested maps): every string is a unit, named by its keys, and in a list by
 * its index. Maps of plural categories are plural sets. Comments above a key and on its line are its note. Numbers,
 * booleans, dates, symbols, aliases, tagged values and Rails' formats are not units.
 */
export const yaml: LocaleFormat = provenFormat({
  id: 'yaml',
  units: (text) => unitsOf(parseYaml(text)),
  edits: editYaml,
  // `one: …` in a target without `other: …` is read as the key `cart.one` until it is completed, not as `cart#one`.
  placeOf: nestedId,
});
