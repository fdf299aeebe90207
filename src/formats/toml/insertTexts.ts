import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { FormatError, TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { placesInSections, sectionsOf, type SectionPlace, type Sections } from '../kit/sections.ts';
import { insertText } from '../kit/spliceEdits.ts';
import { alignedSeparator, alignmentOf } from '../kit/lineScan.ts';
import { refusal } from '../kit/provenFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { copiedEntries, neededElements } from './identifiedTables.ts';
import { indexFile } from './tomlIndex.ts';
import {
  keyLiteral,
  addToGroup,
  renderElement,
  renderText,
  renderValue,
  siblingCategory,
  sourceValuePath,
  withCategories,
  type InsertContext,
  type MissingText,
} from './tomlRender.ts';
import { equalsOf, indentOf, styleOf, type TomlStyle } from './tomlStyle.ts';
import {
  elementsOf,
  inlineEntriesOf,
  isInsideLine,
  lineEndOffset,
  type TomlArray,
  type TomlEntry,
  type TomlFile,
  type TomlInline,
  type TomlNode,
  type TomlSection,
} from './tomlTree.ts';

/** A new entry of a section: its joined path, and its line `key = value`. */
interface NewEntry {
  readonly id: string;
  readonly literal: string;
}

/** Edits that insert texts in the source's order and the target's style. Throws FormatError for values in their way. */
export function insertTexts(
  target: TomlFile,
  source: TomlFile,
  missing: readonly MissingText[],
  style: TomlStyle,
): TextEdit[] {
  const files = { target, source, targetIndex: indexFile(target), sourceIndex: indexFile(source) };
  const context: InsertContext = { ...files, style, sourceIndent: styleOf(source).indent };
  const textsByInlineTable = new Map<TomlInline, MissingText[]>();
  const textsByArray = new Map<TomlArray, MissingText[]>();
  // By the joined path of the new value that a text is, or is part of.
  const textsByNewValue = new Map<string, MissingText[]>();
  for (const text of missing) {
    refuseConflicts(text, context);
    const path = containerPath(text.path, context);
    const container = path && context.targetIndex.containers.get(joinKeyPath(path));
    if (container?.kind === 'inline') addToGroup(textsByInlineTable, container, text);
    else if (container?.kind === 'array') addToGroup(textsByArray, container, text);
    else addToGroup(textsByNewValue, joinKeyPath(sourceValuePath(text.path, context)), text);
  }
  const entriesBySection = new Map<string, NewEntry[]>();
  for (const texts of textsByNewValue.values()) addEntry(texts, entriesBySection, context);
  const edits: TextEdit[] = [];
  for (const [table, texts] of textsByInlineTable) edits.push(...insertInInline(table, texts, context));
  for (const [array, texts] of textsByArray) edits.push(insertInArray(array, texts, context));
  edits.push(...insertInSections(entriesBySection, context));
  return edits;
}

/** Returns the path of the innermost inline table or array of the target that a path leads into. */
function containerPath(path: readonly string[], { targetIndex }: InsertContext): readonly string[] | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const outerPath = path.slice(0, length);
    if (targetIndex.containers.has(joinKeyPath(outerPath))) return outerPath;
  }
  return undefined;
}

/** Throws FormatError if the target has a value at a text's path, or a string or data where the path needs a table. */
function refuseConflicts({ path }: MissingText, { targetIndex, target }: InsertContext): void {
  const valueAtPath = targetIndex.values.get(joinKeyPath(path));
  if (valueAtPath !== undefined) throw conflict(target, valueAtPath, path);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const outerValue = targetIndex.values.get(joinKeyPath(path.slice(0, length)));
    if (outerValue?.kind === 'text' || outerValue?.kind === 'data') throw conflict(target, outerValue, path);
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
function addEntry(
  texts: readonly MissingText[],
  entriesBySection: Map<string, NewEntry[]>,
  context: InsertContext,
): void {
  const [firstText] = texts;
  if (firstText === undefined) return;
  const { sourceIndex, targetIndex, style, source } = context;
  const path = sourceValuePath(firstText.path, context);
  const parent = path.slice(0, -1);
  // For a plural category that the source lacks, another one is the model.
  const sibling = [...parent, siblingCategory(path, sourceIndex)];
  const sourceEntry = sourceIndex.entries.get(joinKeyPath(path)) ?? sourceIndex.entries.get(joinKeyPath(sibling));
  const sourceSection = sourceEntry && source.sections[sourceIndex.sectionIndexByEntry.get(sourceEntry) ?? 0];
  let sectionPath = sourceSection?.path ?? parent;
  // If the target has a header for the table, entries are added there, regardless of the source.
  if (targetIndex.sections.has(joinKeyPath(parent))) sectionPath = parent;
  const key = keyLiteral(path.slice(sectionPath.length), sourceEntry, source, sectionPath.length);
  const value = renderValue(path, texts, sourceEntry?.value, context);
  const entry = { id: joinKeyPath(path), literal: key + style.equals + value };
  addToGroup(entriesBySection, joinKeyPath(sectionPath), entry);
}

/** Inserts texts into an inline table of the target, in the source's order. */
function insertInInline(table: TomlInline, texts: readonly MissingText[], context: InsertContext): readonly TextEdit[] {
  // All texts are in this table, so any of them leads to its path.
  const tablePath = containerPath(texts[0]?.path ?? [], context) ?? [];
  const idInTable = (path: readonly string[]): string => joinKeyPath(path.slice(tablePath.length));
  const newEntries = renderInlineEntries(table, tablePath, texts, context);
  const lastEntry = table.entries.at(-1);
  if (lastEntry === undefined)
    return [{ start: table.start, end: table.end, text: `{ ${[...newEntries.values()].join(', ')} }` }];
  const comma = commaBetween(context.target.text, table.entries);
  const presentEntries = new Map(table.entries.map((entry) => [idInTable(entry.path), entry]));
  const sourceEntries = inlineEntriesOf(context.sourceIndex.containers.get(joinKeyPath(tablePath)));
  const sourceOrder = sourceEntries.map(({ path }) => idInTable(path));
  const order = withCategories(sourceOrder, [...presentEntries.keys(), ...newEntries.keys()]);
  return insertionPlaces(order, presentEntries, newEntries).map(({ ids, after, before = '' }) => {
    const literals = ids.map((id) => newEntries.get(id) ?? '');
    // Only without an entry before them, the new entries are inserted before the next one.
    const nextEntry = after === undefined ? presentEntries.get(before) : undefined;
    if (nextEntry !== undefined) return insertText(nextEntry.start, literals.map((text) => text + comma).join(''));
    const previousEnd = presentEntries.get(after ?? '')?.end ?? lastEntry.end;
    return insertText(previousEnd, literals.map((text) => comma + text).join(''));
  });
}

/** Returns the comma and the whitespace between the last two of some values or entries. */
function commaBetween(text: string, nodes: readonly (TomlNode | TomlEntry)[]): string {
  const [previous, last] = nodes.slice(-2);
  if (previous === undefined || last === undefined) return ', ';
  const between = text.slice(previous.end, last.start);
  // Something else, such as a comment, is not repeated.
  if (/^,\s*$/.test(between)) return between;
  return ', ';
}

/** Returns the new entries of an inline table as `key = value`, by their paths below the table. */
function renderInlineEntries(
  table: TomlInline,
  tablePath: readonly string[],
  texts: readonly MissingText[],
  context: InsertContext,
): ReadonlyMap<string, string> {
  const { sourceIndex, source, style } = context;
  const depth = tablePath.length;
  // The first key below the table, and whether others follow: `version` and true for `version.ref`.
  const firstKey = ({ path }: { readonly path: readonly string[] }): string => path[depth] ?? '';
  const isDeeper = ({ path }: { readonly path: readonly string[] }): boolean => path.length > depth + 1;
  const rendered = new Map<string, string>();
  const sourceEntries = inlineEntriesOf(sourceIndex.containers.get(joinKeyPath(tablePath)));
  const add = (path: readonly string[], sourceEntry: TomlEntry | undefined, value: string): void => {
    const keys = path.slice(depth);
    // An entry elsewhere, such as under a header, does not show how to spell the key in this table.
    const entryInTable = sourceEntries.find((entry) => entry === sourceEntry);
    rendered.set(joinKeyPath(keys), keyLiteral(keys, entryInTable, source, depth) + style.equals + value);
  };
  for (const [key, group] of Map.groupBy(texts, firstKey)) {
    // With dotted keys (`version.ref = "x"`), each text gets its entry; else all get one (`version = { ref = "x" }`).
    const isDotted = [...table.entries, ...sourceEntries].some((entry) => firstKey(entry) === key && isDeeper(entry));
    if (!isDotted && group.some(isDeeper)) {
      const path = [...tablePath, key];
      const sourceEntry = sourceIndex.entries.get(joinKeyPath(path));
      add(path, sourceEntry, renderValue(path, group, sourceEntry?.value, context));
      continue;
    }
    for (const { path, text } of group) {
      const sourceEntry = sourceIndex.entries.get(joinKeyPath(path));
      add(path, sourceEntry, renderText(text, sourceEntry?.value, context));
    }
  }
  return rendered;
}

/** Appends texts to an array of the target; elements between its last one and a text's index are placeholders. */
function insertInArray(array: TomlArray, texts: readonly MissingText[], context: InsertContext): TextEdit {
  // All texts are in this array, so any of them leads to its path.
  const path = containerPath(texts[0]?.path ?? [], context) ?? [];
  const sourceElements = elementsOf(context.sourceIndex.values.get(joinKeyPath(path)));
  const textsByIndex = Map.groupBy(texts, (text) => Number(text.path[path.length]));
  const parts: string[] = [];
  for (let index = array.elements.length; index <= Math.max(...textsByIndex.keys()); index += 1)
    parts.push(renderElement([...path, String(index)], textsByIndex.get(index), sourceElements[index], context));
  const lastElement = array.elements.at(-1);
  if (lastElement === undefined) return { start: array.start, end: array.end, text: `[${parts.join(', ')}]` };
  const comma = commaBetween(context.target.text, array.elements);
  return insertText(lastElement.end, parts.map((part) => comma + part).join(''));
}

/** Inserts entries, by the joined path of their section, into the target's sections or into new ones. */
function insertInSections(
  entriesBySection: ReadonlyMap<string, readonly NewEntry[]>,
  context: InsertContext,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const entriesWithoutSection = new Map<string, readonly NewEntry[]>();
  for (const [id, newEntries] of entriesBySection) {
    const section = context.targetIndex.sections.get(id);
    if (section === undefined) entriesWithoutSection.set(id, newEntries);
    else edits.push(...insertInSection(section, newEntries, context));
  }
  addEarlierElements(entriesWithoutSection, context);
  if (entriesWithoutSection.size > 0) edits.push(...newSections(entriesWithoutSection, context));
  return edits;
}

/** Returns the source's order of a section's entries, including plural categories that it lacks. */
function orderOf(
  sectionId: string,
  newEntries: readonly NewEntry[],
  { sourceIndex }: InsertContext,
): readonly string[] {
  const prefix = sectionId === '' ? '' : `${sectionId}.`;
  const sourceEntries = sourceIndex.sections.get(sectionId)?.entries ?? [];
  const sourceKeys = sourceEntries.map((entry) => joinKeyPath(entry.path).slice(prefix.length));
  const newKeys = newEntries.map((entry) => entry.id.slice(prefix.length));
  return withCategories(sourceKeys, newKeys).map((key) => prefix + key);
}

/** Inserts entries into a section of the target: in the source's order, aligned like the section's own entries. */
function insertInSection(section: TomlSection, newEntries: readonly NewEntry[], context: InsertContext): TextEdit[] {
  const { target, source, sourceIndex, style } = context;
  const { text } = target;
  const presentEntries = new Map(section.entries.map((entry) => [joinKeyPath(entry.path), entry]));
  const literals = new Map(newEntries.map((entry) => [entry.id, entry.literal]));
  const columns = section.entries.map((entry) => ({
    column: entry.keyEnd - lineStartOf(text, entry.start),
    separator: equalsOf(text, entry),
  }));
  const alignment = alignmentOf(columns);
  const sectionId = joinKeyPath(section.path);
  const places = insertionPlaces(orderOf(sectionId, newEntries, context), presentEntries, literals);
  const sourceSections = (): Sections => entrySections(source.text, sourceIndex.sections.get(sectionId));
  return placesInSections(places, sourceSections, entrySections(text, section)).map((place) => {
    const { ids, after, before, at: belowHeading } = place;
    const neighbor = presentEntries.get(after ?? before ?? '') ?? section.entries.at(-1);
    const indent = entryIndent(text, section, neighbor, style);
    const lines = ids.map((id) => {
      const literal = literals.get(id) ?? '';
      const usualSeparator = separatorFor(id, neighbor, context);
      const column = indent.length + literal.indexOf(style.equals);
      return indent + replaceSeparator(literal, style.equals, alignedSeparator(column, usualSeparator, alignment));
    });
    // Before the next entry; else, without any entry, at the top of a file; else after the previous or last entry.
    if (before !== undefined && neighbor !== undefined) {
      const offset = offsetBefore(text, neighbor.start, section.headEnd, belowHeading);
      return insertText(offset, lines.map((line) => line + style.eol).join(''));
    }
    if (neighbor === undefined && section.index === 0) return insertAtTop(lines, context);
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
 * Returns where to insert something before the entry or table that begins at `start`. If comments form a heading above,
 * `belowHeading` is an offset in the line below it; else the place is above the comments, but not above `floor`.
 */
function offsetBefore(text: string, start: number, floor: number, belowHeading: number | undefined): number {
  if (belowHeading !== undefined) return lineStartOf(text, belowHeading);
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

/** Returns the indentation of a node in the source; `usual` if the target does not indent like the source. */
function indentLike(
  sourceNode: TomlSection | TomlEntry | undefined,
  usual: string,
  { source, sourceIndent, style }: InsertContext,
): string {
  if (sourceNode === undefined || sourceIndent !== style.indent) return usual;
  return indentOf(source.text, sourceNode.start);
}

/** Returns the neighbor's separator; the source's own if separators are aligned. */
function separatorFor(
  id: string,
  neighbor: TomlEntry | undefined,
  { sourceIndex, source, target, style }: InsertContext,
): string {
  const sourceEntry = sourceIndex.entries.get(id);
  if (style.alignsEquals && sourceEntry !== undefined) return equalsOf(source.text, sourceEntry);
  if (neighbor !== undefined) return equalsOf(target.text, neighbor);
  return style.equals;
}

/** Replaces the separator after the key: `key = 1`, from `' = '` to `'='` → `key=1`. */
function replaceSeparator(literal: string, equals: string, separator: string): string {
  const keyEnd = literal.indexOf(equals);
  return literal.slice(0, keyEnd) + separator + literal.slice(keyEnd + equals.length);
}

/** Inserts the first entries without a header, and an empty line: before the first header and the comments above it. */
function insertAtTop(lines: readonly string[], { target: { text, sections }, style }: InsertContext): TextEdit {
  // The first section has no header.
  const firstTable = sections[1];
  if (firstTable === undefined) return linesAfter(text, text.length, lines, style);
  const offset = offsetBefore(text, firstTable.start, 0, undefined);
  return insertText(offset, lines.map((line) => line + style.eol).join('') + style.eol);
}

/** Inserts lines after the line that contains the offset `end`. */
function linesAfter(text: string, end: number, lines: readonly string[], style: TomlStyle): TextEdit {
  const offset = lineEndOffset(text, end);
  if (isInsideLine(text, offset)) return insertText(offset, lines.map((line) => style.eol + line).join(''));
  return insertText(offset, lines.map((line) => line + style.eol).join(''));
}

/** Inserts tables that only the source has, each with its new entries, in the source's order. */
function newSections(
  entriesWithoutSection: ReadonlyMap<string, readonly NewEntry[]>,
  context: InsertContext,
): TextEdit[] {
  const { target, source, targetIndex } = context;
  const order = source.sections.map((section) => joinKeyPath(section.path));
  const places = insertionPlaces(order, targetIndex.sections, entriesWithoutSection);
  return placesInSections(places, () => tableSections(source), tableSections(target)).map((place) => {
    const tables = place.ids.map((id) => newTable(id, entriesWithoutSection.get(id) ?? [], context));
    return insertTables(tables, place, context);
  });
}

/** Returns a table of the source with its new entries. */
function newTable(sectionId: string, newEntries: readonly NewEntry[], context: InsertContext): string {
  const { source, sourceIndex, style } = context;
  const sourceSection = sourceIndex.sections.get(sectionId);
  if (sourceSection === undefined) throw refusal(because('unit-not-in-source', sectionId));
  const literals = new Map<string, string>();
  for (const { id, literal } of newEntries)
    literals.set(id, replaceSeparator(literal, style.equals, separatorFor(id, undefined, context)));
  for (const { path, start, end } of copiedEntries(sourceSection))
    literals.set(joinKeyPath(path), source.text.slice(start, end));
  const tableIndent = indentLike(sourceSection, '', context);
  const indent = indentLike(sourceSection.entries[0], tableIndent + style.indent, context);
  const lines = orderOf(sectionId, newEntries, context).flatMap((id) => literals.get(id) ?? []);
  const head = tableIndent + source.text.slice(sourceSection.start, sourceSection.headEnd);
  return [head, ...lines.map((line) => indent + line)].join(style.eol);
}

/** Inserts tables at a place of the target, with as many empty lines between them as the target's tables have. */
function insertTables(
  tables: readonly string[],
  { after, before, at: belowHeading }: SectionPlace,
  context: InsertContext,
): TextEdit {
  const { target, targetIndex, style } = context;
  const { text, sections } = target;
  const [entriesAtTop, firstTable] = sections;
  const emptyLines = style.eol.repeat(emptyLinesAbove(context));
  // `''` is the section without a header. If it has no entries, there is nothing to insert after.
  const isAfterNothing = after === undefined || (after === '' && entriesAtTop?.entries.length === 0);
  const previous = isAfterNothing ? undefined : targetIndex.sections.get(after);
  const next = before === undefined ? firstTable : targetIndex.sections.get(before);
  if (previous === undefined && next !== undefined) {
    const offset = offsetBefore(text, next.start, entriesAtTop?.end ?? 0, belowHeading);
    return insertText(offset, tables.map((table) => table + style.eol + emptyLines).join(''));
  }
  const offset = lineEndOffset(text, (previous ?? sections.at(-1))?.end ?? 0);
  // If the target's last line has no end, each table gets a line end before it instead of after it.
  let lead = emptyLines;
  let end = style.eol;
  if (isInsideLine(text, offset)) {
    lead = style.eol + emptyLines;
    end = '';
  }
  const inserted = tables.map((table) => lead + table + end).join('');
  // The first table of a file has nothing above it to be separated from.
  if (text.slice(0, offset).trim() === '') return insertText(offset, inserted.slice(lead.length));
  return insertText(offset, inserted);
}

/** Adds empty tables before an element of an array of tables: the third `[[steps]]` needs the first and second. */
function addEarlierElements(
  lackingSections: Map<string, readonly NewEntry[]>,
  { sourceIndex, targetIndex }: InsertContext,
): void {
  for (const id of [...lackingSections.keys()]) {
    const path = sourceIndex.sections.get(id)?.path ?? [];
    for (let length = 1; length <= path.length; length += 1) {
      const isElement = sourceIndex.sections.get(joinKeyPath(path.slice(0, length)))?.isElement === true;
      if (!isElement) continue;
      const arrayPath = path.slice(0, length - 1);
      for (const key of neededElements(path[length - 1] ?? '')) {
        const elementId = joinKeyPath([...arrayPath, key]);
        const isInTarget = targetIndex.sections.has(elementId);
        if (!isInTarget && !lackingSections.has(elementId)) lackingSections.set(elementId, []);
      }
    }
  }
}

/** Returns the number of empty lines above the target's tables, else above the source's; 1 if neither shows it. */
function emptyLinesAbove({ target, source }: InsertContext): number {
  for (const { text, sections } of [target, source]) {
    for (const section of sections.slice(1)) {
      const previousEnd = sections[section.index - 1]?.end ?? 0;
      // No entry precedes the first header.
      if (previousEnd === 0) continue;
      const lead = text.slice(lineEndOffset(text, previousEnd), section.start);
      const emptyLines = /^(?:[ \t]*\r?\n)*/.exec(lead)?.[0];
      return emptyLines?.match(/\n/g)?.length ?? 0;
    }
  }
  return 1;
}
