import { present } from '../../src/base/present.ts';
import { joinBranches } from '../../src/placeholders/icu/icuBranches.ts';
import type { Problem, ProtectedText } from '../../src/placeholders/read/placeholder.ts';
import { readMessage } from '../../src/placeholders/read/readMessage.ts';
import { placeholderRuns } from '../../src/placeholders/read/runs.ts';
import { restore } from '../../src/placeholders/restore.ts';
import type { ReturnedMessage, ReturnedPair } from './returnedPairs.ts';

/** A problem of a pair, as the product would show it. */
export interface FoundProblem {
  /** A kind of `Problem`; `icu-join` if the branches of a message cannot be joined. */
  readonly kind: Problem['kind'] | 'icu-join';
  readonly severity: Problem['severity'];
  /** The family of the placeholder concerned; the character for stray syntax; otherwise '-'. */
  readonly family: string;
  readonly text: string;
}

/** A pair after its check. */
export interface JudgedPair {
  /** The text that would be written. */
  readonly text: string;
  readonly problems: readonly FoundProblem[];
}

/**
 * Checks a translation as if it had just been returned by the service. `withBrackets`: the source's placeholders come
 * back in their brackets, as from a careful translator; otherwise all brackets are lost.
 */
export function judgePair(pair: ReturnedPair, { withBrackets = false } = {}): JudgedPair {
  const { protectedText, translation, sourceLocale, targetLocale, maxChars } = pair;
  const { text, problems } = restore(
    withBrackets ? bracketed(translation, protectedText) : translation,
    protectedText,
    present({ sourceLocale, targetLocale, maxChars }),
  );
  return {
    text,
    problems: problems.map((problem) => ({
      kind: problem.kind,
      severity: problem.severity,
      family: familyOf(problem, protectedText, text),
      text: problem.text,
    })),
  };
}

/** Joins the checked branches of a message. Returns a problem if the product could not. */
export function judgeMessage({ split }: ReturnedMessage, texts: ReadonlyMap<string, string>): FoundProblem | undefined {
  const joined = joinBranches(split, texts);
  return joined === undefined
    ? { kind: 'icu-join', severity: 'error', family: 'icu', text: [...texts.values()].join(' | ') }
    : undefined;
}

/** Puts the source's placeholders into brackets wherever they are in the translation. */
function bracketed(translation: string, { source, placeholders }: ProtectedText): string {
  const waiting = placeholderRuns(source, placeholders).map(({ text }) => text);
  waiting.sort((a, b) => b.length - a.length);
  const taken: { start: number; end: number }[] = [];
  for (const run of waiting) {
    for (let at = translation.indexOf(run); at >= 0; at = translation.indexOf(run, at + 1)) {
      const end = at + run.length;
      if (taken.some((other) => other.start < end && at < other.end)) continue;
      taken.push({ start: at, end });
      break;
    }
  }
  taken.sort((a, b) => b.start - a.start);
  let text = translation;
  for (const { start, end } of taken) text = `${text.slice(0, start)}[[[${text.slice(start, end)}]]]${text.slice(end)}`;
  return text;
}

function familyOf(problem: Problem, { placeholders, syntaxes = [] }: ProtectedText, text: string): string {
  if (problem.kind === 'tag-broken') return 'tag';
  if (problem.kind.startsWith('icu') || problem.kind === 'plural-missing') return 'icu';
  if (problem.kind === 'stray-syntax') return problem.text.trim().charAt(0);
  if (!/placeholder|order/u.test(problem.kind)) return '-';
  const own =
    placeholders.find(({ start }) => start === problem.sourceStart) ??
    placeholders.find((placeholder) => placeholder.text === problem.text);
  const syntax = own?.syntax ?? familyInTranslation(problem, syntaxes, text);
  if (typeof syntax !== 'object') return syntax ?? '-';
  return 'term' in syntax ? 'term' : 'pattern';
}

function familyInTranslation(
  { start, text: part }: Problem,
  syntaxes: NonNullable<ProtectedText['syntaxes']>,
  text: string,
): NonNullable<ProtectedText['syntaxes']>[number] | undefined {
  const { placeholders } = readMessage(text, syntaxes);
  return (placeholders.find((one) => one.start === start) ?? placeholders.find((one) => one.text === part))?.syntax;
}
