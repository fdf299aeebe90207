import { applyEdits } from '../../formats/formats.ts';
import { openSourceFile, type SourceFile } from '../units/files/localeFile.ts';
import { splitsOfOrder } from '../units/files/splitMessage.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { sourceUnitOf, unitsById } from '../model/sourceUnit.ts';
import { currentUnits } from '../model/sourceState.ts';
import type { TrackedJob } from '../model/trackedJob.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { messageIdentity } from '../model/unitName.ts';
import { UndeliverableError } from '../model/errors/undeliverableError.ts';
import { writeUnits, type UnitText } from '../units/files/composeDelivery.ts';

/** The target file before and after a delivery. */
export interface DeliveryPreview {
  readonly project: string;
  /** Relative to the project's root. */
  readonly targetFile: string;
  /** Undefined if the delivery would create the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Returns the target file as it is and as it would be with a job's translation. Writes nothing. If a message was
 * ordered in branches, the other branches are taken from the jobs in `others`, or from the source where they have no
 * translation. Rejects with OrderError 'no-project', 'wrong-state' if there is nothing to write, or UndeliverableError.
 */
export async function previewDelivery(
  context: DeliveryContext,
  job: TrackedJob,
  others: readonly TrackedJob[] = [],
): Promise<DeliveryPreview> {
  const { translatedText } = job;
  const unitsNow = currentUnits(job.units, job.sourceChanges);
  const first = unitsNow.find((unit) => unit.targetFile !== undefined);
  if (translatedText === undefined || first?.targetFile === undefined) throw new OrderError('wrong-state', job.title);
  const project = context.findProject(first.project);
  if (project === undefined) throw new OrderError('no-project');

  const { file, targetFile, locale } = first;
  const source = await openSourceFile(project, file, context.layouts(project.id, file));
  const before = await project.read(targetFile);
  const texts = new Map<string, UnitText>();
  for (const unit of unitsNow)
    if (unit.targetFile === targetFile)
      for (const text of textFor(unit, job, others, source)) texts.set(text.key, text);
  const units = [...texts.values()];
  const toWrite = { source, targetFile, targetText: before ?? '', targetLocale: locale, units };
  const { edits, unwritable } = await writeUnits(toWrite);
  if (unwritable.length > 0) throw new UndeliverableError({ code: 'unwritable', values: unwritable });
  return { project: project.id, targetFile, before, after: applyEdits(before ?? '', edits) };
}

/** Returns what a delivery of a job writes for one of its units. Throws UndeliverableError. */
export function textFor(
  unit: UnitRef,
  job: TrackedJob,
  others: readonly TrackedJob[],
  source: SourceFile,
): readonly UnitText[] {
  const { key } = unit;
  if (key === undefined) return [];
  if (unit.branch === undefined) return [{ jobId: job.id, key, text: job.translatedText ?? '' }];
  const sourceUnit = sourceUnitOf(unitsById(source.units), key);
  const target = { locale: unit.locale, source };
  const [split] = sourceUnit === undefined ? [] : splitsOfOrder(sourceUnit, target, [unit.branch]);
  // The last job with a branch counts: this one, then the first of the others.
  const joined = split?.join(branchTexts(messageIdentity(unit), [...others.toReversed(), job]));
  if (joined === undefined) throw new UndeliverableError({ code: 'invalid-message', values: [job.title] });
  return [{ jobId: job.id, key, text: joined }];
}

/** Returns the translations of a message's branches; if several jobs have one, the last job's. */
function branchTexts(message: string, jobs: readonly TrackedJob[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { units, sourceChanges, translatedText } of jobs) {
    for (const unit of currentUnits(units, sourceChanges)) {
      if (unit.branch !== undefined && translatedText !== undefined && messageIdentity(unit) === message)
        texts.set(unit.branch, translatedText);
    }
  }
  return texts;
}
