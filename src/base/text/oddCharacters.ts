/**
 * Why a character is odd. `hidden`: nobody sees it. `direction`: it changes the order in which others are shown.
 * `damaged`: it only occurs in text that was decoded or stored wrongly.
 */
export type OddKind = 'hidden' | 'direction' | 'damaged';

/** A character that the text around it does not need. UTF-16 offsets. */
export interface OddCharacter {
  readonly start: number;
  readonly end: number;
  readonly kind: OddKind;
  readonly codePoint: number;
}

/**
 * Matches characters that can be odd; most texts have none. Those after `--` are excepted: tab and line breaks, signs
 * before numbers in Arabic and Syriac, which are visible, and code points reserved for emoji.
 */
const suspicious = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}` +
    String.raw`\u{1680}\u{2000}\u{2001}\u{2004}-\u{2006}\u{205F}\u{2800}\u{FFFC}\u{FFFD}]` +
    String.raw`--[\t\n\r\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}` +
    String.raw`[\p{Cn}&&\p{Extended_Pictographic}]]]`,
  'gv',
);

const rightToLeftLetter = new RegExp(
  `[${'Hebrew Arabic Syriac Thaana Nko Adlam Samaritan Mandaic Hanifi_Rohingya Yezidi'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')}]`,
  'u',
);

/** Whether a text has letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeftLetter.test(text);
}

/** Matches letters of scripts that U+200D joins and U+200C keeps apart. */
const joiningScripts = scriptClass(
  'Arabic Syriac Mandaic Nko Adlam Mongolian Phags_Pa Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya ' +
    'Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Balinese Javanese Meetei_Mayek Newa Tirhuta Grantha',
);
/** Matches letters of scripts that have no spaces between words. */
const unspacedScripts = scriptClass(
  'Thai Lao Khmer Myanmar Tibetan Tai_Tham Tai_Le New_Tai_Lue Tai_Viet Javanese Balinese Han Hiragana Katakana',
);
/** Matches letters of scripts whose words are hyphenated. */
const hyphenatedScripts = scriptClass(
  'Latin Greek Cyrillic Armenian Georgian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam',
);

/** Returns a class for the letters of scripts: `[\p{Script_Extensions=Thai}\p{Script_Extensions=Lao}]`. */
function scriptClass(names: string): string {
  return `[${names
    .split(' ')
    .map((name) => String.raw`\p{Script_Extensions=${name}}`)
    .join('')}]`;
}

/** Characters that may separate a zero-width space from the letters that it is for. */
const separators = String.raw`[\u200B\p{P}\p{N}\p{Zs}]{0,3}`;
const letter = String.raw`[\p{L}\p{M}\p{N}]`;
const inEmoji = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;

/** At the beginning of a word with at least eight letters, which is long enough for hyphens. */
const longWord = String.raw`(?<![\p{L}\p{M}\u00AD])(?=(?:${hyphenatedScripts}\u00AD?){8})`;
/** Syllables with soft hyphens between them. The first and the last one have at least two letters. */
const syllables = String.raw`${hyphenatedScripts}{2,}(?:\u00AD${hyphenatedScripts}+)*\u00AD${hyphenatedScripts}{2,}`;

/**
 * By code point: a search for occurrences of a character that are legitimate, because of the characters around it. A
 * match may include other text, in which no character is odd.
 */
const legitimateOccurrences: ReadonlyMap<number, RegExp> = new Map<number, RegExp>([
  // Non-joiner and joiner next to a letter of their scripts (Persian adds endings to foreign words), or in an emoji.
  [0x200c, searchOf(nextToJoiningLetter('\\u200C'))],
  [0x200d, searchOf(`${nextToJoiningLetter('\\u200D')}|${inEmoji}`)],
  // Zero-width space, which allows a line break between words.
  [0x200b, searchOf(String.raw`(?<=${unspacedScripts}${separators})\u200B|\u200B(?=${separators}${unspacedScripts})`)],
  // Soft hyphen.
  [0x00ad, searchOf(longWord + syllables)],
  // Mongolian vowel separator, and the inherent vowels of Khmer, after a letter.
  [0x180e, searchOf(String.raw`(?<=\p{Script=Mongolian})\u180E`)],
  [0x17b4, searchOf(String.raw`(?<=\p{Script=Khmer})\u17B4`)],
  [0x17b5, searchOf(String.raw`(?<=\p{Script=Khmer})\u17B5`)],
  // Combining grapheme joiner, between the marks of a Hebrew letter.
  [0x034f, searchOf(String.raw`(?<=[\p{Script=Hebrew}]\p{M}*)\u034F`)],
  // Braille blank, in a text with other Braille.
  [0x2800, searchOf(String.raw`[\u2801-\u28FF].*\u2800|\u2800.*[\u2801-\u28FF]`)],
]);

/**
 * Returns the source of a pattern for a joiner after or before a letter. Between them may be another joiner, and the
 * punctuation or space at the end of a word.
 */
function nextToJoiningLetter(joiner: string): string {
  const between = String.raw`[\u200C\u200D]?[\p{P}\p{Zs}]?`;
  const joiningLetter = `[${joiningScripts}&&${letter}]`;
  return `(?<=${joiningLetter}${between})${joiner}|${joiner}(?=${between}${joiningLetter})`;
}

function searchOf(source: string): RegExp {
  return new RegExp(source, 'gsv');
}

const withVariants = String.raw`[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\u3000-\u303F\uFF00-\uFFEF]`;
/** Matches a variation selector after a character that has variants: emoji, key caps, letters, Han, Mongolian. */
const variationSelector = searchOf(
  [
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
    String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
    String.raw`(?<=${withVariants})[\uFE00-\uFE0F]`,
    String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  ].join('|'),
);
/** Matches the flag of a region (England, Scotland, Wales): a black flag, and tags that spell the region. */
const flagSequence = searchOf(String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`);

/**
 * Returns the characters of a text that nobody sees, that change the order of others, or that are signs of damage,
 * unless the scripts and emoji of the text need them there. With `isRightToLeft`, direction marks and balanced isolates
 * and embeddings are legitimate even if the text itself has no right-to-left letters.
 */
export function oddCharacters(text: string, isRightToLeft = false): readonly OddCharacter[] {
  if (text.search(suspicious) < 0) return [];
  const byOffset = new Map<number, OddCharacter>();
  for (const { 0: character, index } of text.matchAll(suspicious)) {
    const codePoint = character.codePointAt(0) ?? 0;
    byOffset.set(index, { start: index, end: index + character.length, kind: kindOf(codePoint), codePoint });
  }
  // Characters that the text around them needs are not odd.
  const searches = new Set([...byOffset.values()].flatMap(({ codePoint }) => searchFor(codePoint) ?? []));
  for (const search of searches) {
    for (const { 0: match, index } of text.matchAll(search)) {
      for (let offset = index; offset < index + match.length; offset += 1) byOffset.delete(offset);
    }
  }
  if (isRightToLeft || hasRightToLeft(text))
    for (const start of balancedDirections(text, [...byOffset.values()])) byOffset.delete(start);
  return [...byOffset.values()];
}

/** Returns the search for legitimate occurrences of a character; undefined if it is odd everywhere. */
function searchFor(codePoint: number): RegExp | undefined {
  const search = legitimateOccurrences.get(codePoint);
  if (search !== undefined) return search;
  if (isVariationSelector(codePoint)) return variationSelector;
  const isTag = codePoint >= 0xe0020 && codePoint <= 0xe007f;
  return isTag ? flagSequence : undefined;
}

function isVariationSelector(codePoint: number): boolean {
  return (
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    (codePoint >= 0xe0100 && codePoint <= 0xe01ef) ||
    (codePoint >= 0x180b && codePoint <= 0x180f)
  );
}

const directionMarks: ReadonlySet<number> = new Set([0x200e, 0x200f, 0x061c]);
/** Ends an embedding or an override. */
const popDirection = 0x202c;
const popIsolate = 0x2069;
const rightToLeftEmbedding = 0x202b;
const embeddings: ReadonlySet<number> = new Set([0x202a, rightToLeftEmbedding]);
const overrides: ReadonlySet<number> = new Set([0x202d, 0x202e]);
const isolates: ReadonlySet<number> = new Set([0x2066, 0x2067, 0x2068]);

/**
 * Returns the offsets of direction marks, and of isolates and embeddings with the characters that close them, which are
 * nested like brackets. A right-to-left embedding of a whole text needs no end: the end of the paragraph ends it.
 */
function balancedDirections(text: string, characters: readonly OddCharacter[]): readonly number[] {
  const balanced: number[] = [];
  const unclosed: OddCharacter[] = [];
  for (const character of characters) {
    const { codePoint, start } = character;
    if (directionMarks.has(codePoint)) balanced.push(start);
    else if (embeddings.has(codePoint) || overrides.has(codePoint) || isolates.has(codePoint)) unclosed.push(character);
    else if (codePoint === popDirection || codePoint === popIsolate) {
      const innermost = unclosed.at(-1);
      if (innermost === undefined) continue;
      const needsPopIsolate = isolates.has(innermost.codePoint);
      if (needsPopIsolate !== (codePoint === popIsolate)) continue;
      unclosed.pop();
      if (!overrides.has(innermost.codePoint)) balanced.push(innermost.start, start);
    }
  }
  const [outermost] = unclosed;
  const textBefore = text.slice(0, outermost?.start ?? 0);
  const isOnlyInvisible = /^[\p{Cf}\s]*$/u.test(textBefore);
  if (outermost?.codePoint === rightToLeftEmbedding && isOnlyInvisible) balanced.push(outermost.start);
  return balanced;
}

function kindOf(codePoint: number): OddKind {
  const isEmbedding = codePoint >= 0x202a && codePoint <= 0x202e;
  const isIsolate = codePoint >= 0x2066 && codePoint <= 0x2069;
  if (directionMarks.has(codePoint) || isEmbedding || isIsolate) return 'direction';
  const character = String.fromCodePoint(codePoint);
  // Half of a surrogate pair, for private use, not assigned, or a replacement for something that could not be kept.
  if (/[\p{Cs}\p{Co}\p{Cn}\uFFFC\uFFFD]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character))
    return 'damaged';
  return 'hidden';
}

/** Names by Unicode, of the characters that are most often seen in texts by mistake, or used to deceive. */
const names: Readonly<Record<number, string>> = {
  0x00: 'NULL',
  0x07: 'BELL',
  0x08: 'BACKSPACE',
  0x0b: 'LINE TABULATION',
  0x0c: 'FORM FEED',
  0x1b: 'ESCAPE',
  0x7f: 'DELETE',
  0x85: 'NEXT LINE',
  0x9b: 'CONTROL SEQUENCE INTRODUCER',
  0x9d: 'OPERATING SYSTEM COMMAND',
  0xad: 'SOFT HYPHEN',
  0x34f: 'COMBINING GRAPHEME JOINER',
  0x61c: 'ARABIC LETTER MARK',
  0x115f: 'HANGUL CHOSEONG FILLER',
  0x1160: 'HANGUL JUNGSEONG FILLER',
  0x1680: 'OGHAM SPACE MARK',
  0x17b4: 'KHMER VOWEL INHERENT AQ',
  0x17b5: 'KHMER VOWEL INHERENT AA',
  0x180e: 'MONGOLIAN VOWEL SEPARATOR',
  0x2000: 'EN QUAD',
  0x2001: 'EM QUAD',
  0x2004: 'THREE-PER-EM SPACE',
  0x2005: 'FOUR-PER-EM SPACE',
  0x2006: 'SIX-PER-EM SPACE',
  0x200b: 'ZERO WIDTH SPACE',
  0x200c: 'ZERO WIDTH NON-JOINER',
  0x200d: 'ZERO WIDTH JOINER',
  0x200e: 'LEFT-TO-RIGHT MARK',
  0x200f: 'RIGHT-TO-LEFT MARK',
  0x2028: 'LINE SEPARATOR',
  0x2029: 'PARAGRAPH SEPARATOR',
  0x202a: 'LEFT-TO-RIGHT EMBEDDING',
  0x202b: 'RIGHT-TO-LEFT EMBEDDING',
  0x202c: 'POP DIRECTIONAL FORMATTING',
  0x202d: 'LEFT-TO-RIGHT OVERRIDE',
  0x202e: 'RIGHT-TO-LEFT OVERRIDE',
  0x205f: 'MEDIUM MATHEMATICAL SPACE',
  0x2060: 'WORD JOINER',
  0x2061: 'FUNCTION APPLICATION',
  0x2062: 'INVISIBLE TIMES',
  0x2063: 'INVISIBLE SEPARATOR',
  0x2064: 'INVISIBLE PLUS',
  0x2066: 'LEFT-TO-RIGHT ISOLATE',
  0x2067: 'RIGHT-TO-LEFT ISOLATE',
  0x2068: 'FIRST STRONG ISOLATE',
  0x2069: 'POP DIRECTIONAL ISOLATE',
  0x206a: 'INHIBIT SYMMETRIC SWAPPING',
  0x206b: 'ACTIVATE SYMMETRIC SWAPPING',
  0x206c: 'INHIBIT ARABIC FORM SHAPING',
  0x206d: 'ACTIVATE ARABIC FORM SHAPING',
  0x206e: 'NATIONAL DIGIT SHAPES',
  0x206f: 'NOMINAL DIGIT SHAPES',
  0x2800: 'BRAILLE PATTERN BLANK',
  0x3164: 'HANGUL FILLER',
  0xfeff: 'ZERO WIDTH NO-BREAK SPACE',
  0xffa0: 'HALFWIDTH HANGUL FILLER',
  0xfff9: 'INTERLINEAR ANNOTATION ANCHOR',
  0xfffa: 'INTERLINEAR ANNOTATION SEPARATOR',
  0xfffb: 'INTERLINEAR ANNOTATION TERMINATOR',
  0xfffc: 'OBJECT REPLACEMENT CHARACTER',
  0xfffd: 'REPLACEMENT CHARACTER',
  0xe0001: 'LANGUAGE TAG',
  0xe007f: 'CANCEL TAG',
};

/** Returns a character's code point and, if it has one here, its name: `U+202E RIGHT-TO-LEFT OVERRIDE`. */
export function characterName(codePoint: number): string {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[codePoint] ?? numberedName(codePoint);
  return name === undefined ? code : `${code} ${name}`;
}

/** Returns a text in which odd characters are replaced by their names in brackets. */
export function withNamedCharacters(text: string): string {
  let result = '';
  let copiedEnd = 0;
  for (const { start, end, codePoint } of oddCharacters(text)) {
    result += `${text.slice(copiedEnd, start)}[${characterName(codePoint)}]`;
    copiedEnd = end;
  }
  return result + text.slice(copiedEnd);
}

/** Names of characters that are numbered, or named after the ASCII character that they represent. */
function numberedName(codePoint: number): string | undefined {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return `VARIATION SELECTOR-${codePoint - 0xfe00 + 1}`;
  // The first 16 are those above.
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return `VARIATION SELECTOR-${codePoint - 0xe0100 + 17}`;
  if (codePoint > 0xe0020 && codePoint < 0xe007f) return `TAG ${String.fromCodePoint(codePoint - 0xe0000)}`;
  return undefined;
}
