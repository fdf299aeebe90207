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
  const text = /[\r\n]/.test(raw) || isBlock ? dedent(raw, isBlock) : raw;
  return text.includes('"') ? withoutProtection(text, isBlock) : text;
}

/**
 * The maximum indentation that is removed if all further lines are within a placeable, where any indentation is valid.
 */
const maxInnerIndent = 4;

function dedent(raw: string, isBlock: boolean): string {
  const text = raw.replace(/\r\n/g, '\n').replace(isBlock ? /^(?: *\n)+/ : /^$/, '');
  const lines = text.split('\n');
  const within = linesWithin(text);
  const further = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => (isBlock || index > 0) && !/^ *$/.test(line));
  const outer = further.filter(({ index }) => !within.has(index));
  const indents = (outer.length > 0 ? outer : further).map(({ line }) => leadingSpaces(line));
  const common = indents.reduce(
    (least, indent) => Math.min(least, indent),
    outer.length > 0 ? Number.POSITIVE_INFINITY : maxInnerIndent,
  );
  return lines
    .map((line, index) => {
      if (index === 0 && !isBlock) return line;
      if (!within.has(index) && /^ *$/.test(line)) return '';
      return line.slice(Math.min(common, leadingSpaces(line)));
    })
    .join('\n');
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
function linesWithin(text: string): ReadonlySet<number> {
  const within = new Set<number>();
  let line = 0;
  let at = 0;
  for (const { start, end } of placeablesOf(text)) {
    for (; at < end; at += 1) {
      if (text[at] !== '\n') continue;
      line += 1;
      if (at >= start) within.add(line);
    }
  }
  return within;
}

/**
 * Returns the outermost placeables. Within one, quotes begin a literal in which braces are characters; an arrow is
 * followed by variants, whose texts are patterns again.
 */
function placeablesOf(text: string): readonly Placeable[] {
  const found: Placeable[] = [];
  const open: ('expression' | 'variants')[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') {
      if (open.length === 0) start = at;
      open.push('expression');
    } else if (char === '}' && open.length > 0) {
      open.pop();
      if (open.length === 0) found.push({ start, end: at + 1 });
    } else if (open.at(-1) === 'expression') {
      if (char === '"') at = literalEnd(text, at);
      else if (char === '-' && text[at + 1] === '>') open[open.length - 1] = 'variants';
    }
  }
  return open.length === 0 ? found : [...found, { start, end: text.length }];
}

function literalEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"' || text[at] === '\n') return at;
  }
  return text.length;
}

function withoutProtection(text: string, isBlock: boolean): string {
  let out = '';
  let position = 0;
  for (const { start, end } of placeablesOf(text)) {
    const literal = /^\{ *"((?:[[*.\s]|\\u000[Dd])*)" *\}$/.exec(text.slice(start, end))?.[1];
    if (literal === undefined) continue;
    const value = literal.replace(/\\u000[Dd]/g, '\r');
    out += text.slice(position, start);
    const lineStart = out.lastIndexOf('\n') + 1;
    const isFirst = /^ *$/.test(out.slice(lineStart));
    const isFurther = out.length === lineStart && (lineStart > 0 || isBlock);
    const isLast = /^ *(?:\n|$)/.test(text.slice(end, end + 200));
    const isProtection =
      /^\r+$/.test(value) ||
      (isFirst && /^(?:[[*.]| *)$/.test(value)) ||
      (isLast && /^ *$/.test(value)) ||
      (isFurther && isWideSpace(value));
    out += isProtection ? value : text.slice(start, end);
    position = end;
  }
  return out + text.slice(position);
}

/**
 * Returns the pattern for a text in this layout, starting at the value: an inline pattern directly, a block with its
 * first line's indentation.
 */
export function writePattern(text: string, { lineEnd, indent, isBlock }: PatternLayout): string {
  if (!/[{}\r\n]/.test(text) && !isBlock && text !== '' && text.trim() === text) return text;
  const lines = text.split('\n');
  const within = linesWithin(text);
  const lead = innerIndent(lines, within, isBlock, indent);
  return lines
    .map((line, index) => {
      if (index === 0 && !isBlock)
        return protectedLine(line, { startsWithin: false, endsWithin: within.has(1), isInline: true, isEdge: true });
      const isEdge = index === 0 || index === lines.length - 1;
      const content = protectedLine(line, {
        startsWithin: within.has(index),
        endsWithin: within.has(index + 1),
        isInline: false,
        isEdge,
      });
      return content === '' ? '' : lead + content;
    })
    .join(lineEnd);
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
  const whitespace = startsWithin ? 0 : leadingSpaces(line);
  if (whitespace === line.length && !startsWithin) return whitespace > 0 || isEdge ? `{"${line}"}` : '';
  const trailing = endsWithin ? 0 : trailingSpaces(line);
  const inner = line.slice(whitespace, line.length - trailing).replace(/\r/g, '{"\\u000D"}');
  const mayBeMark = !startsWithin && !isInline && whitespace === 0;
  const begin = `${quotedSpaces(whitespace)}${mayBeMark ? withQuotedMark(inner) : inner}`;
  return begin + quotedSpaces(trailing);
}

function quotedSpaces(count: number): string {
  return count === 0 ? '' : `{"${' '.repeat(count)}"}`;
}

/** Quotes the first character of a line if the line would be read as an attribute, a variant or an indented text. */
function withQuotedMark(line: string): string {
  const isMark = /^[[*.]/.test(line) || isWideSpace(line.charAt(0));
  return isMark ? `{"${line.charAt(0)}"}${line.slice(1)}` : line;
}

/**
 * Whether a character is whitespace other than U+0020 and line ends. At the beginning of a line, Fluent's syntax takes
 * it for text, but `@fluent/bundle` 0.19 takes it for indentation, so that the line and those after it are lost.
 */
function isWideSpace(char: string): boolean {
  // Most lines begin with a printable ASCII character, which this comparison finds out faster.
  return !(char >= ' ' && char <= '~') && /^[^\S\r\n]$/.test(char);
}

/** Returns exactly the indentation that reading removes, including if all further lines are within a placeable. */
function innerIndent(lines: readonly string[], within: ReadonlySet<number>, isBlock: boolean, indent: string): string {
  const further = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => index > 0 && !/^ *$/.test(line));
  if (isBlock || further.some(({ index }) => !within.has(index))) return indent;
  const isIndented = further.every(({ line }) => line.startsWith(' '));
  return ' '.repeat(isIndented ? maxInnerIndent : Math.min(indent.length, maxInnerIndent));
}
