import { refuseControls } from './xmlText.ts';

/**
 * How a file writes characters that XML allows as themselves or as references: maps each such character to its
 * reference; all others are written directly.
 */
export type ReferenceHabit = ReadonlyMap<string, string>;

/** Characters that tools usually write as references, if a file does not show otherwise. */
export const usualReferences: ReferenceHabit = new Map([['>', '&gt;']]);

const named: Readonly<Record<string, string>> = { gt: '>', quot: '"', apos: "'" };

/**
 * The habit that character data as written shows: for each character, the majority in the first of `samples` that
 * contains it, else `usual`. `<`, `&` and line ends are never optional.
 */
export function referenceHabit(samples: readonly (readonly string[])[], usual: ReferenceHabit): ReferenceHabit {
  const habit = new Map(usual);
  const counted = samples.map((sample) => countReferences(sample));
  const candidates = new Set([...usual.keys(), ...counted.flatMap((count) => [...count.keys()])]);
  if (candidates.size === 0) return habit;
  const raw = samples.map((sample) => countRaw(sample, candidates));
  for (const char of candidates) {
    for (const [index, references] of counted.entries()) {
      const written = references.get(char);
      const asItself = raw[index]?.get(char) ?? 0;
      if (written === undefined && asItself === 0) continue;
      if (written !== undefined && written.count >= asItself) habit.set(char, written.reference);
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
  for (const [, hex, decimal] of text.matchAll(/&#(?:[xX]([\da-fA-F]+)|(\d+));/g)) {
    const codePoint = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    if (codePoint < 0x80 || codePoint > 0x10ffff || !/\p{L}/u.test(String.fromCodePoint(codePoint))) continue;
    if (hex === undefined) return (code) => `&#${code};`;
    return hex === hex.toLowerCase()
      ? (code) => `&#x${code.toString(16)};`
      : (code) => `&#x${code.toString(16).toUpperCase()};`;
  }
  return undefined;
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
    else
      result +=
        habit.references.get(char) ??
        (habit.ascii !== undefined && char > '\u007f' ? habit.ascii(char.codePointAt(0) ?? 0) : char);
  }
  // `]]>` is not allowed in character data (XML 1.0, 2.4).
  return result.includes(']]>') ? result.replaceAll(']]>', ']]&gt;') : result;
}

interface Written {
  readonly reference: string;
  count: number;
}

/** Counts references of optional characters, by character; keeps the first spelling of each. */
function countReferences(sample: readonly string[]): ReadonlyMap<string, Written> {
  const found = new Map<string, Written>();
  for (const raw of sample) {
    if (!raw.includes('&')) continue;
    for (const [reference, hex, decimal, name] of raw.matchAll(/&(?:#[xX]([\da-fA-F]+)|#(\d+)|(gt|quot|apos));/g)) {
      const char = name === undefined ? characterOf(hex ?? decimal ?? '', hex === undefined ? 10 : 16) : named[name];
      if (char === undefined || '&<\r\n'.includes(char)) continue;
      const written = found.get(char);
      if (written === undefined) found.set(char, { reference, count: 1 });
      else written.count += 1;
    }
  }
  return found;
}

function characterOf(digits: string, base: number): string | undefined {
  const codePoint = Number.parseInt(digits, base);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

function countRaw(sample: readonly string[], candidates: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const anyOf = new RegExp(
    `[${[...candidates].map((char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`,
    'gu',
  );
  for (const raw of sample) {
    const found = raw.match(anyOf);
    if (found === null) continue;
    for (const char of found) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return counts;
}
