import { refuseControls } from './xmlText.ts';

/** How a file writes characters that XML lets stand as themselves or as references: each character's reference; what is not in it stands as itself. */
export type ReferenceHabit = ReadonlyMap<string, string>;

/** Characters that a tool usually writes as references where a file does not show otherwise. */
export const USUAL_REFERENCES: ReferenceHabit = new Map([['>', '&gt;']]);

const named: Readonly<Record<string, string>> = { gt: '>', quot: '"', apos: "'" };

/**
 * The habit that character data as written shows: the first of `samples` in which a character occurs at all decides by its
 * majority, `usual` decides for what is in none. `<`, `&` and line ends are no matter of habit.
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
 * The numeric reference that an ASCII-only file has for letters beyond ASCII, as a function of the code point; undefined
 * for a file that holds characters beyond ASCII, or shows no such letter.
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

/** What `encodeByHabit` has to know of a file. */
export interface EncodingHabit {
  readonly lineEnd: string;
  readonly references: ReferenceHabit;
  readonly ascii: ((codePoint: number) => string) | undefined;
}

/**
 * A text as character data, written as the file has it elsewhere. Carriage returns become references, since a reader
 * would make them line ends. Throws FormatError for characters that XML 1.0 cannot hold.
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
  // `]]>` must not stand in character data (XML 1.0, 2.4).
  return result.includes(']]>') ? result.replaceAll(']]>', ']]&gt;') : result;
}

interface Written {
  readonly reference: string;
  count: number;
}

/** References of optional characters, by character; the first spelling stands for all. */
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
