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
    replace: (entry, translation) => replace(entry, translation, { text, style }),
  };
});

interface Written {
  readonly text: string;
  readonly style: StringsStyle;
}

function replace({ key, value }: StringsEntry, translation: string, { text, style }: Written): TextEdit {
  if (value === undefined) return { start: key.end, end: key.end, text: ` = ${quoteText(translation, '"', style)}` };
  const written = text.slice(value.start, value.end);
  const rawLineBreaks = written.includes('\n') && !written.includes('\r') && !written.includes('\\n');
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
  const example = outsideAscii.test(text) || escapes.test(text) ? text : context.sourceText;
  return {
    ascii: !outsideAscii.test(example) && escapes.test(example),
    // A text of several lines, before its semicolon.
    rawLineBreaks: /"[^"\\;]*\n[^"\\;]*";/.test(text) && !text.includes('\\n'),
  };
}

interface Texts extends Written {
  readonly sourceText: string;
}

/** An entry in the style of its neighbor, or without one in the source's. */
function renderEntry(
  { translation, entry, near, alignment, comments, lineEnd }: NewEntry<StringsEntry>,
  { text, sourceText, style }: Texts,
): string {
  let indent = '';
  let usual = equalsOf(sourceText, entry) ?? ' = ';
  if (near !== undefined) {
    indent = indentBefore(text, near.key.start);
    usual = equalsOf(text, near) ?? usual;
  }
  const key = sourceText.slice(entry.key.start, entry.key.end);
  const equals = alignedSeparator(indent.length + key.length, usual, alignment);
  const lines = comments.map(({ start, end }) => indent + withLineEnd(sourceText.slice(start, end), lineEnd));
  return [...lines, `${indent}${key}${equals}${quoteText(translation, '"', style)};`].join(lineEnd);
}

function columnOf(text: string, entry: StringsEntry): SeparatorColumn | undefined {
  const separator = equalsOf(text, entry);
  const { start, end } = entry.key;
  if (separator === undefined) return undefined;
  return { column: end - lineStartAt(text, start), separator };
}

/** The text between key and text; undefined if others should not copy it. */
function equalsOf(text: string, { key, value }: StringsEntry): string | undefined {
  if (value === undefined) return undefined;
  const between = text.slice(key.end, value.start);
  return between === ' = ' || /^[ \t]*=[ \t]*$/.test(between) ? between : undefined;
}
