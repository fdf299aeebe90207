/** A placeable at the outermost level of a pattern; `isClosed` is false if the pattern ends within it. */
interface Placeable {
  readonly start: number;
  readonly end: number;
}

/** The layout of a pattern's lines. */
export interface PatternLayout {
  readonly lineEnd: string;
  /** The whitespace before every line except the first one of an inline pattern. */
  readonly indent: string;
  /** The pattern begins on a line of its own. */
  readonly isBlock: boolean;
}

/**
 * Returns the text of a pattern: the Fluent source with line feeds, without the common indentation of its lines, and
 * with the characters that are in a literal only because of their position: `{"["}` and other whitespace such as
 * `{"\t"}` at the beginning of a line, `{" "}` at its beginning or end, `{""}` on an empty line, and carriage returns anywhere. Other placeables stay as they are.
 */
export function readPattern(raw: string, isBlock: boolean): string {
  let text = raw;
  if (isBlock || /[\r\n]/.test(raw)) text = dedent(raw, isBlock);
  if (!text.includes('"')) return text;
  return decodeProtection(text, isBlock);
}

/**
 * The maximum indentation that is removed if all indented lines are within a placeable, where any indentation is valid.
 */
const maxInnerIndent = 4;

function dedent(raw: string, isBlock: boolean): string {
  let text = raw.replace(/\r\n/g, '\n');
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
  let outside = Infinity;
  let inside = maxInnerIndent;
  for (const [index, line] of lines.entries()) {
    if ((index === 0 && !isBlock) || /^ *$/.test(line)) continue;
    if (linesInPlaceables.has(index)) inside = Math.min(inside, leadingSpaces(line));
    else outside = Math.min(outside, leadingSpaces(line));
  }
  if (outside === Infinity) return inside;
  return outside;
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
  let at = 0;
  for (const { start, end } of placeablesOf(text)) {
    for (; at < end; at += 1) {
      if (text[at] !== '\n') continue;
      line += 1;
      if (at >= start) linesInPlaceables.add(line);
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
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') {
      if (openBraces.length === 0) start = at;
      openBraces.push('expression');
    } else if (char === '}' && openBraces.length > 0) {
      openBraces.pop();
      if (openBraces.length === 0) placeables.push({ start, end: at + 1 });
    } else if (openBraces.at(-1) === 'expression') {
      if (char === '"') at = literalEnd(text, at);
      else if (char === '-' && text[at + 1] === '>') openBraces[openBraces.length - 1] = 'variants';
    }
  }
  if (openBraces.length > 0) placeables.push({ start, end: text.length });
  return placeables;
}

function literalEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"' || text[at] === '\n') return at;
  }
  return text.length;
}

/** Replaces the literals that only protect characters (see `readPattern`) with these characters. */
function decodeProtection(text: string, isBlock: boolean): string {
  let result = '';
  let position = 0;
  for (const { start, end } of placeablesOf(text)) {
    const literal = /^\{ *"((?:[[*.\s]|\\u000[Dd])*)" *\}$/.exec(text.slice(start, end))?.[1];
    if (literal === undefined) continue;
    const value = literal.replace(/\\u000[Dd]/g, '\r');
    result += text.slice(position, start);
    const lineStart = result.lastIndexOf('\n') + 1;
    const isFirst = /^ *$/.test(result.slice(lineStart));
    const beginsLine = result.length === lineStart && (lineStart > 0 || isBlock);
    const isLast = /^ *(?:\n|$)/.test(text.slice(end, end + 200));
    const isSyntaxOrSpace = isFirst && /^(?:[[*.]| *)$/.test(value);
    const isSpaceAtEnd = isLast && /^ *$/.test(value);
    const isOtherWhitespace = beginsLine && isWideSpace(value);
    const isProtection = /^\r+$/.test(value) || isSyntaxOrSpace || isSpaceAtEnd || isOtherWhitespace;
    if (isProtection) result += value;
    else result += text.slice(start, end);
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Returns the pattern for a text in this layout, starting at the value: an inline pattern directly, a block with its
 * first line's indentation.
 */
export function writePattern(text: string, { lineEnd, indent, isBlock }: PatternLayout): string {
  if (!/[{}\r\n]/.test(text) && !isBlock && text !== '' && text.trim() === text) return text;
  const lines = text.split('\n');
  const linesInPlaceables = linesBegunInPlaceables(text);
  const lead = innerIndent(lines, linesInPlaceables, isBlock, indent);
  const written = lines.map((line, index) => {
    const isInline = index === 0 && !isBlock;
    const isEdge = index === 0 || index === lines.length - 1;
    const isOpen = {
      startsWithin: index > 0 && linesInPlaceables.has(index),
      endsWithin: linesInPlaceables.has(index + 1),
    };
    const content = protectedLine(line, { ...isOpen, isInline, isEdge });
    if (isInline || content === '') return content;
    return lead + content;
  });
  return written.join(lineEnd);
}

interface LineContext {
  /** A placeable that began earlier is open at the beginning or at the end of the line. */
  readonly startsWithin: boolean;
  readonly endsWithin: boolean;
  readonly isInline: boolean;
  /** The first or last line, which is dropped if it is empty. */
  readonly isEdge: boolean;
}

/** Returns a line with literals for what would be syntax, or be dropped, at its beginning or end. */
function protectedLine(line: string, { startsWithin, endsWithin, isInline, isEdge }: LineContext): string {
  const leading = startsWithin ? 0 : leadingSpaces(line);
  if (leading === line.length && !startsWithin) {
    if (line === '' && !isEdge) return '';
    return `{"${line}"}`;
  }
  const trailing = endsWithin ? 0 : trailingSpaces(line);
  let inner = line.slice(leading, line.length - trailing).replace(/\r/g, '{"\\u000D"}');
  if (!startsWithin && !isInline && leading === 0) inner = withQuotedMark(inner);
  return quotedSpaces(leading) + inner + quotedSpaces(trailing);
}

function quotedSpaces(count: number): string {
  if (count === 0) return '';
  return `{"${' '.repeat(count)}"}`;
}

/** Quotes the first character of a line if the line would be read as an attribute, a variant or an indented text. */
function withQuotedMark(line: string): string {
  const first = line.charAt(0);
  if (!/^[[*.]/.test(line) && !isWideSpace(first)) return line;
  return `{"${first}"}${line.slice(1)}`;
}

/**
 * Whether a character is whitespace other than U+0020 and line ends. At the beginning of a line, Fluent's syntax takes
 * it for text, but `@fluent/bundle` 0.19 takes it for indentation, so that the line and those after it are lost.
 */
function isWideSpace(char: string): boolean {
  // Most lines begin with a printable ASCII character, which this comparison finds out faster.
  return !(char >= ' ' && char <= '~') && /^[^\S\r\n]$/.test(char);
}

/** Returns exactly the indentation that reading removes, including if all indented lines are within a placeable. */
function innerIndent(
  lines: readonly string[],
  linesInPlaceables: ReadonlySet<number>,
  isBlock: boolean,
  indent: string,
): string {
  if (isBlock) return indent;
  let areIndented = true;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || /^ *$/.test(line)) continue;
    if (!linesInPlaceables.has(index)) return indent;
    if (!line.startsWith(' ')) areIndented = false;
  }
  if (areIndented) return ' '.repeat(maxInnerIndent);
  return ' '.repeat(Math.min(indent.length, maxInnerIndent));
}
