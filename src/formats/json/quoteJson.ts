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
/** Texts that need no escapes, whichever quotes are around them; without surrogates, which may be unpaired. */
const plainText = /^[ !#-&(-[\]-~\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]*$/;
const plainAscii = /^[ !#-&(-[\]-~]*$/;

/** The literal for a text, including its quotes. Lone surrogates, which a key may contain, are escaped. */
export function quoteJson(text: string, style: EscapeStyle, quote: Quote = '"'): string {
  const isRaw = style === 'raw';
  // Most keys and texts are plain, and this check is much faster.
  const plain = isRaw ? plainText : plainAscii;
  if (plain.test(text)) return quote + text + quote;
  const escape = (unit: string): string => escapeUnit(unit, style);
  const literal = JSON.stringify(text).replace(isRaw ? invisible : outsideAscii, escape);
  if (quote === '"') return literal;
  return `'${requoted(literal.slice(1, -1))}'`;
}

/** Converts the inside of a double-quoted literal to that of a single-quoted one. */
function requoted(inside: string): string {
  return inside.replace(/\\[^]|'/g, (part) => {
    if (part === "'") return "\\'";
    if (part === '\\"') return '"';
    return part;
  });
}

/**
 * The style of a file's literals: escapes if it has escapes for characters outside ASCII and no such characters;
 * undefined if it has neither.
 */
export function escapeStyleOf(text: string): EscapeStyle | undefined {
  if (/[\u0080-\uffff]/.test(text)) return 'raw';
  // Most files have none, and this check is much faster.
  if (!text.includes('\\u')) return undefined;
  const digits = /(?<!\\)(?:\\\\)*\\u((?!00[0-7])[\dA-Fa-f]{4})/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  // A single escape may have no letters, so the whole file is searched.
  if (/\\u[\dA-F]{0,3}[A-F]/.test(text)) return 'ascii-upper';
  return 'ascii-lower';
}

function escapeUnit(unit: string, style: EscapeStyle): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  if (style === 'ascii-upper') return `\\u${digits.toUpperCase()}`;
  return `\\u${digits}`;
}
