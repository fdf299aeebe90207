import { withNamedCharacters } from '../../../base/text/oddCharacters.ts';
import { requiredNumbers } from '../../../placeholders/check/formNumbers.ts';
import { isPositional } from '../../../placeholders/check/placeholderKeys.ts';
import { readsNumberedPrintf } from '../../../placeholders/check/reader.ts';
import { type Problem, type ProtectedText, UnprotectableError } from '../../../placeholders/read/placeholder.ts';
import { runsOf, type Run } from '../../../placeholders/read/runs.ts';
import { maxCommentCharacters } from '../../../service/interface/limits.ts';
import { problemLocation } from '../../../placeholders/problemLocation.ts';
import type { TrackedJob } from '../../model/trackedJob.ts';
import { protect } from '../../../placeholders/protect.ts';

/** The parts of a job that a comment refers to. */
interface Reviewed extends Pick<TrackedJob, 'problems' | 'sourceText' | 'translatedText' | 'protectedText'> {
  /** The parts of the source that translators see in brackets. */
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
export function revisionComment(reviewed: Omit<Reviewed, 'runs'>): string | undefined {
  const { protectedText } = reviewed;
  const job = {
    ...reviewed,
    runs: protectedText === undefined ? [] : runsOf(protectedText.source, protectedText.placeholders),
  };
  const errors = linesFor(
    job,
    job.problems.filter(({ severity }) => severity === 'error'),
  );
  if (errors.length === 0) return undefined;
  const warnings = linesFor(
    job,
    job.problems.filter(({ severity }) => severity === 'warning'),
  );
  return withinLimit([
    'Thank you for the translation. Please correct the following:',
    ...errors,
    ...(warnings.length === 0 ? [] : ['Please also look at this:', ...warnings]),
  ]);
}

function linesFor(job: Reviewed, problems: readonly Problem[]): readonly string[] {
  const sentences = problems.flatMap((problem) => sentenceFor(problem, job) ?? []);
  // Translators could not see such a character, and their tools may remove it.
  return [...new Set(sentences)].map((sentence) => `- ${withNamedCharacters(sentence)}`);
}

/** Room for the line that reports how many lines were dropped. */
const lastLineCharacters = 40;

/** Drops lines over the limit and reports how many. */
function withinLimit(lines: readonly string[]): string {
  const kept: string[] = [];
  let room = maxCommentCharacters - lastLineCharacters;
  for (const line of lines) {
    room -= Array.from(line).length + 1;
    if (room < 0) return [...kept, `- … and ${lines.length - kept.length} more.`].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

/** Returns undefined for problems that were repaired, and for those that depend on the language. */
function sentenceFor(problem: Problem, job: Reviewed): string | undefined {
  const { kind, text } = problem;
  const where = excerptOf(problem, job);
  switch (kind) {
    case 'missing-placeholder':
      if (problem.numbers !== undefined && problem.sourceStart === undefined)
        return (
          `In your language, this plural form ${problem.severity === 'warning' ? 'may be' : 'is'} used for the ` +
          `numbers ${problem.numbers.join(', ')} …, so the number must be filled in. Please write it as ` +
          `[[[${part(text)}]]].`
        );
      return `${missingPart(problem, job)} is missing. Please copy it from the source exactly as it is${where}`;
    case 'extra-placeholder':
      if (!job.sourceText.includes(text)) return `${part(text)} is not in the source. Please remove it${where}`;
      return (
        `${part(text)} appears more often in your translation than in the source. Please remove the ` +
        `extra ones${where}`
      );
    case 'changed-placeholder':
      return `${part(text)} was changed. Please write ${originalOf(job)} instead${where}`;
    case 'brackets-lost':
      return (
        `The source has ${part(text)} of its own next to a part in [[[ ]]]. Please keep it, in addition to the ` +
        `brackets around that part${where}`
      );
    case 'order-changed':
      if (job.protectedText !== undefined && readsNumberedPrintf(job.protectedText.syntaxes ?? []))
        return numberedSentence(job, part(text), where);
      return (
        'The parts in [[[ ]]] are filled in one after the other, so they must stay in the order of the ' +
        `source: ${listParts(job.runs.map(bracketed))}. In your translation, ${part(text)} is in a different ` +
        `position${where}`
      );
    case 'icu-broken':
      return (
        'The parts in [[[ ]]] no longer fit together. Please copy each of them from the source exactly as it ' +
        `is, in the same order: ${listParts(job.runs.map(bracketed))}.`
      );
    case 'plural-missing':
      return (
        `The plural form "${text}" is missing, which your language needs. Please add it: [[[} ${text} ` +
        `{]]] followed by its text${where}`
      );
    case 'tag-broken':
      return tagSentence(problem, job, where);
    case 'stray-syntax':
      return (
        `The program would interpret ${part(text)} as code, and the source does not have it there. Please ` +
        `use words instead, or omit it${where}`
      );
    case 'brackets-remaining':
      return (
        `There are extra brackets: ${part(text)}. Please remove them; only the parts that are in [[[ ]]] in ` +
        `the source have brackets${where}`
      );
    case 'empty':
      return 'The translation is empty. Please translate the text.';
    case 'too-long':
      return (
        `The translation is too long by ${count(graphemesIn(text), 'character')}. Please shorten it; ` +
        `otherwise its end is cut off${where}`
      );
    case 'too-wide':
      return 'The translation may be too wide for the space it is shown in. Please shorten it if you can.';
    case 'unusual-length':
      return (
        'The translation is much longer or much shorter than the source. Please check that it is complete, ' +
        'and that it belongs to this text.'
      );
    case 'unusual-script':
      return `Please check the language of ${part(text)}${where}`;
    case 'line-breaks':
      return (
        `The source has ${count(breaksIn(job.sourceText), 'line break')}, the translation ` +
        `${breaksIn(job.translatedText ?? '')}. Please break the lines as in the source.`
      );
    case 'same-as-source':
      return (
        'The translation is the same as the source. Please translate it, or let us know that it should stay ' +
        'as it is.'
      );
    case 'apostrophe-quotes':
      return `The program would not show this apostrophe. Please write ’ instead of ' in words${where}`;
    case 'hidden-character':
      return `There is a character that cannot be seen: ${problem.shown ?? 'unknown'}. Please remove it${where}`;
    case 'direction-character':
      return (
        `There is a character that changes the order in which the text is shown: ${problem.shown ?? 'unknown'}. ` +
        `Please remove it${where}`
      );
    case 'damaged-text':
      return `Some letters are damaged: ${problem.shown ?? part(text)}. Please type them again${where}`;
    case 'foreign-letter':
      return (
        `The word ${part(text)} contains a letter of another script (${problem.shown ?? 'unknown'}). Please type the ` +
        `word again with the keyboard of your language${where}`
      );
    case 'foreign-link':
      return `The link ${part(text)} is not in the source. Please use the source's link, or remove it${where}`;
    case 'formula':
      return `A spreadsheet would take this text for a formula, because it begins with ${part(text)}. Please begin it as the source begins.`;
    case 'whitespace-restored':
    case 'apostrophe-doubled':
    case 'final-punctuation':
      return undefined;
  }
}

/** Explains how to write the parts in another order, for programs that read the numbers of arguments. */
function numberedSentence(job: Reviewed, moved: string, where: string): string {
  const positional = job.protectedText?.placeholders.filter(isPositional) ?? [];
  const numbered = positional.map(({ text }, index) => `[[[${part(text.replace('%', `%${index + 1}$`))}]]]`);
  return (
    'The parts in [[[ ]]] are filled in one after the other. To use another order, please number all of them in the ' +
    `order of the source, and then put them where your language needs them: ${listParts(numbered)}. In your ` +
    `translation, ${moved} is in a different position${where}`
  );
}

/** Names a missing part as the translator sees it: several adjacent parts may share one pair of brackets. */
function missingPart({ text, sourceStart }: Problem, job: Reviewed): string {
  const run =
    job.runs.find(({ start, end }) => sourceStart !== undefined && start <= sourceStart && sourceStart < end) ??
    job.runs.find((candidate) => candidate.text.includes(text));
  if (run === undefined) return part(text);
  if (run.text === text) return bracketed(run);
  return `${part(text)} in ${bracketed(run)}`;
}

/** Names the part that was probably changed: the only part of the source, or number, that the translation lacks. */
function originalOf(job: Reviewed): string {
  const { protectedText } = job;
  const parts = [...job.runs, ...(protectedText === undefined ? [] : requiredNumbers(protectedText))];
  const partsNotInTranslation = parts.filter(({ text }) => job.translatedText?.includes(text) !== true);
  const missingParts = [...new Set(partsNotInTranslation.map(bracketed))];
  const [onlyMissing] = missingParts;
  if (missingParts.length === 1 && onlyMissing !== undefined) return onlyMissing;
  return 'the part of the source that it replaces, exactly as it is,';
}

function tagSentence({ text, start, sourceStart }: Problem, job: Reviewed, where: string): string {
  if (start === undefined && sourceStart !== undefined)
    return `The tag ${part(text)} is missing. Please put it around the same words as in the source${where}`;
  const tags = (job.protectedText?.placeholders ?? [])
    .filter(({ syntax }) => syntax === 'tag')
    .map((tag) => part(tag.text));
  if (job.sourceText.includes(text))
    return (
      `The tag ${part(text)} is in the wrong place or appears too often. Please set the tags as in the source: ` +
      `${listParts(tags)}${where}`
    );
  return `The tag ${part(text)} is not in the source. Please remove it, and keep the tags of the source${where}`;
}

/** Returns the end of a sentence, with an excerpt of the text if possible: `: “… You have [[[{count}]]] items …”.` */
function excerptOf(problem: Problem, job: Reviewed): string {
  const range = problemLocation(problem, job);
  if (range === undefined) return '.';
  if (range.passage === 'source') {
    const ofSource = excerptAround(job.sourceText, range, job.runs);
    return ofSource === '' ? '.' : `: “${ofSource}”.`;
  }
  const ofTranslation = excerptAround(job.translatedText ?? '', range, []);
  return ofTranslation === '' ? '.' : `. In your translation: “${ofTranslation}”.`;
}

/** Returns the words around a range, with the brackets that the translator sees; '' if the range is the whole text. */
function excerptAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  runs: readonly Run[],
): string {
  const shownEnd = Math.min(end, start + maxPartCharacters);
  const from = startOfWords(text, start - contextCharacters);
  const to = endOfWords(text, shownEnd + contextCharacters);
  const shownRuns = runs.filter((run) => run.end > from && run.start < to);
  const [excerptStart, excerptEnd] = [
    Math.min(from, ...shownRuns.map((run) => run.start)),
    Math.max(to, ...shownRuns.map((run) => run.end)),
  ];
  let words = '';
  let next = excerptStart;
  for (const run of shownRuns) {
    words += `${text.slice(next, run.start)}${bracketed(run)}`;
    next = run.end;
  }
  words = (words + text.slice(next, excerptEnd)).replace(/\s+/gu, ' ').trim();
  if (start === 0 && end >= text.length) return '';
  return `${excerptStart > 0 ? '… ' : ''}${words}${excerptEnd < text.length ? ' …' : ''}`;
}

/** Moves an offset to the start of the next word nearby, so that an excerpt does not begin within a word. */
function startOfWords(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + contextCharacters / 2).search(/\s/u);
  return withoutHalfCharacter(text, space < 0 ? at : at + space + 1);
}

/** Moves an offset to the end of the last word before it, if one is nearby. */
function endOfWords(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at - contextCharacters / 2, at).search(/\s\S*$/u);
  return withoutHalfCharacter(text, space < 0 ? at : at - contextCharacters / 2 + space);
}

/** Moves an offset in the middle of a surrogate pair to its start. */
function withoutHalfCharacter(text: string, at: number): number {
  const isInPair = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isInPair ? at - 1 : at;
}

function bracketed({ text }: { readonly text: string }): string {
  return `[[[${part(text)}]]]`;
}

function part(text: string): string {
  const characters = Array.from(text);
  return characters.length > maxPartCharacters ? `${characters.slice(0, maxPartCharacters).join('')}…` : text;
}

function listParts(parts: readonly string[]): string {
  const more = parts.length - maxListedParts;
  return [parts.slice(0, maxListedParts).join(', '), ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function graphemesIn(text: string): number {
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)).length;
}

function breaksIn(text: string): number {
  return text.match(/\r\n|[\r\n]|\\n/gu)?.length ?? 0;
}

/** The maximum number of texts that are quoted: the strings of one job usually have the same one. */
const maxTexts = 3;

/**
 * Suggests a comment that gives the translator the new source text, with placeholders as translators see them. The
 * comment is in plain English regardless of the editor's language. Returns undefined if the text has not changed, or
 * would not fit into a comment.
 */
export function sourceComment({
  sourceChanges = [],
  sourceText,
  protectedText,
}: Pick<TrackedJob, 'sourceChanges' | 'sourceText' | 'protectedText'>): string | undefined {
  const texts = new Set(
    sourceChanges.flatMap(({ state }) => (state.kind === 'changed' && state.text !== undefined ? [state.text] : [])),
  );
  texts.delete(sourceText);
  const [first, ...others] = [...texts].slice(0, maxTexts).map((text) => asSent(text, protectedText));
  if (first === undefined) return undefined;
  const comment = commentOnTexts(first, others);
  if (Array.from(comment).length > maxCommentCharacters) return undefined;
  return comment;
}

function commentOnTexts(first: string, others: readonly string[]): string {
  if (others.length === 0) return `The source text has changed to:\n\n${first}\n\nPlease translate this text instead.`;
  return (
    'The source text was used in several places, which now have different texts:\n\n' +
    `${[first, ...others].join('\n\n')}\n\nPlease let us know if your translation does not fit all of them.`
  );
}

/** Returns a text as it would be sent, with its placeholders in brackets; as it is, if it has brackets of its own. */
function asSent(text: string, ordered: ProtectedText | undefined): string {
  if (ordered === undefined) return text;
  try {
    return protect(text, ordered.syntaxes ?? [], ordered.within, ordered.apostrophes).text;
  } catch (error) {
    if (error instanceof UnprotectableError) return text;
    throw error;
  }
}
