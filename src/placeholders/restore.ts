import { languageOf } from '../base/locale.ts';
import { quotingApostrophes } from './check/apostrophes.ts';
import { checkLength, checkProportion, checkWidth } from './check/checkLength.ts';
import { checkPlurals } from './check/checkPlurals.ts';
import { checkScript } from './check/checkScript.ts';
import { checkText } from './check/checkText.ts';
import { comparePlaceholders } from './check/comparePlaceholders.ts';
import { bracketsLeft, repeatedTokens, straySyntax } from './check/straySyntax.ts';
import { readMessage, type Message } from './read/readMessage.ts';
import { replaceRanges, whitespaceReplacements } from './check/placeholderWhitespace.ts';
import { unbracket, type Unbracketed } from './check/unbracket.ts';
import type { Placeholder, PlaceholderSyntax, Problem, ProtectedText, TranslationContext } from './read/placeholder.ts';

/**
 * Removes the protecting brackets from a translation and compares it with its source. `text` may be written to the file
 * if no problem is an error. Brackets may have come back with whitespace inside, full-width, doubled, partly lost or
 * not at all; changes that are certain are repaired, all others are problems. Offsets of problems are into `text`.
 * Properties absent from `context` are not checked: without a locale neither script nor plural categories.
 */
export function restore(
  translated: string,
  source: ProtectedText,
  context: TranslationContext = {},
): { readonly text: string; readonly problems: readonly Problem[] } {
  const unbracketed = unbracket(withLineEndsOf(source.source, translated), source.source, source.placeholders);
  const trimmed = withOuterWhitespaceOf(source.source, unbracketed.text);
  if (trimmed.trim() === '' && source.source.trim() !== '') {
    return { text: trimmed, problems: [{ kind: 'empty', severity: 'error', text: '', start: 0 }] };
  }
  const syntaxes = source.syntaxes ?? distinct(source.placeholders);
  const shift =
    trimmed === unbracketed.text ? 0 : leadingWhitespace(trimmed).length - leadingWhitespace(unbracketed.text).length;
  const { translation, findings, isSame } = withSourceWhitespace(
    readMessage(trimmed, syntaxes, source.within),
    source,
    syntaxes,
    shift === 0 ? unbracketed : movedBy((start) => start + shift, unbracketed),
  );
  const { text } = translation;
  let read: Message | undefined;
  const original = (): Message =>
    (read ??= { ...readMessage(source.source, syntaxes, source.within), placeholders: source.placeholders });
  const words: Message = { text: source.source, placeholders: source.placeholders };

  const strays = straySyntax(words, translation, findings.proven, syntaxes);
  const problems: Problem[] = [];
  if (strays.length > 0 || findings.surplus.length > 0 || findings.altered.length > 0 || !isSame) {
    problems.push(...comparePlaceholders(original(), translation, findings, syntaxes));
  }
  if (source.placeholders.length > 0 && !problems.some(({ kind }) => kind === 'extra-placeholder'))
    problems.push(...repeatedTokens(words, translation));
  if (context.targetLocale !== undefined)
    problems.push(...checkPlurals(original, translation, context.sourceLocale, context.targetLocale));
  // A broken message has stray syntax everywhere.
  if (!problems.some(({ kind }) => kind === 'icu-broken'))
    problems.push(...strays.filter((stray) => !problems.some((problem) => covers(problem, stray))));
  problems.push(...bracketsLeft(source.source, translation));
  if (trimmed !== unbracketed.text) problems.push(...whitespaceRepairs(text, unbracketed.text));
  problems.push(...checkText(words, translation), ...checkContext(words, translation, context));
  return { text, problems: problems.filter(({ kind }) => kind !== 'same-as-source' || !isSameLanguage(context)) };
}

/**
 * Whether a translation has the placeholders of its source in the same order, and is an ICU message if the source is
 * one. Most translations are like this, so they need no further comparison: the pieces around a plural's branches are
 * placeholders, too.
 */
function hasSamePlaceholders({ placeholders, within }: ProtectedText, translation: Message): boolean {
  const found = translation.placeholders;
  if (found.length !== placeholders.length) return false;
  if (translation.icu === undefined && (within !== undefined || placeholders.some(({ syntax }) => syntax === 'icu')))
    return false;
  return placeholders.every(({ text }, index) => text === found[index]?.text);
}

/**
 * Restores whitespace that placeholders lost or gained, and doubles apostrophes that would quote them; reads the text
 * again if it changed.
 */
function withSourceWhitespace(
  translation: Message,
  source: ProtectedText,
  syntaxes: readonly PlaceholderSyntax[],
  findings: Omit<Unbracketed, 'text'>,
): { readonly translation: Message; readonly findings: Omit<Unbracketed, 'text'>; readonly isSame: boolean } {
  const apostrophes = translation.text.includes("'") ? quotingApostrophes(translation.text, source) : [];
  if (apostrophes.length > 0) {
    const { text, moved } = replaceRanges(translation.text, apostrophes);
    return withSourceWhitespace(readMessage(text, syntaxes, source.within), source, syntaxes, movedBy(moved, findings));
  }
  if (hasSamePlaceholders(source, translation)) return { translation, findings, isSame: true };
  const replacements = whitespaceReplacements(source.placeholders, translation);
  if (replacements.length === 0) return { translation, findings, isSame: false };
  const { text, moved } = replaceRanges(translation.text, replacements);
  const again = readMessage(text, syntaxes, source.within);
  return { translation: again, findings: movedBy(moved, findings), isSame: hasSamePlaceholders(source, again) };
}

/** Checks the requirements of the file and the languages. */
function checkContext(
  source: Message,
  translation: Message,
  { targetLocale, maxChars }: TranslationContext,
): readonly Problem[] {
  const { text } = translation;
  const checks = [
    maxChars === undefined
      ? checkProportion(text, source.text)
      : (checkLength(text, maxChars) ?? checkWidth(text, source.text, maxChars)),
    targetLocale === undefined ? undefined : checkScript(source, translation, targetLocale),
  ];
  return checks.filter((problem) => problem !== undefined);
}

/** Whether source and target are variants of one language. From `en-US` into `en-GB`, most strings do not change. */
function isSameLanguage({ sourceLocale, targetLocale }: TranslationContext): boolean {
  if (sourceLocale === undefined || targetLocale === undefined) return false;
  return languageOf(sourceLocale) === languageOf(targetLocale);
}

/**
 * Converts line ends to the source's, since the service may return others. A text whose source mixes them is not
 * changed.
 */
function withLineEndsOf(source: string, translated: string): string {
  if (!source.includes('\r')) return translated.includes('\r') ? translated.replace(/\r\n?/gu, '\n') : translated;
  return /(?<!\r)\n|\r(?!\n)/u.test(source) ? translated : translated.replace(/\r\n?|\n/gu, '\r\n');
}

/** Restores the whitespace around a text, which translators' tools lose and programs rely on. */
function withOuterWhitespaceOf(source: string, translated: string): string {
  const inner = translated.trim();
  if (inner === '') return source.trim() === '' ? source : '';
  return leadingWhitespace(source) + inner + source.slice(source.trimEnd().length);
}

function leadingWhitespace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

/** Returns one warning for each end whose whitespace was restored, with the restored whitespace and its location. */
function whitespaceRepairs(text: string, before: string): readonly Problem[] {
  const [leading, trailing] = [leadingWhitespace(text), text.slice(text.trimEnd().length)];
  return [
    ...(leading === leadingWhitespace(before) ? [] : [{ text: leading, start: 0 }]),
    ...(trailing === before.slice(before.trimEnd().length)
      ? []
      : [{ text: trailing, start: text.length - trailing.length }]),
  ].map((end) => ({ kind: 'whitespace-restored', severity: 'warning', ...end }));
}

function movedBy(
  to: (start: number) => number,
  { proven, surplus, altered }: Omit<Unbracketed, 'text'>,
): Omit<Unbracketed, 'text'> {
  if (proven.length + surplus.length + altered.length === 0) return { proven, surplus, altered };
  const moved = <Located extends { readonly start: number }>(located: Located): Located => ({
    ...located,
    start: to(located.start),
  });
  return { proven: proven.map(moved), surplus: surplus.map(moved), altered: altered.map(moved) };
}

function covers(problem: Problem, { start = 0 }: Problem): boolean {
  return problem.start !== undefined && problem.start <= start && start < problem.start + problem.text.length;
}

function distinct(placeholders: readonly Placeholder[]): readonly PlaceholderSyntax[] {
  return [...new Map(placeholders.map(({ syntax }) => [JSON.stringify(syntax), syntax])).values()];
}
