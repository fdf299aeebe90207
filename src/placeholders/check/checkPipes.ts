import { present } from '../../base/present.ts';
import { pipeFamilyOf, plainLabel, printParts, readParts, readPlural, type PipePart } from '../pipes/pipeParts.ts';
import { formCounts, listedRule } from '../pipes/pipeRules.ts';
import { coversConditions, hasFixedForms, sourceIndexOf, type PipeLocales } from '../pipes/splitPipes.ts';
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
  const family = source.includes('|') ? pipeFamilyOf(syntaxes) : undefined;
  const parts = family === undefined ? undefined : readPlural(source, family, sourceLocale);
  if (family === undefined || parts === undefined) return undefined;
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
  const { family, parts, forms } = plural;
  const found = readParts(translated, family);
  const sourceOf = sourceIndexOf(found, parts, family, { source: sourceLocale, target: targetLocale });
  const restored: PipePart[] = [];
  const problems: Problem[] = [];
  for (const [index, part] of found.entries()) {
    const [own, last] = [sourceOf(index), parts.length - 1];
    const { text, problems: ofForm } = bestOf(
      [own, last].flatMap((at) => forms[at] ?? []).map((form) => restoreForm(part.text, form)),
    );
    const start = offsetOf([...restored, part], index);
    problems.push(...ofForm.map((problem) => moved(problem, start, offsetOf(parts, own))));
    restored.push({ ...part, text });
  }
  const text = printParts(restored);
  return {
    text,
    problems: [
      ...problems,
      ...conditionProblems(restored, plural),
      ...countProblems(restored, plural, { source: sourceLocale, target: targetLocale }),
    ],
  };
}

/** A form may have the number that the source writes as a word, so it is also compared with the source's last form. */
function bestOf(results: readonly RestoredText[]): RestoredText {
  const isRight = ({ problems }: RestoredText): boolean => problems.every(({ severity }) => severity !== 'error');
  return results.find(isRight) ?? results[0] ?? { text: '', problems: [] };
}

function moved(problem: Problem, start: number, sourceStart: number): Problem {
  return {
    ...problem,
    ...present({
      start: problem.start === undefined ? undefined : problem.start + start,
      sourceStart: problem.sourceStart === undefined ? undefined : problem.sourceStart + sourceStart,
    }),
  };
}

/**
 * If the source has conditions, those of the translation must be met by the same numbers. Otherwise it may have its own.
 */
function conditionProblems(found: readonly PipePart[], { parts, family }: PipePlural): readonly Problem[] {
  if (coversConditions(found, parts, family)) return [];
  const [own, theirs] = [new Set(parts.map(plainLabel)), new Set(found.map(plainLabel))];
  const missing = [...own].filter((label) => label !== '' && !theirs.has(label));
  const extra = found.filter((part) => part.label !== '' && !own.has(plainLabel(part)));
  return [
    ...missing.map((text) => error('missing-placeholder', text)),
    ...extra.map(({ label }) => error('extra-placeholder', label)),
  ];
}

/** Compares the number of forms without a condition with those that the library reads in the language. */
function countProblems(
  found: readonly PipePart[],
  { family, parts }: PipePlural,
  locales: PipeLocales,
): readonly Problem[] {
  const [count, own] = [countUnlabeled(found), countUnlabeled(parts)];
  // A translation may have conditions where the source has none; those of the source are compared above.
  if (own === parts.length && count < found.length) return [];
  if (own === 0) return count > 0 && found.length > parts.length ? [strayBar(found, parts.length)] : [];
  const usual = hasFixedForms(parts, family) ? [own] : formCounts(family, locales.target, own);
  const accepted = [own, ...usual];
  const [least, most] = [Math.min(...accepted), Math.max(...accepted)];
  if (count < least) return [error('missing-placeholder', '|')];
  if (count > most) return [strayBar(found, found.length + most - count)];
  // Conditions may leave no number to a form.
  const isComplete = family !== 'vue-plural' && own === listedRule(family, locales.source).count;
  return isComplete ? missingForms(count, usual[0] ?? own, family) : [];
}

/** Reports the bar before a part. */
function strayBar(found: readonly PipePart[], index: number): Problem {
  return { ...error('stray-syntax', '|'), start: printParts(found.slice(0, index)).length };
}

/** Symfony throws for a number whose form is missing; Laravel shows the first form. */
function missingForms(count: number, needed: number, family: PipeFamily): readonly Problem[] {
  return Array.from({ length: Math.max(0, needed - count) }, (_, index) => ({
    kind: 'plural-missing',
    severity: family === 'symfony-plural' ? 'error' : 'warning',
    text: `${count + index + 1}/${needed}`,
  }));
}

function countUnlabeled(parts: readonly PipePart[]): number {
  return parts.filter(({ label }) => label === '').length;
}

/** Returns the offset of a part's words. */
function offsetOf(parts: readonly PipePart[], index: number): number {
  const { lead = '', label = '', gap = '' } = parts[index] ?? {};
  return printParts(parts.slice(0, index)).length + Math.min(index, 1) + lead.length + label.length + gap.length;
}

function error(kind: Problem['kind'], text: string): Problem {
  return { kind, severity: 'error', text };
}
