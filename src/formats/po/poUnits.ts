import { present } from '../../base/present.ts';
import { hasWords } from '../../base/text/hasWords.ts';
import { once } from '../../base/once.ts';
import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { ObsoleteUnit, OmittedEntry, PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { liveEntries, type LiveEntries } from '../kit/liveEntries.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { escapeKey, formId, joinKeyPath } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { byCategory, categoriesOf } from './poPluralForms.ts';
import { germanicForms, parsePluralForms, type PluralForms } from './pluralFormula.ts';
import { flagsOf } from './poFlags.ts';
import { bcp47Of, headerOf, mayBeSame, type PoHeader } from './poHeader.ts';
import { obsoleteEntries } from './obsoleteEntries.ts';
import { scanPo, type PoComment, type PoEntry, type PoFile, type PoString } from './scanPo.ts';
import { isHeader } from './poStyle.ts';

/** A file and its entries by id. The id of an entry is that of its unit, without a plural's category. */
export interface PoCatalog extends LiveEntries<PoEntry> {
  readonly file: PoFile;
  readonly header: PoHeader | undefined;
  /** The obsolete entries by the ids that they had, each id with all of its entries; read on first use. */
  readonly obsoleteById: () => ReadonlyMap<string, readonly PoEntry[]>;
}

export function readCatalog(text: string): PoCatalog {
  const file = scanPo(text);
  const { byId, ids } = liveEntries(file.entries, idOfEntry);
  const obsoleteById = once(() => Map.groupBy(obsoleteEntries(text, file), idOfEntry));
  return { file, header: headerOf(file.entries), byId, ids, obsoleteById };
}

/** Returns msgctxt and msgid, after the domain if it is not the default. A header has no id. */
function idOfEntry(entry: PoEntry): string {
  if (isHeader(entry)) return '';
  const { domain, context, id } = entry;
  if (domain === undefined && context === undefined) return escapeKey(id.text);
  const path = [id.text];
  if (context !== undefined) path.unshift(context.text);
  if (domain !== undefined) path.unshift(`domain ${domain}`);
  return joinKeyPath(path);
}

/** The plural forms of a file for a locale: their number, and the category of each if they correspond one to one. */
export interface PluralPlan {
  readonly count: number;
  readonly categories: readonly PluralCategory[] | undefined;
  /** Undefined for an invalid formula. */
  readonly forms?: PluralForms;
}

export function pluralPlan(header: PoHeader | undefined, locale: string): PluralPlan {
  return parsePlan(header?.field('Plural-Forms') ?? '', locale);
}

/** Returns the plan of a header's Plural-Forms; '' if the header has none. */
export function parsePlan(pluralForms: string, locale: string): PluralPlan {
  // Templates have `nplurals=INTEGER; plural=EXPRESSION;`.
  const isMissing = pluralForms === '' || pluralForms.includes('nplurals=INTEGER');
  const forms = isMissing ? germanicForms : parsePluralForms(pluralForms);
  if (forms === undefined) return { count: 1, categories: undefined };
  return { count: forms.count, forms, categories: categoriesOf(forms, bcp47Of(locale) ?? locale) };
}

/** Returns the units of the source texts (msgid). A plural has its msgid as `one` and its msgid_plural as `other`. */
export function sourceUnits(text: string, { byId }: PoCatalog): readonly Unit[] {
  const units: Unit[] = [];
  for (const [base, entry] of byId) {
    const { note, maxChars, formatFlags: flags } = factsOf(text, entry);
    const addUnit = (string: PoString, plural?: PluralCategory): void => {
      const { start, end } = string;
      const reason = string.isFullyDecoded ? creditsReason(entry) : because('unit-byte-escapes');
      const id = formId(base, plural);
      units.push(unitFrom({ id, plural, text: string.text, note, maxChars, flags, reason, start, end }));
    };
    addUnit(entry.id, entry.plural && 'one');
    if (entry.plural !== undefined) addUnit(entry.plural, 'other');
  }
  return units;
}

/**
 * Returns why an entry is not ordered if its translation is the names of the translators, as GNOME (itstool, GTK's
 * about dialogs) and KDE (`KAboutData`) have it.
 */
function creditsReason({ id, context }: PoEntry): Reason<'po-credits'> | undefined {
  const isOfGnome = /^translator[-_ ]credits$/u.test(id.text);
  const isOfKde = /^(?:NAME|EMAIL) OF TRANSLATORS$/u.test(context?.text ?? '');
  return isOfGnome || isOfKde ? because('po-credits') : undefined;
}

/** Returns the units of the msgstr side, for the locale of the header. */
export function targetUnits(text: string, catalog: PoCatalog, locale: string): readonly Unit[] {
  const reason = otherLanguage(catalog.header, locale);
  const plan = pluralPlan(catalog.header, locale);
  const units: Unit[] = [];
  for (const [base, entry] of catalog.byId) {
    const facts = factsOf(text, entry);
    for (const { category, index } of formsOf(entry, plan)) {
      const missingForm = { start: formsEnd(entry, index), end: formsEnd(entry, index), text: '' };
      const form = entry.forms[index] ?? missingForm;
      // The texts of another language are not shown: an empty range stands for them.
      const { text: translation, end } = reason === undefined ? form : { text: '', end: form.start };
      units.push(
        unitFrom({
          id: formId(base, category),
          plural: category,
          text: translation,
          note: facts.note,
          maxChars: facts.maxChars,
          flags: facts.formatFlags,
          reason: reason ?? readOnlyReason(entry, index, plan),
          needsWork: facts.isFuzzy && translation !== '',
          start: form.start,
          end,
        }),
      );
    }
  }
  return units;
}

/** Returns the finished translations of obsolete entries, of each id those of the last entry. */
export function obsoleteUnits(text: string, catalog: PoCatalog, locale: string): readonly ObsoleteUnit[] {
  if (otherLanguage(catalog.header, locale) !== undefined) return [];
  const plan = pluralPlan(catalog.header, locale);
  const units: ObsoleteUnit[] = [];
  for (const [base, entries] of catalog.obsoleteById()) {
    const entry = entries.at(-1);
    if (entry === undefined || base === '' || flagsOf(text, entry).includes('fuzzy')) continue;
    for (const { category, index } of formsOf(entry, plan)) {
      const form = entry.forms[index];
      if (form === undefined || form.text === '' || readOnlyReason(entry, index, plan) !== undefined) continue;
      const pluralFacts = present({ plural: category, pluralSource: entry.plural?.text });
      units.push({ id: formId(base, category), text: form.text, ...pluralFacts });
    }
  }
  return units;
}

/** Returns why a file cannot hold texts in a locale; undefined if it can. */
export function otherLanguage(header: PoHeader | undefined, locale: string): Reason | undefined {
  const language = header?.field('Language') ?? '';
  if (language === '' || mayBeSame(language, locale)) return undefined;
  return because('po-other-language', language, locale);
}

interface Form {
  /** Undefined for an entry without a plural. */
  readonly category: PluralCategory | undefined;
  readonly index: number;
}

/** Returns an entry's forms in CLDR's order; forms of unknown categories get any categories, and are read-only. */
function formsOf({ plural, forms }: PoEntry, { count, categories }: PluralPlan): readonly Form[] {
  if (plural === undefined) return [{ category: undefined, index: 0 }];
  if (categories !== undefined)
    return categories
      .map((category, index) => ({ category, index }))
      .sort((a, b) => byCategory(a.category, b.category));
  // As many as the header or the entry has, but at most one for each category.
  const formCount = Math.min(Math.max(1, count, forms.length), cldrPluralCategories.length);
  return categoriesFor(formCount).map((category, index) => ({ category, index }));
}

/** Returns categories for a number of forms whose rule is unknown: `other` is the last of them. */
function categoriesFor(count: number): readonly PluralCategory[] {
  if (count === 1) return ['other'];
  if (count === 2) return ['one', 'other'];
  // 3 → one, two, other; for 6, the first part contains `other`, too.
  const categories = [...cldrPluralCategories.slice(1, count), 'other' as const].slice(0, count);
  return [...new Set(categories)];
}

function readOnlyReason({ plural, forms }: PoEntry, index: number, { categories }: PluralPlan): Reason | undefined {
  if (plural !== undefined && categories === undefined) return because('po-forms-unclear');
  return forms[index]?.isFullyDecoded === false ? because('unit-byte-escapes') : undefined;
}

/** Returns where a missing form is inserted: after the form before it, else after msgid_plural or msgid. */
export function formsEnd({ forms, plural, id }: PoEntry, index: number): number {
  const previousForm = forms.slice(0, index).findLast((form) => form !== undefined);
  return (previousForm ?? plural ?? id).end;
}

const maxShownReferences = 3;

/** The facts about an entry from its comments. */
interface EntryFacts {
  /** '' for none. */
  readonly note: string;
  readonly maxChars: number | undefined;
  /** The flags about the syntax of placeholders: `c-format`, `no-c-format` … */
  readonly formatFlags: readonly string[] | undefined;
  readonly isFuzzy: boolean;
}

function factsOf(text: string, entry: PoEntry): EntryFacts {
  const notes: string[] = [];
  const references: string[] = [];
  for (const comment of entry.comments) {
    const words = wordsOf(text, comment);
    const isNote = comment.kind === '' || comment.kind === '.';
    if (comment.kind === ':') references.push(...words.split(/\s+/).filter((reference) => reference !== ''));
    // A comment above an empty line is not about the entry.
    else if (isNote && comment.start >= entry.start) notes.push(words);
  }
  const note = notes.join('\n').trim();
  const lines: string[] = [];
  if (note !== '') lines.push(note);
  if (entry.context !== undefined && entry.context.text !== '') lines.push(`Context: ${entry.context.text}`);
  const shownReferences = references.slice(0, maxShownReferences).join(', ');
  if (references.length > maxShownReferences) lines.push(`Used in ${shownReferences} …`);
  else if (references.length > 0) lines.push(`Used in ${shownReferences}`);
  const flags = flagsOf(text, entry);
  const formatFlags = flags.filter((flag) => flag.endsWith('-format'));
  return {
    note: lines.join('\n'),
    maxChars: maxLengthOf(flags) ?? lengthHint(note),
    formatFlags: formatFlags.length === 0 ? undefined : formatFlags,
    isFuzzy: flags.includes('fuzzy'),
  };
}

function maxLengthOf(flags: readonly string[]): number | undefined {
  for (const flag of flags) {
    const [, digits] = /^max-length:\s*(\d{1,5})$/.exec(flag) ?? [];
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}

/** Returns a comment without its `#` and the character of its kind: `#. Words` → `Words`. */
function wordsOf(text: string, { start, end, kind }: PoComment): string {
  return text.slice(start + '#'.length + kind.length, end).trim();
}

/** Returns further entries without a msgid, which gettext refuses; the first one is the header. */
export function omittedIn({ file: { entries } }: PoCatalog): readonly OmittedEntry[] {
  const [, ...others] = entries.filter(isHeader);
  const isTranslated = ({ forms }: PoEntry): boolean => forms.some((form) => hasWords(form?.text ?? ''));
  return others.filter(isTranslated).map(({ keywordStart }) => ({
    start: keywordStart,
    reason: because('entry-no-source'),
  }));
}
