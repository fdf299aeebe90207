import { withNamedCharacters } from '../../../base/text/oddCharacters.ts';
import { requiredNumbers } from '../../../placeholders/check/formNumbers.ts';
import { isPositional } from '../../../placeholders/check/placeholderKeys.ts';
import { readsNumberedPrintf } from '../../../placeholders/check/reader.ts';
import { type Problem, type ProtectedText, UnprotectableError } from '../../../placeholders/read/placeholder.ts';
import { placeholderRuns, type Run } from '../../../placeholders/read/runs.ts';
import { maxCommentCharacters } from '../../../service/interface/limits.ts';
import { problemLocation } from '../../../placeholders/problemLocation.ts';
import type { TrackedJob } from '../../model/trackedJob.ts';
import { protect } from '../../../placeholders/protect.ts';

/** The parts of a job that a comment refers to. */
interface ReviewedJob extends Pick<TrackedJob, 'problems' | 'sourceText' | 'translatedText' | 'protectedText'> {
  /** The parts of the source that translators see in brackets: adjacent placeholders are one run. */
  readonly runs: readonly Run[];
}

/** The number of characters that an excerpt shows before and after a range. */
const contextCharacters = 30;
/** Longer parts are shortened. */
const maxPartCharacters = 300;
/** The maximum number of parts that are listed. */
const maxListedParts = 8;

/**
 * Writes a comment for the translator that lists the errors, their locations and remedies, followed by the warnings
 * that a translator can fix. The comment is in plain English regardless of the editor's language, understandable
 * without knowledge of this program, and shows placeholders as translators see them, in `[[[ ]]]`. Returns undefined if
 * there are no errors. The comment is never longer than the service allows.
 */
export function revisionComment(reviewed: Omit<ReviewedJob, 'runs'>): string | undefined {
  const { protectedText } = reviewed;
  const runs = protectedText === undefined ? [] : placeholderRuns(protectedText.source, protectedText.placeholders);
  const job = { ...reviewed, runs };
  const errorLines = linesFor(job, 'error');
  if (errorLines.length === 0) return undefined;
  const lines = ['Thank you for the translation. Please correct the following:', ...errorLines];
  const warningLines = linesFor(job, 'warning');
  if (warningLines.length > 0) lines.push('Please also look at this:', ...warningLines);
  return withinLimit(lines);
}

function linesFor(job: ReviewedJob, severity: Problem['severity']): readonly string[] {
  const problems = job.problems.filter((problem) => problem.severity === severity);
  const sentences = problems.flatMap((problem) => sentenceFor(problem, job) ?? []);
  // Translators could not see such a character, and their tools may remove it.
  return [...new Set(sentences)].map((sentence) => `- ${withNamedCharacters(sentence)}`);
}

/** Space for the line that reports how many lines were dropped. */
const lastLineCharacters = 40;

/** Drops lines over the limit and reports how many. */
function withinLimit(lines: readonly string[]): string {
  const keptLines: string[] = [];
  let availableCharacters = maxCommentCharacters - lastLineCharacters;
  for (const line of lines) {
    availableCharacters -= Array.from(line).length + 1;
    if (availableCharacters < 0) return [...keptLines, `- … and ${lines.length - keptLines.length} more.`].join('\n');
    keptLines.push(line);
  }
  return keptLines.join('\n');
}

/**
 * Returns a sentence that asks to correct a problem; undefined for problems that were repaired, and for those that
 * depend on the language. `ending` is the end of most sentences, with an excerpt: see `excerptOf`.
 */
function sentenceFor(problem: Problem, job: ReviewedJob): string | undefined {
  const { kind, text } = problem;
  const ending = excerptOf(problem, job);
  switch (kind) {
    case 'missing-placeholder':
      if (problem.numbers !== undefined && problem.sourceStart === undefined)
        return (
          `In your language, this plural form ${problem.severity === 'warning' ? 'may be' : 'is'} used for the ` +
          `numbers ${problem.numbers.join(', ')} …, so the number must be filled in. Please write it as ` +
          `[[[${shorten(text)}]]].`
        );
      return `${missingPart(problem, job)} is missing. Please copy it from the source exactly as it is${ending}`;
    case 'extra-placeholder':
      if (!job.sourceText.includes(text)) return `${shorten(text)} is not in the source. Please remove it${ending}`;
      return (
        `${shorten(text)} appears more often in your translation than in the source. Please remove the ` +
        `extra ones${ending}`
      );
    case 'changed-placeholder':
      return `${shorten(text)} was changed. Please write ${originalOf(job)} instead${ending}`;
    case 'brackets-lost':
      return (
        `The source has ${shorten(text)} of its own next to a part in [[[ ]]]. Please keep it, in addition to the ` +
        `brackets around that part${ending}`
      );
    case 'order-changed':
      if (job.protectedText !== undefined && readsNumberedPrintf(job.protectedText.syntaxes ?? []))
        return numberedSentence(job, shorten(text), ending);
      return (
        'The parts in [[[ ]]] are filled in one after the other, so they must stay in the order of the ' +
        `source: ${listParts(job.runs.map(bracketed))}. In your translation, ${shorten(text)} is in a different ` +
        `position${ending}`
      );
    case 'icu-broken':
      return (
        'The parts in [[[ ]]] no longer fit together. Please copy each of them from the source exactly as it ' +
        `is, in the same order: ${listParts(job.runs.map(bracketed))}.`
      );
    case 'plural-missing':
      return (
        `The plural form "${text}" is missing, which your language needs. Please add it: [[[} ${text} ` +
        `{]]] followed by its text${ending}`
      );
    case 'tag-broken':
      return tagSentence(problem, job, ending);
    case 'stray-syntax':
      return (
        `The program would interpret ${shorten(text)} as code, and the source does not have it there. Please ` +
        `use words instead, or omit it${ending}`
      );
    case 'brackets-remaining':
      return (
        `There are extra brackets: ${shorten(text)}. Please remove them; only the parts that are in [[[ ]]] in ` +
        `the source have brackets${ending}`
      );
    case 'empty':
      return 'The translation is empty. Please translate the text.';
    case 'too-long':
      return (
        `The translation is too long by ${count(graphemesIn(text), 'character')}. Please shorten it; ` +
        `otherwise its end is cut off${ending}`
      );
    case 'too-wide':
      return 'The translation may be too wide for the space it is shown in. Please shorten it if you can.';
    case 'unusual-length':
      return (
        'The translation is much longer or much shorter than the source. Please check that it is complete, ' +
        'and that it belongs to this text.'
      );
    case 'unusual-script':
      return `Please check the language of ${shorten(text)}${ending}`;
    case 'line-breaks':
      return (
        `The source has ${count(lineBreaksIn(job.sourceText), 'line break')}, the translation ` +
        `${lineBreaksIn(job.translatedText ?? '')}. Please break the lines as in the source.`
      );
    case 'same-as-source':
      return (
        'The translation is the same as the source. Please translate it, or let us know that it should stay ' +
        'as it is.'
      );
    case 'apostrophe-quotes':
      return `The program would not show this apostrophe. Please write ’ instead of ' in words${ending}`;
    case 'hidden-character':
      return `There is a character that cannot be seen: ${problem.shown ?? 'unknown'}. Please remove it${ending}`;
    case 'direction-character':
      return (
        `There is a character that changes the order in which the text is shown: ${problem.shown ?? 'unknown'}. ` +
        `Please remove it${ending}`
      );
    case 'damaged-text':
      return `Some letters are damaged: ${problem.shown ?? shorten(text)}. Please type them again${ending}`;
    case 'foreign-letter':
      return (
        `The word ${shorten(text)} contains a letter of another script (${problem.shown ?? 'unknown'}). Please type ` +
        `the word again with the keyboard of your language${ending}`
      );
    case 'foreign-link':
      return `The link ${shorten(text)} is not in the source. Please use the source's link, or remove it${ending}`;
    case 'formula':
      return (
        `A spreadsheet would take this text for a formula, because it begins with ${shorten(text)}. Please begin it ` +
        'as the source begins.'
      );
    case 'whitespace-restored':
    case 'apostrophe-doubled':
    case 'final-punctuation':
      return undefined;
  }
}

/** Explains how to write the parts in another order, for programs that read the numbers of arguments. */
function numberedSentence(job: ReviewedJob, movedPart: string, ending: string): string {
  const positionalPlaceholders = job.protectedText?.placeholders.filter(isPositional) ?? [];
  // `%s` and `%d` become `%1$s` and `%2$d`.
  const numberedParts = positionalPlaceholders.map(({ text }, index) =>
    bracketed({ text: text.replace('%', `%${index + 1}$`) }),
  );
  return (
    'The parts in [[[ ]]] are filled in one after the other. To use another order, please number all of them in the ' +
    `order of the source, and then put them where your language needs them: ${listParts(numberedParts)}. In your ` +
    `translation, ${movedPart} is in a different position${ending}`
  );
}

/** Names a missing part as the translator sees it: several adjacent parts may share one pair of brackets. */
function missingPart({ text, sourceStart }: Problem, job: ReviewedJob): string {
  const offset = sourceStart ?? -1;
  const runAtStart = job.runs.find(({ start, end }) => start <= offset && offset < end);
  const run = runAtStart ?? job.runs.find((otherRun) => otherRun.text.includes(text));
  if (run === undefined) return shorten(text);
  if (run.text === text) return bracketed(run);
  return `${shorten(text)} in ${bracketed(run)}`;
}

/** Names the part that was probably changed: the only part or number of the source that the translation lacks. */
function originalOf(job: ReviewedJob): string {
  const { protectedText } = job;
  const parts = [...job.runs, ...(protectedText === undefined ? [] : requiredNumbers(protectedText))];
  const partsNotInTranslation = parts.filter(({ text }) => job.translatedText?.includes(text) !== true);
  const missingParts = [...new Set(partsNotInTranslation.map(bracketed))];
  const [onlyMissing] = missingParts;
  if (missingParts.length === 1 && onlyMissing !== undefined) return onlyMissing;
  return 'the part of the source that it replaces, exactly as it is,';
}

function tagSentence({ text, start, sourceStart }: Problem, job: ReviewedJob, ending: string): string {
  if (start === undefined && sourceStart !== undefined)
    return `The tag ${shorten(text)} is missing. Please put it around the same words as in the source${ending}`;
  const tags = (job.protectedText?.placeholders ?? [])
    .filter(({ syntax }) => syntax === 'tag')
    .map((tag) => shorten(tag.text));
  if (job.sourceText.includes(text))
    return (
      `The tag ${shorten(text)} is in the wrong place or appears too often. Please set the tags as in the source: ` +
      `${listParts(tags)}${ending}`
    );
  return `The tag ${shorten(text)} is not in the source. Please remove it, and keep the tags of the source${ending}`;
}

/** Returns the end of a sentence, with an excerpt of the text if possible: `: “… You have [[[{count}]]] items …”.` */
function excerptOf(problem: Problem, job: ReviewedJob): string {
  const range = problemLocation(problem, job);
  if (range === undefined) return '.';
  if (range.passage === 'source') {
    const sourceExcerpt = excerptAround(job.sourceText, range, job.runs);
    return sourceExcerpt === '' ? '.' : `: “${sourceExcerpt}”.`;
  }
  const translationExcerpt = excerptAround(job.translatedText ?? '', range, []);
  return translationExcerpt === '' ? '.' : `. In your translation: “${translationExcerpt}”.`;
}

/** Returns the words around a range, with the brackets that the translator sees; '' if the range is the whole text. */
function excerptAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  runs: readonly Run[],
): string {
  const isWholeText = start === 0 && end >= text.length;
  if (isWholeText) return '';
  const wordsStart = startOfWords(text, start - contextCharacters);
  const wordsEnd = endOfWords(text, Math.min(end, start + maxPartCharacters) + contextCharacters);
  // No run is cut.
  const shownRuns = runs.filter((run) => run.end > wordsStart && run.start < wordsEnd);
  const excerptStart = Math.min(wordsStart, ...shownRuns.map((run) => run.start));
  const excerptEnd = Math.max(wordsEnd, ...shownRuns.map((run) => run.end));
  let excerpt = '';
  let copiedTo = excerptStart;
  for (const run of shownRuns) {
    excerpt += `${text.slice(copiedTo, run.start)}${bracketed(run)}`;
    copiedTo = run.end;
  }
  excerpt += text.slice(copiedTo, excerptEnd);
  const onOneLine = excerpt.replace(/\s+/gu, ' ').trim();
  return `${excerptStart > 0 ? '… ' : ''}${onOneLine}${excerptEnd < text.length ? ' …' : ''}`;
}

/** Moves an offset to the start of the next word nearby, so that an excerpt does not begin within a word. */
function startOfWords(text: string, offset: number): number {
  if (offset <= 0) return 0;
  const space = text.slice(offset, offset + contextCharacters / 2).search(/\s/u);
  return withoutHalfCharacter(text, space < 0 ? offset : offset + space + 1);
}

/** Moves an offset to the end of the last word before it, if one is nearby. */
function endOfWords(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const searchStart = offset - contextCharacters / 2;
  const lastSpace = text.slice(searchStart, offset).search(/\s\S*$/u);
  return withoutHalfCharacter(text, lastSpace < 0 ? offset : searchStart + lastSpace);
}

/** Moves an offset in the middle of a surrogate pair to its start. */
function withoutHalfCharacter(text: string, offset: number): number {
  const isInPair = /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1));
  return isInPair ? offset - 1 : offset;
}

function bracketed({ text }: { readonly text: string }): string {
  return `[[[${shorten(text)}]]]`;
}

/** Returns a part of a text, shortened if it is too long. */
function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > maxPartCharacters ? `${characters.slice(0, maxPartCharacters).join('')}…` : text;
}

/** `[[[%1$s]]], [[[%2$s]]] and 3 more`. */
function listParts(parts: readonly string[]): string {
  const listed = parts.slice(0, maxListedParts).join(', ');
  const unlistedCount = parts.length - maxListedParts;
  return unlistedCount > 0 ? `${listed} and ${unlistedCount} more` : listed;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function graphemesIn(text: string): number {
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)).length;
}

/** Counts line breaks, including the escape `\n`. */
function lineBreaksIn(text: string): number {
  return text.match(/\r\n|[\r\n]|\\n/gu)?.length ?? 0;
}

/** The maximum number of new source texts that are quoted. The strings of one job usually have the same text. */
const maxQuotedTexts = 3;

/**
 * Suggests a comment that gives the translator the new source text, with placeholders as translators see them. The
 * comment is in plain English regardless of the editor's language. Returns undefined if the text has not changed, or
 * would not fit into a comment.
 */
export function sourceComment(
  job: Pick<TrackedJob, 'sourceChanges' | 'sourceText' | 'protectedText'>,
): string | undefined {
  const newTexts = new Set<string>();
  for (const { state } of job.sourceChanges ?? [])
    if (state.kind === 'changed' && state.text !== undefined && state.text !== job.sourceText) newTexts.add(state.text);
  if (newTexts.size === 0) return undefined;
  const comment = commentOnTexts([...newTexts].slice(0, maxQuotedTexts).map((text) => asSent(text, job.protectedText)));
  if (Array.from(comment).length > maxCommentCharacters) return undefined;
  return comment;
}

function commentOnTexts(newTexts: readonly string[]): string {
  const quotedTexts = newTexts.join('\n\n');
  if (newTexts.length === 1)
    return `The source text has changed to:\n\n${quotedTexts}\n\nPlease translate this text instead.`;
  return (
    'The source text was used in several places, which now have different texts:\n\n' +
    `${quotedTexts}\n\nPlease let us know if your translation does not fit all of them.`
  );
}

/**
 * Returns a text as it would be sent, with its placeholders in brackets. A text with brackets of its own can't be
 * protected, so it is returned unchanged.
 */
function asSent(text: string, ordered: ProtectedText | undefined): string {
  if (ordered === undefined) return text;
  try {
    return protect(text, ordered.syntaxes ?? [], ordered.within, ordered.apostrophes).text;
  } catch (error) {
    if (error instanceof UnprotectableError) return text;
    throw error;
  }
}
