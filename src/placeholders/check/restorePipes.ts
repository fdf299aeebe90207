import { present } from '../../base/present.ts';
import { keepsConditions, sourceIndexes, type PipeLocales } from '../pipes/formSelector.ts';
import {
  conditionsWithin,
  hasFixedForms,
  pipeFamilyOf,
  plainCondition,
  printParts,
  readParts,
  readPlural,
  unconditional,
  type PipePart,
} from '../pipes/pipeParts.ts';
import { formCounts, hasUnchangedNouns, listedRule } from '../pipes/pipeRules.ts';
import { isVueFamily, ruleInFamily } from '../pipes/vueRules.ts';
import { readMessage } from '../read/readMessage.ts';
import {
  errorAt,
  type PipeFamily,
  type Problem,
  type ProtectedText,
  type TranslationContext,
} from '../read/placeholder.ts';

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
  const parts = readParts(translated, family).map((part, index) => withReadCondition(part, index, sourceParts));
  const sourceIndexByPart = sourceIndexes(parts, sourceParts, family, locales);
  const restoredParts: PipePart[] = [];
  const problems: Problem[] = [];
  for (const [index, part] of parts.entries()) {
    const sourceIndex = sourceIndexByPart[index] ?? 0;
    // For "one day|%count% days", the first form may be "%count% day": it is also compared with the source's last form.
    const isOnlyForm = parts.length === 1 && sourceParts.every(({ condition }) => condition === '');
    // A single form is for all numbers, as the source's last one is for nearly all.
    const sourceForms = [isOnlyForm ? undefined : forms[sourceIndex], forms.at(-1)].filter(
      (form) => form !== undefined,
    );
    const restoredForm = firstWithoutErrors(sourceForms.map((sourceForm) => restoreForm(part.text, sourceForm)));
    const start = offsetOf([...restoredParts, part], index);
    const sourceStart = offsetOf(sourceParts, sourceIndex);
    const restoredPart = { ...part, text: restoredForm.text };
    const formProblems = [...restoredForm.problems, ...conditionRemains(restoredPart, sourceIndex, plural)];
    problems.push(...formProblems.map((problem) => moveProblem(problem, start, sourceStart)));
    restoredParts.push(restoredPart);
  }
  problems.push(...conditionProblems(restoredParts, plural, locales), ...countProblems(restoredParts, plural, locales));
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

/**
 * Writes a condition as the source does, or without whitespace, and the whitespace before it as well: Symfony reads no
 * no-break space there (`TranslatorTrait::trans`), and Laravel neither a space after a bar nor one before `*`
 * (`MessageSelector::extractFromString`).
 */
function withReadCondition(part: PipePart, index: number, sourceParts: readonly PipePart[]): PipePart {
  if (part.condition === '') return part;
  const plain = plainCondition(part);
  const condition = sourceParts.find((sourcePart) => plainCondition(sourcePart) === plain)?.condition ?? plain;
  // Whitespace before the first part is that of the whole text.
  if (index === 0) return { ...part, condition };
  const sourceLeads = sourceParts
    .slice(1)
    .flatMap((sourcePart) => (sourcePart.condition === '' ? [] : sourcePart.lead));
  const lead = sourceLeads.includes(part.lead) ? part.lead : (sourceLeads[0] ?? '');
  return { ...part, lead, condition };
}

/** Reports what the library shows as text: a condition within a form, and what is left of a damaged one, `[1,Inf]]`. */
function conditionRemains(part: PipePart, sourceIndex: number, source: PipePlural): readonly Problem[] {
  if ([part, ...source.parts].every(({ condition }) => condition === '')) return [];
  const sourceText = source.parts[sourceIndex]?.text ?? '';
  const inSource = conditionsWithin(sourceText, source.family).map(({ text }) => text);
  const problems: Problem[] = [];
  for (const { text, written, start } of conditionsWithin(part.text, source.family)) {
    const indexInSource = inSource.indexOf(text);
    if (indexInSource < 0) problems.push(errorAt('extra-placeholder', written, start));
    else inSource.splice(indexInSource, 1);
  }
  const [remainder] = /^[\]}]+/u.exec(part.text) ?? [];
  if (remainder !== undefined && part.condition !== '' && !sourceText.startsWith(remainder))
    problems.push(errorAt('stray-syntax', remainder, 0));
  return problems;
}

/** Reports changed conditions, unless the translation's ones select its forms as the source's do. */
function conditionProblems(parts: readonly PipePart[], source: PipePlural, locales: PipeLocales): readonly Problem[] {
  if (keepsConditions(parts, source.parts, source.family, locales)) return [];
  const hasFormForNone = source.parts.some((part) => plainCondition(part) === '{0}');
  if (!hasFormForNone && isFormForAllNumbers(parts, locales.target)) return [];
  const sourceConditions = new Set(source.parts.map(plainCondition));
  const conditions = new Set(parts.map(plainCondition));
  const missing = [...sourceConditions].filter((condition) => condition !== '' && !conditions.has(condition));
  const extra = parts.filter((part) => part.condition !== '' && !sourceConditions.has(plainCondition(part)));
  // The same conditions in another order: the first one that a number meets selects the form.
  if (missing.length === 0 && extra.length === 0)
    return [formError('order-changed', parts.find(({ condition }) => condition !== '')?.condition ?? '')];
  // Laravel and Symfony show a single form without a condition for every number.
  const isOneForAll = parts.length === 1 && extra.length === 0 && unconditional(source.parts).length === 0;
  if (isOneForAll && !sourceConditions.has('{0}'))
    return missing.map((text) => ({ ...formError('missing-placeholder', text), severity: 'warning' }));
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
  const isRuleOfProject = ruleInFamily(family, locales.target) !== undefined;
  const minCount = isRuleOfProject ? Math.min(...usualCounts) : Math.min(sourceCount, ...usualCounts);
  const maxCount = isRuleOfProject ? Math.max(...usualCounts) : Math.max(sourceCount, ...usualCounts);
  if (isFormForAllNumbers(parts, locales.target) && sourceCount === sourceParts.length) return [];
  if (count < minCount) return [formError('missing-placeholder', '|')];
  const surplusCount = count - maxCount;
  if (surplusCount > 0) return [strayBar(parts, parts.length - surplusCount)];
  if (isVueFamily(family)) return [];
  // A source may lack forms whose numbers all meet conditions; then the translation may lack them, too.
  if (sourceCount < listedRule(family, locales.source).count) return [];
  return missingForms(count, usualCounts[0] ?? sourceCount, family);
}

/**
 * Whether a translation has one form for all numbers, as all three libraries show it: right where the language has one,
 * or where nouns don't change after a number.
 */
function isFormForAllNumbers(parts: readonly PipePart[], targetLocale: string): boolean {
  const [part] = parts;
  if (parts.length !== 1 || part?.condition !== '') return false;
  return listedRule('laravel-plural', targetLocale).count === 1 || hasUnchangedNouns(targetLocale);
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
