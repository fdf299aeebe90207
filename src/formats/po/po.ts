import type { FileLocales, LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { categoriesOf } from './poPluralForms.ts';
import { germanicForms, parsePluralForms } from './pluralFormula.ts';
import { pluralFormsFor } from './pluralTable.ts';
import { readCatalog, sourceUnits, targetUnits, type PoCatalog } from './poUnits.ts';
import { poEdits } from './poWrite.ts';

/**
 * gettext's PO and POT. The msgid side is the source, the msgstr side the text in the language of the header; the id
 * is msgctxt and msgid. The header's Plural-Forms defines the plural forms: forms that do not correspond one to one to
 * CLDR's categories are read-only. A delivered translation is no longer `fuzzy`, and its previous msgid is removed;
 * one that needs review becomes fuzzy. Obsolete entries are never changed.
 */
export const po: LocaleFormat = keptWhileWriting(readCatalog, (catalogOf) =>
  provenFormat({
    id: 'po',
    pluralCategories: (locale) => categoriesOf(parsePluralForms(pluralFormsFor(locale)) ?? germanicForms, locale),
    locales: (text) => localesOf(catalogOf(text)),
    units: (text, locale) =>
      locale === undefined ? sourceUnits(text, catalogOf(text)) : targetUnits(text, catalogOf(text), locale),
    edits: (change) => poEdits(change, catalogOf),
  }),
);

/** Returns the locales of a file: its source, and one language if its header names one. */
function localesOf({ header }: PoCatalog): FileLocales {
  const language = header?.field('Language') ?? '';
  return { source: undefined, targets: language === '' ? [] : [language] };
}
