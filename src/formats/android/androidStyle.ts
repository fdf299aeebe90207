import { decimalReference, encodingHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import { needsAscii } from '../xml/xmlText.ts';
import type { AndroidFile } from './parseAndroid.ts';
import { escapeOf, type AndroidStyle } from './androidEncode.ts';
import { isMarkup } from './androidUnits.ts';
import type { ResourceDialect } from './resourceDialect.ts';

/** How a file writes its strings and the XML around them. */
export interface FileStyle extends AndroidStyle {
  readonly xml: EncodingHabit;
  readonly dialect: ResourceDialect;
}

/** The style of a file; properties that its strings do not show are taken from the strings of `fallback`. */
export function styleOf(file: AndroidFile | undefined, fallback: AndroidFile): FileStyle {
  const text = file?.text ?? fallback.text;
  const samples = file === undefined ? [plainValues(fallback)] : [plainValues(file), plainValues(fallback)];
  // `referenceOf` writes characters outside ASCII as references (`&#233;`); undefined if the file has no use for that.
  const { lineEnd, references: allReferences, ascii: referenceOf } = encodingHabit(text, samples);
  const references = new Map(allReferences);
  // Android's own escapes are not written as XML references.
  references.delete('\\');
  const escapeNonAscii = escapeWriter(text);
  const style = {
    dialect: fallback.dialect,
    isQuoting: isQuoting(samples),
    escapes: escapesOf(samples),
    escapesApostrophes: samples.some((values) => values.some((raw) => raw.includes("\\'"))),
  };
  if (referenceOf === undefined) {
    const ascii = escapeNonAscii && decimalReference;
    return { ...style, escapeNonAscii, xml: { lineEnd, references, ascii } };
  }
  // Escapes (`\u00E9`) are used only if the file's encoding requires ASCII.
  const xml = { lineEnd, references, ascii: referenceOf };
  return { ...style, escapeNonAscii: needsAscii(text) ? escapeNonAscii : undefined, xml };
}

/** Whether a value as written is in one pair of quotation marks. */
export function isQuoted(raw: string): boolean {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) return false;
  for (let offset = 1; offset < raw.length - 1; offset += 1) {
    if (raw[offset] === '\\') offset += 1;
    else if (raw[offset] === '"') return false;
    const isClosingQuoteEscaped = offset === raw.length - 1;
    if (isClosingQuoteEscaped) return false;
  }
  return true;
}

/** The values of a file without markup, as written. */
function plainValues(file: AndroidFile): string[] {
  const values: string[] = [];
  for (const { leaves } of file.entries.values()) {
    for (const { element } of leaves) {
      const { start, end } = file.dialect.literalOf(file.text, element);
      if (!element.selfClosing && !isMarkup(file.text, element)) values.push(file.text.slice(start, end));
    }
  }
  return values;
}

/** Whether texts with an apostrophe are quoted: the majority in the first file that has such texts decides. */
function isQuoting(samples: readonly (readonly string[])[]): boolean {
  for (const sample of samples) {
    const valuesWithApostrophe = sample.filter((raw) => raw.includes("'"));
    const quotedCount = valuesWithApostrophe.filter(isQuoted).length;
    if (valuesWithApostrophe.length > 0) return quotedCount * 2 > valuesWithApostrophe.length;
  }
  return false;
}

/** Characters that a file writes as `\uXXXX` more often than directly, with the escape as the file spells it. */
function escapesOf(samples: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const escapes = new Map<string, string>();
  // The first sample, of the file itself, comes last, so that it replaces what the source's sample shows.
  for (const sample of samples.toReversed()) {
    const escapesByChar = new Map<string, { escape: string; count: number }>();
    for (const raw of sample) {
      if (!raw.includes('\\u')) continue;
      for (const [escape, digits = ''] of raw.matchAll(/\\u([\dA-Fa-f]{4})/g)) {
        const code = Number.parseInt(digits, 16);
        const char = String.fromCharCode(code);
        // Letters depend on the encoding habit of the whole file, and whitespace depends on where it is.
        const isSurrogate = code >= 0xd800 && code <= 0xdfff;
        if (code <= 0x7f || isSurrogate || /\p{L}/u.test(char)) continue;
        const sameEscape = escapesByChar.get(char);
        if (sameEscape === undefined) escapesByChar.set(char, { escape, count: 1 });
        else sameEscape.count += 1;
      }
    }
    for (const [char, { escape, count: escapedCount }] of escapesByChar) {
      let directCount = 0;
      for (const raw of sample) directCount += raw.split(char).length - 1;
      if (escapedCount >= directCount) escapes.set(char, escape);
      else escapes.delete(char);
    }
  }
  return escapes;
}

/** The function by which an ASCII-only file escapes other characters; undefined if the file shows no such escape. */
function escapeWriter(text: string): ((unit: number) => string) | undefined {
  if (needsAscii(text)) return escapeOf;
  if (/[^\u0000-\u007f]/.test(text)) return undefined;
  // The first escape of a letter outside ASCII shows the case of the digits.
  for (const [, digits = ''] of text.matchAll(/\\u([\dA-Fa-f]{4})/g)) {
    const char = String.fromCharCode(Number.parseInt(digits, 16));
    if (char < '\u0080' || !/\p{L}/u.test(char)) continue;
    if (digits === digits.toLowerCase()) return (unit) => escapeOf(unit).toLowerCase();
    return escapeOf;
  }
  return undefined;
}
