import { commentedFormat, type NewEntry } from '../kit/commentedEntries.ts';
import { alignedSeparator, type SeparatorColumn } from '../kit/lineScan.ts';
import type { LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import type { WantedChange } from '../kit/provenFormat.ts';
import { encodeProperty, type PropertiesStyle } from './propertiesEscape.ts';
import type { Property } from './scanProperties.ts';
import { readProperties } from './readProperties.ts';

/**
 * Java's `.properties`. The comment directly above a property is its note. A text is the decoded value; in a
 * MessageFormat its apostrophes are still those of MessageFormat. ASCII-only files, and those created from ASCII-only
 * sources, get `\uXXXX` for other characters: Java until version 8, and Spring to this day, read Latin-1.
 */
export const properties: LocaleFormat = commentedFormat('properties', readProperties, (change) => {
  const { text, context } = change;
  const style = styleOf(text, change);
  return {
    render: (entry) => renderProperty(entry, { text, sourceText: context.sourceText, style }),
    columnOf: (property) => columnOf(text, property),
    replace: (property, translation) => replaceValue(property, translation, { text, style }),
  };
});

/** The target's text, and how it writes values. */
interface FileStyle {
  readonly text: string;
  readonly style: PropertiesStyle;
}

function replaceValue(property: Property, translation: string, { text, style }: FileStyle): TextEdit {
  const { keyEnd, valueStart, valueEnd } = property;
  const separator = text.slice(keyEnd, valueStart);
  const encoded = encodeProperty(translation, style, !hasSign(separator));
  const value = continueLinesLike(text.slice(valueStart, valueEnd), encoded);
  const needsSeparator = separator === '' && translation !== '';
  return { start: valueStart, end: valueEnd, text: needsSeparator ? `=${value}` : value };
}

/** If the present value has a line end after each line break (`One\n\` and `Two`), the new one is written like it. */
function continueLinesLike(presentValue: string, encoded: string): string {
  if (!presentValue.includes('\\n\\')) return encoded;
  // A line break, the backslash that continues the line, its line end, and the indentation of the next line.
  const match = /(?:^|[^\\])(?:\\\\)*\\n\\(\r\n|\n|\r)([ \t\f]*)/.exec(presentValue);
  if (match === null) return encoded;
  const [, lineEnd = '', indent = ''] = match;
  // Not before a space, which Java would drop as indentation, nor at the end: `One\nTwo` → `One\n\⏎Two`.
  return encoded.replace(/((?:^|[^\\])(?:\\\\)*\\n)(?=.)(?! )/g, `$1\\${lineEnd}${indent}`);
}

const unicodeEscape = /\\u([0-9A-Fa-f]{4})/g;

/** This many escapes show in which case a file writes their digits. */
const enoughEscapes = 50;

/** The style that a file shows, else its source's. */
function styleOf(text: string, { context }: WantedChange): PropertiesStyle {
  const outsideAscii = /[^\u0000-\u007f]/;
  const showsStyle = outsideAscii.test(text) || text.search(unicodeEscape) >= 0;
  const model = showsStyle ? text : context.sourceText;
  const escapes = [...model.matchAll(unicodeEscape)].slice(0, enoughEscapes);
  const hasLowerCaseDigits = escapes.some(([, digits = '']) => /[a-f]/.test(digits));
  return { escapesNonAscii: !outsideAscii.test(model), upperCase: !hasLowerCaseDigits };
}

interface StyleAndSource extends FileStyle {
  readonly sourceText: string;
}

/** A property in the style of its neighbor, or without one in the source's. */
function renderProperty(
  { translation, entry, near: neighbor, alignment, comments, lineEnd }: NewEntry<Property>,
  { text, sourceText, style }: StyleAndSource,
): string {
  let indent = indentOf(sourceText, entry);
  let usualSeparator = separatorOf(sourceText, entry) ?? '=';
  if (neighbor !== undefined) {
    indent = indentOf(text, neighbor);
    usualSeparator = separatorOf(text, neighbor) ?? usualSeparator;
  }
  const key = sourceText.slice(entry.keyStart, entry.keyEnd);
  const separator = alignedSeparator(indent.length + key.length, usualSeparator, alignment);
  const line = indent + key + separator + encodeProperty(translation, style, !hasSign(separator));
  if (comments.length === 0) return line;
  return [...comments.map(({ start, end }) => indent + sourceText.slice(start, end)), line].join(lineEnd);
}

function columnOf(text: string, property: Property): SeparatorColumn | undefined {
  const separator = separatorOf(text, property);
  if (separator === undefined) return undefined;
  return { column: property.keyEnd - property.lineStart, separator };
}

function indentOf(text: string, { lineStart, keyStart }: Property): string {
  return text.slice(lineStart, keyStart);
}

/** The text between a key and its value; undefined if others should not copy it: nothing, or the end of a line. */
function separatorOf(text: string, { keyEnd, valueStart }: Property): string | undefined {
  const separator = text.slice(keyEnd, valueStart);
  // `=`, ` = `, `: ` or only spaces
  return /^[ \t]*[=: \t][ \t]*$/.test(separator) ? separator : undefined;
}

function hasSign(separator: string): boolean {
  return separator.includes('=') || separator.includes(':');
}
