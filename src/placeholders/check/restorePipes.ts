import { present } from '../../base/present.ts';
import { coversConditions, sourceIndexes, type PipeLocales } from '../pipes/formSelector.ts';
import {
  hasFixedForms,
  pipeFamilyOf,
  plainCondition,
  printParts,
  readParts,
  readPlural,
  unconditional,
  type PipePart,
} from '../pipes/pipeParts.ts';
import { formCounts, listedRule } from '../pipes/pipeRules.ts';
import { readMessage } from '../read/readMessage.ts';
import type { PipeFamily, Problem, ProtectedText, TranslationContext } from '../read/placeholder.ts';

/** A restored text and its problems, with offsets into it. */
interface RestoredText {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** The source of a text that was ordered with all its forms, separated by bars. */
interface PipePlural {
  readonly family: PipeFamily;
  readonly parts: readonly PipePart[];
  readonly forms: readonly ProtectedText[];
}

/** Returns the forms of a text that was ordered whole; undefined if it is not a plural with bars. */
export function pipePluralOf(
  { source, syntaxes = [], apostrophes }: ProtectedText,
  sourceLocale: string | undefined,
): PipePlural | undefined {
  const family = pipeFamilyOf(syntaxes);
  if (family === undefined) return undefined;
  const parts = readPlural(source, family, sourceLocale);
  if (parts === undefined) return undefined;
  const forms = parts.map(({ text }): ProtectedText => ({
    text,
    source: text,
    placeholders: readMessage(text, syntaxes).placeholders,
    syntaxes,
    ...present({ apostrophes }),
  }));
  return { family, parts, forms };
}

/**
 * Compares the translation of a plural with bars form by form, because a translation has the forms of its own language.
 * `restoreForm` compares one form with one of the source's. Reports a lost or an additional bar, a form that the
 * language needs, and changed conditions.
 */
export function restorePipes(
  translated: string,
  plural: PipePlural,
  { sourceLocale = 'en', targetLocale = sourceLocale }: TranslationContext,
  restoreForm: (translated: string, source: ProtectedText) => RestoredText,
): RestoredText {
  const { family, parts: sourceParts, forms } = plural;
  const locales = { source: sourceLocale, target: targetLocale };
  const parts = readParts(translated, family);
  const indexes = sourceIndexes(parts, sourceParts, family, locales);
  const restored: PipePart[] = [];
  const problems: Problem[] = [];
  for (const [index, part] of parts.entries()) {
    const sourceIndex = indexes[index] ?? 0;
    // A form may have the number that the source writes as a word, so it is also compared with the source's last form.
    const sources = [forms[sourceIndex], forms.at(-1)].filter((form) => form !== undefined);
    const form = firstWithoutErrors(sources.map((source) => restoreForm(part.text, source)));
    const start = offsetOf([...restored, part], index);
    const sourceStart = offsetOf(sourceParts, sourceIndex);
    problems.push(...form.problems.map((problem) => moveProblem(problem, start, sourceStart)));
    restored.push({ ...part, text: form.text });
  }
  problems.push(...conditionProblems(restored, plural), ...countProblems(restored, plural, locales));
  return { text: printParts(restored), problems };
}

/** Returns the first text without errors; the first one if all have errors. */
function firstWithoutErrors(texts: readonly RestoredText[]): RestoredText {
  const isRight = ({ problems }: RestoredText): boolean => problems.every(({ severity }) => severity !== 'error');
  return texts.find(isRight) ?? texts[0] ?? { text: '', problems: [] };
}

/** Moves a problem of a form by the offsets of the form in the translation and in the source. */
function moveProblem(problem: Problem, start: number, sourceStart: number): Problem {
  const moved = { ...problem };
  if (problem.start !== undefined) moved.start = problem.start + start;
  if (problem.sourceStart !== undefined) moved.sourceStart = problem.sourceStart + sourceStart;
  return moved;
}

/**
 * If the source has conditions, those of the translation must be met by the same numbers. Otherwise it may have its own.
 */
function conditionProblems(parts: readonly PipePart[], source: PipePlural): readonly Problem[] {
  if (coversConditions(parts, source.parts, source.family)) return [];
  const sourceConditions = new Set(source.parts.map(plainCondition));
  const conditions = new Set(parts.map(plainCondition));
  const missing = [...sourceConditions].filter((condition) => condition !== '' && !conditions.has(condition));
  const extra = parts.filter((part) => part.condition !== '' && !sourceConditions.has(plainCondition(part)));
  return [
    ...missing.map((text) => error('missing-placeholder', text)),
    ...extra.map(({ condition }) => error('extra-placeholder', condition)),
  ];
}

/** Compares the number of forms without a condition with those that the library reads in the language. */
function countProblems(
  parts: readonly PipePart[],
  { family, parts: sourceParts }: PipePlural,
  locales: PipeLocales,
): readonly Problem[] {
  const count = unconditional(parts).length;
  const sourceCount = unconditional(sourceParts).length;
  // A translation may have conditions where the source has none; those of the source are compared above.
  if (sourceCount === sourceParts.length && count < parts.length) return [];
  if (sourceCount === 0) {
    const hasExtraBar = count > 0 && parts.length > sourceParts.length;
    if (!hasExtraBar) return [];
    return [strayBar(parts, sourceParts.length)];
  }
  const usualCounts = hasFixedForms(sourceParts, family)
    ? [sourceCount]
    : formCounts(family, locales.target, sourceCount);
  const leastCount = Math.min(sourceCount, ...usualCounts);
  const mostCount = Math.max(sourceCount, ...usualCounts);
  if (count < leastCount) return [error('missing-placeholder', '|')];
  if (count > mostCount) return [strayBar(parts, parts.length + mostCount - count)];
  if (family === 'vue-plural') return [];
  // Conditions may leave no number to a form of the source; then the translation may lack it, too.
  if (sourceCount < listedRule(family, locales.source).count) return [];
  return missingForms(count, usualCounts[0] ?? sourceCount, family);
}

/** Reports the bar before a part. */
function strayBar(parts: readonly PipePart[], index: number): Problem {
  return { ...error('stray-syntax', '|'), start: printParts(parts.slice(0, index)).length };
}

/** Symfony throws for a number whose form is missing; Laravel shows the first form. */
function missingForms(count: number, needed: number, family: PipeFamily): readonly Problem[] {
  return Array.from({ length: Math.max(0, needed - count) }, (_, index) => ({
    kind: 'plural-missing',
    severity: family === 'symfony-plural' ? 'error' : 'warning',
    text: `${count + index + 1}/${needed}`,
  }));
}

/** Returns the offset of a part's words. */
function offsetOf(parts: readonly PipePart[], index: number): number {
  const { lead = '', condition = '', gap = '' } = parts[index] ?? {};
  const barBefore = index === 0 ? '' : '|';
  const beforeWords = printParts(parts.slice(0, index)) + barBefore + lead + condition + gap;
  return beforeWords.length;
}

function error(kind: Problem['kind'], text: string): Problem {
  return { kind, severity: 'error', text };
}
