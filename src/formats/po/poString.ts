/** A decoded part of a string. `isFullyDecoded` is false if escapes represent bytes and not characters. */
export interface DecodedPart {
  readonly text: string;
  readonly isFullyDecoded: boolean;
}

/** The characters of C's escapes of one letter. */
const letterEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Decodes the C escapes that gettext supports: `\351`, `\xe9`, `\n`, `\"`. */
export function decodePo(literal: string): DecodedPart {
  let isFullyDecoded = true;
  const text = literal.replace(
    /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+)|([^]|$))/g,
    (_, octal: string | undefined, hex: string | undefined, char: string | undefined) => {
      if (char !== undefined) return letterEscapes[char] ?? char;
      const code = octal === undefined ? parseInt(hex ?? '', 16) : parseInt(octal, 8);
      if (code >= 0x80) isFullyDecoded = false;
      // Of more digits, C uses the last byte: `\777` is the byte 255.
      return String.fromCharCode(code & 0xff);
    },
  );
  return { text, isFullyDecoded };
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function escapePo(text: string): string {
  return text.replace(/["\\\u0007-\r]/g, (char) => escapes[char] ?? char);
}

/** How a file breaks its strings into lines. */
export interface PoLayout {
  /** Maximum columns of a line, including quotation marks; undefined if lines are not wrapped. */
  readonly width: number | undefined;
  /** A line ends after every line break of the text. */
  readonly breaksAtLineEnds: boolean;
  /** A string of several lines begins with `""` on the line of its keyword. */
  readonly beginsWithEmptyPart: boolean;
}

/** Returns the lines of a string, in quotation marks; `lead` is the number of columns before it on the first line. */
export function layOutString(
  text: string,
  lead: number,
  { width, breaksAtLineEnds, beginsWithEmptyPart }: PoLayout,
): readonly string[] {
  const textLines = (breaksAtLineEnds ? text.split(/(?<=\n)/) : [text]).map(escapePo);
  const [firstLine = ''] = textLines;
  const quotes = '""'.length;
  const isOneLine = width === undefined || lead + quotes + columns(firstLine) <= width;
  if (textLines.length <= 1 && isOneLine) return [`"${firstLine}"`];
  const lines: string[] = [];
  for (const textLine of textLines) {
    if (width === undefined) {
      lines.push(textLine);
      continue;
    }
    const maxWidth = width - quotes;
    const isAfterKeyword = !beginsWithEmptyPart && lines.length === 0;
    lines.push(...wrap(textLine, maxWidth, isAfterKeyword ? maxWidth - lead : maxWidth));
  }
  const quotedLines = lines.map((line) => `"${line}"`);
  return beginsWithEmptyPart ? ['""', ...quotedLines] : quotedLines;
}

/** Wraps a line after spaces, and within scripts without spaces where they allow it. A long word is not wrapped. */
function wrap(textLine: string, maxWidth: number, maxFirstWidth: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of textLine.match(wrapUnits) ?? [textLine]) {
    const wordWidth = columns(word);
    if (line !== '' && lineWidth + wordWidth > (lines.length === 0 ? maxFirstWidth : maxWidth)) {
      lines.push(line);
      line = '';
      lineWidth = 0;
    }
    line += word;
    lineWidth += wordWidth;
  }
  lines.push(line);
  return lines;
}

/** Characters of two columns, as the inside of a character class: CJK, Hangul, full-width forms, emoji. */
const wide =
  '\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6' +
  '\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}';
/** Closing punctuation, which may not begin a line. */
const closing = '、。，．・：；？！）］｝」』】〉》ー々';
const isWide = new RegExp(`[${wide}]`, 'u');
/**
 * Matches a part of a text after which a line may end: a wide character with the closing punctuation after it
 * (`字。`); a word with its spaces, or up to a hyphen before a letter (`well-` of `well-known`); the last word.
 */
const wrapUnits = new RegExp(
  `[${wide}][${closing}]* *|` +
    `(?:[^ \\-${wide}]|-(?!\\p{L}))*(?:-(?=\\p{L})| +)|` +
    `(?:[^ \\-${wide}]|-(?!\\p{L}))+`,
  'gu',
);

/** Returns the width of a text on a terminal in columns: 2 for wide characters, 0 for combining and invisible ones. */
export function columns(text: string): number {
  const hasOnlyLatin = !/[^\u0020-\u02ff]/.test(text);
  if (hasOnlyLatin) return text.length;
  let count = 0;
  for (const char of text) {
    if (isWide.test(char)) count += 2;
    else if (!/\p{M}|\u200b|\u200d|\u200e|\u200f/u.test(char)) count += 1;
  }
  return count;
}
