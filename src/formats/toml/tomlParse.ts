import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import { addCommentWords, commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { beyondLimits } from '../kit/tomlLimits.ts';
import { because } from '../reasons/reason.ts';
import { tomlReason } from '../reasons/tomlReason.ts';
import { type TomlEntry, type TomlFile, type TomlNode, type TomlSection } from './tomlTree.ts';

/** Deeper nesting does not occur in locale files, and would exhaust the stack of recursive functions. */
export const maxDepth = 500;

/**
 * Parses TOML into offsets. Throws FormatError for invalid TOML, and for input that is nested too deeply or too long.
 */
export function parseToml(text: string): TomlFile {
  const limit = beyondLimits(text, maxDepth);
  if (limit !== undefined) throw formatErrorAt(text, limit.at, limit.reason);
  const [{ body }] = parse(text).body;
  const sections: TomlSection[] = [];
  const top: AST.TOMLKeyValue[] = [];
  const tables: AST.TOMLTable[] = [];
  for (const each of body) {
    if (each.type === 'TOMLTable') tables.push(each);
    else top.push(each);
  }
  sections.push({
    index: 0,
    path: [],
    isElement: false,
    start: 0,
    headEnd: 0,
    note: undefined,
    ...entriesOf(top, [], 0, text),
  });
  for (const table of tables) sections.push(sectionOf(table, sections.length, sections.at(-1)?.end ?? 0, text));
  return { text, sections };
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

function sectionOf(table: AST.TOMLTable, index: number, floor: number, text: string): TomlSection {
  const path = table.resolvedKey.map(String);
  if (path.length > maxDepth) throw tooDeep(text, table.range[0]);
  const [start] = table.range;
  const headEnd = headEndOf(text, table.key.range[1], table.kind === 'array' ? 2 : 1);
  const lineStart = lineStartOf(text, start);
  const note = noteOf(text, commentsAbove(text, lineStart, floor), lineStart, headEnd);
  const { entries, end } = entriesOf(table.body, path, headEnd, text);
  return { index, path, isElement: table.kind === 'array', start, headEnd, end, entries, note };
}

function headEndOf(text: string, keyEnd: number, brackets: number): number {
  let at = keyEnd;
  for (let left = brackets; left > 0 && at < text.length; at += 1) if (text[at] === ']') left -= 1;
  return at;
}

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
  const path = [...prefix, ...key.keys.map((each) => (each.type === 'TOMLBare' ? each.name : each.value))];
  if (path.length > maxDepth) throw tooDeep(text, start);
  const node = nodeOf(value, key.range[1], path, text);
  const lineStart = lineStartOf(text, start);
  const note =
    floor === undefined ? undefined : noteOf(text, commentsAbove(text, lineStart, floor), lineStart, node.end);
  return { path, start, keyEnd: key.range[1], end: node.end, value: node, note };
}

/**
 * `before` is an offset before the value, followed only by whitespace and `=`: the parser reports the start of some
 * multi-line strings too early.
 */
function nodeOf(node: AST.TOMLContentNode, before: number, path: readonly string[], text: string): TomlNode {
  const end = node.range[1];
  if (node.type === 'TOMLValue') {
    if (node.kind !== 'string') return { kind: 'data', start: node.range[0], end };
    const start = quoteAt(text, Math.max(before, node.range[0]));
    return { kind: 'text', start, end, value: node.value, style: node.style, multiline: node.multiline };
  }
  const [start] = node.range;
  if (node.type === 'TOMLInlineTable')
    return { kind: 'inline', start, end, entries: node.body.map((pair) => entryOf(pair, path, undefined, text)) };
  return {
    kind: 'array',
    start,
    end,
    elements: node.elements.map((element, index) => nodeOf(element, element.range[0], [...path, String(index)], text)),
  };
}

function quoteAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"' && text[at] !== "'") at += 1;
  return at;
}

/**
 * Returns the words of the comments above an entry and of the one after its value, one line each; undefined without
 * comments.
 */
function noteOf(text: string, from: number, to: number, after: number): string | undefined {
  const lines: string[] = [];
  if (from < to) for (const line of text.slice(from, to).split('\n')) addCommentWords(line, lines);
  let at = after;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '#') {
    const end = text.indexOf('\n', at);
    addCommentWords(text.slice(at, end < 0 ? text.length : end), lines);
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

function tooDeep(text: string, offset: number): FormatError {
  return formatErrorAt(text, offset, because('nested-too-deeply', maxDepth));
}
