import type { Span } from '../pattern/compileUserPattern.ts';

/**
 * How the program that shows a text reads its apostrophes.
 *
 * - `message-format`: java.text.MessageFormat. Every apostrophe begins or ends quoted text and disappears; two are one
 *   (API of java.text.MessageFormat, "Patterns and Their Interpretation").
 * - `flutter`: gen_l10n with `use-escaping`. As `message-format`, but a message with an unpaired apostrophe is rejected
 *   (flutter_tools, `lib/src/localizations/message_parser.dart`, `lexIntoTokens`).
 * - `icu`: an apostrophe quotes only before a brace, and before `#` in a plural (ICU 4.8, `DOUBLE_OPTIONAL`).
 * - `icu-and-tags`: also before an angle bracket (@formatjs/icu-messageformat-parser, `tryParseQuote`).
 * - `literal`: apostrophes are text.
 * - `uncertain`: as `message-format` or as `literal`.
 */
export type ApostropheRule = QuotingRule | 'literal' | 'uncertain';

/** The rules by which an apostrophe can quote. */
export type QuotingRule = 'message-format' | 'flutter' | 'icu' | 'icu-and-tags';

/** A character that a program shows. */
export interface ShownCharacter {
  readonly char: string;
  /** Its offset in the text; of two apostrophes that are one, the first. */
  readonly start: number;
  /** The character is between apostrophes that are not shown, so it is no syntax. */
  readonly quoted: boolean;
}

/** Matches the characters before which an apostrophe begins quoted text. In the first two rules, it always does. */
const quotableCharacters: Readonly<Record<QuotingRule, RegExp>> = {
  'message-format': /^/u,
  flutter: /^/u,
  icu: /[{}]/u,
  'icu-and-tags': /[{}<>]/u,
};

/** Returns the characters of a text without quoting apostrophes. `isPlural`: `#` is the number of a plural. */
export function readApostrophes(text: string, rule: QuotingRule, isPlural = false): readonly ShownCharacter[] {
  const characters: ShownCharacter[] = [];
  let quoted = false;
  for (let start = 0; start < text.length; start += 1) {
    const char = text.charAt(start);
    const nextChar = text.charAt(start + 1);
    if (char !== "'") {
      characters.push({ char, start, quoted });
    } else if (nextChar === "'") {
      // Two are one that is shown.
      characters.push({ char, start, quoted });
      start += 1;
    } else if (quoted) {
      quoted = false;
    } else if (quotableCharacters[rule].test(nextChar) || (isPlural && nextChar === '#')) {
      quoted = true;
    } else {
      // `it's`, by the rules of ICU.
      characters.push({ char, start, quoted });
    }
  }
  return characters;
}

/** Returns a text for the ICU parser: apostrophes that are text are replaced by characters that quote nothing. */
export function quotable(text: string, rule: ApostropheRule | undefined): string {
  return rule === 'literal' ? text.replaceAll("'", '’') : text;
}

/** Returns the apostrophes that are not doubled: the third of `'''`, since the first two are a pair. */
export function singleApostrophes(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: apostrophes, index } of text.matchAll(/'+/gu)) {
    const end = index + apostrophes.length;
    if (apostrophes.length % 2 === 1) spans.push({ start: end - 1, end });
  }
  return spans;
}
