import { localeName } from '../words/formatting.ts';
import { statusLabel } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';

/** The last hours of a review period, in milliseconds. */
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
  return (job) => terms.every((matches) => matches(job));
}

/** `review @file:"my app.json" → ['review', '@file:my app.json']`; the last quotation mark may be missing. */
function termsOf(filter: string): readonly string[] {
  return [...filter.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/gu)]
    .map(([term]) => term.replaceAll('"', '').toLowerCase())
    .filter((term) => term !== '');
}

function parseTerm(term: string, now: number): (job: TrackedJob) => boolean {
  if (Object.hasOwn(stateTerms, term)) {
    const matches = stateTerms[term as StateTerm];
    return (job) => matches(job, now);
  }
  const name = (Object.keys(valueTerms) as ValueTerm[]).find((valueTerm) => term.startsWith(valueTerm));
  if (name !== undefined) {
    const value = term.slice(name.length);
    // A file is also named by the end of its path: `@file:de.json` matches `locales/de.json`, but not `x-de.json`.
    if (name === '@file:')
      return (job) => valueTerms[name](job).some((file) => `/${file.toLowerCase()}`.endsWith(`/${value}`));
    return (job) => valueTerms[name](job).some((valueOfJob) => valueOfJob.toLowerCase() === value);
  }
  // Names of languages and statuses are the same for many jobs, so each is made once.
  const names = new Map<string, string>();
  const nameOf = (key: string, makeName: () => string): string => {
    const existing = names.get(key);
    if (existing !== undefined) return existing;
    const name = makeName();
    names.set(key, name);
    return name;
  };
  return (job) =>
    includes(job.title, term) ||
    includes(job.sourceText, term) ||
    (job.translatedText !== undefined && includes(job.translatedText, term)) ||
    includes(job.targetLocale, term) ||
    includes(
      nameOf(`locale ${job.targetLocale}`, () => localeName(job.targetLocale)),
      term,
    ) ||
    includes(
      nameOf(`status ${job.status}`, () => plain(statusLabel(job.status))),
      term,
    ) ||
    job.id === term ||
    job.orderId === term ||
    job.units.some(
      ({ file, key, targetFile }) =>
        includes(file, term) ||
        (key !== undefined && includes(key, term)) ||
        (targetFile !== undefined && includes(targetFile, term)),
    );
}

function includes(text: string, term: string): boolean {
  return text.toLowerCase().includes(term);
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
  const states = (Object.keys(stateTerms) as StateTerm[]).flatMap((term) => {
    const count = jobs.filter((job) => stateTerms[term](job, now)).length;
    return count === 0 ? [] : [{ term, count }];
  });
  const values = (Object.keys(valueTerms) as ValueTerm[]).flatMap((term) => {
    const counts = new Map<string, number>();
    for (const job of jobs) for (const value of valueTerms[term](job)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, maxValues)
      .map(([value, count]) => ({ term, value, count }));
  });
  return [...states, ...values];
}

/** Returns a suggestion as it is written in a filter. */
export function termText({ term, value }: Suggestion): string {
  if (value === undefined) return term;
  const hasSpace = /\s/u.test(value);
  if (hasSpace) return `${term}"${value}"`;
  return `${term}${value}`;
}
