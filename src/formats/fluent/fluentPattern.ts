import type { TextRange } from '../kit/localeFormat.ts';

/** The range of a placeable (`{ … }`) at the outermost level of a pattern; up to the pattern's end if it is open. */
type Placeable = TextRange;

/** The layout of a pattern's lines. */
export interface PatternLayout {
  readonly lineEnd: string;
  /** The whitespace before every line except the first one of an inline pattern. */
  readonly indent: string;
  /** The pattern begins on a line of its own. */
  readonly isBlock: boolean;
}

/**
 * Returns the text of a pattern: the Fluent source with line feeds and without the common indentation of its lines. A
 * literal that only protects characters is replaced by them: `{"["}` or `{"\t"}` at the beginning of a line, `{" "}` at
 * its beginning or end, `{""}` on an empty line, `{"\u000D"}` anywhere. Other placeables stay as they are.
 */
export function readPattern(written: string, isBlock: boolean): string {
  let text = written;
  if (isBlock || /[\r\n]/.test(written)) text = dedent(written, isBlock);
  if (!text.includes('"')) return text;
  return decodeProtectedCharacters(text, isBlock);
}

/** The maximum indentation to remove if all indented lines are within placeables, where it has no meaning. */
const maxInnerIndent = 4;

/** Removes the common indentation of the lines; see `readPattern`. */
function dedent(written: string, isBlock: boolean): string {
  let text = written.replace(/\r\n/g, '\n');
  if (isBlock) text = text.replace(/^(?: *\n)+/, '');
  const lines = text.split('\n');
  const linesInPlaceables = linesBegunInPlaceables(text);
  const indent = commonIndent(lines, linesInPlaceables, isBlock);
  const dedented = lines.map((line, index) => {
    if (index === 0 && !isBlock) return line;
    if (!linesInPlaceables.has(index) && /^ *$/.test(line)) return '';
    return line.slice(Math.min(indent, leadingSpaces(line)));
  });
  return dedented.join('\n');
}

/** Returns the indentation that the lines outside of placeables share; without such lines, that of those within. */
function commonIndent(lines: readonly string[], linesInPlaceables: ReadonlySet<number>, isBlock: boolean): number {
  let indentOutside = Infinity;
  // At most this much is removed from lines within placeables.
  let indentInside = maxInnerIndent;
  for (const [index, line] of lines.entries()) {
    if ((index === 0 && !isBlock) || /^ *$/.test(line)) continue;
    if (linesInPlaceables.has(index)) indentInside = Math.min(indentInside, leadingSpaces(line));
    else indentOutside = Math.min(indentOutside, leadingSpaces(line));
  }
  if (indentOutside === Infinity) return indentInside;
  return indentOutside;
}

function leadingSpaces(line: string): number {
  let count = 0;
  while (line[count] === ' ') count += 1;
  return count;
}

function trailingSpaces(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === ' ') count += 1;
  return count;
}

/** Numbers of the lines that begin within a placeable. */
function linesBegunInPlaceables(text: string): ReadonlySet<number> {
  const linesInPlaceables = new Set<number>();
  let line = 0;
  let offset = 0;
  for (const { start, end } of placeablesOf(text)) {
    for (; offset < end; offset += 1) {
      if (text[offset] !== '\n') continue;
      line += 1;
      if (offset >= start) linesInPlaceables.add(line);
    }
  }
  return linesInPlaceables;
}

/**
 * Returns the outermost placeables. Within one, quotes begin a literal in which braces are characters; an arrow is
 * followed by variants, whose texts are patterns again.
 */
function placeablesOf(text: string): readonly Placeable[] {
  const placeables: Placeable[] = [];
  const openBraces: ('expression' | 'variants')[] = [];
  let start = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset];
    if (char === '{') {
      if (openBraces.length === 0) start = offset;
      openBraces.push('expression');
    } else if (char === '}' && openBraces.length > 0) {
      openBraces.pop();
      if (openBraces.length === 0) placeables.push({ start, end: offset + 1 });
    } else if (openBraces.at(-1) === 'expression') {
      if (char === '"') offset = literalEnd(text, offset);
      else if (char === '-' && text[offset + 1] === '>') openBraces[openBraces.length - 1] = 'variants';
    }
  }
  if (openBraces.length > 0) placeables.push({ start, end: text.length });
  return placeables;
}

/** Returns the offset of the quote that closes a literal, or of the line end if that comes first. */
function literalEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    if (text[offset] === '\\') offset += 1;
    else if (text[offset] === '"' || text[offset] === '\n') return offset;
  }
  return text.length;
}

/** How many characters are searched for the end of a line after spaces. */
const maxSpacesRead = 200;

/** Replaces the literals that only protect characters (see `readPattern`) with these characters. */
function decodeProtectedCharacters(text: string, isBlock: boolean): string {
  let result = '';
  let position = 0;
  for (const { start, end } of placeablesOf(text)) {
    // `{"["}`, `{"  "}`, `{ "\u000D" }`
    const literal = /^\{ *"((?:[[*.\s]|\\u000[Dd])*)" *\}$/.exec(text.slice(start, end))?.[1];
    if (literal === undefined) continue;
    const value = literal.replace(/\\u000[Dd]/g, '\r');
    result += text.slice(position, start);
    const lineStart = result.lastIndexOf('\n') + 1;
    const hasOnlySpacesBefore = /^ *$/.test(result.slice(lineStart));
    const hasOnlySpacesAfter = /^ *(?:\n|$)/.test(text.slice(end, end + maxSpacesRead));
    // The line of the equals sign begins before the pattern.
    const beginsLine = result.length === lineStart && (lineStart > 0 || isBlock);
    // `{"["}`, `{"*"}` and `{" "}` at the beginning of a line, `{" "}` at the end, `{"\t"}` as the first character.
    const isSyntaxOrSpace = hasOnlySpacesBefore && /^(?:[[*.]| *)$/.test(value);
    const isSpaceAtEnd = hasOnlySpacesAfter && /^ *$/.test(value);
    const isOtherWhitespace = beginsLine && isUnusualSpace(value);
    const isProtection = /^\r+$/.test(value) || isSyntaxOrSpace || isSpaceAtEnd || isOtherWhitespace;
    if (isProtection) result += value;
    else result += text.slice(start, end);
    position = end;
  }
  return result + text.slice(position);
}

/** Returns the pattern of a text; that of a block begins with the indentation of its first line. */
export function writePattern(text: string, { lineEnd, indent, isBlock }: PatternLayout): string {
  const isPlainLine = text !== '' && !/[{}\r\n]/.test(text) && text.trim() === text;
  if (isPlainLine && !isBlock) return text;
  const lines = text.split('\n');
  const linesInPlaceables = linesBegunInPlaceables(text);
  const lineIndent = indentToAdd(lines, linesInPlaceables, isBlock, indent);
  const writtenLines = lines.map((line, index) => {
    const isInline = index === 0 && !isBlock;
    const isFirstOrLast = index === 0 || index === lines.length - 1;
    const startsWithin = index > 0 && linesInPlaceables.has(index);
    const endsWithin = linesInPlaceables.has(index + 1);
    const content = protectedLine(line, { startsWithin, endsWithin, isInline, isFirstOrLast });
    if (isInline || content === '') return content;
    return lineIndent + content;
  });
  return writtenLines.join(lineEnd);
}

/** Where a line is in its pattern. */
interface LineContext {
  /** A placeable that began earlier is open at the beginning or at the end of the line. */
  readonly startsWithin: boolean;
  readonly endsWithin: boolean;
  /** The line follows the equals sign. */
  readonly isInline: boolean;
  /** The first or last line, which is dropped if it is empty. */
  readonly isFirstOrLast: boolean;
}

/** Returns a line with literals for what would be syntax, or be dropped, at its beginning or end. */
function protectedLine(line: string, { startsWithin, endsWithin, isInline, isFirstOrLast }: LineContext): string {
  const leadingCount = startsWithin ? 0 : leadingSpaces(line);
  const isOnlySpaces = leadingCount === line.length && !startsWithin;
  if (isOnlySpaces) {
    // `{""}` keeps an empty first or last line.
    if (line === '' && !isFirstOrLast) return '';
    return `{"${line}"}`;
  }
  const trailingCount = endsWithin ? 0 : trailingSpaces(line);
  let inner = line.slice(leadingCount, line.length - trailingCount).replace(/\r/g, '{"\\u000D"}');
  if (!startsWithin && !isInline && leadingCount === 0) inner = withQuotedMark(inner);
  return quotedSpaces(leadingCount) + inner + quotedSpaces(trailingCount);
}

/** Returns spaces as a literal: 2 → `{"  "}`; '' for none. */
function quotedSpaces(count: number): string {
  if (count === 0) return '';
  return `{"${' '.repeat(count)}"}`;
}

/** Quotes the first character of a line if the line would be read as an attribute, a variant or an indented text. */
function withQuotedMark(line: string): string {
  const firstChar = line.charAt(0);
  if (!/^[[*.]/.test(line) && !isUnusualSpace(firstChar)) return line;
  return `{"${firstChar}"}${line.slice(1)}`;
}

/**
 * Whether a character is whitespace other than U+0020 and line ends. At the beginning of a line, Fluent's syntax takes
 * it for text, but `@fluent/bundle` 0.19 takes it for indentation, so that the line and those after it are lost.
 */
function isUnusualSpace(char: string): boolean {
  // Most lines begin with a printable ASCII character, which this comparison finds out faster.
  return !(char >= ' ' && char <= '~') && /^[^\S\r\n]$/.test(char);
}

/** Returns the indentation to add before lines, which reading removes again; see `commonIndent`. */
function indentToAdd(
  lines: readonly string[],
  linesInPlaceables: ReadonlySet<number>,
  isBlock: boolean,
  indent: string,
): string {
  if (isBlock) return indent;
  let areAllIndented = true;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || /^ *$/.test(line)) continue;
    // Outside of placeables: reading removes exactly what such lines share.
    if (!linesInPlaceables.has(index)) return indent;
    if (!line.startsWith(' ')) areAllIndented = false;
  }
  // All lines are within placeables, where reading removes at most `maxInnerIndent`, also of the lines' own spaces.
  if (areAllIndented) return ' '.repeat(maxInnerIndent);
  return ' '.repeat(Math.min(indent.length, maxInnerIndent));
}
