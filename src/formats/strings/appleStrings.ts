import { commentedFormat, type NewEntry } from '../kit/commentedEntries.ts';
import { withLineEnd } from '../kit/lineEnd.ts';
import { alignedSeparator, indentBefore, lineStartAt, type SeparatorColumn } from '../kit/lineScan.ts';
import type { LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import { refuseNul, type WantedChange } from '../kit/provenFormat.ts';
import { quoteText, type StringsStyle } from './stringsEscape.ts';
import type { StringsEntry } from './scanStrings.ts';
import { readStrings } from './readStrings.ts';

/**
 * Apple's `.strings`: `"key" = "value";` with comments; the comment directly above an entry is its note. A key or a
 * text may also be an unquoted word or in single quotation marks, and `"key";` means a text equal to the key.
 */
export const strings: LocaleFormat = commentedFormat('strings', readStrings, (change) => {
  const { text, context, replaced, added } = change;
  for (const translations of [replaced, added]) for (const translation of translations.values()) refuseNul(translation);
  const style = styleOf(text, change);
  return {
    render: (entry) => renderEntry(entry, { text, sourceText: context.sourceText, style }),
    columnOf: (entry) => columnOf(text, entry),
    replace: (entry, translation) => replaceValue(entry, translation, { text, style }),
  };
});

/** The target's text, and how it writes values. */
interface FileStyle {
  readonly text: string;
  readonly style: StringsStyle;
}

function replaceValue({ key, value }: StringsEntry, translation: string, { text, style }: FileStyle): TextEdit {
  if (value === undefined) return { start: key.end, end: key.end, text: ` = ${quoteText(translation, '"', style)}` };
  const literal = text.slice(value.start, value.end);
  const rawLineBreaks = literal.includes('\n') && !literal.includes('\r') && !literal.includes('\\n');
  const quoted = quoteText(translation, value.quote === "'" ? "'" : '"', { ...style, rawLineBreaks });
  return { start: value.start, end: value.end, text: quoted };
}

/**
 * The style that a file shows: a file with raw line breaks in its texts and no escaped ones keeps them raw. An
 * ASCII-only file with escapes keeps escaping; a file that shows neither uses its source's style.
 */
function styleOf(text: string, { context }: WantedChange): StringsStyle {
  const outsideAscii = /[^\u0000-\u007f]/;
  const escapes = /\\[Uu][0-9A-Fa-f]{4}/;
  // Without either, the target shows no style of its own.
  const model = outsideAscii.test(text) || escapes.test(text) ? text : context.sourceText;
  return {
    escapesNonAscii: !outsideAscii.test(model) && escapes.test(model),
    // Some text has several lines, up to its semicolon, and none has an escaped line break.
    rawLineBreaks: /"[^"\\;]*\n[^"\\;]*";/.test(text) && !text.includes('\\n'),
  };
}

interface StyleAndSource extends FileStyle {
  readonly sourceText: string;
}

/** An entry in the style of its neighbor, or without one in the source's. */
function renderEntry(
  { translation, entry, near: neighbor, alignment, comments, lineEnd }: NewEntry<StringsEntry>,
  { text, sourceText, style }: StyleAndSource,
): string {
  let indent = '';
  let usualEquals = equalsOf(sourceText, entry) ?? ' = ';
  if (neighbor !== undefined) {
    indent = indentBefore(text, neighbor.key.start);
    usualEquals = equalsOf(text, neighbor) ?? usualEquals;
  }
  const key = sourceText.slice(entry.key.start, entry.key.end);
  const equals = alignedSeparator(indent.length + key.length, usualEquals, alignment);
  const lines = comments.map(({ start, end }) => indent + withLineEnd(sourceText.slice(start, end), lineEnd));
  return [...lines, `${indent}${key}${equals}${quoteText(translation, '"', style)};`].join(lineEnd);
}

function columnOf(text: string, entry: StringsEntry): SeparatorColumn | undefined {
  const separator = equalsOf(text, entry);
  const { start, end } = entry.key;
  if (separator === undefined) return undefined;
  return { column: end - lineStartAt(text, start), separator };
}

/** The text between key and value; undefined if others should not copy it: nothing, or one with a comment. */
function equalsOf(text: string, { key, value }: StringsEntry): string | undefined {
  if (value === undefined) return undefined;
  const equals = text.slice(key.end, value.start);
  return /^[ \t]*=[ \t]*$/.test(equals) ? equals : undefined;
}
