import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { FormatError, TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { placesInSections, sectionsOf, type SectionPlace, type Sections } from '../kit/sections.ts';
import { insertText } from '../kit/spliceEdits.ts';
import { alignedSeparator, alignmentOf } from '../kit/lineScan.ts';
import { refusal } from '../kit/provenFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { indexOf } from './tomlIndex.ts';
import {
  keyLiteral,
  put,
  renderElement,
  renderText,
  renderValue,
  siblingOf,
  valuePath,
  withCategories,
  type Inserting,
  type MissingText,
} from './tomlRender.ts';
import { equalsOf, indentOf, styleOf, type TomlStyle } from './tomlStyle.ts';
import {
  elementsOf,
  inlineEntriesOf,
  lineEndOffset,
  type TomlArray,
  type TomlEntry,
  type TomlFile,
  type TomlInline,
  type TomlNode,
  type TomlSection,
} from './tomlTree.ts';

/** A new entry of a section: its joined path, and its line. */
interface NewEntry {
  readonly id: string;
  readonly literal: string;
}

/**
 * Edits that insert texts in the source's order and the target's style. Throws FormatError if the target has something
 * else at their path.
 */
export function insertTexts(
  target: TomlFile,
  source: TomlFile,
  missing: readonly MissingText[],
  style: TomlStyle,
): TextEdit[] {
  const files = { target, source, targetIndex: indexOf(target), sourceIndex: indexOf(source) };
  const inserting: Inserting = { ...files, style, sourceIndent: styleOf(source).indent };
  const edits: TextEdit[] = [];
  // By the joined path of the section.
  const entries = new Map<string, NewEntry[]>();
  // By the container that they are in; by the joined path of the value that they are, or are part of.
  const inline = new Map<TomlInline, MissingText[]>();
  const arrays = new Map<TomlArray, MissingText[]>();
  const values = new Map<string, MissingText[]>();
  for (const text of missing) {
    refuseConflicts(text, inserting);
    const host = hostOf(text.path, inserting);
    if (host?.kind === 'inline') put(inline, host, text);
    else if (host?.kind === 'array') put(arrays, host, text);
    else put(values, joinKeyPath(valuePath(text.path, inserting)), text);
  }
  for (const texts of values.values()) addEntry(texts, entries, inserting);
  for (const [table, texts] of inline) edits.push(...intoInline(table, texts, inserting));
  for (const [array, texts] of arrays) edits.push(intoArray(array, texts, inserting));
  edits.push(...intoSections(entries, inserting));
  return edits;
}

/** Returns the innermost inline table or array of the target that a path leads into. */
function hostOf(path: readonly string[], { targetIndex }: Inserting): TomlInline | TomlArray | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const host = targetIndex.containers.get(joinKeyPath(path.slice(0, length)));
    if (host !== undefined) return host;
  }
  return undefined;
}

/** Returns the path of a host of `hostOf`. */
function pathOfHost(
  host: TomlInline | TomlArray,
  path: readonly string[],
  { targetIndex }: Inserting,
): readonly string[] {
  let length = path.length - 1;
  while (length > 0 && targetIndex.containers.get(joinKeyPath(path.slice(0, length))) !== host) length -= 1;
  return path.slice(0, length);
}

function refuseConflicts({ path }: MissingText, { targetIndex, target }: Inserting): void {
  const present = targetIndex.values.get(joinKeyPath(path));
  if (present !== undefined) throw conflict(target, present, path);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const node = targetIndex.values.get(joinKeyPath(path.slice(0, length)));
    if (node?.kind === 'text' || node?.kind === 'data') throw conflict(target, node, path);
  }
}

function conflict(target: TomlFile, node: TomlNode, path: readonly string[]): FormatError {
  return formatErrorAt(target.text, node.start, because(conflictCode(node), joinKeyPath(path)));
}

function conflictCode({ kind }: TomlNode): 'toml-conflict-string' | 'toml-conflict-data' | 'toml-conflict-container' {
  if (kind === 'text') return 'toml-conflict-string';
  if (kind === 'data') return 'toml-conflict-data';
  return 'toml-conflict-container';
}

/** Adds one entry for a text, or for texts that the source keeps in one value. */
function addEntry(texts: readonly MissingText[], entries: Map<string, NewEntry[]>, inserting: Inserting): void {
  const [firstText] = texts;
  if (firstText === undefined) return;
  const { sourceIndex, targetIndex, style, source } = inserting;
  const path = valuePath(firstText.path, inserting);
  const parent = path.slice(0, -1);
  const sibling = [...parent, siblingOf(path, sourceIndex)];
  const like = sourceIndex.entries.get(joinKeyPath(path)) ?? sourceIndex.entries.get(joinKeyPath(sibling));
  const likeSection = like && source.sections[sourceIndex.sectionOf.get(like) ?? 0];
  let section = likeSection?.path ?? parent;
  // If the target has a header for the table, entries are added there, regardless of the source.
  if (targetIndex.sections.has(joinKeyPath(parent))) section = parent;
  const key = keyLiteral(path.slice(section.length), like, source, section.length);
  const value = renderValue(path, texts, like?.value, inserting);
  put(entries, joinKeyPath(section), { id: joinKeyPath(path), literal: key + style.equals + value });
}

function intoInline(container: TomlInline, texts: readonly MissingText[], inserting: Inserting): readonly TextEdit[] {
  const { sourceIndex, target } = inserting;
  const host = pathOfHost(container, texts[0]?.path ?? [], inserting);
  const below = (path: readonly string[]): string => joinKeyPath(path.slice(host.length));
  const entries = inlineEntries(container, host, texts, inserting);
  const lastEntry = container.entries.at(-1);
  if (lastEntry === undefined)
    return [{ start: container.start, end: container.end, text: `{ ${[...entries.values()].join(', ')} }` }];
  const comma = commaBetween(target.text, container.entries);
  const present = new Map(container.entries.map((entry) => [below(entry.path), entry]));
  const like = sourceIndex.containers.get(joinKeyPath(host));
  const sourceOrder = inlineEntriesOf(like).map(({ path }) => below(path));
  const order = withCategories(sourceOrder, [...present.keys(), ...entries.keys()]);
  return insertionPlaces(order, present, entries).map(({ ids, after, before = '' }) => {
    const literals = ids.map((id) => entries.get(id) ?? '');
    const next = after === undefined ? present.get(before) : undefined;
    if (next !== undefined) return insertText(next.start, literals.map((literal) => literal + comma).join(''));
    const end = present.get(after ?? '')?.end ?? lastEntry.end;
    return insertText(end, literals.map((literal) => comma + literal).join(''));
  });
}

/** Returns the comma and the whitespace between the last two of some values or entries. */
function commaBetween(text: string, items: readonly (TomlNode | TomlEntry)[]): string {
  const [previous, last] = items.slice(-2);
  if (previous === undefined || last === undefined) return ', ';
  const between = text.slice(previous.end, last.start);
  if (/^,\s*$/.test(between)) return between;
  return ', ';
}

/** Returns the new entries of an inline table by their paths below it. */
function inlineEntries(
  container: TomlInline,
  host: readonly string[],
  texts: readonly MissingText[],
  inserting: Inserting,
): ReadonlyMap<string, string> {
  const { sourceIndex, source, style } = inserting;
  const keyAt = ({ path }: { readonly path: readonly string[] }): string => path[host.length] ?? '';
  const entries = new Map<string, string>();
  const likes = inlineEntriesOf(sourceIndex.containers.get(joinKeyPath(host)));
  const add = (path: readonly string[], like: TomlEntry | undefined, value: string): void => {
    const keys = path.slice(host.length);
    const literal = keyLiteral(
      keys,
      likes.find((entry) => entry === like),
      source,
      host.length,
    );
    entries.set(joinKeyPath(keys), literal + style.equals + value);
  };
  for (const [key, group] of Map.groupBy(texts, keyAt)) {
    const isDeeper = ({ path }: { readonly path: readonly string[] }): boolean => path.length > host.length + 1;
    // Entries with dotted keys, as in `version.ref = "x"`, share the first part; any other key has one entry.
    const isDotted = [...container.entries, ...likes].some((entry) => keyAt(entry) === key && isDeeper(entry));
    if (!isDotted && group.some(isDeeper)) {
      const path = [...host, key];
      const like = sourceIndex.entries.get(joinKeyPath(path));
      add(path, like, renderValue(path, group, like?.value, inserting));
      continue;
    }
    for (const { path, text } of group) {
      const like = sourceIndex.entries.get(joinKeyPath(path));
      add(path, like, renderText(text, like?.value, inserting));
    }
  }
  return entries;
}

function intoArray(array: TomlArray, texts: readonly MissingText[], inserting: Inserting): TextEdit {
  const path = pathOfHost(array, texts[0]?.path ?? [], inserting);
  const likeElements = elementsOf(inserting.sourceIndex.values.get(joinKeyPath(path)));
  const textsByIndex = Map.groupBy(texts, (text) => Number(text.path[path.length]));
  const parts: string[] = [];
  for (let index = array.elements.length; index <= Math.max(...textsByIndex.keys()); index += 1)
    parts.push(renderElement([...path, String(index)], textsByIndex.get(index), likeElements[index], inserting));
  const lastElement = array.elements.at(-1);
  if (lastElement === undefined) return { start: array.start, end: array.end, text: `[${parts.join(', ')}]` };
  const comma = commaBetween(inserting.target.text, array.elements);
  return insertText(lastElement.end, parts.map((part) => comma + part).join(''));
}

function intoSections(entries: ReadonlyMap<string, readonly NewEntry[]>, inserting: Inserting): TextEdit[] {
  const { targetIndex } = inserting;
  const edits: TextEdit[] = [];
  const entriesWithoutSection = new Map<string, readonly NewEntry[]>();
  for (const [id, added] of entries) {
    const section = targetIndex.sections.get(id);
    if (section === undefined) entriesWithoutSection.set(id, added);
    else edits.push(...intoSection(section, added, inserting));
  }
  addElements(entriesWithoutSection, inserting);
  if (entriesWithoutSection.size > 0) edits.push(...newSections(entriesWithoutSection, inserting));
  return edits;
}

/** Returns the source's order of a section's entries, including plural categories that it lacks. */
function orderOf(id: string, added: readonly NewEntry[], { sourceIndex }: Inserting): readonly string[] {
  const prefix = id === '' ? '' : `${id}.`;
  const sourceIds = (sourceIndex.sections.get(id)?.entries ?? []).map((entry) => joinKeyPath(entry.path));
  const addedIds = added.map((entry) => entry.id);
  const order = withCategories(withoutPrefix(sourceIds, prefix), withoutPrefix(addedIds, prefix));
  return order.map((key) => prefix + key);
}

function withoutPrefix(ids: readonly string[], prefix: string): readonly string[] {
  return ids.map((id) => id.slice(prefix.length));
}

function intoSection(section: TomlSection, added: readonly NewEntry[], inserting: Inserting): TextEdit[] {
  const { target, source, sourceIndex, style } = inserting;
  const { text } = target;
  const present = new Map(section.entries.map((entry) => [joinKeyPath(entry.path), entry]));
  const literals = new Map(added.map((entry) => [entry.id, entry.literal]));
  const columns = section.entries.map((entry) => ({
    column: entry.keyEnd - lineStartOf(text, entry.start),
    separator: equalsOf(text, entry),
  }));
  const alignment = alignmentOf(columns);
  const id = joinKeyPath(section.path);
  const places = insertionPlaces(orderOf(id, added, inserting), present, literals);
  const sourceSections = (): Sections => entrySections(source.text, sourceIndex.sections.get(id));
  return placesInSections(places, sourceSections, entrySections(text, section)).map(({ ids, after, before, at }) => {
    const neighbor = present.get(after ?? before ?? '') ?? section.entries.at(-1);
    const indent = entryIndent(text, section, neighbor, style);
    const lines = ids.map((entryId) => {
      const literal = literals.get(entryId) ?? '';
      const usual = separatorFor(entryId, neighbor, inserting);
      const column = indent.length + literal.indexOf(style.equals);
      return indent + replaceSeparator(literal, style.equals, alignedSeparator(column, usual, alignment));
    });
    if (before !== undefined && neighbor !== undefined)
      return insertText(
        offsetBefore(text, neighbor.start, section.headEnd, at),
        lines.map((line) => line + style.eol).join(''),
      );
    if (neighbor === undefined && section.index === 0) return insertAtTop(lines, inserting);
    return linesAfter(text, neighbor?.end ?? section.headEnd, lines, style);
  });
}

/** Returns the indentation of a new entry: like a neighbor's, or deeper than the header's. */
function entryIndent(text: string, section: TomlSection, neighbor: TomlEntry | undefined, style: TomlStyle): string {
  if (neighbor !== undefined) return indentOf(text, neighbor.start);
  if (section.index === 0) return '';
  return indentOf(text, section.start) + style.indent;
}

/**
 * Returns where something is inserted before an entry or a table: above the comments of its line, or at `inSection`,
 * which is below the heading of its section.
 */
function offsetBefore(text: string, start: number, floor: number, inSection: number | undefined): number {
  if (inSection !== undefined) return lineStartOf(text, inSection);
  return commentsAbove(text, lineStartOf(text, start), floor);
}

/** The groups of a table's entries. */
function entrySections(text: string, section: TomlSection | undefined): Sections {
  const entries = section?.entries.map(({ path, start, end }) => ({ id: joinKeyPath(path), start, end })) ?? [];
  return sectionsOf(text, entries, section?.headEnd ?? 0);
}

/** The groups of a file's tables. */
function tableSections({ text, sections }: TomlFile): Sections {
  const tables = sections.slice(1).map(({ path, start, end }) => ({ id: joinKeyPath(path), start, end }));
  return sectionsOf(text, tables, sections[0]?.end ?? 0);
}

/**
 * Returns the source's indentation if both files indent equally, since it may be deeper in deeper tables; `usual`
 * otherwise.
 */
function indentLike(
  like: TomlSection | TomlEntry | undefined,
  usual: string,
  { source, sourceIndent, style }: Inserting,
): string {
  if (like === undefined || sourceIndent !== style.indent) return usual;
  return indentOf(source.text, like.start);
}

/** Returns the neighbor's separator; the source's own if separators are aligned. */
function separatorFor(
  id: string,
  neighbor: TomlEntry | undefined,
  { sourceIndex, source, target, style }: Inserting,
): string {
  const like = sourceIndex.entries.get(id);
  if (style.aligned && like !== undefined) return equalsOf(source.text, like);
  if (neighbor !== undefined) return equalsOf(target.text, neighbor);
  return style.equals;
}

/** Replaces the separator after the key, which `equals` is. */
function replaceSeparator(literal: string, equals: string, separator: string): string {
  const at = literal.indexOf(equals);
  return literal.slice(0, at) + separator + literal.slice(at + equals.length);
}

/** Inserts the first entries without a header: before the first header and the comments above it. */
function insertAtTop(lines: readonly string[], { target: { text, sections }, style }: Inserting): TextEdit {
  const next = sections[1];
  if (next === undefined) return linesAfter(text, text.length, lines, style);
  const at = offsetBefore(text, next.start, 0, undefined);
  return insertText(at, lines.map((line) => line + style.eol).join('') + style.eol);
}

function linesAfter(text: string, end: number, lines: readonly string[], style: TomlStyle): TextEdit {
  const at = lineEndOffset(text, end);
  if (isInsideLine(text, at)) return insertText(at, lines.map((line) => style.eol + line).join(''));
  return insertText(at, lines.map((line) => line + style.eol).join(''));
}

/** Whether an offset follows the last line of a file that has no line end. */
function isInsideLine(text: string, offset: number): boolean {
  return offset > 0 && text[offset - 1] !== '\n';
}

function newSections(
  entriesWithoutSection: ReadonlyMap<string, readonly NewEntry[]>,
  inserting: Inserting,
): TextEdit[] {
  const { target, source, targetIndex } = inserting;
  const order = source.sections.map((section) => joinKeyPath(section.path));
  const places = insertionPlaces(order, targetIndex.sections, entriesWithoutSection);
  return placesInSections(places, () => tableSections(source), tableSections(target)).map((place) => {
    const tables = place.ids.map((id) => newTable(id, entriesWithoutSection.get(id) ?? [], inserting));
    return insertTables(tables, place, inserting);
  });
}

/** Returns a table of the source with its new entries. */
function newTable(id: string, added: readonly NewEntry[], inserting: Inserting): string {
  const { source, sourceIndex, style } = inserting;
  const like = sourceIndex.sections.get(id);
  if (like === undefined) throw refusal(because('unit-not-in-source', id));
  const literals = new Map<string, string>();
  for (const entry of added)
    literals.set(entry.id, replaceSeparator(entry.literal, style.equals, separatorFor(entry.id, undefined, inserting)));
  const tableIndent = indentLike(like, '', inserting);
  const indent = indentLike(like.entries[0], tableIndent + style.indent, inserting);
  const lines = orderOf(id, added, inserting).flatMap((entryId) => literals.get(entryId) ?? []);
  const head = tableIndent + source.text.slice(like.start, like.headEnd);
  return [head, ...lines.map((line) => indent + line)].join(style.eol);
}

function insertTables(
  tables: readonly string[],
  { after, before, at: inSection }: SectionPlace,
  inserting: Inserting,
): TextEdit {
  const { target, targetIndex, style } = inserting;
  const { text, sections } = target;
  const [top, firstTable] = sections;
  const gap = style.eol.repeat(emptyLinesAbove(inserting));
  // Without entries before the first header, there is nothing to insert after.
  const isAfterNothing = after === undefined || (after === '' && top?.entries.length === 0);
  const previous = isAfterNothing ? undefined : targetIndex.sections.get(after);
  const next = before === undefined ? firstTable : targetIndex.sections.get(before);
  if (previous === undefined && next !== undefined) {
    const at = offsetBefore(text, next.start, top?.end ?? 0, inSection);
    return insertText(at, tables.map((table) => table + style.eol + gap).join(''));
  }
  const at = lineEndOffset(text, (previous ?? sections.at(-1))?.end ?? 0);
  let lead = gap;
  let end = style.eol;
  if (isInsideLine(text, at)) {
    lead = style.eol + gap;
    end = '';
  }
  const written = tables.map((table) => lead + table + end).join('');
  if (text.slice(0, at).trim() === '') return insertText(at, written.slice(lead.length));
  return insertText(at, written);
}

/** Adds earlier elements of an array of tables that the target lacks as empty tables, on which the indices depend. */
function addElements(lacking: Map<string, readonly NewEntry[]>, { sourceIndex, targetIndex }: Inserting): void {
  for (const id of [...lacking.keys()]) {
    const path = sourceIndex.sections.get(id)?.path ?? [];
    for (let length = 1; length <= path.length; length += 1) {
      if (sourceIndex.sections.get(joinKeyPath(path.slice(0, length)))?.isElement !== true) continue;
      for (let index = Number(path[length - 1]); index >= 0; index -= 1) {
        const element = joinKeyPath([...path.slice(0, length - 1), String(index)]);
        if (!targetIndex.sections.has(element) && !lacking.has(element)) lacking.set(element, []);
      }
    }
  }
}

/** Returns the number of empty lines between tables: the target's, or the source's if the target has too few tables. */
function emptyLinesAbove({ target, source }: Inserting): number {
  for (const { text, sections } of [target, source]) {
    for (const section of sections.slice(1)) {
      const floor = sections[section.index - 1]?.end ?? 0;
      if (floor === 0) continue;
      const lead = text.slice(lineEndOffset(text, floor), section.start);
      return /^(?:[ \t]*\r?\n)*/.exec(lead)?.[0].match(/\n/g)?.length ?? 0;
    }
  }
  return 1;
}
