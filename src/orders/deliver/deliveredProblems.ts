import type { Problem } from '../../placeholders/read/placeholder.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemPlace } from '../check/problemPlace.ts';
import type { TrackedJob } from '../model/trackedJob.ts';
import type { UnitRef } from '../model/unitRef.ts';
import type { Delivery } from '../journal/deliveryIndex.ts';

/** A value that was written into a target file although, or before, the checks had something to say of it. */
export interface DeliveredValue {
  readonly unit: UnitRef & { readonly key: string; readonly targetFile: string };
  readonly job: TrackedJob;
  /** Hash of what was written: a value that somebody has changed since is not it any more. */
  readonly valueHash: string;
  readonly problems: readonly Problem[];
}

/** The delivered values with problems, the last one of each place. What was undone, and what is archived, is not among them. */
export function deliveredProblems(
  jobs: readonly TrackedJob[],
  ledger: Pick<Ledger, 'deliveryOf'>,
): readonly DeliveredValue[] {
  const values = new Map<string, { readonly value: DeliveredValue; readonly at: number }>();
  for (const job of jobs) {
    // What was repaired is right in the file.
    const problems = job.problems.filter(({ kind }) => kind !== 'blanks-repaired');
    if (problems.length === 0) continue;
    for (const unit of job.units) {
      const delivery = ledger.deliveryOf(job.id, unit);
      const written = delivery === undefined || delivery.undone ? undefined : writtenFor(delivery, job.id, unit);
      if (delivery === undefined || written === undefined || !isInFile(unit)) continue;
      const place = JSON.stringify([unit.project, unit.targetFile, unit.locale, unit.key, unit.branch]);
      const { at } = delivery.entry;
      if ((values.get(place)?.at ?? -1) < at)
        values.set(place, { value: { unit, job, valueHash: written.valueHash, problems }, at });
    }
  }
  return [...values.values()].map(({ value }) => value);
}

function isInFile(unit: UnitRef): unit is DeliveredValue['unit'] {
  return unit.key !== undefined && unit.targetFile !== undefined;
}

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
 * Where a problem stands in the literal of its value, relative to it: the part itself where the literal shows it as it is
 * and once only, without escapes. Undefined where that cannot be told: the whole value is meant then.
 */
export function placeInLiteral(
  literal: string,
  problem: Problem,
  job: Pick<TrackedJob, 'sourceText' | 'translatedText'>,
): { readonly start: number; readonly end: number } | undefined {
  const place = problemPlace(problem, job);
  const { translatedText = '' } = job;
  if (place?.passage !== 'translation' || place.end === place.start) return undefined;
  const at = onlyPlaceOf(literal, translatedText);
  if (at !== undefined) return { start: at + place.start, end: at + place.end };
  const part = translatedText.slice(place.start, place.end);
  const partAt = onlyPlaceOf(translatedText, part) === undefined ? undefined : onlyPlaceOf(literal, part);
  return partAt === undefined ? undefined : { start: partAt, end: partAt + part.length };
}

function onlyPlaceOf(text: string, part: string): number | undefined {
  const at = text.indexOf(part);
  return at < 0 || part === '' || text.includes(part, at + 1) ? undefined : at;
}
