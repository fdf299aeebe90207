import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { edgesOf, type Part } from './androidParts.ts';
import { charOf, isBlank, tokensOf } from './androidText.ts';

/** How a file's strings are written. */
export interface AndroidStyle {
  /** A text is written in quotation marks if it contains an apostrophe or whitespace that would be lost. */
  readonly isQuoting: boolean;
  /** Characters that are written as escapes, mapped to the escape. All other characters are written as they are. */
  readonly escapes: ReadonlyMap<string, string>;
  /** Returns the escape of a UTF-16 unit outside ASCII, in a file that contains only ASCII. */
  readonly ascii: ((unit: number) => string) | undefined;
}

/** The state of the writer between two runs of a text; mirrors the state of the reader. */
interface Writing {
  readonly style: AndroidStyle;
  readonly isQuoted: boolean;
  isAfterWhitespace: boolean;
  isFirst: boolean;
}

/**
 * Encodes a text as character data whose references are not yet encoded; reverses `readAndroid`. Throws FormatError
 * for what Android cannot represent.
 */
export function encodeAndroid(text: string, style: AndroidStyle, isQuotedNow: boolean): string {
  refuseNull(text);
  const needsQuotes = /'|^[ ]| $| {2}/.test(text);
  const isQuoted = isQuotedNow || (style.isQuoting && needsQuotes);
  const writing: Writing = { style, isQuoted, isAfterWhitespace: false, isFirst: true };
  const encoded = writeRun(text, writing, { leading: 1, trailing: trailingBlanks(text) });
  return isQuoted ? `"${encoded}"` : encoded;
}

/**
 * Encodes the text between the tags of markup; reverses `readAndroidMarkup`. Tags, comments and references are kept as
 * given. Throws FormatError for what Android cannot represent.
 */
export function encodeAndroidMarkup(parts: readonly Part[], style: AndroidStyle, isQuoted: boolean): string {
  const edges = edgesOf(parts);
  const writing: Writing = { style, isQuoted, isAfterWhitespace: false, isFirst: true };
  let result = '';
  for (const [index, { kind, raw }] of parts.entries()) {
    refuseNull(raw);
    if (kind === 'mark') {
      result += raw;
      continue;
    }
    const [leading, trailing] = [edges.before.get(index) ?? 0, edges.after.get(index) ?? 0];
    result += writeRun(kind === 'cdata' ? raw : tokensOf(raw), writing, { leading, trailing });
  }
  return isQuoted ? `"${result}"` : result;
}

/**
 * `leading`: if not 0, the run begins the text. `trailing`: the number of whitespace characters at its end that end
 * the text.
 */
function writeRun(
  tokens: ArrayLike<string>,
  writing: Writing,
  { leading, trailing }: { readonly leading: number; readonly trailing: number },
): string {
  let result = '';
  // Trimming stops at the first character that is not whitespace.
  let isTrimmed = leading > 0 && !writing.isQuoted;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const char = charOf(token);
    if (isBlank(char)) {
      const isLast = trailing > 0 && at === tokens.length - 1;
      const encoded = encodeBlank(token, writing, isTrimmed || isLast);
      writing.isAfterWhitespace = encoded === ' ';
      result += encoded;
    } else {
      writing.isAfterWhitespace = false;
      result += encodeChar(token, char, writing);
    }
    isTrimmed = false;
    writing.isFirst = false;
  }
  return result;
}

function encodeBlank(token: string, { isQuoted, isAfterWhitespace }: Writing, isAtEdge: boolean): string {
  if (token === '\n') return '\\n';
  if (token === '\t') return '\\t';
  if (token === '\r') return '\\u000D';
  if (isQuoted) return token;
  // A reference to a space is collapsed too; only quotation marks preserve it.
  if (token !== ' ') return `"${token}"`;
  return isAtEdge || isAfterWhitespace ? '\\u0020' : ' ';
}

function encodeChar(token: string, char: string, { style, isQuoted, isFirst }: Writing): string {
  if (char === '\\' || char === '"') return `\\${token}`;
  if (char === "'") return isQuoted ? token : `\\${token}`;
  // At the beginning of a text these characters would make it a reference to a resource.
  if ((char === '@' || char === '?') && isFirst && !isQuoted) return `\\${token}`;
  if (token.length > 1) return token;
  const code = token.charCodeAt(0);
  if (code < 0x20 || code === 0xfffe || code === 0xffff) return escapeOf(code);
  const escape = style.escapes.get(token);
  // aapt2 drops surrogates that are written as escapes.
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (escape !== undefined || code <= 0x7f || isSurrogate) return escape ?? token;
  return style.ascii?.(code) ?? token;
}

export function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}

function trailingBlanks(text: string): number {
  return text.endsWith(' ') ? 1 : 0;
}

function refuseNull(text: string): void {
  if (text.includes('\u0000')) throw refusal(because('text-forbidden-character', '0000'));
}
