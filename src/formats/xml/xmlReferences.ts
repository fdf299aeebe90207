import { lineEndOf } from '../kit/lineEnd.ts';
import { needsAscii, refuseControls } from './xmlText.ts';

/**
 * How a file writes characters that XML allows as themselves or as references: maps each such character to its
 * reference; all others are written directly.
 */
export type ReferenceHabit = ReadonlyMap<string, string>;

/** Characters that tools usually write as references, if a file does not show otherwise. */
export const usualReferences: ReferenceHabit = new Map([['>', '&gt;']]);

const namedCharacters: Readonly<Record<string, string>> = { gt: '>', quot: '"', apos: "'" };

/**
 * The habit that character data as written shows: for each character, the majority in the first of `samples` that
 * contains it, else `usual`. `<`, `&` and line ends are never optional.
 */
export function referenceHabit(samples: readonly (readonly string[])[], usual: ReferenceHabit): ReferenceHabit {
  const habit = new Map(usual);
  const referencesInSamples = samples.map((sample) => countReferences(sample));
  const characters = new Set([...usual.keys(), ...referencesInSamples.flatMap((references) => [...references.keys()])]);
  if (characters.size === 0) return habit;
  const directInSamples = samples.map((sample) => countDirect(sample, characters));
  for (const char of characters) {
    for (const [index, references] of referencesInSamples.entries()) {
      const counted = references.get(char);
      const directCount = directInSamples[index]?.get(char) ?? 0;
      if (counted === undefined && directCount === 0) continue;
      // The first sample that contains the character decides.
      if (counted !== undefined && counted.count >= directCount) habit.set(char, counted.reference);
      else habit.delete(char);
      break;
    }
  }
  return habit;
}

/**
 * The numeric reference, as a function of the code point, that an ASCII-only file uses for letters outside ASCII;
 * undefined for a file that contains characters outside ASCII, or no such reference.
 */
export function asciiHabit(text: string): ((codePoint: number) => string) | undefined {
  if (/[^\u0000-\u007f]/.test(text)) return undefined;
  // `&#xe9;`, `&#233;`
  for (const [, hex, decimal] of text.matchAll(/&#(?:[xX]([\da-fA-F]+)|(\d+));/g)) {
    const char = characterOf(hex, decimal) ?? '';
    // Other characters (`&#160;`) are references in files with any encoding.
    if (char < '\u0080' || !/\p{L}/u.test(char)) continue;
    if (hex === undefined) return decimalReference;
    if (hex === hex.toLowerCase()) return (code) => `&#x${code.toString(16)};`;
    return (code) => `&#x${code.toString(16).toUpperCase()};`;
  }
  return undefined;
}

/** Returns the numeric reference for characters outside ASCII, for a file that has such references, or needs them. */
function asciiReference(text: string): ((codePoint: number) => string) | undefined {
  return asciiHabit(text) ?? (needsAscii(text) ? decimalReference : undefined);
}

export function decimalReference(codePoint: number): string {
  return `&#${codePoint};`;
}

/** The habit of a file, by its own values as written and, for what they don't show, by those of its source. */
export function encodingHabit(text: string, samples: readonly (readonly string[])[]): EncodingHabit {
  return {
    lineEnd: lineEndOf(text),
    references: referenceHabit(samples, usualReferences),
    ascii: asciiReference(text),
  };
}

/** The properties of a file that `encodeByHabit` needs. */
export interface EncodingHabit {
  readonly lineEnd: string;
  readonly references: ReferenceHabit;
  readonly ascii: ((codePoint: number) => string) | undefined;
}

/**
 * Encodes a text as character data in the file's style. Carriage returns become references, since a reader would
 * convert them to line ends. Throws FormatError for characters that XML 1.0 cannot represent.
 */
export function encodeByHabit(text: string, habit: EncodingHabit): string {
  refuseControls(text);
  let result = '';
  for (const char of text) {
    if (char === '&') result += '&amp;';
    else if (char === '<') result += '&lt;';
    else if (char === '\n') result += habit.lineEnd;
    else if (char === '\r') result += '&#13;';
    else if (habit.references.has(char)) result += habit.references.get(char) ?? '';
    else if (char > '\u007f') result += habit.ascii?.(char.codePointAt(0) ?? 0) ?? char;
    else result += char;
  }
  // `]]>` is not allowed in character data (XML 1.0, 2.4).
  return result.includes(']]>') ? result.replaceAll(']]>', ']]&gt;') : result;
}

/** A reference as a file first spells it, and how often it has one for the character. */
interface CountedReference {
  readonly reference: string;
  count: number;
}

/** Counts references of optional characters, by character; keeps the first spelling of each. */
function countReferences(sample: readonly string[]): ReadonlyMap<string, CountedReference> {
  const byCharacter = new Map<string, CountedReference>();
  for (const raw of sample) {
    if (!raw.includes('&')) continue;
    for (const [reference, hex, decimal, name] of raw.matchAll(/&(?:#[xX]([\da-fA-F]+)|#(\d+)|(gt|quot|apos));/g)) {
      const char = namedCharacters[name ?? ''] ?? characterOf(hex, decimal);
      if (char === undefined || '&<\r\n'.includes(char)) continue;
      const counted = byCharacter.get(char);
      if (counted === undefined) byCharacter.set(char, { reference, count: 1 });
      else counted.count += 1;
    }
  }
  return byCharacter;
}

/** Returns the character of a numeric reference by its digits: hexadecimal, or decimal if `hex` is undefined. */
function characterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

/** Counts characters that are written directly, by character. */
function countDirect(sample: readonly string[], characters: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const escapes = [...characters].map((char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  const anyCharacter = new RegExp(`[${escapes.join('')}]`, 'gu');
  for (const raw of sample)
    for (const char of raw.match(anyCharacter) ?? []) counts.set(char, (counts.get(char) ?? 0) + 1);
  return counts;
}
