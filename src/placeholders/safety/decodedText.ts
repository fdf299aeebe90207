/** A text in which escapes are replaced by the characters that programs show instead. */
export interface DecodedText {
  readonly text: string;
  /** Returns the offset in the original text of an offset in `text`. */
  readonly original: (offset: number) => number;
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
  if (!/[&\\]/u.test(text)) return { text, original: (offset) => offset };
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
  return { text: decoded + text.slice(lastEnd), original: (offset) => originalOffset(offset, replacedEscapes) };
}

/** Offsets of an escape in the original text. */
interface ReplacedEscape {
  readonly start: number;
  readonly end: number;
  /** The offset after its character in the decoded text. */
  readonly decodedEnd: number;
}

/** Returns the offset in the original text of an offset in the decoded one. */
function originalOffset(offset: number, replacedEscapes: readonly ReplacedEscape[]): number {
  /** By how much the escapes before the offset have shortened the text. */
  let shift = 0;
  for (const { start, end, decodedEnd } of replacedEscapes) {
    // All offsets within the character of an escape are the escape's start.
    if (decodedEnd > offset) return Math.min(offset + shift, start);
    shift = end - decodedEnd;
  }
  return offset + shift;
}

/** Returns the character of a match of `escapes`; undefined for an unknown entity. */
function characterOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { hex, decimal, name, braced, unit, byte } = groups;
  if (name !== undefined) return entities[name.toLowerCase()];
  const digits = hex ?? braced ?? unit ?? byte;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}
