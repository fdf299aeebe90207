import type { Problem } from '../../placeholders/read/placeholder.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemLocation } from '../../placeholders/problemLocation.ts';
import { needsDecision, waitsForDelivery, type TrackedJob } from '../model/trackedJob.ts';
import { isFileUnit, type FileUnit, type UnitRef } from '../model/unitRef.ts';
import type { Delivery } from '../journal/deliveryIndex.ts';

/** The errors of a translation, at one of the strings that it is for. */
export interface ReturnedErrors {
  readonly unit: FileUnit;
  readonly job: TrackedJob;
  /** Hash of the delivered value, which shows later changes; absent if the translation isn't in the file. */
  readonly valueHash?: string;
  /** All are errors; there is at least one. */
  readonly problems: readonly Problem[];
}

/**
 * Returns the translations with errors that were delivered, the latest for each unit, and those that wait for a review
 * or for a delivery. Undone deliveries and archived jobs have none.
 */
export function returnedErrors(
  jobs: readonly TrackedJob[],
  ledger: Pick<Ledger, 'deliveryOf'>,
): readonly ReturnedErrors[] {
  // By location: the errors of the latest delivery, and its time.
  const lastDelivered = new Map<string, { readonly errors: ReturnedErrors; readonly at: number }>();
  const notDelivered: ReturnedErrors[] = [];
  for (const job of jobs) {
    const problems = job.problems.filter(({ severity }) => severity === 'error');
    if (problems.length === 0) continue;
    for (const unit of job.units) {
      if (!isFileUnit(unit)) continue;
      const delivery = ledger.deliveryOf(job.id, unit);
      const written = delivery === undefined || delivery.undone ? undefined : writtenFor(delivery, job.id, unit);
      if (delivery === undefined || written === undefined) {
        if (waitsForDecision(job)) notDelivered.push({ unit, job, problems });
        continue;
      }
      const location = JSON.stringify([unit.project, unit.targetFile, unit.locale, unit.key, unit.branch]);
      const { at } = delivery.entry;
      // -1: earlier than any delivery.
      const isLatest = at > (lastDelivered.get(location)?.at ?? -1);
      if (isLatest) lastDelivered.set(location, { errors: { unit, job, valueHash: written.valueHash, problems }, at });
    }
  }
  return [...[...lastDelivered.values()].map(({ errors }) => errors), ...notDelivered];
}

/** Whether the user has to decide about a translation with errors: its review, or its delivery. */
function waitsForDecision(job: TrackedJob): boolean {
  return job.status === 'reviewable' || (waitsForDelivery(job) && needsDecision(job));
}

/** Returns the part of a delivery that is for a unit of a job. */
function writtenFor(
  { entry }: Delivery,
  jobId: string,
  { file, key, branch, locale }: UnitRef,
): Delivery['entry']['units'][number] | undefined {
  return entry.units.find(
    (unit) =>
      unit.jobId === jobId &&
      unit.file === file &&
      unit.key === key &&
      unit.branch === branch &&
      unit.locale === locale,
  );
}

/**
 * Returns the range of a problem in the literal of its value, as offsets in the literal. Undefined, so that the whole
 * value is marked, unless the affected part is in the literal exactly once and without escapes.
 */
export function rangeInLiteral(
  literal: string,
  problem: Problem,
  job: Pick<TrackedJob, 'sourceText' | 'translatedText'>,
): { readonly start: number; readonly end: number } | undefined {
  const range = problemLocation(problem, job);
  const { translatedText = '' } = job;
  if (range?.passage !== 'translation' || range.end === range.start) return undefined;
  // The literal contains the whole translation without escapes.
  const translationStart = onlyOffsetOf(literal, translatedText);
  if (translationStart !== undefined)
    return { start: translationStart + range.start, end: translationStart + range.end };
  // It contains at least the affected part without escapes.
  const part = translatedText.slice(range.start, range.end);
  if (onlyOffsetOf(translatedText, part) === undefined) return undefined;
  const partStart = onlyOffsetOf(literal, part);
  if (partStart === undefined) return undefined;
  return { start: partStart, end: partStart + part.length };
}

/** Returns the offset of the only occurrence of a part; undefined if there is none or more than one. */
function onlyOffsetOf(text: string, part: string): number | undefined {
  const offset = text.indexOf(part);
  if (offset < 0 || part === '' || text.includes(part, offset + 1)) return undefined;
  return offset;
}
