import { characterName, hasRightToLeft, oddCharacters, type OddKind } from '../../base/text/oddCharacters.ts';
import { directionOf } from '../../base/text/direction.ts';
import { coveredBy } from '../check/ranges.ts';
import { errorAt, type Problem, type ProblemKind, type TranslationContext } from '../read/placeholder.ts';
import type { Message } from '../read/readMessage.ts';
import { foreignLinks } from './checkLinks.ts';
import { damagedRanges } from './damagedEncoding.ts';
import { decodedText, type DecodedText } from './decodedText.ts';
import { beginsFormula } from './formula.ts';
import { foreignLetters } from './mixedScripts.ts';

const kinds: Readonly<Record<OddKind, ProblemKind>> = {
  hidden: 'hidden-character',
  direction: 'direction-character',
  damaged: 'damaged-text',
};

/** The most words with foreign letters, and damaged parts, that are listed. */
const maxListed = 5;

/**
 * Returns errors for what a reader of the translation does not see, or would be deceived by: hidden characters, those
 * that change the order of others, letters of other scripts, signs of damaged encoding, links that the source does not
 * have, and cells that a spreadsheet would calculate. What the source has is right, as often as the source has it.
 * `known` are the problems that other checks found: a link that one of them reports is not reported twice. A link that is
 * a whole text may lead to another host of its domain, with a warning.
 */
export function checkSafety(
  source: Message,
  translation: Message,
  { targetLocale, isCell }: TranslationContext,
  known: readonly Problem[],
): readonly Problem[] {
  return [
    ...checkCharacters(source.text, translation, targetLocale),
    ...checkLinks(source, translation, targetLocale, known),
    ...(isCell === true && beginsFormula(translation.text, source.text)
      ? [errorAt('formula', translation.text.slice(0, 1), 0)]
      : []),
  ];
}

/** Characters up to U+024F but the soft hyphen and control characters: a cheap check first. */
const ordinary = /^[\t\n\r\x20-\x25\x27-\x5b\x5d-\x7e\xa0-\xac\xae-\xc1\xf5-\u024f]*$/u;

function checkCharacters(source: string, translation: Message, locale: string | undefined): readonly Problem[] {
  if (ordinary.test(translation.text)) return [];
  const wanted = decodedText(source);
  const found = decodedText(translation.text);
  return [
    ...checkOdd(wanted.text, found, translation.text, locale),
    ...checkLetters(source, translation, locale),
    ...checkDamage(wanted.text, found, translation.text),
  ];
}

/** Returns an error for each different character that the translation has more often than the source. */
function checkOdd(
  source: string,
  { text, original }: DecodedText,
  translation: string,
  locale: string | undefined,
): readonly Problem[] {
  const isRightToLeft = hasRightToLeft(source) || (locale !== undefined && directionOf(locale) === 'rtl');
  const odd = oddCharacters(text, isRightToLeft);
  if (odd.length === 0) return [];
  const own = Map.groupBy(source, (character) => character.codePointAt(0) ?? 0);
  return [...Map.groupBy(odd, ({ codePoint }) => codePoint)].flatMap(([codePoint, characters]) => {
    const first = characters[own.get(codePoint)?.length ?? 0];
    if (first === undefined) return [];
    const start = original(first.start);
    return [
      {
        ...errorAt(kinds[first.kind], translation.slice(start, original(first.end)), start),
        shown: characterName(codePoint),
      },
    ];
  });
}

/** Placeholders are no words, but the attributes of tags have words, too. */
function checkLetters(source: string, { text, placeholders }: Message, locale: string | undefined): readonly Problem[] {
  let words = '';
  let from = 0;
  for (const { start, end, syntax } of placeholders) {
    if (syntax === 'tag' || syntax === 'entity') continue;
    words += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  words += text.slice(from);
  const { text: decoded, original } = decodedText(words);
  return foreignLetters(source, decoded, locale)
    .slice(0, maxListed)
    .map(({ start, letter, word }) => ({
      ...errorAt('foreign-letter', text.slice(original(start), original(start + word.length)), original(start)),
      shown: characterName(letter.codePointAt(0) ?? 0),
    }));
}

function checkDamage(source: string, { text, original }: DecodedText, translation: string): readonly Problem[] {
  const own = new Set(damagedRanges(source).map((range) => range.text));
  return damagedRanges(text)
    .filter((range) => !own.has(range.text))
    .slice(0, maxListed)
    .map((range) => {
      const start = original(range.start);
      return errorAt('damaged-text', translation.slice(start, original(range.start + range.text.length)), start);
    });
}

function checkLinks(
  source: Message,
  { text, placeholders }: Message,
  locale: string | undefined,
  known: readonly Problem[],
): readonly Problem[] {
  const isCode = coveredBy(placeholders.filter(({ syntax }) => syntax === 'code-span'));
  return foreignLinks(source.text, text, locale, isCode)
    .filter(
      (link) =>
        link.isHarmful ||
        !known.some(
          ({ start, text: { length }, kind }) =>
            kind !== 'same-as-source' &&
            start !== undefined &&
            start < link.start + link.text.length &&
            link.start < start + length,
        ),
    )
    .map((link) => ({
      ...errorAt('foreign-link', link.text, link.start),
      ...(link.isSameDomain === true ? { severity: 'warning' } : {}),
    }));
}
