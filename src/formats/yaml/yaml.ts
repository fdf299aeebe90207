import type { LocaleFormat } from '../kit/localeFormat.ts';
import { nestedId } from '../kit/unitId.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseTarget } from './parseTarget.ts';
import { omittedIn } from './yamlOmitted.ts';
import type { YamlFile } from './yamlTree.ts';
import { extensionMessagesOf, unitsOf } from './yamlUnits.ts';
import { editYaml } from './editYaml.ts';
import type { PlainRules } from './yamlPlain.ts';

/**
 * YAML as used by Hugo (maps, or a list of `{ id, translation }`), Symfony, and most other programs (nested maps): every
 * string is a unit, named by its keys, and in a list by its index. Maps of plural categories are plural sets. Comments
 * above a key and on its line are its note. Numbers, booleans, aliases, tagged values and Rails' formats are not units.
 */
export const yaml: LocaleFormat = yamlFormat('yaml', 'core');

/**
 * The same for Rails and other programs of Ruby, i18n-js (under a root key that names the locale), PyYAML and SnakeYAML:
 * `Yes`, `No`, `On` and `Off` are booleans, so they can't be translated without quotes.
 */
export const yaml11: LocaleFormat = yamlFormat('yaml-1.1', '1.1');

/** The messages of a browser extension in YAML. */
export const chromeYaml: LocaleFormat = yamlFormat('chrome-yaml', 'core', extensionMessagesOf);

function yamlFormat(id: string, rules: PlainRules, readUnits = unitsOf): LocaleFormat {
  /** The file that was read last, which is asked for its omitted entries, too. */
  let last:
    | { readonly text: string; readonly sourceText: string | undefined; readonly file: WeakRef<YamlFile> }
    | undefined;
  const fileOf = (text: string, sourceText: string | undefined): YamlFile => {
    const known = last?.text === text && last.sourceText === sourceText ? last.file.deref() : undefined;
    const file = known ?? parseTarget(text, rules, sourceText);
    last = { text, sourceText, file: new WeakRef(file) };
    return file;
  };
  return provenFormat({
    keysArePaths: true,
    readsWithSource: true,
    id,
    units: (text, _locale, sourceText) => readUnits(fileOf(text, sourceText)),
    omitted: (text, _locale, sourceText) => omittedIn(fileOf(text, sourceText)),
    edits: (change) => editYaml(change, rules),
    // `one: …` in a target without `other: …` is read as the key `cart.one` until it is completed, not as `cart#one`.
    placeOf: nestedId,
  });
}
