import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { splitKeyPath, splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { createFluent, insertFluent } from './insertFluent.ts';
import { renderPart, type Wanted, type WantedPart } from './renderPart.ts';
import { bracketColumn, layoutAt, renderPattern, renderText, styleOf, type FluentStyle } from './fluentRender.ts';
import type { FluentEntry, FluentPart } from './parseFluent.ts';

/** Returns the edits for a wanted change, or a whole new file. Throws FormatError for a text that is no pattern. */
export function writeFluent(
  change: WantedChange,
  entriesOf: (text: string) => readonly FluentEntry[],
): readonly TextEdit[] {
  const { text, context, present, replaced } = change;
  const source = (): readonly FluentEntry[] => entriesOf(context.sourceText);
  if (text.trim() === '')
    return [{ start: 0, end: text.length, text: createFluent(context.sourceText, source(), wantedOf(change.added)) }];
  const entries = entriesOf(text);
  const style = styleOf(text, entries);
  const edits: TextEdit[] = [];
  for (const [id, translation] of replaced) {
    const unit = present.get(id);
    if (unit === undefined) continue;
    const render = splitPlural(id) === undefined ? renderText : renderPattern;
    edits.push({ start: unit.start, end: unit.end, text: render(translation, layoutAt(text, unit, style)) });
  }
  if (change.added.size > 0) {
    const sourceEntries = source();
    const { sourceText } = context;
    // Unlike replaced texts, new entries follow the source where the file shows no style.
    const files = { text, sourceText, style: styleOf(text, entries, styleOf(sourceText, sourceEntries)) };
    const missing = wantedOf(change.added);
    const sourceEntriesByName = new Map(firstEntriesByName(sourceEntries).map((entry) => [entry.name, entry] as const));
    for (const entry of firstEntriesByName(entries)) {
      const { name = '' } = entry;
      const parts = missing.get(name);
      if (parts === undefined) continue;
      missing.delete(name);
      edits.push(...extendEntry({ ...files, entry, sourceEntry: sourceEntriesByName.get(name) }, parts));
    }
    if (missing.size > 0) edits.push(...insertFluent({ ...files, entries, source: sourceEntries }, missing));
  }
  return sortEdits(edits);
}

/** Returns the first message or term of each name, which is the one that counts. */
function firstEntriesByName(entries: readonly FluentEntry[]): readonly FluentEntry[] {
  const names = new Set<string>();
  return entries.filter(({ name }) => {
    if (name === undefined || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** Returns texts by the names of entries and parts; the keys of `added` are ids of units. */
function wantedOf(added: ReadonlyMap<string, string>): Wanted {
  const partsByName: Wanted = new Map();
  for (const [id, text] of added) {
    // `welcome.title#one` → `welcome`, `title`; the attribute is '' for a value.
    const member = splitPlural(id);
    const [name = '', attribute = ''] = splitKeyPath(member?.base ?? id) ?? [];
    const parts = partsByName.get(name) ?? new Map<string, WantedPart>();
    partsByName.set(name, parts);
    const part = parts.get(attribute) ?? { name: attribute || undefined, text: undefined, forms: new Map() };
    parts.set(attribute, part);
    if (member === undefined) part.text = text;
    else part.forms.set(member.category, text);
  }
  return partsByName;
}

/** An entry that lacks some of the source's parts. */
interface EntryToExtend {
  readonly text: string;
  readonly entry: FluentEntry;
  readonly sourceEntry: FluentEntry | undefined;
  readonly sourceText: string;
  readonly style: FluentStyle;
}

/** Edits that add missing parts to an existing entry: plural forms, attributes, its value. */
function extendEntry(
  { text, entry, sourceEntry, sourceText, style }: EntryToExtend,
  wanted: ReadonlyMap<string, WantedPart>,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const order = sourceEntry?.parts.map(({ name }) => name ?? '') ?? [];
  for (const key of [...wanted.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b))) {
    const part = wanted.get(key);
    if (part === undefined) continue;
    const existingPart = entry.parts.find(({ name }) => name === part.name);
    if (existingPart !== undefined) {
      edits.push(...extendPlural(text, existingPart, part, style));
      continue;
    }
    const sourcePart = sourceEntry?.parts.find(({ name }) => name === part.name);
    const rendered = renderPart({ sourceText, source: sourcePart, style }, part);
    if (part.name === undefined) {
      // Spaces at the end of the line would follow the text.
      const { valueStart } = entry;
      edits.push({ start: valueStart, end: afterSpaces(text, valueStart), text: rendered });
    } else edits.push(insertText(offsetOfAttribute(entry, order, key), rendered));
  }
  return edits;
}

function afterSpaces(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ') end += 1;
  return end;
}

/** Returns the offset after the nearest existing part before it in the source's order, else after the equals sign. */
function offsetOfAttribute(entry: FluentEntry, order: readonly string[], key: string): number {
  const namesBefore = new Set(order.slice(0, order.indexOf(key)));
  let offset = entry.valueStart;
  for (const part of entry.parts)
    if (part.name === undefined || namesBefore.has(part.name)) offset = Math.max(offset, part.pattern.end);
  return offset;
}

/** Edits that add missing plural forms, in CLDR's order. */
function extendPlural(text: string, part: FluentPart, wanted: WantedPart, style: FluentStyle): readonly TextEdit[] {
  const { plural } = part;
  if (plural === undefined || wanted.text !== undefined) throw refusal(because('fluent-plural-mismatch'));
  const { lineEnd } = style;
  const edits: TextEdit[] = [];
  const variantIndent = ' '.repeat(bracketColumn(text, plural));
  const firstLineStart = text.lastIndexOf('\n', (plural.variants[0]?.start ?? 0) - 1) + 1;
  /** The end of the variant of the next lower category. */
  let lowerEnd: number | undefined;
  for (const category of cldrPluralCategories) {
    const existingVariant = plural.variants.find((variant) => variant.category === category);
    const form = wanted.forms.get(category);
    if (existingVariant !== undefined) lowerEnd = existingVariant.pattern.end;
    if (existingVariant !== undefined || form === undefined) continue;
    const layout = { lineEnd, indent: variantIndent + style.indent, isBlock: false };
    const line = `${variantIndent}[${category}] ${renderPattern(form, layout)}`;
    // Above all variants if no lower category exists.
    if (lowerEnd === undefined) edits.push(insertText(firstLineStart, line + lineEnd));
    else edits.push(insertText(lowerEnd, lineEnd + line));
  }
  return edits;
}
