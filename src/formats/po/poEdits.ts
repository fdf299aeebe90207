import { insertEntries, type EntryBlock } from '../kit/entryLines.ts';
import type { PluralCategory, TextEdit } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { refusal, refuseNul, type WantedChange } from '../kit/provenFormat.ts';
import { splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { createPo } from './createPo.ts';
import { clearFuzzy, setFuzzy } from './poFlags.ts';
import { removeEntries } from './obsoleteEntries.ts';
import { renderEntry, renderString, styleOfEntry, type EntryTexts, type RenderStyle } from './poRender.ts';
import type { PoEntry } from './scanPo.ts';
import { gnuLayout, layoutOf } from './poStyle.ts';
import { formsEnd, otherLanguage, pluralPlan, type PluralPlan, type PoCatalog } from './poUnits.ts';

/**
 * Edits for a PO file; throws FormatError for NUL, for a file in another language, for plural forms that the file
 * lacks, and for line breaks at the ends of a text with which gettext refuses the file.
 */
export function poEdits(change: WantedChange, catalogOf: (text: string) => PoCatalog): readonly TextEdit[] {
  const { text, context, replaced, added } = change;
  for (const translation of [...replaced.values(), ...added.values()]) refuseNul(translation);
  const source = catalogOf(context.sourceText);
  if (text === '') {
    const textsOf = (plan: PluralPlan): ReadonlyMap<string, EntryTexts> => {
      const texts = textsByEntry(added, plan);
      refuseLineBreaks(texts, (base) => source.byId.get(base));
      return texts;
    };
    return [{ start: 0, end: 0, text: createPo(context, source, textsOf) }];
  }
  const target = catalogOf(text);
  const reason = otherLanguage(target.header, context.targetLocale);
  if (reason !== undefined) throw refusal(reason);
  const plan = pluralPlan(target.header, context.targetLocale);
  const layout = layoutOf(text, target.file, layoutOf(context.sourceText, source.file, gnuLayout));
  const style: RenderStyle = { layout, lineEnd: lineEndOf(text) };
  const texts = textsByEntry(new Map([...replaced, ...added]), plan);
  refuseLineBreaks(texts, (base) => target.byId.get(base) ?? source.byId.get(base));
  const editContext = { texts, change, target, source, plan, style };
  const obsoleteTwins = [...texts.keys()].flatMap((base) => target.obsoleteById().get(base) ?? []);
  const edits = [
    ...removeEntries(text, obsoleteTwins),
    ...editsOfPresentEntries(editContext),
    ...editsOfMissingEntries(editContext),
  ];
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

interface EditContext {
  /** The wanted texts by entry, see `textsByEntry`. */
  readonly texts: ReadonlyMap<string, EntryTexts>;
  readonly change: WantedChange;
  readonly target: PoCatalog;
  readonly source: PoCatalog;
  readonly plan: PluralPlan;
  readonly style: RenderStyle;
}

/**
 * Throws FormatError if only one of msgid and text begins, or ends, with a line feed: msgfmt then refuses the whole
 * file, even without `--check`. Like msgfmt, compares each plural form with the msgid, ignores the number of line
 * feeds, and accepts an empty text.
 */
function refuseLineBreaks(
  texts: ReadonlyMap<string, EntryTexts>,
  entryOf: (base: string) => PoEntry | undefined,
): void {
  for (const [base, forms] of texts) {
    const source = entryOf(base)?.id.text;
    if (source === undefined || source === '') continue;
    for (const translation of forms.values()) {
      if (translation === '') continue;
      if (translation.startsWith('\n') !== source.startsWith('\n')) throw refusal(because('po-line-break-start'));
      if (translation.endsWith('\n') !== source.endsWith('\n')) throw refusal(because('po-line-break-end'));
    }
  }
}

/** Returns the wanted texts by the id of their entry, and by the index of their form: `ship#other` → `ship`, 1. */
function textsByEntry(
  translations: ReadonlyMap<string, string>,
  { categories }: PluralPlan,
): ReadonlyMap<string, EntryTexts> {
  const entries = new Map<string, Map<number, string>>();
  for (const [id, translation] of translations) {
    const member = splitPlural(id);
    const base = member?.base ?? id;
    const index = member === undefined ? 0 : formIndex(id, member.category, categories);
    const texts = entries.get(base) ?? new Map<number, string>();
    entries.set(base, texts.set(index, translation));
  }
  return entries;
}

function formIndex(id: string, category: PluralCategory, categories: readonly PluralCategory[] | undefined): number {
  const index = categories?.indexOf(category) ?? -1;
  if (index >= 0) return index;
  if (categories === undefined) throw refusal(because('unit-read-only', id, because('po-forms-unclear')));
  throw refusal(because('po-form-absent', id, categories.join(', ')));
}

function editsOfPresentEntries(context: EditContext): readonly TextEdit[] {
  const { texts, change, target, style } = context;
  const edits: TextEdit[] = [];
  for (const [base, translations] of texts) {
    const entry = target.byId.get(base);
    if (entry === undefined) continue;
    edits.push(...formEdits(entry, translations, styleOfEntry(change.text, entry, style)));
    edits.push(...stateEdits(entry, translations, context));
  }
  return edits;
}

function formEdits(entry: PoEntry, translations: EntryTexts, style: RenderStyle): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const absentForms: number[] = [];
  for (const [index, translation] of [...translations].sort(([a], [b]) => a - b)) {
    const form = entry.forms[index];
    if (form === undefined) absentForms.push(index);
    else if (form.text !== translation)
      edits.push({ start: form.start, end: form.end, text: renderString(keywordOf(entry, index), translation, style) });
  }
  const lastAbsent = absentForms.at(-1);
  if (lastAbsent === undefined) return edits;
  // gettext requires every form up to the last one.
  for (let index = 0; index <= lastAbsent; index += 1) {
    if (entry.forms[index] !== undefined) continue;
    const keyword = keywordOf(entry, index);
    const offset = formsEnd(entry, index);
    const literal = renderString(keyword, translations.get(index) ?? '', style);
    edits.push({ start: offset, end: offset, text: `${style.lineEnd}${keyword} ${literal}` });
  }
  return edits;
}

function keywordOf({ plural }: PoEntry, index: number): string {
  return plural === undefined ? 'msgstr' : `msgstr[${index}]`;
}

/**
 * Returns edits of the entry's state. It applies to all forms, so it changes only if every form that has a text is
 * written: with `few` alone, the old `many` would also count as reviewed.
 */
function stateEdits(entry: PoEntry, translations: EntryTexts, context: EditContext): readonly TextEdit[] {
  const { change, style, plan } = context;
  const { state } = change.context;
  if (state === undefined) return [];
  for (const [index, form] of entry.forms.slice(0, plan.count).entries()) {
    const isEmpty = form === undefined || form.text === '';
    if (!isEmpty && !translations.has(index)) return [];
  }
  return state === 'translated' ? clearFuzzy(change.text, entry) : setFuzzy(change.text, entry, style.lineEnd);
}

/** Inserts entries that the target lacks, with the source's context, references, flags and comments. */
function editsOfMissingEntries({ texts, change, target, source, plan, style }: EditContext): readonly TextEdit[] {
  const { text } = change;
  const { sourceText, state } = change.context;
  const missingIds = new Set([...texts.keys()].filter((base) => !target.byId.has(base)));
  if (missingIds.size === 0) return [];
  const isFuzzy = state === 'needs-review';
  const renderById = (base: string): string => {
    const entry = source.byId.get(base);
    if (entry === undefined) throw refusal(because('unit-not-in-source', base));
    const entryTexts: EntryTexts = texts.get(base) ?? new Map();
    const notes = translatorNotes(text, target.obsoleteById().get(base) ?? []);
    const lines = renderEntry(sourceText, entry, { texts: entryTexts, count: plan.count, isFuzzy, style });
    return [...notes, lines].join(style.lineEnd);
  };
  return insertEntries({
    text,
    lineEnd: style.lineEnd,
    targetBlocks: blocksOf(target),
    sourceBlocks: blocksOf(source),
    sourceText,
    missingIds,
    // In a file without entries, after the header.
    firstEntryOffset: target.header?.entry.end ?? text.length,
    render: renderById,
  });
}

/** Returns the translator's comments on obsolete entries, which a new entry of the same message keeps, as in msgmerge. */
function translatorNotes(text: string, obsolete: readonly PoEntry[]): readonly string[] {
  const notes = obsolete.flatMap(({ comments, start: entryStart }) =>
    comments
      .filter(({ kind, start }) => kind === '' && start >= entryStart)
      .map(({ start, end }) => text.slice(start, end)),
  );
  return [...new Set(notes)];
}

function blocksOf({ file, ids }: PoCatalog): readonly EntryBlock[] {
  return file.entries.map(({ start, end, emptyLinesAbove }, index) => ({
    id: ids[index] ?? '',
    start,
    bodyStart: start,
    end,
    emptyLinesAbove,
  }));
}
