import { decodeXml } from '../xml/xmlText.ts';
import { edgesOf, type Part } from './androidParts.ts';

/** What a text has to have for the rules below to do anything. */
const TOUCHED = /[\\"\t\n\r]|^ | $| {2}/;

/** What a reader of a text carries from one run to the next. */
interface Reading {
  isQuoted: boolean;
  /** The last thing was a blank that a further one joins. */
  isBehindBlank: boolean;
}

/**
 * What an app shows for character data whose references are decoded. As aapt2 reads it (ResourceParser, `FlattenXmlSubtree`;
 * ResourceUtils, `StringBuilder::AppendText`): blanks at the ends are left out, runs of blanks are one, unless between
 * quotation marks, and escapes are decoded.
 */
export function readAndroid(decoded: string): string {
  if (!TOUCHED.test(decoded)) return decoded;
  return readRun(withoutBlankEnds(decoded), { isQuoted: false, isBehindBlank: false }, String);
}

/**
 * The same for content with markup: tags, comments and references stay as they are written, so that the result is
 * markup itself. The rules hold for the text between, across tags.
 */
export function readAndroidMarkup(parts: readonly Part[]): string {
  const edges = edgesOf(parts);
  const reading: Reading = { isQuoted: false, isBehindBlank: false };
  let result = '';
  for (const [index, { kind, raw }] of parts.entries()) {
    const text =
      kind === 'mark' ? raw : raw.slice(edges.before.get(index) ?? 0, raw.length - (edges.behind.get(index) ?? 0));
    if (kind === 'mark') result += text;
    else if (kind === 'cdata') result += readRun(text, reading, String);
    else result += readRun(tokensOf(text), reading, escapeMarkup);
  }
  return result;
}

function withoutBlankEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Character data in its characters and references. */
export function tokensOf(raw: string): ArrayLike<string> {
  return raw.includes('&') ? (raw.match(/&[^;&\s]+;|[^]/g) ?? []) : raw;
}

/** The character that a token stands for; of an entity of the document, the reference. */
export function charOf(token: string): string {
  return token.length === 1 ? token : decodeXml(token);
}

export function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}

/** Words with single spaces between them, which are read as they stand. */
const PLAIN = /[^\\" \t\n\r]+(?: [^\\" \t\n\r]+)*/y;

/** Reads a run of characters and references; `decoded` is how a character stands in the result that an escape gave. */
function readRun(tokens: ArrayLike<string>, reading: Reading, decoded: (char: string) => string): string {
  let result = '';
  for (let at = 0; at < tokens.length; at += 1) {
    if (typeof tokens === 'string') {
      PLAIN.lastIndex = at;
      if (PLAIN.test(tokens)) {
        result += tokens.slice(at, PLAIN.lastIndex);
        at = PLAIN.lastIndex - 1;
        reading.isBehindBlank = false;
        continue;
      }
    }
    const token = tokens[at] ?? '';
    const char = charOf(token);
    if (isBlank(char) && !reading.isQuoted) {
      if (!reading.isBehindBlank) result += ' ';
      reading.isBehindBlank = true;
      continue;
    }
    reading.isBehindBlank = false;
    if (char === '"') reading.isQuoted = !reading.isQuoted;
    else if (char !== '\\') result += token;
    else if (at + 1 < tokens.length) {
      at += 1;
      const escaped = tokens[at] ?? '';
      const kind = charOf(escaped);
      if (kind === 'n') result += '\n';
      else if (kind === 't') result += '\t';
      else if (kind === 'u') {
        const unit = unicodeAt(tokens, at + 1);
        result += unit === undefined ? '\\u' : decoded(unit);
        if (unit !== undefined) at += 4;
      } else result += escaped;
    }
  }
  return result;
}

/** The UTF-16 unit of the four digits behind `\u`; undefined when they are not all there, which aapt2 does not compile. */
function unicodeAt(tokens: ArrayLike<string>, start: number): string | undefined {
  let digits = '';
  for (let at = start; at < start + 4; at += 1) digits += tokens[at] ?? '';
  return /^[\dA-Fa-f]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
}

function escapeMarkup(char: string): string {
  return char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : char;
}
