import { refusal } from '../kit/provenFormat.ts';
import { edgesOf, type Part } from './androidParts.ts';
import { charOf, isBlank, tokensOf } from './androidText.ts';

/** How a file's strings are written. */
export interface AndroidStyle {
  /** The whole text in quotation marks, where it holds an apostrophe or blanks that would be lost. */
  readonly isQuoting: boolean;
  /** Characters that are written as escapes, with the escape; those that are not in it stand as themselves. */
  readonly escapes: ReadonlyMap<string, string>;
  /** The escape of a UTF-16 unit beyond ASCII, in a file that holds nothing but ASCII. */
  readonly ascii: ((unit: number) => string) | undefined;
}

/** What a writer of a text carries from one run to the next; the mirror of what the reader carries. */
interface Writing {
  readonly style: AndroidStyle;
  readonly isQuoted: boolean;
  isBehindBlank: boolean;
  isFirst: boolean;
}

/** A text as character data whose references are not yet encoded; the reverse of `readAndroid`. Throws FormatError for what Android cannot hold. */
export function encodeAndroid(text: string, style: AndroidStyle, isQuotedNow: boolean): string {
  refuseNull(text);
  const isQuoted = isQuotedNow || (style.isQuoting && /'|^[ ]| $| {2}/.test(text));
  const writing: Writing = { style, isQuoted, isBehindBlank: false, isFirst: true };
  const encoded = writeRun(text, writing, { leading: 1, trailing: trailingBlanks(text) });
  return isQuoted ? `"${encoded}"` : encoded;
}

/**
 * Markup with the text between its tags encoded; the reverse of `readAndroidMarkup`. Tags, comments and references stand in
 * the result as they are given. Throws FormatError for what Android cannot hold.
 */
export function encodeAndroidMarkup(parts: readonly Part[], style: AndroidStyle, isQuoted: boolean): string {
  const edges = edgesOf(parts);
  const writing: Writing = { style, isQuoted, isBehindBlank: false, isFirst: true };
  let result = '';
  for (const [index, { kind, raw }] of parts.entries()) {
    refuseNull(raw);
    if (kind === 'mark') result += raw;
    else
      result += writeRun(kind === 'cdata' ? raw : tokensOf(raw), writing, {
        leading: edges.before.get(index) ?? 0,
        trailing: edges.behind.get(index) ?? 0,
      });
  }
  return isQuoted ? `"${result}"` : result;
}

/** `leading`: when not 0, the run begins the text, `trailing`: how many blanks at its end are the text's last ones. */
function writeRun(
  tokens: ArrayLike<string>,
  writing: Writing,
  { leading, trailing }: { readonly leading: number; readonly trailing: number },
): string {
  let result = '';
  // Whoever trims blanks stops at the first thing that is none.
  let isTrimmed = leading > 0 && !writing.isQuoted;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const char = charOf(token);
    if (isBlank(char)) {
      const isLast = trailing > 0 && at === tokens.length - 1;
      const encoded = encodeBlank(token, writing, isTrimmed || isLast);
      writing.isBehindBlank = encoded === ' ';
      result += encoded;
    } else {
      writing.isBehindBlank = false;
      result += encodeChar(token, char, writing);
    }
    isTrimmed = false;
    writing.isFirst = false;
  }
  return result;
}

function encodeBlank(token: string, { isQuoted, isBehindBlank }: Writing, isAtEdge: boolean): string {
  if (token === '\n') return '\\n';
  if (token === '\t') return '\\t';
  if (token === '\r') return '\\u000D';
  if (isQuoted) return token;
  // A reference to a blank is one for the collapsing too; only quotation marks keep it as it is written.
  if (token !== ' ') return `"${token}"`;
  return isAtEdge || isBehindBlank ? '\\u0020' : ' ';
}

function encodeChar(token: string, char: string, { style, isQuoted, isFirst }: Writing): string {
  if (char === '\\' || char === '"') return `\\${token}`;
  if (char === "'") return isQuoted ? token : `\\${token}`;
  // At the beginning they would make a reference to a resource of it.
  if ((char === '@' || char === '?') && isFirst && !isQuoted) return `\\${token}`;
  if (token.length > 1) return token;
  const code = token.charCodeAt(0);
  if (code < 0x20 || code === 0xfffe || code === 0xffff) return escapeOf(code);
  const escape = style.escapes.get(token);
  // aapt2 drops the halves of a surrogate pair that are written as escapes.
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return escape ?? (code > 0x7f && !isHalf && style.ascii !== undefined ? style.ascii(code) : token);
}

export function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}

function trailingBlanks(text: string): number {
  return text.endsWith(' ') ? 1 : 0;
}

function refuseNull(text: string): void {
  if (text.includes('\u0000'))
    throw refusal('The translation holds the character U+0000, which ends a text in Android. Remove it and try again.');
}
