/** Characters that nobody sees, or that change the order of others, with the names that pages show instead. */
export const oddCharacters: readonly (readonly [character: string, name: string])[] = [
  ['\u202E', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['\u202C', 'U+202C POP DIRECTIONAL FORMATTING'],
  ['\u200B', 'U+200B ZERO WIDTH SPACE'],
  ['\u200C', 'U+200C ZERO WIDTH NON-JOINER'],
  ['\u200D', 'U+200D ZERO WIDTH JOINER'],
  ['\u2060', 'U+2060 WORD JOINER'],
  ['\uFEFF', 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
  ['\u00AD', 'U+00AD SOFT HYPHEN'],
  ['\u0007', 'U+0007 BELL'],
  ['\u0008', 'U+0008 BACKSPACE'],
  ['\u001B', 'U+001B ESCAPE'],
  ['\u009B', 'U+009B CONTROL SEQUENCE INTRODUCER'],
  ['\u{E0068}', 'U+E0068 TAG h'],
  ['\uFE0F', 'U+FE0F VARIATION SELECTOR-16'],
  ['\uE000', 'U+E000'],
  ['\uFFFF', 'U+FFFF'],
  ['\uFFFD', 'U+FFFD REPLACEMENT CHARACTER'],
  ['\u2028', 'U+2028 LINE SEPARATOR'],
  ['\u3164', 'U+3164 HANGUL FILLER'],
  ['\u2800', 'U+2800 BRAILLE PATTERN BLANK'],
  ['\u2067', 'U+2067 RIGHT-TO-LEFT ISOLATE'],
  ['\u034F', 'U+034F COMBINING GRAPHEME JOINER'],
];

/** A text with all of them. */
export const oddText = oddCharacters.map(([character], index) => `Wort${index}${character}`).join('');

/** The text as pages show it. */
export const shownOddText = oddCharacters.map(([, name], index) => `Wort${index}${name}`).join('');
