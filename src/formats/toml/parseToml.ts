import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import { addCommentWords, commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import { beyondLimits } from '../kit/tomlLimits.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import { tomlReason } from '../reasons/tomlReason.ts';
import { identifiedTables } from './identifiedTables.ts';
import { lineEndOffset, type TomlEntry, type TomlFile, type TomlNode, type TomlSection } from './tomlTree.ts';

/** Deeper nesting does not occur in locale files, and would exhaust the stack of recursive functions. */
export const maxDepth = 500;

/**
 * Parses TOML into offsets. Throws FormatError for invalid TOML, and for input nested too deeply or too long. `source`:
 * that of a target, which decides how the elements of arrays are known.
 */
export function parseToml(text: string, source?: TargetSource<TomlFile>): TomlFile {
  const limit = beyondLimits(text, maxDepth);
  if (limit !== undefined) throw formatErrorAt(text, limit.at, limit.reason);
  // The program's body is one table, which contains all entries and tables.
  const [{ body }] = parse(text).body;
  const pairs = body.filter((node) => node.type !== 'TOMLTable');
  const tables = body.filter((node) => node.type === 'TOMLTable');
  const { entries, end } = entriesOf(pairs, [], 0, text);
  // The first section has the entries before any header.
  const sections: TomlSection[] = [
    { index: 0, path: [], isElement: false, start: 0, headEnd: 0, end, entries, note: undefined },
  ];
  for (const table of tables) sections.push(sectionOf(table, sections.length, sections.at(-1)?.end ?? 0, text));
  return { text, sections: identifiedTables(sections, text, source) };
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: '1.1' });
  } catch (error) {
    // For example, a number of a hundred thousand digits.
    if (error instanceof RangeError) throw formatErrorAt(text, 0, because('parser-limit'));
    if (!(error instanceof ParseError)) throw error;
    throw formatErrorAt(text, Math.min(error.index, text.length), tomlReason(error.message));
  }
}

/** Reads a table; comments before `floor`, the end of the table before it, are not its own. */
function sectionOf(table: AST.TOMLTable, index: number, floor: number, text: string): TomlSection {
  const path = table.resolvedKey.map(String);
  const [start] = table.range;
  if (path.length > maxDepth) throw tooDeep(text, start);
  const isElement = table.kind === 'array';
  const [, keyEnd] = table.key.range;
  let headEnd = text.indexOf(']', keyEnd) + 1;
  // `[[steps]]` has another bracket.
  if (isElement) headEnd = text.indexOf(']', headEnd) + 1;
  const note = noteOf(text, lineStartOf(text, start), floor, headEnd);
  const { entries, end } = entriesOf(table.body, path, headEnd, text);
  return { index, path, isElement, start, headEnd, end, entries, note };
}

/** Reads the entries below `floor`, the end of their header. */
function entriesOf(
  pairs: readonly AST.TOMLKeyValue[],
  prefix: readonly string[],
  floor: number,
  text: string,
): { readonly entries: readonly TomlEntry[]; readonly end: number } {
  const entries: TomlEntry[] = [];
  let end = floor;
  for (const pair of pairs) {
    const entry = entryOf(pair, prefix, end, text);
    entries.push(entry);
    end = entry.end;
  }
  return { entries, end };
}

function entryOf(
  { key, value, range }: AST.TOMLKeyValue,
  prefix: readonly string[],
  floor: number | undefined,
  text: string,
): TomlEntry {
  const [start] = range;
  const path = [...prefix, ...key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))];
  if (path.length > maxDepth) throw tooDeep(text, start);
  const [, keyEnd] = key.range;
  const node = nodeOf(value, keyEnd, path, text);
  // Entries of inline tables have no notes.
  const note = floor === undefined ? undefined : noteOf(text, lineStartOf(text, start), floor, node.end);
  return { path, start, keyEnd, end: node.end, value: node, note };
}

/**
 * Reads a value. A string begins at its first quote from `keyEnd` (of an element of an array: from its start) on,
 * because the parser reports the start of some multi-line strings too early.
 */
function nodeOf(node: AST.TOMLContentNode, keyEnd: number, path: readonly string[], text: string): TomlNode {
  const [start, end] = node.range;
  if (node.type === 'TOMLValue') {
    if (node.kind !== 'string') return { kind: 'data', start, end };
    const quoteStart = quoteOffset(text, Math.max(keyEnd, start));
    return { kind: 'text', start: quoteStart, end, value: node.value, style: node.style, multiline: node.multiline };
  }
  if (node.type === 'TOMLInlineTable')
    return { kind: 'inline', start, end, entries: node.body.map((pair) => entryOf(pair, path, undefined, text)) };
  const elements = node.elements.map((element, index) =>
    nodeOf(element, element.range[0], [...path, String(index)], text),
  );
  return { kind: 'array', start, end, elements };
}

/** Returns the offset of the first quote from `start` on; the text's length if there is none. */
function quoteOffset(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && text[offset] !== '"' && text[offset] !== "'") offset += 1;
  return offset;
}

/**
 * Returns the words of an entry's or header's comments: of the lines directly above (from `floor`, the end of the entry
 * before it, on), and of the comment after `valueEnd` on its own line. Undefined without comments.
 */
function noteOf(text: string, lineStart: number, floor: number, valueEnd: number): string | undefined {
  const words: string[] = [];
  const commentsBefore = text.slice(commentsAbove(text, lineStart, floor), lineStart);
  if (commentsBefore !== '') for (const line of commentsBefore.split('\n')) addCommentWords(line, words);
  let offset = valueEnd;
  while (text[offset] === ' ' || text[offset] === '\t') offset += 1;
  if (text[offset] === '#') addCommentWords(text.slice(offset, lineEndOffset(text, offset)), words);
  return joinNotes(...words);
}

function tooDeep(text: string, offset: number): FormatError {
  return formatErrorAt(text, offset, because('nested-too-deeply', maxDepth));
}
