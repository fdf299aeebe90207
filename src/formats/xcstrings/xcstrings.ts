import { isSameLocale } from '../../base/locale.ts';
import type { FileLocales, LocaleFormat } from '../kit/localeFormat.ts';
import { refuseOversize } from '../kit/textPlace.ts';
import { languagesOf, parseCatalog } from './catalogTree.ts';
import { catalogUnits } from './catalogUnits.ts';
import { writeCatalog } from './catalogWrite.ts';

/**
 * Apple's string catalogs: one JSON file with every language. An entry's key is its text in the source language, unless that
 * has a localization of its own. Ids: the key; `key#one` of a text that varies by plural; `key.device.mac`,
 * `key.width.20`, `key.substitutions.count#one` and `key.values.0` (App Shortcuts) of what varies otherwise.
 * See https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog.
 */
export const xcstrings: LocaleFormat = {
  id: 'xcstrings',
  read: (text, locale) => {
    refuseOversize(text.length);
    return catalogUnits(parseCatalog(text), locale);
  },
  locales,
  write: writeCatalog,
};

function locales(text: string): FileLocales {
  const catalog = parseCatalog(text);
  const source = catalog.sourceLanguage;
  const targets = [...languagesOf(catalog)].filter(
    (language) => source === undefined || !isSameLocale(language, source),
  );
  return { source, targets: targets.sort(), all: true };
}
