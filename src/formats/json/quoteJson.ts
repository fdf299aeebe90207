/** How characters outside ASCII are written: as they are, or as `\u` escapes with lowercase or uppercase digits. */
export type EscapeStyle = 'raw' | 'ascii-lower' | 'ascii-upper';

/** The quotes around a text: only double quotes in JSON, both kinds in JSON5. */
export type Quote = '"' | "'";

/**
 * DEL and the C1 controls are invisible, and editors and JavaScript before 2019 end a line at U+0085, U+2028 or U+2029.
 * JSON.stringify escapes only the controls below U+0020 and lone surrogates.
 */
const invisible = /[\u007f-\u009f\u2028\u2029]/g;
const outsideAscii = /[\u007f-\uffff]/g;
/** Matches texts that need no escapes: without quotes, backslashes, controls, and surrogates, which may be unpaired. */
const plainText = /^[ !#-&(-[\]-~\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]*$/;
/** The same without characters outside ASCII. */
const plainAscii = /^[ !#-&(-[\]-~]*$/;

/** The literal for a text, including its quotes. Lone surrogates, which a key may contain, are escaped. */
export function quoteJson(text: string, style: EscapeStyle, quote: Quote = '"'): string {
  const isRaw = style === 'raw';
  // Most keys and texts are plain, and this check is much faster.
  const isPlain = (isRaw ? plainText : plainAscii).test(text);
  if (isPlain) return quote + text + quote;
  const characters = isRaw ? invisible : outsideAscii;
  const literal = JSON.stringify(text).replace(characters, (unit) => escapeUnit(unit, style));
  if (quote === '"') return literal;
  return `'${withSingleQuotes(literal.slice(1, -1))}'`;
}

/** Converts the inside of a double-quoted literal to that of a single-quoted one. */
function withSingleQuotes(inside: string): string {
  return inside.replace(/\\[^]|'/g, (part) => {
    if (part === "'") return "\\'";
    if (part === '\\"') return '"';
    return part;
  });
}

/** How a file's literals have characters outside ASCII: with escapes if all have; undefined if there are none. */
export function escapeStyleOf(text: string): EscapeStyle | undefined {
  if (/[\u0080-\uffff]/.test(text)) return 'raw';
  // Most files have none, and this check is much faster.
  if (!text.includes('\\u')) return undefined;
  // An escape of a character outside ASCII, after an even number of backslashes.
  const hasEscape = /(?<!\\)(?:\\\\)*\\u(?!00[0-7])[\dA-Fa-f]{4}/.test(text);
  if (!hasEscape) return undefined;
  // A single escape may have no letters (`\u2019`), so the whole file is searched.
  if (/\\u[\dA-F]{0,3}[A-F]/.test(text)) return 'ascii-upper';
  return 'ascii-lower';
}

/** Returns the escape of a UTF-16 unit. */
function escapeUnit(unit: string, style: EscapeStyle): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  if (style === 'ascii-upper') return `\\u${digits.toUpperCase()}`;
  return `\\u${digits}`;
}
