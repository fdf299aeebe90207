import { emptyValue } from './tomlRender.ts';
import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { copiedEntries } from './identifiedTables.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { isPluralMetadata, pluralTables } from './tomlUnits.ts';
import {
  lineEndOffset,
  type TomlArray,
  type TomlEntry,
  type TomlFile,
  type TomlInline,
  type TomlNode,
  type TomlSection,
} from './tomlTree.ts';

/**
 * Returns the wanted parts of the source's text: its head, its order, the comments of wanted entries, and its layout.
 * Its texts are still the source's; elements of arrays that are not wanted are empty.
 */
export function skeletonOf(source: TomlFile, wantedPaths: readonly (readonly string[])[]): string {
  const textIds = new Set(wantedPaths.map(joinKeyPath));
  // `['cart', 'items', 'one']` → '', 'cart', 'cart.items'
  const containersOf = (path: readonly string[]): string[] => path.map((_, depth) => joinKeyPath(path.slice(0, depth)));
  const containerIds = new Set(wantedPaths.flatMap(containersOf));
  const sets = pluralTables(source);
  const copiedIds = new Set(source.sections.flatMap(copiedEntries).map(({ path }) => joinKeyPath(path)));
  const isKept = ({ path }: TomlEntry): boolean => {
    const id = joinKeyPath(path);
    if (textIds.has(id) || containerIds.has(id)) return true;
    const parentId = joinKeyPath(path.slice(0, -1));
    if (copiedIds.has(id) && containerIds.has(parentId)) return true;
    return isPluralMetadata(path.at(-1) ?? '') && sets.has(parentId) && containerIds.has(parentId);
  };
  const { text } = source;
  const edits: TextEdit[] = [];
  let previousEnd = 0;
  let isBeforeKeptSections = true;
  for (const section of source.sections) {
    const hasWantedTexts = containerIds.has(joinKeyPath(section.path));
    // An element of an array of tables keeps the indexes of the others, even if none of its texts is wanted.
    const hasPosition = section.isElement && section.identity === undefined;
    const isPlaceholder = hasPosition && containerIds.has(joinKeyPath(section.path.slice(0, -1)));
    if (section.index > 0 && !hasWantedTexts && !isPlaceholder)
      edits.push(sectionRemoval(section, previousEnd, isBeforeKeptSections, text));
    else {
      removeEntries(section, isKept, text, edits);
      const keptEntries = section.entries.filter(isKept);
      for (const { value, path } of keptEntries)
        edits.push(...pruneValue(value, path, { textIds, containerIds, isKept }));
      if (section.index > 0 || keptEntries.length > 0) isBeforeKeptSections = false;
    }
    previousEnd = Math.max(previousEnd, section.end);
  }
  // An empty range removes nothing.
  const removals = edits.filter((edit) => edit.start < edit.end);
  return trimEmptyLines(spliceEdits(text, sortEdits(removals)), text);
}

/** Removes empty lines at both ends, which separated removed entries. Only the source's line end at its end is kept. */
function trimEmptyLines(skeleton: string, source: string): string {
  const body = skeleton.replace(/^[ \t\r\n]*\n/, '').trimEnd();
  if (!source.endsWith('\n')) return body;
  return body + lineEndOf(source);
}

/**
 * Removes a section with the comments and empty lines above it, which begin at `previousEnd`. Before the first section
 * that is kept, the file's head remains: only comments directly above the section and empty lines below it are removed.
 */
function sectionRemoval(
  section: TomlSection,
  previousEnd: number,
  isBeforeKeptSections: boolean,
  text: string,
): TextEdit {
  let start = lineEndOffset(text, previousEnd);
  let end = lineEndOffset(text, section.end);
  if (isBeforeKeptSections) {
    start = commentsAbove(text, lineStartOf(text, section.start), previousEnd);
    const emptyLines = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end, end + maxEmptyLinesLength));
    end += emptyLines?.[0].length ?? 0;
  }
  return { start: Math.max(start, previousEnd), end, text: '' };
}

/** Empty lines after a removed section are sought in this many UTF-16 units, to keep the search short. */
const maxEmptyLinesLength = 1000;

function removeEntries(
  section: TomlSection,
  isKept: (entry: TomlEntry) => boolean,
  text: string,
  edits: TextEdit[],
): void {
  // Entries are removed with all comments above them; the file's first ones only with those directly above.
  let previousEnd = section.index === 0 ? undefined : lineEndOffset(text, section.headEnd);
  for (const entry of section.entries) {
    const lineStart = lineStartOf(text, entry.start);
    const end = lineEndOffset(text, entry.end);
    if (!isKept(entry)) edits.push({ start: previousEnd ?? commentsAbove(text, lineStart, 0), end, text: '' });
    previousEnd = end;
  }
}

/** The joined paths of the wanted texts and of the containers around them, and the entries that remain. */
interface KeptParts {
  readonly textIds: ReadonlySet<string>;
  readonly containerIds: ReadonlySet<string>;
  readonly isKept: (entry: TomlEntry) => boolean;
}

/** Removes the parts of a value that are not wanted. */
function pruneValue(node: TomlNode, path: readonly string[], keptParts: KeptParts): TextEdit[] {
  if (node.kind === 'inline') return pruneInline(node, keptParts);
  if (node.kind === 'array') return pruneArray(node, path, keptParts);
  return [];
}

function pruneInline({ entries }: TomlInline, keptParts: KeptParts): TextEdit[] {
  const edits: TextEdit[] = [];
  let hasKeptEntry = false;
  for (const [index, entry] of entries.entries()) {
    if (keptParts.isKept(entry)) {
      edits.push(...pruneValue(entry.value, entry.path, keptParts));
      hasKeptEntry = true;
      continue;
    }
    // The comma before the entry is removed, too; or the one after it, if no entry before it remains.
    if (hasKeptEntry) edits.push({ start: entries[index - 1]?.end ?? entry.start, end: entry.end, text: '' });
    else edits.push({ start: entry.start, end: entries[index + 1]?.start ?? entry.end, text: '' });
  }
  return edits;
}

function pruneArray({ elements }: TomlArray, path: readonly string[], keptParts: KeptParts): TextEdit[] {
  const edits: TextEdit[] = [];
  const isWanted = (index: number): boolean => {
    const id = joinKeyPath([...path, String(index)]);
    return keptParts.textIds.has(id) || keptParts.containerIds.has(id);
  };
  const lastWanted = elements.findLastIndex((_, index) => isWanted(index));
  for (const [index, element] of elements.entries()) {
    const { start, end } = element;
    if (index > lastWanted) edits.push({ start: elements[index - 1]?.end ?? start, end, text: '' });
    else if (isWanted(index)) edits.push(...pruneValue(element, [...path, String(index)], keptParts));
    else if (element.kind !== 'data') edits.push({ start, end, text: emptyValue(element) });
  }
  return edits;
}
