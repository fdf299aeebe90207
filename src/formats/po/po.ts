import type { FileLocales, LocaleFormat, PluralCategory } from '../kit/localeFormat.ts';
import { keptWhileWriting, parsedRecently } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { categoriesOf, formNumbers } from './poPluralForms.ts';
import { germanicForms, parsePluralForms } from './pluralFormula.ts';
import { pluralFormsFor } from './pluralFormsFor.ts';
import { headerOf } from './poHeader.ts';
import { scanPo } from './scanPo.ts';
import {
  obsoleteUnits,
  omittedIn,
  pluralPlan,
  readCatalog,
  sourceUnits,
  targetUnits,
  type PoCatalog,
} from './poUnits.ts';
import { poEdits } from './poEdits.ts';

/**
 * gettext's PO and POT. The msgid side is the source, the msgstr side the text in the language of the header; the id
 * is msgctxt and msgid. The header's Plural-Forms defines the plural forms: forms that do not correspond one to one to
 * CLDR's categories are read-only. A delivered translation is no longer `fuzzy`, and its previous msgid is removed;
 * one that needs review becomes fuzzy. An obsolete entry is removed when the entry of the same message is written, because
 * gettext refuses a file with both; other obsolete entries are never changed.
 */
export const po: LocaleFormat = keptWhileWriting(parsedRecently(readCatalog), (catalogOf) =>
  provenFormat({
    id: 'po',
    pluralCategories: (locale) => categoriesOf(parsePluralForms(pluralFormsFor(locale)) ?? germanicForms, locale),
    pluralExamples: examplesOf,
    locales: (text) => localesOf(catalogOf(text)),
    obsolete: (text, locale) => obsoleteUnits(text, catalogOf(text), locale),
    units: (text, locale) => {
      if (locale === undefined) return sourceUnits(text, catalogOf(text));
      return targetUnits(text, catalogOf(text), locale);
    },
    omitted: (text) => omittedIn(catalogOf(text)),
    edits: (change) => poEdits(change, catalogOf),
  }),
);

/** Returns the numbers of each form by the formula of the header, or by the one that a new file gets. */
function examplesOf(text: string, locale: string): ReadonlyMap<PluralCategory, readonly number[]> | undefined {
  if (text.trim() === '') {
    const forms = parsePluralForms(pluralFormsFor(locale)) ?? germanicForms;
    const categories = categoriesOf(forms, locale);
    return categories && formNumbers(forms, categories);
  }
  // Only the header of a file is parsed.
  const [header = ''] = headerPattern.exec(text) ?? [];
  const { forms, categories } = pluralPlan(headerOf(scanPo(header).entries), locale);
  return forms && categories && formNumbers(forms, categories);
}

/** Matches the header: an empty msgid and its msgstr, a quoted part on each line. */
const headerPattern = /^msgid ""[^\S\n]*\nmsgstr "[^\n]*(?:\n[^\S\n]*"[^\n]*)*/mu;

/** Returns the locales of a file: its source, and one language if its header names one. */
function localesOf({ header }: PoCatalog): FileLocales {
  const language = header?.field('Language') ?? '';
  return { source: undefined, targets: language === '' ? [] : [language] };
}
