import { refuseNul } from '../kit/provenFormat.ts';
import { edgesOf, type Part } from './androidParts.ts';
import { charOf, isBlank, tokensOf } from './androidText.ts';

/** How a file's strings are written. */
export interface AndroidStyle {
  /** A text is written in quotation marks if it contains an apostrophe or whitespace that would be lost. */
  readonly isQuoting: boolean;
  /** Characters that are written as escapes, mapped to the escape. All other characters are written as they are. */
  readonly escapes: ReadonlyMap<string, string>;
  /** Some text has an apostrophe after a backslash; for programs that show an apostrophe without one, too. */
  readonly escapesApostrophes: boolean;
  /** Returns the escape of a UTF-16 unit outside ASCII; undefined: the file may contain such characters. */
  readonly escapeNonAscii: ((unit: number) => string) | undefined;
}

/** The state of the writer between two runs of a text; mirrors the state of the reader. */
interface WriterState {
  readonly style: AndroidStyle;
  readonly isQuoted: boolean;
  isAfterWhitespace: boolean;
  /** Nothing of the text is written yet. */
  isAtStart: boolean;
}

/** Encodes a text as character data without references; reverses `readAndroid`. Throws FormatError. */
export function encodeAndroid(text: string, style: AndroidStyle, isAlreadyQuoted: boolean): string {
  refuseNul(text);
  // An apostrophe, or spaces that would be trimmed or collapsed.
  const needsQuotes = /'|^[ ]| $| {2}/.test(text);
  const isQuoted = isAlreadyQuoted || (style.isQuoting && needsQuotes);
  const state: WriterState = { style, isQuoted, isAfterWhitespace: false, isAtStart: true };
  const encoded = writeRun(text, state, { trimsStart: true, trimsEnd: text.endsWith(' ') });
  return isQuoted ? `"${encoded}"` : encoded;
}

/** Encodes the text between tags, comments and references; reverses `readAndroidMarkup`. Throws FormatError. */
export function encodeAndroidMarkup(parts: readonly Part[], style: AndroidStyle, isQuoted: boolean): string {
  const edges = edgesOf(parts);
  const state: WriterState = { style, isQuoted, isAfterWhitespace: false, isAtStart: true };
  let result = '';
  for (const [index, { kind, raw }] of parts.entries()) {
    refuseNul(raw);
    if (kind === 'mark') {
      result += raw;
      continue;
    }
    const trimsStart = (edges.before.get(index) ?? 0) > 0;
    const trimsEnd = (edges.after.get(index) ?? 0) > 0;
    result += writeRun(kind === 'cdata' ? raw : tokensOf(raw), state, { trimsStart, trimsEnd });
  }
  return isQuoted ? `"${result}"` : result;
}

/** Encodes a run of characters and references. `trimsStart`: an app would trim whitespace at the run's start. */
function writeRun(
  tokens: ArrayLike<string>,
  state: WriterState,
  { trimsStart, trimsEnd }: { readonly trimsStart: boolean; readonly trimsEnd: boolean },
): string {
  let result = '';
  // Only the first space is escaped: trimming stops at its escape, which is not whitespace.
  let isTrimmed = trimsStart && !state.isQuoted;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const char = charOf(token);
    if (isBlank(char)) {
      const isTrimmedAtEnd = trimsEnd && index === tokens.length - 1;
      const encoded = encodeBlank(token, state, isTrimmed || isTrimmedAtEnd);
      state.isAfterWhitespace = encoded === ' ';
      result += encoded;
    } else {
      state.isAfterWhitespace = false;
      result += encodeChar(token, char, state);
    }
    isTrimmed = false;
    state.isAtStart = false;
  }
  return result;
}

/** Encodes whitespace, or a reference to whitespace. */
function encodeBlank(token: string, { isQuoted, isAfterWhitespace }: WriterState, isTrimmed: boolean): string {
  if (token === '\n') return '\\n';
  if (token === '\t') return '\\t';
  if (token === '\r') return '\\u000D';
  if (isQuoted) return token;
  // A reference to a space is collapsed too; only quotation marks preserve it.
  if (token !== ' ') return `"${token}"`;
  return isTrimmed || isAfterWhitespace ? '\\u0020' : ' ';
}

/** Encodes a character, or a reference to `char`. */
function encodeChar(token: string, char: string, { style, isQuoted, isAtStart }: WriterState): string {
  if (char === '\\' || char === '"') return `\\${token}`;
  if (char === "'") return isQuoted ? token : `\\${token}`;
  // At the beginning of a text these characters would make it a reference to a resource.
  if ((char === '@' || char === '?') && isAtStart && !isQuoted) return `\\${token}`;
  const isReference = token.length > 1;
  if (isReference) return token;
  const code = token.charCodeAt(0);
  // XML cannot represent these characters.
  if (code < 0x20 || code === 0xfffe || code === 0xffff) return escapeOf(code);
  const escape = style.escapes.get(token);
  // aapt2 drops surrogates that are written as escapes.
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (escape !== undefined || code <= 0x7f || isSurrogate) return escape ?? token;
  return style.escapeNonAscii?.(code) ?? token;
}

/** Returns the escape of a UTF-16 unit: `\u00E9`. */
export function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
