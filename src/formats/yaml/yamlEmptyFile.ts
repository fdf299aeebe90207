import type { TextEdit } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';

/** A line that begins a document without content on it, and one that ends it. */
const beginsDocument = /^---(?=[ \t]*(?:#.*)?$)/;
const endsDocument = /^\.\.\.(?:[ \t]|$)/;

/**
 * Returns the edit that writes the content of a new file into one without keys: after its comments and after the
 * marker that begins its document, or in place of its empty map. A second document would be ignored by Ruby and
 * refused by PyYAML 6, so the content has no directives and no marker of its own, and no comments above its
 * keys if the file has comments. `root` is the empty map, if there is one.
 */
export function contentEdit(
  text: string,
  root: { readonly start: number; readonly end: number } | undefined,
  created: string,
): TextEdit {
  const eol = /[\r\n]/.test(text) ? lineEndOf(text) : lineEndOf(created);
  const content = bodyOf(created, /^[ \t]*#/m.test(text))
    .replace(/(?:\r\n|\n|\r)$/, '')
    .replace(/\r\n|\n|\r/g, eol);
  if (root !== undefined) {
    let { start } = root;
    const isOnMarkerLine = /^--- *$/.test(text.slice(lineStart(text, start), start));
    while (isOnMarkerLine && text[start - 1] === ' ') start -= 1;
    return {
      start,
      end: root.end,
      text: (isOnMarkerLine ? eol : '') + content + (root.end === text.length ? eol : ''),
    };
  }
  const at = contentOffset(text);
  const before = text.slice(0, at);
  const lead = /[\r\n]$/.test(before) || before === '' ? '' : eol;
  // A comment directly above a key would become its note.
  const gap = /(?:^|[\r\n])[ \t]*#[^\r\n]*(?:\r\n|\n|\r)?$/.test(before) ? eol : '';
  const isOnLastLine = at === text.length && lead !== '' && !/[\r\n]/.test(text);
  return { start: at, end: at, text: lead + gap + content + (isOnLastLine || lead === '' ? eol : '') };
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
  const first = lines.findIndex((line) => !/^\s*(?:#|$)/.test(line) && !isHead(line));
  const head = lines.slice(0, Math.max(first, 0)).filter((line) => !isHead(line));
  return [...(dropsComments ? [] : head), ...lines.slice(Math.max(first, 0))].join('');
}

function isHead(line: string): boolean {
  return line.startsWith('%') || beginsDocument.test(line.trimEnd());
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
