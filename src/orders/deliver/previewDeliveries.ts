import { errorMessage } from '../../base/errorMessage.ts';
import { applyEdits } from '../../formats/formats.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import { openSourceFile, readTargetUnits, type SourceFile } from '../units/files/localeFile.ts';
import { targetUnitOf } from '../../formats/targetUnit.ts';
import type { Project } from '../model/project.ts';
import { currentUnits } from '../model/sourceState.ts';
import type { TrackedJob } from '../model/trackedJob.ts';
import { isFileUnit, type FileUnit } from '../model/unitRef.ts';
import { textFor } from './previewDelivery.ts';
import { UndeliverableError } from '../model/errors/undeliverableError.ts';
import { writeUnits, type UnitText } from '../units/files/composeDelivery.ts';

/** A string in a previewed file. */
export interface PreviewedString {
  readonly job: TrackedJob;
  readonly unit: FileUnit;
  /** The line of `after` in which it begins, from 0; absent if it can't be found there. */
  readonly line?: number;
}

/** A target file as it is, and as it would be with all translations of a preview. */
export interface FilePreview {
  readonly project: string;
  /** Relative to the project's root. */
  readonly targetFile: string;
  /** Undefined if the delivery would create the file. */
  readonly before: string | undefined;
  readonly after: string;
  /** In the order of the file. */
  readonly strings: readonly PreviewedString[];
}

/**
 * Why a job has no string in a preview. `document`: its file is translated as a whole. `no-file`: it is not delivered to
 * a file. `no-project`: its folder is not open. `unreadable`: a file can't be read. `unwritable`: its format can't
 * represent the translation, or the message would be invalid.
 */
export type NotPreviewed = 'document' | 'no-file' | 'no-project' | 'unreadable' | 'unwritable';

/** The changes that the delivery of several translations would make. */
export interface DeliveriesPreview {
  readonly files: readonly FilePreview[];
  readonly notPreviewed: ReadonlyMap<TrackedJob, NotPreviewed>;
}

/** A unit of a job whose translation is previewed. */
interface JobUnit {
  readonly job: TrackedJob;
  readonly unit: FileUnit;
}

/** A target file whose preview is being written, one group of units after the other. */
interface GrowingPreview {
  readonly before: string | undefined;
  after: string;
  /** The units that were written, by their source files. */
  readonly parts: { readonly source: SourceFile; readonly units: readonly JobUnit[] }[];
}

/**
 * Returns the target files as they are and as they would be if all translations of `jobs` were delivered, written as a
 * delivery writes them. Writes nothing. A translation that can't be written is reported and does not affect the others.
 */
export async function previewDeliveries(
  context: DeliveryContext,
  jobs: readonly TrackedJob[],
  others: readonly TrackedJob[] = jobs,
): Promise<DeliveriesPreview> {
  const notPreviewed = new Map<TrackedJob, NotPreviewed>();
  const units: JobUnit[] = [];
  for (const job of jobs) {
    const fileUnits = currentUnits(job.units, job.sourceChanges).filter(isFileUnit);
    if (job.document !== undefined) notPreviewed.set(job, 'document');
    else if (job.translatedText === undefined || fileUnits.length === 0) notPreviewed.set(job, 'no-file');
    else units.push(...fileUnits.map((unit) => ({ job, unit })));
  }
  const files = new Map<string, GrowingPreview>();
  const groups = Map.groupBy(units, ({ unit }) =>
    JSON.stringify([unit.project, unit.file, unit.targetFile, unit.locale]),
  );
  for (const group of groups.values()) {
    const refused = await addGroup(context, files, group, others);
    for (const [job, why] of refused) notPreviewed.set(job, why);
  }
  const previews = [];
  for (const [fileKey, file] of files) previews.push(await withLines(fileKey, file));
  return { files: previews.filter(({ strings }) => strings.length > 0), notPreviewed };
}

/** Writes the units of one source and one locale to a file's preview. Returns the jobs that can't be written. */
async function addGroup(
  context: DeliveryContext,
  files: Map<string, GrowingPreview>,
  group: readonly JobUnit[],
  others: readonly TrackedJob[],
): Promise<ReadonlyMap<TrackedJob, NotPreviewed>> {
  const allRefused = (why: NotPreviewed) => new Map(group.map(({ job }) => [job, why]));
  // All units of a group have the same files and locale.
  const [first] = group;
  const project = first === undefined ? undefined : context.findProject(first.unit.project);
  if (first === undefined || project === undefined) return allRefused('no-project');
  const { targetFile, locale } = first.unit;
  const fileKey = JSON.stringify([project.id, targetFile]);
  let filesNow;
  try {
    filesNow = await readFiles(context, project, first.unit);
  } catch (error) {
    // Whatever is wrong with one file: it is a folder, a link, in another encoding.
    context.log(`${targetFile} cannot be previewed: ${errorMessage(error)}`);
    return allRefused('unreadable');
  }

  const { source, before } = filesNow;
  const file = files.get(fileKey) ?? { before, after: before ?? '', parts: [] };
  const refused = new Map<TrackedJob, NotPreviewed>();
  const texts = new Map<string, UnitText>();
  for (const { job, unit } of group) {
    try {
      for (const text of textFor(unit, job, others, source)) texts.set(text.key, text);
    } catch (error) {
      if (!(error instanceof UndeliverableError)) throw error;
      refused.set(job, 'unwritable');
    }
  }
  const toWrite = { source, targetFile, targetText: file.after, targetLocale: locale, units: [...texts.values()] };
  const written = await writeUnits(toWrite);
  const unwritableJobs = new Set(written.refused.map(({ jobId }) => jobId));
  for (const { job } of group) if (unwritableJobs.has(job.id)) refused.set(job, 'unwritable');
  file.after = applyEdits(file.after, written.edits);
  file.parts.push({ source, units: group.filter(({ job }) => !refused.has(job)) });
  files.set(fileKey, file);
  return refused;
}

async function readFiles(context: DeliveryContext, project: Project, { file, targetFile }: FileUnit) {
  const source = await openSourceFile(project, file, context.layouts(project.id, file));
  return { source, before: await project.read(targetFile) };
}

/** Finds the lines of a preview's strings in its text. */
async function withLines(fileKey: string, { before, after, parts }: GrowingPreview): Promise<FilePreview> {
  const [project, targetFile] = JSON.parse(fileKey) as [string, string];
  const located: (JobUnit & { readonly start: number | undefined })[] = [];
  for (const { source, units } of parts) {
    const locale = units[0]?.unit.locale;
    const targetUnits = await readTargetUnits(source, after, locale ?? '');
    for (const { job, unit } of units) located.push({ job, unit, start: targetUnitOf(targetUnits, unit.key)?.start });
  }
  // Strings that are not found come last.
  located.sort((a, b) => (a.start ?? after.length) - (b.start ?? after.length));
  let line = 0;
  let countedUpTo = 0;
  const strings = located.map(({ job, unit, start }): PreviewedString => {
    if (start === undefined) return { job, unit };
    line += after.slice(countedUpTo, start).match(/\r\n|\r|\n/gu)?.length ?? 0;
    countedUpTo = start;
    return { job, unit, line };
  });
  return { project, targetFile, before, after, strings };
}
