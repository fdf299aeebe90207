/** A decoded part of a string. `isExact` is false if escapes represent bytes and not characters. */
export interface DecodedPart {
  readonly text: string;
  readonly isExact: boolean;
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

/** Decodes the C escapes that gettext supports. */
export function decodePo(written: string): DecodedPart {
  let isExact = true;
  const text = written.replace(
    /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+)|([^]|$))/g,
    (_, octal: string | undefined, hex: string | undefined, char: string | undefined) => {
      if (char !== undefined) return letterEscapes[char] ?? char;
      const code = octal === undefined ? parseInt(hex ?? '', 16) : parseInt(octal, 8);
      if (code >= 0x80) isExact = false;
      return String.fromCharCode(code & 0xff);
    },
  );
  return { text, isExact };
}

const escaped: Readonly<Record<string, string>> = {
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
  return text.replace(/["\\\u0007-\r]/g, (char) => escaped[char] ?? char);
}

/** How a file breaks its strings into lines. */
export interface PoLayout {
  /** Maximum columns of a line, including quotation marks; undefined if lines are not wrapped. */
  readonly width: number | undefined;
  /** A line ends after every line break of the text. */
  readonly breaksAtLineEnds: boolean;
  /** A string of several lines begins with `""` on the line of its keyword. */
  readonly emptyFirst: boolean;
}

/** Returns the lines of a string, in quotation marks; `lead` is the number of columns before it on the first line. */
export function layOut(
  text: string,
  lead: number,
  { width, breaksAtLineEnds, emptyFirst }: PoLayout,
): readonly string[] {
  const sentences = (breaksAtLineEnds ? text.split(/(?<=\n)/) : [text]).map(escapePo);
  const [firstSentence = ''] = sentences;
  // Two columns are for the quotation marks.
  const isOneLine = width === undefined || lead + 2 + columns(firstSentence) <= width;
  if (sentences.length <= 1 && isOneLine) return [`"${firstSentence}"`];
  const lines: string[] = [];
  for (const sentence of sentences) {
    if (width === undefined) {
      lines.push(sentence);
      continue;
    }
    const isAfterKeyword = !emptyFirst && lines.length === 0;
    lines.push(...wrap(sentence, width - 2, isAfterKeyword ? width - 2 - lead : width - 2));
  }
  const quoted = lines.map((line) => `"${line}"`);
  return emptyFirst ? ['""', ...quoted] : quoted;
}

/**
 * Wraps a line after spaces, and within scripts without spaces where they allow it. A text without such a position is
 * not wrapped.
 */
function wrap(sentence: string, maxWidth: number, maxFirstWidth: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of wordsOf(sentence)) {
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
const notFirst = '、。，．・：；？！）］｝」』】〉》ー々';
const isWide = new RegExp(`[${wide}]`, 'u');
/**
 * Matches a part of a text after which a line may end: a wide character with the closing punctuation after it; a word
 * with its spaces, or up to a hyphen before a letter (`well-` of `well-known`); the last word.
 */
const wrapUnits = new RegExp(
  `[${wide}][${notFirst}]* *|(?:[^ \\-${wide}]|-(?!\\p{L}))*(?:-(?=\\p{L})| +)|(?:[^ \\-${wide}]|-(?!\\p{L}))+`,
  'gu',
);

function wordsOf(sentence: string): readonly string[] {
  return sentence.match(wrapUnits) ?? [sentence];
}

/** Returns the width of a text on a terminal, in columns: two for a wide character, none for a combining mark. */
export function columns(text: string): number {
  if (!/[^\u0020-\u02ff]/.test(text)) return text.length;
  let count = 0;
  for (const char of text) {
    if (isWide.test(char)) count += 2;
    else if (!/\p{M}|\u200b|\u200d|\u200e|\u200f/u.test(char)) count += 1;
  }
  return count;
}
