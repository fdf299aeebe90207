import { emptyValue } from './tomlRender.ts';
import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
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
export function skeletonOf(source: TomlFile, paths: readonly (readonly string[])[]): string {
  const texts = new Set(paths.map(joinKeyPath));
  /** The paths of the containers around them. */
  const containers = new Set(paths.flatMap((path) => path.map((_, length) => joinKeyPath(path.slice(0, length)))));
  const sets = pluralTables(source);
  const isKept = ({ path }: TomlEntry): boolean => {
    const id = joinKeyPath(path);
    if (texts.has(id) || containers.has(id)) return true;
    const parent = joinKeyPath(path.slice(0, -1));
    return isPluralMetadata(path.at(-1) ?? '') && sets.has(parent) && containers.has(parent);
  };
  const { text } = source;
  const edits: TextEdit[] = [];
  let end = 0;
  let isFirst = true;
  for (const section of source.sections) {
    const hasWanted = containers.has(joinKeyPath(section.path));
    const isFiller = section.isElement && containers.has(joinKeyPath(section.path.slice(0, -1)));
    if (section.index > 0 && !hasWanted && !isFiller) edits.push(removal(section, end, isFirst, text));
    else {
      pruneEntries(section, isKept, text, edits);
      const keptEntries = section.entries.filter(isKept);
      for (const { value, path } of keptEntries) edits.push(...pruneValue(value, path, { texts, containers, isKept }));
      if (section.index > 0 || keptEntries.length > 0) isFirst = false;
    }
    end = Math.max(end, section.end);
  }
  const removals = edits.filter((edit) => edit.start < edit.end);
  return trimmed(spliceEdits(text, sortEdits(removals)), text);
}

/** Removes empty lines at the ends that separated removed entries; the end is like the source's. */
function trimmed(skeleton: string, source: string): string {
  const body = skeleton.replace(/^[ \t\r\n]*\n/, '').trimEnd();
  if (!source.endsWith('\n')) return body;
  return body + lineEndOf(source);
}

/**
 * Removes a section with the comments and empty lines above it; the file's head is kept before the first wanted
 * section.
 */
function removal(section: TomlSection, before: number, isFirst: boolean, text: string): TextEdit {
  let start = lineEndOffset(text, before);
  let end = lineEndOffset(text, section.end);
  if (isFirst) {
    start = commentsAbove(text, lineStartOf(text, section.start), before);
    end += /^(?:[ \t]*\r?\n)*/.exec(text.slice(end, end + 1000))?.[0].length ?? 0;
  }
  return { start: Math.max(start, before), end, text: '' };
}

function pruneEntries(
  section: TomlSection,
  isKept: (entry: TomlEntry) => boolean,
  text: string,
  edits: TextEdit[],
): void {
  let previousEnd = section.index === 0 ? undefined : lineEndOffset(text, section.headEnd);
  for (const entry of section.entries) {
    const lineStart = lineStartOf(text, entry.start);
    const end = lineEndOffset(text, entry.end);
    if (!isKept(entry)) edits.push({ start: previousEnd ?? commentsAbove(text, lineStart, 0), end, text: '' });
    previousEnd = end;
  }
}

interface Keeping {
  readonly texts: ReadonlySet<string>;
  /** The paths of all wanted texts' containers. */
  readonly containers: ReadonlySet<string>;
  readonly isKept: (entry: TomlEntry) => boolean;
}

function pruneValue(node: TomlNode, path: readonly string[], keeping: Keeping): TextEdit[] {
  if (node.kind === 'inline') return pruneInline(node, keeping);
  if (node.kind === 'array') return pruneArray(node, path, keeping);
  return [];
}

function pruneInline({ entries }: TomlInline, keeping: Keeping): TextEdit[] {
  const edits: TextEdit[] = [];
  let hasPrevious = false;
  for (const [index, entry] of entries.entries()) {
    if (keeping.isKept(entry)) {
      edits.push(...pruneValue(entry.value, entry.path, keeping));
      hasPrevious = true;
    } else if (hasPrevious) edits.push({ start: entries[index - 1]?.end ?? entry.start, end: entry.end, text: '' });
    else edits.push({ start: entry.start, end: entries[index + 1]?.start ?? entry.end, text: '' });
  }
  return edits;
}

function pruneArray({ elements }: TomlArray, path: readonly string[], keeping: Keeping): TextEdit[] {
  const edits: TextEdit[] = [];
  const isWanted = (index: number): boolean => {
    const id = joinKeyPath([...path, String(index)]);
    return keeping.texts.has(id) || keeping.containers.has(id);
  };
  const lastWanted = elements.findLastIndex((_, index) => isWanted(index));
  for (const [index, element] of elements.entries()) {
    const { start, end } = element;
    if (index > lastWanted) edits.push({ start: elements[index - 1]?.end ?? start, end, text: '' });
    else if (isWanted(index)) edits.push(...pruneValue(element, [...path, String(index)], keeping));
    else if (element.kind !== 'data') edits.push({ start, end, text: emptyValue(element) });
  }
  return edits;
}
