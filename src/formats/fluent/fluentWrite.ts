import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { PluralCategory, TextEdit } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { splitKeyPath, splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { createFluent, insertFluent } from './fluentInsert.ts';
import { renderPart, type Wanted, type WantedPart } from './fluentParts.ts';
import { columnOf, layoutAt, refusePlural, renderPattern, styleOf, type FluentStyle } from './fluentRender.ts';
import type { FluentEntry, FluentPart } from './fluentTree.ts';

/**
 * Returns the edits for a wanted change; for an empty file, its whole content. Throws FormatError for a text that is
 * not a pattern.
 */
export function writeFluent(
  change: WantedChange,
  entriesOf: (text: string) => readonly FluentEntry[],
): readonly TextEdit[] {
  const { text, context, present, replaced } = change;
  for (const [id, wanted] of [...replaced, ...change.added])
    if (splitPlural(id) === undefined) refusePlural(id, wanted);
  const source = (): readonly FluentEntry[] => entriesOf(context.sourceText);
  if (text.trim() === '')
    return [{ start: 0, end: text.length, text: createFluent(context.sourceText, source(), wantedOf(change.added)) }];
  const entries = entriesOf(text);
  const style = styleOf(text, entries);
  const edits: TextEdit[] = [];
  for (const [id, wanted] of replaced) {
    const unit = present.get(id);
    if (unit !== undefined)
      edits.push({ start: unit.start, end: unit.end, text: renderPattern(wanted, layoutAt(text, unit, style)) });
  }
  if (change.added.size > 0) {
    const sourceEntries = source();
    const full = styleOf(text, entries, styleOf(context.sourceText, sourceEntries));
    const missing = wantedOf(change.added);
    const likes = new Map(firstOfEach(sourceEntries).map((entry) => [entry.name, entry] as const));
    for (const entry of firstOfEach(entries)) {
      const wanted = entry.name === undefined ? undefined : missing.get(entry.name);
      if (entry.name === undefined || wanted === undefined) continue;
      missing.delete(entry.name);
      const like = likes.get(entry.name);
      edits.push(...growEntry({ text, entry, like, sourceText: context.sourceText, style: full }, wanted));
    }
    if (missing.size > 0)
      edits.push(
        ...insertFluent({ text, entries, sourceText: context.sourceText, source: sourceEntries, style: full }, missing),
      );
  }
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

function firstOfEach(entries: readonly FluentEntry[]): readonly FluentEntry[] {
  const names = new Set<string>();
  return entries.filter(({ name }) => {
    if (name === undefined || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

function wantedOf(added: ReadonlyMap<string, string>): Wanted {
  const wanted: Wanted = new Map();
  for (const [id, text] of added) {
    const member = splitPlural(id);
    const [name = '', attribute = ''] = splitKeyPath(member?.base ?? id) ?? [];
    const parts = wanted.get(name) ?? new Map<string, WantedPart>();
    wanted.set(name, parts);
    const part = parts.get(attribute) ?? {
      name: attribute === '' ? undefined : attribute,
      text: undefined,
      forms: new Map<PluralCategory, string>(),
    };
    parts.set(attribute, part);
    if (member === undefined) part.text = text;
    else part.forms.set(member.category, text);
  }
  return wanted;
}

interface Growing {
  readonly text: string;
  readonly entry: FluentEntry;
  readonly like: FluentEntry | undefined;
  readonly sourceText: string;
  readonly style: FluentStyle;
}

/** Edits that add missing parts to an existing entry: plural forms, attributes, its value. */
function growEntry(
  { text, entry, like, sourceText, style }: Growing,
  wanted: ReadonlyMap<string, WantedPart>,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const order = like?.parts.map(({ name }) => name ?? '') ?? [];
  for (const key of [...wanted.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b))) {
    const part = wanted.get(key);
    if (part === undefined) continue;
    const there = entry.parts.find(({ name }) => name === part.name);
    if (there !== undefined) {
      edits.push(...growPlural(text, there, part, style));
      continue;
    }
    const source = like?.parts.find(({ name }) => name === part.name);
    const rendered = renderPart({ sourceText, source, style }, part);
    if (part.name === undefined) edits.push({ start: entry.valueStart, end: entry.valueStart, text: rendered });
    else {
      const at = offsetOfAttribute(entry, order, key);
      edits.push({ start: at, end: at, text: rendered });
    }
  }
  return edits;
}

/** Returns the offset after the nearest existing part before it in the source's order, else after the equals sign. */
function offsetOfAttribute(entry: FluentEntry, order: readonly string[], key: string): number {
  const before = new Set(order.slice(0, order.indexOf(key)));
  let at = entry.valueStart;
  for (const part of entry.parts)
    if (part.name === undefined || before.has(part.name)) at = Math.max(at, part.pattern.end);
  return at;
}

function growPlural(text: string, part: FluentPart, wanted: WantedPart, style: FluentStyle): readonly TextEdit[] {
  const { plural } = part;
  if (plural === undefined || wanted.text !== undefined) {
    throw refusal(because('fluent-plural-mismatch'));
  }
  const edits: TextEdit[] = [];
  const present = new Map(plural.variants.map((variant) => [variant.category, variant]));
  const like = plural.variants.find(({ isDefault }) => !isDefault) ?? plural.variants[0];
  const lead = ' '.repeat(like === undefined ? 8 : columnOf(text, like) + (like.isDefault ? 1 : 0));
  let lower: number | undefined;
  for (const category of cldrPluralCategories) {
    const there = present.get(category);
    const form = wanted.forms.get(category);
    if (there !== undefined) lower = there.pattern.end;
    else if (form !== undefined) {
      const layout = { lineEnd: style.lineEnd, indent: lead + style.indent, isBlock: false };
      const line = `${lead}[${category}] ${renderPattern(form, layout)}`;
      const first = plural.variants[0]?.start ?? 0;
      const at = lower ?? text.lastIndexOf('\n', first - 1) + 1;
      edits.push({ start: at, end: at, text: lower === undefined ? line + style.lineEnd : style.lineEnd + line });
    }
  }
  return edits;
}
