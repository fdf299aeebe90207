import { applyEdits } from '../../formats/formats.ts';
import { joinIcu } from '../../placeholders/icu/icuBranches.ts';
import { openSourceFile, type SourceFile } from '../files/localeFile.ts';
import { splitIcuMessage } from '../files/splitIcuMessage.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { sourceUnitOf } from '../model/sourceUnit.ts';
import type { TrackedJob } from '../model/trackedJob.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { writeUnits, type UnitText } from '../files/writeUnits.ts';
import { messageIdentity } from '../model/unitName.ts';

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
 * translation. Rejects with OrderError 'no-project', 'wrong-state' if there is nothing to write, or 'not-delivered'
 * with the format's reason.
 */
export async function previewDelivery(
  context: OrderContext,
  job: TrackedJob,
  others: readonly TrackedJob[] = [],
): Promise<DeliveryPreview> {
  const { translatedText } = job;
  const first = job.units.find((unit) => unit.targetFile !== undefined);
  if (translatedText === undefined || first?.targetFile === undefined) throw new OrderError('wrong-state', job.title);
  const project = context.findProject(first.project);
  if (project === undefined) throw new OrderError('no-project');

  const { file, targetFile, locale } = first;
  const source = await openSourceFile(project, file, context.layouts(project.id, file));
  const before = await project.read(targetFile);
  const units = job.units.filter((unit) => unit.targetFile === targetFile);
  const texts = new Map(units.flatMap((unit) => textFor(unit, job, others, source)).map((text) => [text.key, text]));
  const reasons: string[] = [];
  const { edits, refused } = await writeUnits(source, before ?? '', locale, [...texts.values()], (reason) => {
    reasons.push(reason);
  });
  if (refused.length > 0) throw new OrderError('not-delivered', reasons.join('\n'));
  return { project: project.id, targetFile, before, after: applyEdits(before ?? '', edits) };
}

function textFor(
  unit: UnitRef,
  job: TrackedJob,
  others: readonly TrackedJob[],
  source: SourceFile,
): readonly UnitText[] {
  const { key } = unit;
  if (key === undefined) return [];
  if (unit.branch === undefined) return [{ jobId: job.id, key, text: job.translatedText ?? '' }];
  const from = sourceUnitOf(new Map(source.units.map((one) => [one.id, one])), key);
  const opened = from === undefined ? undefined : splitIcuMessage(from.text, unit.locale);
  const joined =
    opened === undefined
      ? undefined
      : joinIcu(opened, branchTexts(messageIdentity(unit), [...others.toReversed(), job]));
  if (joined === undefined)
    throw new OrderError('not-delivered', `${job.title}: the message would not be a valid one any more.`);
  return [{ jobId: job.id, key, text: joined }];
}

/** Returns the translations of a message's branches; if several jobs have one, the last job's. */
function branchTexts(message: string, jobs: readonly TrackedJob[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { units, translatedText } of jobs) {
    for (const unit of units) {
      if (unit.branch !== undefined && translatedText !== undefined && messageIdentity(unit) === message)
        texts.set(unit.branch, translatedText);
    }
  }
  return texts;
}
