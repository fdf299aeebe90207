import type { FileLocales, LocaleFormat } from '../format.ts';
import { provenFormat } from '../provenFormat.ts';
import { headerOf } from './poHeader.ts';
import { categoriesOf } from './pluralCategories.ts';
import { GERMANIC_FORMS, parsePluralForms } from './pluralFormula.ts';
import { pluralFormsFor } from './pluralTable.ts';
import { scanPo } from './poScan.ts';
import { sourceUnits, targetUnits } from './poUnits.ts';
import { poEdits } from './poWrite.ts';

/**
 * gettext's PO and POT. The msgid side is the source, the msgstr side the text in the language that the header names; the id
 * is msgctxt and msgid. Which form of a plural is which is told by the header's Plural-Forms: forms that do not pair off with
 * CLDR's categories are read-only. A delivered translation is no longer `fuzzy`, and loses the previous msgid with it;
 * one that needs review becomes fuzzy. Obsolete entries are never touched.
 */
export const po: LocaleFormat = provenFormat({
  id: 'po',
  pluralCategories: (locale) => categoriesOf(parsePluralForms(pluralFormsFor(locale)) ?? GERMANIC_FORMS, locale),
  locales: localesOf,
  units: (text, locale) => (locale === undefined ? sourceUnits(text) : targetUnits(text, locale)),
  edits: poEdits,
});

/** A file holds its source and one language, if its header names one. */
function localesOf(text: string): FileLocales {
  const language = headerOf(scanPo(text).entries)?.field('Language') ?? '';
  return { source: undefined, targets: language === '' ? [] : [language] };
}
