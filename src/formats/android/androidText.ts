import { decodeXml } from '../xml/xmlText.ts';
import { edgesOf, type Part } from './androidParts.ts';

/** Matches texts that `readAndroid` changes: with escapes, quotes, or whitespace other than single spaces. */
const changedText = /[\\"\t\n\r]|^ | $| {2}/;

/** The state of the reader between two runs of a text. */
interface ReaderState {
  isQuoted: boolean;
  /** The previous character was whitespace, so further whitespace collapses into it. */
  isAfterWhitespace: boolean;
}

/**
 * Decodes character data, whose references are decoded already, into what an app shows. Follows aapt2 (ResourceParser,
 * `FlattenXmlSubtree`; ResourceUtils, `StringBuilder::AppendText`): whitespace is trimmed at both ends and collapsed
 * elsewhere, except between quotation marks, and escapes are decoded.
 */
export function readAndroid(decoded: string): string {
  if (!changedText.test(decoded)) return decoded;
  return readRun(withoutBlankEnds(decoded), { isQuoted: false, isAfterWhitespace: false }, String);
}

/** Decodes the text between tags, comments and references, which stay as written. Its rules apply across tags. */
export function readAndroidMarkup(parts: readonly Part[]): string {
  const edges = edgesOf(parts);
  const state: ReaderState = { isQuoted: false, isAfterWhitespace: false };
  let result = '';
  for (const [index, { kind, raw }] of parts.entries()) {
    if (kind === 'mark') {
      result += raw;
      continue;
    }
    const text = raw.slice(edges.before.get(index) ?? 0, raw.length - (edges.after.get(index) ?? 0));
    // In a CDATA section, the character of an escape is written as it is (`String`); elsewhere, `<` is `&lt;`.
    if (kind === 'cdata') result += readRun(text, state, String);
    else result += readRun(tokensOf(text), state, escapeMarkup);
  }
  return result;
}

function withoutBlankEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Splits character data into characters and references. */
export function tokensOf(raw: string): ArrayLike<string> {
  // `a&amp;b` → `a`, `&amp;`, `b`
  return raw.includes('&') ? (raw.match(/&[^;&\s]+;|[^]/g) ?? []) : raw;
}

/** The character that a token represents; for an entity of the document, the reference itself. */
export function charOf(token: string): string {
  return token.length === 1 ? token : decodeXml(token);
}

/** Whether a character is whitespace in XML. */
export function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}

/** Matches words with single spaces between them, which need no decoding. */
const plainRun = /[^\\" \t\n\r]+(?: [^\\" \t\n\r]+)*/y;

/** Reads characters and references; `spell` returns how the character of an escape is written: `<` of `\u003C`. */
function readRun(tokens: ArrayLike<string>, state: ReaderState, spell: (char: string) => string): string {
  let result = '';
  for (let index = 0; index < tokens.length; index += 1) {
    if (typeof tokens === 'string') {
      plainRun.lastIndex = index;
      if (plainRun.test(tokens)) {
        result += tokens.slice(index, plainRun.lastIndex);
        index = plainRun.lastIndex - 1; // The loop adds 1.
        state.isAfterWhitespace = false;
        continue;
      }
    }
    const token = tokens[index] ?? '';
    const char = charOf(token);
    if (isBlank(char) && !state.isQuoted) {
      if (!state.isAfterWhitespace) result += ' ';
      state.isAfterWhitespace = true;
      continue;
    }
    state.isAfterWhitespace = false;
    if (char === '"') state.isQuoted = !state.isQuoted;
    else if (char !== '\\') result += token;
    // A backslash at the end is dropped.
    else if (index + 1 < tokens.length) {
      index += 1;
      const escapedToken = tokens[index] ?? '';
      const letter = charOf(escapedToken);
      if (letter === 'n') result += '\n';
      else if (letter === 't') result += '\t';
      else if (letter === 'u') {
        const decodedChar = unicodeAt(tokens, index + 1);
        if (decodedChar === undefined) result += '\\u';
        else {
          result += spell(decodedChar);
          index += unicodeDigits;
        }
      } else result += escapedToken; // `\'` → `'`, `\@` → `@`
    }
  }
  return result;
}

/** The number of digits in `\u00E9`. */
const unicodeDigits = 4;

/** The UTF-16 unit of the four digits after `\u`; undefined if there are fewer digits, which aapt2 does not compile. */
function unicodeAt(tokens: ArrayLike<string>, start: number): string | undefined {
  let digits = '';
  for (let index = start; index < start + unicodeDigits; index += 1) digits += tokens[index] ?? '';
  return /^[\dA-Fa-f]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
}

/** Returns a character as markup spells it. */
export function escapeMarkup(char: string): string {
  if (char === '&') return '&amp;';
  if (char === '<') return '&lt;';
  if (char === '>') return '&gt;';
  return char;
}
