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
  const sourceIndexByPart = sourceIndexes(parts, sourceParts, family, locales);
  const restoredParts: PipePart[] = [];
  const problems: Problem[] = [];
  for (const [index, part] of parts.entries()) {
    const sourceIndex = sourceIndexByPart[index] ?? 0;
    // For "one day|%count% days", the first form may be "%count% day": it is also compared with the source's last form.
    const sourceForms = [forms[sourceIndex], forms.at(-1)].filter((form) => form !== undefined);
    const restoredForm = firstWithoutErrors(sourceForms.map((sourceForm) => restoreForm(part.text, sourceForm)));
    const start = offsetOf([...restoredParts, part], index);
    const sourceStart = offsetOf(sourceParts, sourceIndex);
    problems.push(...restoredForm.problems.map((problem) => moveProblem(problem, start, sourceStart)));
    restoredParts.push({ ...part, text: restoredForm.text });
  }
  problems.push(...conditionProblems(restoredParts, plural), ...countProblems(restoredParts, plural, locales));
  return { text: printParts(restoredParts), problems };
}

/** Returns the first text without errors; the first one if all have errors. */
function firstWithoutErrors(texts: readonly RestoredText[]): RestoredText {
  const withoutErrors = texts.find(({ problems }) => problems.every(({ severity }) => severity !== 'error'));
  return withoutErrors ?? texts[0] ?? { text: '', problems: [] };
}

/** Moves a problem of a form by the offsets of the form in the translation and in the source. */
function moveProblem(problem: Problem, start: number, sourceStart: number): Problem {
  const moved = { ...problem };
  if (problem.start !== undefined) moved.start = problem.start + start;
  if (problem.sourceStart !== undefined) moved.sourceStart = problem.sourceStart + sourceStart;
  return moved;
}

/** Reports changed conditions, unless the translation's conditions cover all numbers that the source's cover. */
function conditionProblems(parts: readonly PipePart[], source: PipePlural): readonly Problem[] {
  if (coversConditions(parts, source.parts, source.family)) return [];
  const sourceConditions = new Set(source.parts.map(plainCondition));
  const conditions = new Set(parts.map(plainCondition));
  const missing = [...sourceConditions].filter((condition) => condition !== '' && !conditions.has(condition));
  const extra = parts.filter((part) => part.condition !== '' && !sourceConditions.has(plainCondition(part)));
  return [
    ...missing.map((text) => formError('missing-placeholder', text)),
    ...extra.map(({ condition }) => formError('extra-placeholder', condition)),
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
  // Only the translation has conditions, which it may have.
  if (sourceCount === sourceParts.length && count < parts.length) return [];
  // All forms of the source have conditions, so no form without one is needed.
  if (sourceCount === 0) {
    const hasExtraBar = count > 0 && parts.length > sourceParts.length;
    if (!hasExtraBar) return [];
    return [strayBar(parts, sourceParts.length)];
  }
  // The first one is the usual one: in Japanese, Vue reads one form, but also two.
  let usualCounts: readonly number[] = [sourceCount];
  if (!hasFixedForms(sourceParts, family)) usualCounts = formCounts(family, locales.target, sourceCount);
  const minCount = Math.min(sourceCount, ...usualCounts);
  const maxCount = Math.max(sourceCount, ...usualCounts);
  if (count < minCount) return [formError('missing-placeholder', '|')];
  const surplusCount = count - maxCount;
  if (surplusCount > 0) return [strayBar(parts, parts.length - surplusCount)];
  if (family === 'vue-plural') return [];
  // A source may lack forms whose numbers all meet conditions; then the translation may lack them, too.
  if (sourceCount < listedRule(family, locales.source).count) return [];
  return missingForms(count, usualCounts[0] ?? sourceCount, family);
}

/** Reports the bar before a part. */
function strayBar(parts: readonly PipePart[], index: number): Problem {
  return { ...formError('stray-syntax', '|'), start: printParts(parts.slice(0, index)).length };
}

/** Reports `3/3` if the third form is missing. For its numbers, Symfony then throws; Laravel shows the first form. */
function missingForms(count: number, neededCount: number, family: PipeFamily): readonly Problem[] {
  const severity = family === 'symfony-plural' ? 'error' : 'warning';
  const problems: Problem[] = [];
  for (let position = count + 1; position <= neededCount; position += 1)
    problems.push({ kind: 'plural-missing', severity, text: `${position}/${neededCount}` });
  return problems;
}

/** Returns the offset of a part's words. */
function offsetOf(parts: readonly PipePart[], index: number): number {
  const { lead = '', condition = '', gap = '' } = parts[index] ?? {};
  const bar = index === 0 ? '' : '|';
  const textBeforeWords = printParts(parts.slice(0, index)) + bar + lead + condition + gap;
  return textBeforeWords.length;
}

function formError(kind: Problem['kind'], text: string): Problem {
  return { kind, severity: 'error', text };
}
