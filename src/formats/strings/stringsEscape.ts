import type { Literal } from './scanStrings.ts';

/** `isFullyDecoded`: without bytes of the NeXTSTEP character set (`\351`) and without lone surrogates (`\Ud83d`). */
export interface Decoded {
  readonly text: string;
  readonly isFullyDecoded: boolean;
}

const escapes: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** Matches `\U00e9`, `\351` and `\n`. */
const escapePattern = /\\(?:[Uu]([0-9A-Fa-f]{1,4})|([0-7]{1,3})|(\r\n|[^]))/g;

/** Decodes a literal like Core Foundation, except that `\u00e9` means `\U00e9`, and not (never intended) `u00e9`. */
export function decodeLiteral(text: string, { start, end, quote }: Literal): Decoded {
  const literal = quote === '' ? text.slice(start, end) : text.slice(start + 1, end - 1);
  if (!literal.includes('\\')) return { text: literal, isFullyDecoded: true };
  let bytesOutsideAscii = 0;
  const decoded = literal.replace(
    escapePattern,
    (_, hex: string | undefined, octal: string | undefined, char: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (octal !== undefined) {
        const code = parseInt(octal, 8);
        if (code >= 0x80) bytesOutsideAscii += 1;
        return String.fromCharCode(code);
      }
      return escapes[char ?? ''] ?? char ?? '';
    },
  );
  return { text: decoded, isFullyDecoded: bytesOutsideAscii === 0 && decoded.isWellFormed() };
}

/** How a file writes texts. */
export interface StringsStyle {
  /** Every character outside ASCII is escaped. */
  readonly escapesNonAscii: boolean;
  /** Line breaks are written directly, and not as `\n`. */
  readonly rawLineBreaks: boolean;
}

const escapedCharacters: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Quotes a text. With `rawLineBreaks`, LF is written directly; a carriage return is always escaped. */
export function quoteText(text: string, quote: '"' | "'", { escapesNonAscii, rawLineBreaks }: StringsStyle): string {
  const escaped = text.replace(/[\\"'\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|[^\u0000-\u007f]/g, (char) => {
    if (char === quote) return `\\${char}`;
    if (char === '"' || char === "'") return char;
    if (char === '\n' && rawLineBreaks) return char;
    const shortEscape = escapedCharacters[char];
    if (shortEscape !== undefined) return shortEscape;
    const isInvisible = /[\u0000-\u009f\u2028\u2029\ufeff]/.test(char);
    if (!escapesNonAscii && !isInvisible) return char;
    return `\\U${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return quote + escaped + quote;
}
