import { characterName, hasRightToLeft, oddCharacters, type OddKind } from '../../base/text/oddCharacters.ts';
import { directionOf } from '../../base/text/directionOf.ts';
import { coveredBy } from '../check/ranges.ts';
import { errorAt, type Problem, type ProblemKind, type TranslationContext } from '../read/placeholder.ts';
import type { Message } from '../read/readMessage.ts';
import { replaceSpans } from '../read/replaceSpans.ts';
import { foreignLinks, overlaps } from './foreignLinks.ts';
import { damagedRanges } from './damagedRanges.ts';
import { decodedText, type DecodedText } from './decodedText.ts';
import { beginsFormula } from './formula.ts';
import { foreignLetters } from './foreignLetters.ts';

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
 * `otherProblems` are those that other checks found: a link that one of them reports is not reported twice. A link that
 * is a whole text may lead to another host of its domain, with a warning.
 */
export function checkSafety(
  source: Message,
  translation: Message,
  { targetLocale, isCell }: TranslationContext,
  otherProblems: readonly Problem[],
): readonly Problem[] {
  const problems = [
    ...checkCharacters(source.text, translation, targetLocale),
    ...checkLinks(source, translation, targetLocale, otherProblems),
  ];
  if (isCell === true && beginsFormula(translation.text, source.text))
    problems.push(errorAt('formula', translation.text.slice(0, 1), 0));
  return problems;
}

/** Characters up to U+024F but the soft hyphen and control characters: a cheap check first. */
const ordinary = /^[\t\n\r\x20-\x25\x27-\x5b\x5d-\x7e\xa0-\xac\xae-\xc1\xf5-\u024f]*$/u;

function checkCharacters(source: string, translation: Message, locale: string | undefined): readonly Problem[] {
  if (ordinary.test(translation.text)) return [];
  const decodedSource = decodedText(source).text;
  const decoded = decodedText(translation.text);
  return [
    ...checkOdd(decodedSource, decoded, translation.text, locale),
    ...checkLetters(source, translation, locale),
    ...checkDamage(decodedSource, decoded, translation.text),
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
  const inSource = Map.groupBy(source, (character) => character.codePointAt(0) ?? 0);
  const problems: Problem[] = [];
  for (const [codePoint, characters] of Map.groupBy(odd, (character) => character.codePoint)) {
    const firstAdded = characters[inSource.get(codePoint)?.length ?? 0];
    if (firstAdded === undefined) continue;
    const start = original(firstAdded.start);
    const problem = errorAt(kinds[firstAdded.kind], translation.slice(start, original(firstAdded.end)), start);
    problems.push({ ...problem, shown: characterName(codePoint) });
  }
  return problems;
}

/** Placeholders are no words, but the attributes of tags have words, too. */
function checkLetters(source: string, { text, placeholders }: Message, locale: string | undefined): readonly Problem[] {
  const withoutWords = placeholders.filter(({ syntax }) => syntax !== 'tag' && syntax !== 'entity');
  const words = replaceSpans(text, withoutWords, ({ start, end }) => ' '.repeat(end - start));
  const { text: decoded, original } = decodedText(words);
  return foreignLetters(source, decoded, locale)
    .slice(0, maxListed)
    .map(({ start, letter, word }) => ({
      ...errorAt('foreign-letter', text.slice(original(start), original(start + word.length)), original(start)),
      shown: characterName(letter.codePointAt(0) ?? 0),
    }));
}

function checkDamage(source: string, { text, original }: DecodedText, translation: string): readonly Problem[] {
  const inSource = new Set(damagedRanges(source).map((range) => range.text));
  return damagedRanges(text)
    .filter((range) => !inSource.has(range.text))
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
  otherProblems: readonly Problem[],
): readonly Problem[] {
  const isCode = coveredBy(placeholders.filter(({ syntax }) => syntax === 'code-span'));
  const reported = otherProblems.filter(({ kind }) => kind !== 'same-as-source');
  const problems: Problem[] = [];
  for (const link of foreignLinks(source.text, text, locale, isCode)) {
    const isReported = reported.some(
      (problem) => problem.start !== undefined && overlaps(link, { start: problem.start, text: problem.text }),
    );
    if (isReported && !link.isHarmful) continue;
    const severity = link.isSameDomain === true ? 'warning' : 'error';
    problems.push({ ...errorAt('foreign-link', link.text, link.start), severity });
  }
  return problems;
}
