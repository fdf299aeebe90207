import { isRecord } from '../../base/isRecord.ts';
import { refused } from '../http/errors.ts';
import type { Payload } from './fields.ts';

/**
 * Returns `jobs` of a call by their keys: a dictionary by the caller's keys, or an array with the keys "0", "1" and so
 * on. Refuses with 1800 if there are none.
 */
export function jobEntries(data: Payload): readonly (readonly [key: string, job: unknown])[] {
  const jobs = data['jobs'];
  const entries = isRecord(jobs) || Array.isArray(jobs) ? Object.entries(jobs as Payload) : [];
  if (entries.length === 0) throw refused(1800);
  return entries;
}

/** Returns answers in the order of the call's jobs, as an array if the call had an array. */
export function answerAsAsked<T>(
  data: Payload,
  answers: readonly (readonly [key: string, answer: T])[],
): T[] | Record<string, T> {
  return Array.isArray(data['jobs']) ? answers.map(([, answer]) => answer) : Object.fromEntries(answers);
}
