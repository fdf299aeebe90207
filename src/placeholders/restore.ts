import { present } from '../base/present.ts';
import { languageOf } from '../base/locale.ts';
import { apostropheProblem, doubleApostrophes, explains, quotingApostrophes } from './check/apostrophes.ts';
import { checkLength, checkProportion, checkWidth } from './check/checkLength.ts';
import { pipePluralOf, restorePipes } from './check/restorePipes.ts';
import { checkFluentPlurals } from './check/compareFluent.ts';
import { checkPlurals } from './check/checkPlurals.ts';
import { checkScript } from './check/checkScript.ts';
import { checkText } from './check/checkText.ts';
import { comparePlaceholders } from './check/comparePlaceholders.ts';
import {
  bracketsLeft,
  halvedAmpersands,
  lostBrackets,
  lostCommand,
  repeatedTokens,
  straySyntax,
} from './check/straySyntax.ts';
import { explainNumbers, mayLackNumber, withFormNumbers } from './check/formNumbers.ts';
import { asReadNow } from './protect.ts';
import { readMessage, type Message } from './read/readMessage.ts';
import { coveredBy } from './check/ranges.ts';
import { replaceRanges, whitespaceReplacements } from './check/whitespaceReplacements.ts';
import { checkSafety } from './safety/checkSafety.ts';
import { type BracketFindings, unbracket, whitespaceAtEnd, whitespaceAtStart } from './check/unbracket.ts';
import type { Problem, ProtectedText, TranslationContext } from './read/placeholder.ts';

/**
 * Removes the protecting brackets from a translation and compares it with its source. `text` may be written to the file
 * if no problem is an error. Brackets may have come back with whitespace inside, full-width, doubled, partly lost or
 * not at all; changes that are certain are repaired, all others are problems. Apostrophes that the program would read as
 * quotes are doubled where that is certainly right. Offsets of problems are into `text`.
 * Properties absent from `context` are not checked: without a locale neither script nor plural categories.
 */
export function restore(
  translated: string,
  sent: ProtectedText,
  context: TranslationContext = {},
): { readonly text: string; readonly problems: readonly Problem[] } {
  // `sent` has the brackets that were sent; `current` and `expected` have the placeholders that are found today.
  const current = asReadNow(sent);
  const expected = withFormNumbers(current);
  const sentWithNumbers = withFormNumbers(sent);
  const withLineEnds = withLineEndsOf(current.source, translated);
  const unbracketed = unbracket(withLineEnds, sentWithNumbers.source, sentWithNumbers.placeholders);
  const spaced = withFinalBreaksOf(current, withOuterWhitespaceOf(current.source, unbracketed.text));
  const plural = pipePluralOf(current, context.sourceLocale);
  if (plural !== undefined)
    return restorePipes(spaced, plural, context, (form, sourceForm) => restore(form, sourceForm, context));
  if (spaced.trim() === '' && current.source.trim() !== '') {
    return { text: spaced, problems: [{ kind: 'empty', severity: 'error', text: '', start: 0 }] };
  }

  const { syntaxes = [] } = current;
  // How far restored whitespace at the start has moved the text.
  const shift = whitespaceAtStart(spaced).length - whitespaceAtStart(unbracketed.text).length;
  // The program reads the escaped text, so it is the one to compare.
  const quoting = quotingApostrophes(spaced, current);
  const { text: escaped, moved } = doubleApostrophes(spaced, quoting);
  const movedFindings = movedBy((start) => moved(start + shift), unbracketed);
  const translationAsRead = readAs(current, escaped);
  const { translation, findings, isLikeSource } = withSourceWhitespace(translationAsRead, expected, movedFindings);
  const { text } = translation;
  let originalMessage: Message | undefined;
  const original = (): Message => (originalMessage ??= originalOf(current, expected));
  // The source as in the file; and with the numbers that a translation of this plural form must show in addition.
  const sourceMessage: Message = { text: current.source, placeholders: current.placeholders };
  const expectedMessage: Message = { text: expected.source, placeholders: expected.placeholders };

  const strays = straySyntax(expectedMessage, translation, findings.proven, syntaxes);
  const hasFindings = strays.length > 0 || findings.surplus.length > 0 || findings.altered.length > 0;
  const problems: Problem[] = [];
  if (hasFindings || !isLikeSource) {
    const readBy = { syntaxes, targetLocale: context.targetLocale };
    problems.push(...explainNumbers(comparePlaceholders(original(), translation, findings, readBy), current));
  }
  if (expectedMessage.placeholders.length > 0 && !problems.some(({ kind }) => kind === 'extra-placeholder'))
    problems.push(...repeatedTokens(expectedMessage, translation));
  problems.push(...checkPlurals(original, current.exactIsCategory === true, translation, context));
  if (syntaxes.includes('fluent')) problems.push(...checkFluentPlurals(translation, context));
  // In a broken message all syntax is stray, so it is not reported a second time.
  if (strays.length > 0 && !problems.some(({ kind }) => kind === 'icu-broken'))
    problems.push(...withoutCovered(strays, problems));
  problems.push(...halvedAmpersands(sourceMessage, translation, syntaxes), ...lostCommand(sourceMessage, translation));
  problems.push(...bracketsLeft(current.source, translation), ...lostBrackets(sourceMessage, translation));
  if (spaced !== unbracketed.text) problems.push(...whitespaceRepairs(text, unbracketed.text));
  problems.push(...checkText(sourceMessage, translation), ...checkContext(expectedMessage, translation, context));
  problems.push(...checkSafety(sourceMessage, translation, context, problems));

  const reported = isSameLanguage(context) ? problems.filter(({ kind }) => kind !== 'same-as-source') : problems;
  if (quoting === undefined) return { text, problems: reported };
  // Problems that the apostrophes cause are not reported on their own.
  const cause = apostropheProblem(quoting, spaced, text);
  return { text, problems: [cause, ...reported.filter((problem) => !explains(cause, problem, text))] };
}

/** Returns the source as a message. `expected` is the source with the numbers of its form, see `withFormNumbers`. */
function originalOf(source: ProtectedText, expected: ProtectedText): Message {
  const { exactIsCategory, numbers } = source;
  const { placeholders } = expected;
  return { ...readAs(source, expected.source), placeholders, ...present({ exactIsCategory, numbers }) };
}

/**
 * Whether a translation has the placeholders of its source in the same order, and is an ICU message if the source is
 * one. Most translations are like this, so they need no further comparison, except plurals with a branch that lacks the
 * number: it may be right in the source's language and wrong in the translation's.
 */
function hasSamePlaceholders(source: ProtectedText, { placeholders, icu }: Message): boolean {
  if (placeholders.length !== source.placeholders.length) return false;
  if (!source.placeholders.every(({ text }, index) => text === placeholders[index]?.text)) return false;
  if (icu !== undefined) return !mayLackNumber(placeholders);
  // The translation is no message: that is right unless the source is one, or a branch of one.
  const isSourceIcu = source.within !== undefined || source.placeholders.some(({ syntax }) => syntax === 'icu');
  return !isSourceIcu;
}

/** Restores whitespace that placeholders lost or gained, and reads the text again if it changed. */
function withSourceWhitespace(
  translation: Message,
  source: ProtectedText,
  findings: BracketFindings,
): { readonly translation: Message; readonly findings: BracketFindings; readonly isLikeSource: boolean } {
  if (hasSamePlaceholders(source, translation)) return { translation, findings, isLikeSource: true };
  const replacements = whitespaceReplacements(source.placeholders, translation);
  if (replacements.length === 0) return { translation, findings, isLikeSource: false };
  const { text, moved } = replaceRanges(translation.text, replacements);
  const repaired = readAs(source, text);
  const isLikeSource = hasSamePlaceholders(source, repaired);
  return { translation: repaired, findings: movedBy(moved, findings), isLikeSource };
}

/** Reads a text as its source was read. */
function readAs({ syntaxes = [], within, apostrophes }: ProtectedText, text: string): Message {
  return readMessage(text, syntaxes, within, apostrophes);
}

/** Checks the requirements of the file and the languages. */
function checkContext(source: Message, translation: Message, context: TranslationContext): readonly Problem[] {
  const { targetLocale, maxChars } = context;
  const { text } = translation;
  const checks: (Problem | undefined)[] = [];
  if (maxChars === undefined) checks.push(checkProportion(text, source.text));
  else checks.push(checkLength(text, maxChars, context) ?? checkWidth(text, source.text, context));
  if (targetLocale !== undefined) checks.push(checkScript(source, translation, targetLocale));
  return checks.filter((problem) => problem !== undefined);
}

/** Whether source and target are variants of one language. From `en-US` into `en-GB`, most strings do not change. */
function isSameLanguage({ sourceLocale, targetLocale }: TranslationContext): boolean {
  if (sourceLocale === undefined || targetLocale === undefined) return false;
  return languageOf(sourceLocale) === languageOf(targetLocale);
}

/** Converts line ends to the source's, since the service may return others, unless the source mixes them. */
function withLineEndsOf(source: string, translated: string): string {
  if (!source.includes('\r')) return translated.replace(/\r\n?/gu, '\n');
  // A line feed without a carriage return before it, or a carriage return without a line feed after it.
  const isMixed = /(?<!\r)\n|\r(?!\n)/u.test(source);
  return isMixed ? translated : translated.replace(/\r\n?|\n/gu, '\r\n');
}

/**
 * Restores the whitespace around a text, which translators' tools lose and programs rely on, except a single space that
 * the translation's language does not have there.
 */
function withOuterWhitespaceOf(source: string, translated: string): string {
  const inner = translated.trim();
  // A source of whitespace is its own translation.
  if (inner === '') return source.trim() === '' ? source : '';
  const sourceInner = source.trim();
  if (inner === translated && sourceInner === source) return inner;
  const start = outerWhitespace(
    { space: whitespaceAtStart(source), edge: sourceInner.charAt(0) },
    { space: whitespaceAtStart(translated), edge: inner.charAt(0) },
    inner,
  );
  const end = outerWhitespace(
    { space: whitespaceAtEnd(source), edge: sourceInner.slice(-1) },
    { space: whitespaceAtEnd(translated), edge: inner.slice(-1) },
    inner,
  );
  return start + inner + end;
}

/** Codes for line breaks at the end of a text: a backslash and an `n`. */
const finalBreaks = /(?:(?:\\r)?\\n)+\s*$/u;

/** Restores codes for line breaks at the end of a text, which are lost as other whitespace is, unless something remains. */
function withFinalBreaksOf({ source, placeholders }: ProtectedText, translated: string): string {
  const breaks = placeholders.at(-1)?.syntax === 'line-break' ? finalBreaks.exec(source)?.[0] : undefined;
  if (breaks === undefined || translated.trim() === '') return translated;
  const countBackslashes = (text: string): number => text.split('\\').length - 1;
  const isLost = countBackslashes(translated) + countBackslashes(breaks) === countBackslashes(source);
  if (!isLost || finalBreaks.test(translated)) return translated;
  return translated.slice(0, translated.length - whitespaceAtEnd(translated).length) + breaks;
}

/** One end of a text: its whitespace, and the character next to it. */
interface End {
  readonly space: string;
  readonly edge: string;
}

/** Returns the whitespace that one end of the translation should have. */
function outerWhitespace(source: End, translated: End, inner: string): string {
  // Chinese and Japanese words are not separated by spaces; those of Korean are.
  const isUnspaced = chineseOrJapanese.test(inner) && !/\p{sc=Hangul}/u.test(inner);
  if (source.space === ' ' && translated.space === '' && isUnspaced) return '';
  // `, and ` may become ` und `: the space is where the punctuation was.
  const lostPunctuation = /[,;:.…]/u.test(source.edge) && !/\p{P}/u.test(translated.edge);
  if (source.space === '' && translated.space === ' ' && lostPunctuation) return ' ';
  return source.space;
}

const chineseOrJapanese = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Returns one warning for each end whose whitespace was restored, with the restored whitespace and its location. */
function whitespaceRepairs(text: string, unrepaired: string): readonly Problem[] {
  const [leading, trailing] = [whitespaceAtStart(text), whitespaceAtEnd(text)];
  const restored = { kind: 'whitespace-restored', severity: 'warning' } as const;
  const repairs: Problem[] = [];
  if (leading !== whitespaceAtStart(unrepaired)) repairs.push({ ...restored, text: leading, start: 0 });
  const breaks = finalBreaks.exec(text)?.[0] ?? '';
  if (breaks !== '' && !finalBreaks.test(unrepaired))
    repairs.push({ ...restored, text: breaks, start: text.length - breaks.length });
  else if (trailing !== whitespaceAtEnd(unrepaired))
    repairs.push({ ...restored, text: trailing, start: text.length - trailing.length });
  return repairs;
}

/** Returns the findings with their offsets in a changed text. */
function movedBy(newOffset: (start: number) => number, { proven, surplus, altered }: BracketFindings): BracketFindings {
  if (proven.length + surplus.length + altered.length === 0) return { proven, surplus, altered };
  const moved = <Located extends { readonly start: number }>(located: Located): Located => ({
    ...located,
    start: newOffset(located.start),
  });
  return { proven: proven.map(moved), surplus: surplus.map(moved), altered: altered.map(moved) };
}

/** Returns the stray syntax that is not in a part of the text that another problem already marks. */
function withoutCovered(strays: readonly Problem[], problems: readonly Problem[]): readonly Problem[] {
  const isCovered = coveredBy(problems);
  return strays.filter(({ start = 0 }) => !isCovered(start));
}
