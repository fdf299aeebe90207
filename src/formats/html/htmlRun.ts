import type { HtmlText } from './htmlElements.ts';
import { mask } from './templateMask.ts';

/**
 * The content between two block boundaries while it is collected. `start` is -1 until something other than whitespace
 * and comments is found.
 */
export interface Run {
  start: number;
  end: number;
  tags: number;
  /** Start of the last tag. */
  lastTag: number;
  /** Number of tags without a matching tag. */
  unmatched: number;
  /**
   * Undefined while there is no content; translatable text takes precedence over text marked as not translatable,
   * which takes precedence over code.
   */
  kind: 'text' | 'marked' | 'code' | undefined;
  readonly chunks: Chunk[];
  readonly comments: { readonly start: number; readonly end: number }[];
  /** Texts of attributes in the run; used only if the run is not a text itself. */
  readonly attributes: HtmlText[];
}

/** A piece of character data; `data` is decoded. */
interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly data: string;
}

/** A comment after a text that marks the text before it as markup as written, although it contains no tags. */
export const markupMark = '<!---->';

export function emptyRun(): Run {
  return {
    start: -1,
    end: -1,
    tags: 0,
    lastTag: -1,
    unmatched: 0,
    kind: undefined,
    chunks: [],
    comments: [],
    attributes: [],
  };
}

export function addChunk(run: Run, chunk: Chunk, masked: string, where: 'text' | 'marked' | 'code'): void {
  let { start, end } = chunk;
  while (start < end && isBlank(masked.charCodeAt(start))) start += 1;
  run.chunks.push(chunk);
  if (start === end) return;
  while (isBlank(masked.charCodeAt(end - 1))) end -= 1;
  if (run.start < 0) run.start = start;
  run.end = end;
  const kind = where === 'text' && isTemplate(masked, start, end) ? 'code' : where;
  if (run.kind === undefined || kind === 'text' || (kind === 'marked' && run.kind === 'code')) run.kind = kind;
}

/**
 * Returns the text of a run as people read it: character data decoded, whitespace collapsed; or, with tags or comments,
 * markup as written.
 */
export function textOfRun(run: Run, text: string, masked: string): { readonly text: string; readonly markup: boolean } {
  const isMarkup =
    run.tags > 0 ||
    run.comments.some(({ start, end }) => start > run.start && end < run.end) ||
    text.startsWith(markupMark, run.end) ||
    looksMarked(masked.slice(run.start, run.end));
  if (isMarkup) {
    return { text: decodeEdges(text.slice(run.start, run.end).replace(/\r\n?/g, '\n')), markup: true };
  }
  return { text: decodedText(run, text, masked), markup: false };
}

function looksMarked(words: string): boolean {
  return words.includes('<') && /<[a-z/!]/i.test(words);
}

function decodedText(run: Run, text: string, masked: string): string {
  let words = '';
  let from = -1;
  let to = -1;
  const literal = (): void => {
    const start = Math.max(from, run.start);
    const end = Math.min(to, run.end);
    if (from >= 0 && start < end) words += collapse(text, masked, start, end);
    from = -1;
  };
  for (const chunk of run.chunks) {
    if (chunk.end - chunk.start === chunk.data.length && masked.startsWith(chunk.data, chunk.start)) {
      if (from < 0) from = chunk.start;
      to = chunk.end;
    } else {
      literal();
      words += chunk.data;
    }
  }
  literal();
  return words;
}

/** Replaces each run of whitespace outside template code with one space. */
function collapse(text: string, masked: string, start: number, end: number): string {
  const part = masked.slice(start, end);
  // Most texts are on one line, with single spaces and without code.
  if (!/[\t\n\f\r\uFDD0]| {2}/.test(part)) return part;
  if (!part.includes(mask)) return part.replace(/[ \t\n\f\r]+/g, ' ');
  let words = '';
  let position = start;
  const code = new RegExp(`${mask}+`, 'g');
  for (const found of part.matchAll(code)) {
    const at = start + found.index;
    words +=
      masked.slice(position, at).replace(/[ \t\n\f\r]+/g, ' ') +
      text.slice(at, at + found[0].length).replace(/\r\n?/g, '\n');
    position = at + found[0].length;
  }
  return words + masked.slice(position, end).replace(/[ \t\n\f\r]+/g, ' ');
}

const edges: ReadonlyMap<string, string> = new Map([
  ['&#9;', '\t'],
  ['&#10;', '\n'],
  ['&#13;', '\r'],
  ['&#32;', ' '],
]);

/**
 * Writes whitespace at the ends of markup as references, because the file's own whitespace there is not part of the
 * text.
 */
function decodeEdges(markup: string): string {
  let start = 0;
  let end = markup.length;
  let before = '';
  let after = '';
  for (let edge = edgeAt(markup, start); edge !== undefined; edge = edgeAt(markup, start)) {
    before += edges.get(edge) ?? '';
    start += edge.length;
  }
  for (let edge = edgeBefore(markup, start, end); edge !== undefined; edge = edgeBefore(markup, start, end)) {
    after = (edges.get(edge) ?? '') + after;
    end -= edge.length;
  }
  return before + markup.slice(start, end) + after;
}

function edgeAt(markup: string, start: number): string | undefined {
  if (!markup.startsWith('&#', start)) return undefined;
  for (const edge of edges.keys()) if (markup.startsWith(edge, start)) return edge;
  return undefined;
}

function edgeBefore(markup: string, start: number, end: number): string | undefined {
  if (markup.charAt(end - 1) !== ';') return undefined;
  for (const edge of edges.keys()) if (end - edge.length >= start && markup.endsWith(edge, end)) return edge;
  return undefined;
}

/** Reverses `decodeEdges`. */
export function encodeEdges(markup: string): string {
  const encode = (whitespace: string): string => whitespace.replace(/[^]/g, (char) => `&#${char.charCodeAt(0)};`);
  const start = /^[ \t\n\r]*/.exec(markup)?.[0].length ?? 0;
  let end = markup.length;
  while (end > start && isBlank(markup.charCodeAt(end - 1)) && markup.charAt(end - 1) !== '\f') end -= 1;
  return encode(markup.slice(0, start)) + markup.slice(start, end) + encode(markup.slice(end));
}

function isTemplate(masked: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1)
    if (masked.charAt(at) !== mask && !isBlank(masked.charCodeAt(at))) return false;
  return true;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}
