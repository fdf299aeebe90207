import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';

/** The characters of escapes with one letter. */
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' }),
);

/**
 * The text of a literal in single or double quotes, whose escapes are well-formed. A line end after a backslash is not
 * part of the text. Throws FormatError for any other line end, and for an escaped digit, which JSON5 reserves.
 */
export function decodeLiteral(text: string, start: number, end: number): string {
  const content = text.slice(start + 1, end - 1);
  const lineEnd = bareLineEnd(content);
  if (lineEnd >= 0) throw formatErrorAt(text, start + 1 + lineEnd, because('line-quote-open'));
  if (!content.includes('\\')) return content;
  // `\u00e9`, `\xe9`, a line end, or any other character after a backslash.
  return content.replace(/\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|\r\n|[^])/g, (escape, offset: number) => {
    const char = escape.charAt(1);
    const isLineEnd = /[\n\r\u2028\u2029]/.test(char);
    if (isLineEnd) return '';
    // The digits of `\u00e9` or `\xe9`.
    if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    const nextChar = content[offset + 2] ?? '';
    const isReserved = /[1-9]/.test(char) || (char === '0' && /\d/.test(nextChar));
    if (isReserved) throw formatErrorAt(text, start + 1 + offset, because('json5-escape'));
    return escapes.get(char) ?? char;
  });
}

/** The offset of the first line end without a backslash before it; -1 if there is none. */
function bareLineEnd(content: string): number {
  if (!/[\r\n]/.test(content)) return -1;
  for (const part of content.matchAll(/\\(?:\r\n|[^])|[\r\n]/g)) if (!part[0].startsWith('\\')) return part.index;
  return -1;
}
