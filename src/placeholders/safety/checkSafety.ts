import { characterName, hasRightToLeft, oddCharacters, type OddKind } from '../../base/text/oddCharacters.ts';
import { directionOf } from '../../base/text/directionOf.ts';
import { coveredBy } from '../check/ranges.ts';
import { errorAt, type Problem, type ProblemKind, type TranslationContext } from '../read/placeholder.ts';
import type { Message } from '../read/readMessage.ts';
import { replaceSpans } from '../read/replaceSpans.ts';
import { foreignLinks, overlaps } from './foreignLinks.ts';
import { damagedRanges, furtherBytes } from './damagedRanges.ts';
import { decodedText, type DecodedText } from './decodedText.ts';
import { beginsFormula } from './formula.ts';
import { foreignLetters } from './foreignLetters.ts';

const problemKinds: Readonly<Record<OddKind, ProblemKind>> = {
  hidden: 'hidden-character',
  direction: 'direction-character',
  damaged: 'damaged-text',
};

/** How many words with foreign letters are reported at most, and how many damaged parts. */
const maxListed = 5;

/**
 * Returns errors for what a reader of the translation does not see, or would be deceived by: hidden characters, those
 * that change the order of others, letters of other scripts, signs of damaged encoding, links that the source does not
 * have, and cells that a spreadsheet would calculate. What the source has is accepted as often as there.
 * `otherProblems` are those that other checks found: a link that one of them reports is not reported twice. A link that
 * is a whole text may lead to another host of its domain, with a warning.
 */
export function checkSafety(
  source: Message,
  translation: Message,
  { targetLocale, isCell }: TranslationContext,
  otherProblems: readonly Problem[],
): readonly Problem[] {
  // It has nothing that its source lacks.
  if (translation.text === source.text) return [];
  const problems = [
    ...checkCharacters(source.text, translation, targetLocale),
    ...checkLinks(source, translation, targetLocale, otherProblems),
  ];
  if (isCell === true && beginsFormula(translation.text, source.text))
    problems.push(errorAt('formula', translation.text.slice(0, 1), 0));
  return problems;
}

/**
 * A cheap check first: Latin letters up to U+024F, and punctuation. Without the soft hyphen, control characters, those
 * that begin an escape (`&`, `\`), and what may be damaged text (`Ã¼`, but not each `Ã` or `ü`).
 */
const harmlessText = new RegExp(
  `^(?:[\\t\\n\\r\\x20-\\x25\\x27-\\x5b\\x5d-\\x7e\\xa0-\\xac\\xae-\\xc1\\xf5-\\u024f\\u2013\\u2014\\u2018-\\u201e\\u2026]` +
    `|[\\xc2-\\xf4](?![${furtherBytes}]))*$`,
  'u',
);

function checkCharacters(source: string, translation: Message, locale: string | undefined): readonly Problem[] {
  if (harmlessText.test(translation.text)) return [];
  const decodedSource = decodedText(source).text;
  const decoded = decodedText(translation.text);
  return [
    ...checkOddCharacters(decodedSource, decoded, translation.text, locale),
    ...checkLetters(source, translation, locale),
    ...checkDamage(decodedSource, decoded, translation.text),
  ];
}

/** Returns an error for each different character that the translation has more often than the source. */
function checkOddCharacters(
  source: string,
  { text, originalOffset }: DecodedText,
  translation: string,
  locale: string | undefined,
): readonly Problem[] {
  const isRightToLeft = hasRightToLeft(source) || (locale !== undefined && directionOf(locale) === 'rtl');
  const oddOnes = oddCharacters(text, isRightToLeft);
  if (oddOnes.length === 0) return [];
  const sourceCharacters = Map.groupBy(source, (character) => character.codePointAt(0) ?? 0);
  const problems: Problem[] = [];
  for (const [codePoint, characters] of Map.groupBy(oddOnes, (character) => character.codePoint)) {
    const sourceCount = sourceCharacters.get(codePoint)?.length ?? 0;
    // As many as the source has are accepted.
    const firstAdded = characters[sourceCount];
    if (firstAdded === undefined) continue;
    const [start, end] = [originalOffset(firstAdded.start), originalOffset(firstAdded.end)];
    const problem = errorAt(problemKinds[firstAdded.kind], translation.slice(start, end), start);
    problems.push({ ...problem, shown: characterName(codePoint) });
  }
  return problems;
}

/** Reports letters of other scripts in words, also in words of attributes, such as `title="…"`. */
function checkLetters(source: string, { text, placeholders }: Message, locale: string | undefined): readonly Problem[] {
  const placeholdersWithoutWords = placeholders.filter(({ syntax }) => syntax !== 'tag' && syntax !== 'entity');
  // Spaces keep the offsets.
  const words = replaceSpans(text, placeholdersWithoutWords, ({ start, end }) => ' '.repeat(end - start));
  const { text: decoded, originalOffset } = decodedText(words);
  const letters = foreignLetters(source, decoded, locale).slice(0, maxListed);
  return letters.map(({ start, letter, word }) => {
    const [originalStart, originalEnd] = [originalOffset(start), originalOffset(start + word.length)];
    const problem = errorAt('foreign-letter', text.slice(originalStart, originalEnd), originalStart);
    return { ...problem, shown: characterName(letter.codePointAt(0) ?? 0) };
  });
}

function checkDamage(source: string, { text, originalOffset }: DecodedText, translation: string): readonly Problem[] {
  const damagedInSource = new Set(damagedRanges(source).map((range) => range.text));
  const added = damagedRanges(text).filter((range) => !damagedInSource.has(range.text));
  return added.slice(0, maxListed).map((range) => {
    const [start, end] = [originalOffset(range.start), originalOffset(range.start + range.text.length)];
    return errorAt('damaged-text', translation.slice(start, end), start);
  });
}

function checkLinks(
  source: Message,
  { text, placeholders }: Message,
  locale: string | undefined,
  otherProblems: readonly Problem[],
): readonly Problem[] {
  const isCode = coveredBy(placeholders.filter(({ syntax }) => syntax === 'code-span'));
  // A problem `same-as-source` concerns the whole text, not its links.
  const reportedProblems = otherProblems.filter(({ kind }) => kind !== 'same-as-source');
  const problems: Problem[] = [];
  for (const link of foreignLinks(source.text, text, locale, isCode)) {
    const isReported = reportedProblems.some(
      (problem) => problem.start !== undefined && overlaps(link, { start: problem.start, text: problem.text }),
    );
    if (isReported && !link.isHarmful) continue;
    const severity = link.isSameDomain === true ? 'warning' : 'error';
    problems.push({ ...errorAt('foreign-link', link.text, link.start), severity });
  }
  return problems;
}
