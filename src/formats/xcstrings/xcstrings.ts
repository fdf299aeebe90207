import { isSameLocale } from '../../base/locale.ts';
import type { FileLocales, LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { languagesOf, parseCatalog, type Catalog } from './catalogTree.ts';
import { catalogUnits, omittedIn, staleReason } from './catalogUnits.ts';
import { writeCatalog } from './writeCatalog.ts';

/**
 * Apple's string catalogs: one JSON file with every language. An entry's key is its text in the source language, unless
 * that language has a localization. Ids: the key; `key#one` for a text that varies by plural; `key.device.mac`,
 * `key.width.20`, `key.substitutions.count#one` and `key.values.0` (App Shortcuts) for other variations.
 * See https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog.
 */
export const xcstrings: LocaleFormat = keptWhileWriting(parseCatalog, (parse) => {
  const format = provenFormat({
    id: 'xcstrings',
    locales: (text) => localesOf(parse(text)),
    units: (text, locale) => catalogUnits(parse(text), locale),
    omitted: (text) => omittedIn(parse(text)),
    edits: (change) => writeCatalog(change, parse),
    // A translation that was ordered before the string became stale can be delivered.
    mayWrite: (unit) => unit.reason?.code === staleReason,
    findUnit: (id, { context }) =>
      catalogUnits(parse(context.sourceText), context.targetLocale).find((unit) => unit.id === id && unit.text !== ''),
  });
  return {
    ...format,
    write: (text, translations, context) => {
      if (translations.size === 0) return [];
      if (text.trim() === '') throw refusal(because('xcstrings-one-file'));
      return format.write(text, translations, context);
    },
  };
});

function localesOf(catalog: Catalog): FileLocales {
  const source = catalog.sourceLanguage;
  const targets = [...languagesOf(catalog)].filter(
    (language) => source === undefined || !isSameLocale(language, source),
  );
  return { source, targets: targets.sort(), all: true };
}
