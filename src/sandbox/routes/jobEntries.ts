import { isRecord } from '../../base/isRecord.ts';
import { refused } from '../http/errors.ts';
import type { Payload } from './fields.ts';

/** `jobs` of a call by their keys: a dictionary by the caller's, or an array, whose keys are then "0", "1" … Refuses with 1800 when there are none. */
export function jobEntries(data: Payload): readonly (readonly [key: string, job: unknown])[] {
  const jobs = data['jobs'];
  const entries = isRecord(jobs) || Array.isArray(jobs) ? Object.entries(jobs as Payload) : [];
  if (entries.length === 0) throw refused(1800);
  return entries;
}

/** The answers to the jobs of a call, in the order of those: asked with an array, answered with one. */
export function answerAsAsked<T>(
  data: Payload,
  answers: readonly (readonly [key: string, answer: T])[],
): T[] | Record<string, T> {
  return Array.isArray(data['jobs']) ? answers.map(([, answer]) => answer) : Object.fromEntries(answers);
}
