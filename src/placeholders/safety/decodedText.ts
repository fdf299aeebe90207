/** A text in which escapes are replaced by the characters that programs show instead. */
export interface DecodedText {
  readonly text: string;
  /** Maps an offset in the decoded `text` to the one in the text with escapes. */
  readonly originalOffset: (offset: number) => number;
}

/** Entities of HTML for characters that deceive or that links are written with; others don't matter here. */
const entities: Readonly<Record<string, string>> = {
  af: '\u2061',
  applyfunction: '\u2061',
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  emsp13: '\u2004',
  emsp14: '\u2005',
  equals: '=',
  gt: '>',
  ic: '\u2063',
  invisiblecomma: '\u2063',
  invisibletimes: '\u2062',
  it: '\u2062',
  lpar: '(',
  lrm: '\u200E',
  lt: '<',
  mediumspace: '\u205F',
  nbsp: '\u00A0',
  negativemediumspace: '\u200B',
  negativethickspace: '\u200B',
  negativethinspace: '\u200B',
  negativeverythinspace: '\u200B',
  newline: '\n',
  nobreak: '\u2060',
  num: '#',
  period: '.',
  quot: '"',
  rlm: '\u200F',
  rpar: ')',
  shy: '\u00AD',
  sol: '/',
  tab: '\t',
  zerowidthspace: '\u200B',
  zwj: '\u200D',
  zwnj: '\u200C',
};

const escapes = new RegExp(
  [
    // `&#x3a;` and `&#58;`: browsers read numbers without a semicolon, too.
    String.raw`&#(?:[xX](?<hex>[0-9a-fA-F]{1,8})|(?<decimal>[0-9]{1,8}));?`,
    // `&colon;`
    String.raw`&(?<name>[A-Za-z][A-Za-z0-9]{1,24});`,
    // `\u{3a}`, `\u003a`, `\x3a`
    String.raw`(?<!\\)\\(?:u\{(?<braced>[0-9a-fA-F]{1,6})\}|u(?<unit>[0-9a-fA-F]{4})|x(?<byte>[0-9a-fA-F]{2}))`,
  ].join('|'),
  'gu',
);

/** Replaces known entities, and the escapes of programming languages, by their characters. */
export function decodedText(text: string): DecodedText {
  if (!/[&\\]/u.test(text)) return { text, originalOffset: (offset) => offset };
  let decoded = '';
  let lastEnd = 0;
  const replacedEscapes: ReplacedEscape[] = [];
  for (const match of text.matchAll(escapes)) {
    const character = characterOf(match.groups ?? {});
    if (character === undefined) continue;
    decoded += text.slice(lastEnd, match.index) + character;
    lastEnd = match.index + match[0].length;
    replacedEscapes.push({ start: match.index, end: lastEnd, decodedEnd: decoded.length });
  }
  decoded += text.slice(lastEnd);
  return { text: decoded, originalOffset: (offset) => offsetWithEscapes(offset, replacedEscapes) };
}

/** Offsets of an escape in the original text. */
interface ReplacedEscape {
  readonly start: number;
  readonly end: number;
  /** The offset after its character in the decoded text. */
  readonly decodedEnd: number;
}

/** For `a&colon;b`, which is decoded as `a:b`, returns 1 for the colon's offset, and 8 for the offset 2. */
function offsetWithEscapes(offset: number, replacedEscapes: readonly ReplacedEscape[]): number {
  /** By how much the escapes before the offset have shortened the text. */
  let shift = 0;
  for (const { start, end, decodedEnd } of replacedEscapes) {
    // The offset is before the escape's character or, if that has two units, within it.
    if (decodedEnd > offset) return Math.min(offset + shift, start);
    shift = end - decodedEnd;
  }
  return offset + shift;
}

/** Returns the character of a match of `escapes`; undefined for an unknown entity. */
function characterOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  // `&#x41;`, `&#65;`, `&amp;`, `\u{41}`, `\u0041`, `\x41`
  const { hex, decimal, name, braced, unit, byte } = groups;
  if (name !== undefined) return entities[name.toLowerCase()];
  const digits = hex ?? braced ?? unit ?? byte;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  // No Unicode character has a higher number.
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}
