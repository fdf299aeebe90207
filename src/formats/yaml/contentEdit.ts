import type { TextEdit } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { insertText } from '../kit/spliceEdits.ts';

/** A line that begins a document without content on it, and one that ends it. */
const beginsDocument = /^---(?=[ \t]*(?:#.*)?$)/;
const endsDocument = /^\.\.\.(?:[ \t]|$)/;

/**
 * Returns the edit that writes the content of a new file into one without keys: after its comments and after the
 * marker that begins its document, or in place of its empty map. A second document would be ignored by Ruby and
 * refused by PyYAML 6, so the content has no directives and no marker of its own, and no comments above its
 * keys if the file has comments. `root` is the empty map, if there is one.
 */
export function contentEdit(text: string, root: Span | undefined, created: string): TextEdit {
  const eol = /[\r\n]/.test(text) ? lineEndOf(text) : lineEndOf(created);
  const content = bodyOf(created, /^[ \t]*#/m.test(text))
    .replace(/(?:\r\n|\n|\r)$/, '')
    .replace(/\r\n|\n|\r/g, eol);
  if (root !== undefined) return replaceRoot(text, root, content, eol);
  const at = contentOffset(text);
  const textBefore = text.slice(0, at);
  // A comment directly above a key would become its note.
  const gap = /(?:^|[\r\n])[ \t]*#[^\r\n]*(?:\r\n|\n|\r)?$/.test(textBefore) ? eol : '';
  if (textBefore === '' || /[\r\n]$/.test(textBefore)) return insertText(at, gap + content + eol);
  // A file of several lines without a line end at its end stays without one.
  const isOnlyLine = at === text.length && !/[\r\n]/.test(text);
  if (isOnlyLine) return insertText(at, eol + gap + content + eol);
  return insertText(at, eol + gap + content);
}

function replaceRoot(text: string, root: Span, content: string, eol: string): TextEdit {
  const written = root.end === text.length ? content + eol : content;
  const before = text.slice(lineStart(text, root.start), root.start);
  if (!/^--- *$/.test(before)) return { start: root.start, end: root.end, text: written };
  // The spaces between the marker and the map go, too.
  return { start: root.start - before.length + '---'.length, end: root.end, text: eol + written };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the offset before the line that ends the only document or begins a second one, else the end of the file. */
function contentOffset(text: string): number {
  let isBegun = false;
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (endsDocument.test(line) || (beginsDocument.test(line) && isBegun)) return index;
    if (beginsDocument.test(line)) isBegun = true;
  }
  return text.length;
}

/** Returns a new file's content without directives and marker, and, if wanted, without the comments above its keys. */
function bodyOf(created: string, dropsComments: boolean): string {
  const lines = created.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const firstKey = lines.findIndex((line) => !/^\s*(?:#|$)/.test(line) && !isHead(line));
  const head = lines.splice(0, Math.max(firstKey, 0));
  if (dropsComments) return lines.join('');
  return [...head.filter((line) => !isHead(line)), ...lines].join('');
}

function isHead(line: string): boolean {
  return line.startsWith('%') || beginsDocument.test(line.trimEnd());
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
