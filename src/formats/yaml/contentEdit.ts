import type { TextEdit, TextRange } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { insertText } from '../kit/spliceEdits.ts';

/** The line `---`, perhaps with a comment, begins a document; the line `...` ends it. */
const beginsDocument = /^---(?=[ \t]*(?:#.*)?$)/;
const endsDocument = /^\.\.\.(?:[ \t]|$)/;

/**
 * Returns the edit that writes the content of a new file (`created`) into a file without keys: after its comments and
 * its marker `---`, or in place of its empty map (`root`). A second document would be ignored by Ruby and refused by
 * PyYAML 6, so the content has no directives and no marker of its own; it has no comments above its keys if the file
 * has comments.
 */
export function contentEdit(text: string, root: TextRange | undefined, created: string): TextEdit {
  const eol = /[\r\n]/.test(text) ? lineEndOf(text) : lineEndOf(created);
  const content = bodyOf(created, /^[ \t]*#/m.test(text))
    .replace(/(?:\r\n|\n|\r)$/, '')
    .replace(/\r\n|\n|\r/g, eol);
  if (root !== undefined) return replaceRoot(text, root, content, eol);
  const offset = contentOffset(text);
  const textBefore = text.slice(0, offset);
  // A comment directly above a key would become its note.
  const endsWithComment = /(?:^|[\r\n])[ \t]*#[^\r\n]*(?:\r\n|\n|\r)?$/.test(textBefore);
  const gap = endsWithComment ? eol : '';
  if (textBefore === '' || /[\r\n]$/.test(textBefore)) return insertText(offset, gap + content + eol);
  // After a line without an end, such as `---`. A file of several lines stays without one at its end.
  const isOnlyLine = offset === text.length && !/[\r\n]/.test(text);
  if (isOnlyLine) return insertText(offset, eol + gap + content + eol);
  return insertText(offset, eol + gap + content);
}

/** Replaces an empty map: `{}` by the content, `--- {}` by `---` and the content on the next lines. */
function replaceRoot(text: string, root: TextRange, content: string, eol: string): TextEdit {
  const replacement = root.end === text.length ? content + eol : content;
  const lineBeginning = text.slice(lineStart(text, root.start), root.start);
  if (!/^--- *$/.test(lineBeginning)) return { start: root.start, end: root.end, text: replacement };
  const markerEnd = root.start - lineBeginning.length + '---'.length;
  return { start: markerEnd, end: root.end, text: eol + replacement };
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
  const linesWithEnds = created.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const isEmptyOrComment = (line: string): boolean => /^\s*(?:#|$)/.test(line);
  const firstKey = linesWithEnds.findIndex((line) => !isEmptyOrComment(line) && !isDirectiveOrMarker(line));
  const head = linesWithEnds.splice(0, Math.max(firstKey, 0));
  const body = linesWithEnds.join('');
  return dropsComments ? body : head.filter((line) => !isDirectiveOrMarker(line)).join('') + body;
}

/** `%YAML 1.1`, `---` */
function isDirectiveOrMarker(line: string): boolean {
  return line.startsWith('%') || beginsDocument.test(line.trimEnd());
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
