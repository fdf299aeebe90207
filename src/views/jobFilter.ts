import { localeName } from '../words/formatting.ts';
import { statusLabel } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';

/** How long before its end a review period counts as ending, in milliseconds. */
const endingMs = 24 * 60 * 60 * 1000;

/** The terms of a filter that name a state, with the jobs that they match. */
const stateTerms = {
  '@review': ({ status }) => status === 'reviewable',
  '@findings': ({ problems }) => problems.length > 0,
  '@questions': ({ hasOpenQuestion }) => hasOpenQuestion === true,
  '@ending': ({ reviewUntil }, now) => reviewUntil !== undefined && reviewUntil - now < endingMs,
} as const satisfies Readonly<Record<string, (job: TrackedJob, now: number) => boolean>>;

export type StateTerm = keyof typeof stateTerms;

/** The terms of a filter that are followed by a value, with the values of a job. */
const valueTerms = {
  '@locale:': ({ targetLocale }) => [targetLocale],
  '@file:': ({ units }) => [...new Set(units.map(({ file }) => file))],
  '@order:': ({ orderId }) => (orderId === undefined ? [] : [orderId]),
} as const satisfies Readonly<Record<string, (job: TrackedJob) => readonly string[]>>;

export type ValueTerm = keyof typeof valueTerms;

/**
 * Returns a function that tells whether a job matches all terms of a filter, which are separated by spaces. `"…"` keeps
 * a phrase together. Terms that begin with @ are compared with one property of a job, others with all of its texts,
 * ignoring case.
 */
export function parseFilter(filter: string, now: number): (job: TrackedJob) => boolean {
  const terms = termsOf(filter).map((term) => parseTerm(term, now));
  return (job) => terms.every((matchesTerm) => matchesTerm(job));
}

/** `review @file:"my app.json" → ['review', '@file:my app.json']`; the last quotation mark may be missing. */
function termsOf(filter: string): readonly string[] {
  return [...filter.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/gu)]
    .map(([term]) => term.replaceAll('"', '').toLowerCase())
    .filter((term) => term !== '');
}

/** Returns a function that tells whether a job matches one term, which is in lower case. */
function parseTerm(term: string, now: number): (job: TrackedJob) => boolean {
  if (Object.hasOwn(stateTerms, term)) {
    const matches = stateTerms[term as StateTerm];
    return (job) => matches(job, now);
  }
  const valueTerm = (Object.keys(valueTerms) as ValueTerm[]).find((prefix) => term.startsWith(prefix));
  if (valueTerm !== undefined) {
    const value = term.slice(valueTerm.length);
    // A file is also named by the end of its path: `@file:de.json` matches `locales/de.json`, but not `x-de.json`.
    if (valueTerm === '@file:')
      return (job) => valueTerms[valueTerm](job).some((file) => `/${file.toLowerCase()}`.endsWith(`/${value}`));
    return (job) => valueTerms[valueTerm](job).some((valueOfJob) => valueOfJob.toLowerCase() === value);
  }
  return matchAnyText(term);
}

/** Returns a function that tells whether any text of a job contains a term, or one of its ids is the term. */
function matchAnyText(term: string): (job: TrackedJob) => boolean {
  // Names of languages and statuses are the same for many jobs, so each is made once.
  const names = new Map<string, string>();
  const nameOf = (key: string, makeName: () => string): string => {
    const existing = names.get(key);
    if (existing !== undefined) return existing;
    const name = makeName();
    names.set(key, name);
    return name;
  };
  const contains = (text: string | undefined): boolean => text?.toLowerCase().includes(term) === true;
  return (job) => {
    const { id, orderId, targetLocale, status } = job;
    if (id === term || orderId === term) return true;
    if ([job.title, job.sourceText, job.translatedText, targetLocale].some(contains)) return true;
    const language = nameOf(`locale ${targetLocale}`, () => localeName(targetLocale));
    const label = nameOf(`status ${status}`, () => plain(statusLabel(status)));
    if (contains(language) || contains(label)) return true;
    return job.units.some(({ file, key, targetFile }) => [file, key, targetFile].some(contains));
  };
}

/** A term that a filter can be completed with, and the number of jobs that it matches. */
export type Suggestion = { readonly count: number } & (
  | { readonly term: StateTerm; readonly value?: undefined }
  | { readonly term: ValueTerm; readonly value: string }
);

/** The most values of one property that are suggested; more can be typed. */
const maxValues = 50;

/** Returns the terms that match at least one job: states first, then the values that most jobs have. */
export function suggestTerms(jobs: readonly TrackedJob[], now: number): readonly Suggestion[] {
  const stateSuggestions = (Object.keys(stateTerms) as StateTerm[]).flatMap((term) => {
    const count = jobs.filter((job) => stateTerms[term](job, now)).length;
    return count === 0 ? [] : [{ term, count }];
  });
  const valueSuggestions = (Object.keys(valueTerms) as ValueTerm[]).flatMap((term) => {
    const counts = new Map<string, number>();
    for (const value of jobs.flatMap((job) => valueTerms[term](job))) counts.set(value, (counts.get(value) ?? 0) + 1);
    const mostFrequentFirst = [...counts].sort(([, countA], [, countB]) => countB - countA);
    return mostFrequentFirst.slice(0, maxValues).map(([value, count]) => ({ term, value, count }));
  });
  return [...stateSuggestions, ...valueSuggestions];
}

/** Returns a suggestion as it is written in a filter: `@locale:de`, `@file:"my app.json"`. */
export function termText({ term, value }: Suggestion): string {
  if (value === undefined) return term;
  const hasSpace = /\s/u.test(value);
  return hasSpace ? `${term}"${value}"` : `${term}${value}`;
}
