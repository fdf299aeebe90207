import { applyEdits } from '../formats/formats.ts';
import { openSourceFile } from './localeFile.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import type { TrackedJob } from './trackedJob.ts';
import { writeUnits } from './writeUnits.ts';

/** What a delivery would make of the target file. */
export interface DeliveryPreview {
  readonly project: string;
  /** Relative to the project's root. */
  readonly targetFile: string;
  /** Undefined when the delivery would create the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * The target file as it is, and as it would be with a job's translation. Writes nothing.
 * Rejects with OrderError 'no-project', 'wrong-state' when there is nothing to write, or 'not-delivered' with the format's reason.
 */
export async function previewDelivery(context: OrderContext, job: TrackedJob): Promise<DeliveryPreview> {
  const { translatedText } = job;
  const first = job.units.find((unit) => unit.targetFile !== undefined);
  if (translatedText === undefined || first?.targetFile === undefined) throw new OrderError('wrong-state', job.title);
  const project = context.findProject(first.project);
  if (project === undefined) throw new OrderError('no-project');

  const { file, targetFile, locale } = first;
  const source = await openSourceFile(project, file, context.layouts());
  const before = await project.read(targetFile);
  const keys = job.units.flatMap((unit) => (unit.targetFile === targetFile && unit.key !== undefined ? [unit.key] : []));
  const reasons: string[] = [];
  const { edits, refused } = await writeUnits(source, before ?? '', locale, keys.map((key) => ({ jobId: job.id, key, text: translatedText })), (reason) => {
    reasons.push(reason);
  });
  if (refused.length > 0) throw new OrderError('not-delivered', reasons.join('\n'));
  return { project: project.id, targetFile, before, after: applyEdits(before ?? '', edits) };
}
