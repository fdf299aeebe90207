import { randomBytes } from 'node:crypto';
import { present } from '../../base/present.ts';
import { applyEdits, invertEdits } from '../../formats/formats.ts';
import type { TextEdit } from '../../formats/format.ts';
import { sourceCopies } from './sourceCopies.ts';
import { undoDocument } from './deliverDocument.ts';
import { joinReports, type DeliveryReport } from './deliveryReport.ts';
import { followMoves, isLost, isSourceMissing } from './followMoves.ts';
import { hashText } from '../model/hash.ts';
import {
  composeDelivery,
  refuseOtherPath,
  type PendingUnit,
  type PendingValue,
  type TargetGroup,
} from '../units/files/composeDelivery.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { writeJournaled } from './journaledWrite.ts';
import { unitsOf, type JobRecord, type Ledger } from '../journal/ledger.ts';
import { openSourceFile } from '../units/files/localeFile.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import type { Project } from '../model/project.ts';
import { settleDeliveries } from './settleDeliveries.ts';
import { SourceIndex } from '../units/source/sourceIndex.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import { isFileUnit, type FileUnit, type UnitFilter } from '../model/unitRef.ts';
import { messageIdentity } from '../model/unitName.ts';
import { hasConflict } from '../model/errors/unreadableFileError.ts';
import { unwritableText } from '../model/errors/unwritableUnit.ts';
import { isRefused } from '../model/errors/refusedFileError.ts';

/** An approved translation to be delivered. */
export interface DeliverableJob {
  readonly record: JobRecord;
  readonly text: string;
  /** Whether to deliver although the source or the target changed since the order: the user has seen both. */
  readonly force: boolean;
  /** If present: only branches of these messages (`messageIdentity`), whose other branches belong to another job. */
  readonly only?: ReadonlySet<string>;
  /** If present, only these units are delivered. */
  readonly accepts?: UnitFilter;
}

/** Returns the units of a job whose translation has never been delivered. */
export function undeliveredUnits(ledger: Ledger, record: JobRecord): readonly FileUnit[] {
  return unitsOf(record).flatMap((unit) =>
    ledger.deliveryOf(record.jobId, unit) === undefined && isFileUnit(unit) ? [unit] : [],
  );
}

/**
 * Writes approved translations to their target files: one set of minimal edits for each file, journaled before it is
 * written, with the edits that undo it. A unit is held instead if its source or its target value changed since the
 * order. A string whose key was renamed or whose file moved is delivered where it is now, if `sources` has its text in
 * only one place. Settles interrupted deliveries first. Rejects with OrderError 'busy' if another window delivers.
 */
export async function deliverJobs(
  context: DeliveryContext,
  jobs: readonly DeliverableJob[],
  sources = new SourceIndex(context),
): Promise<DeliveryReport> {
  return context.journal.exclusively(async () => {
    const forcedJobs = jobs.filter(({ force }) => force);
    const settled = await settleDeliveries(context, new Set(forcedJobs.map(({ record }) => record.jobId)));
    const reportInPlace = await deliverGroups(context, jobs);
    return joinReports([settled, await deliverLost(context, { jobs, reportInPlace }, sources)]);
  });
}

/** Delivers jobs where they were ordered, file by file. */
async function deliverGroups(context: DeliveryContext, jobs: readonly DeliverableJob[]): Promise<DeliveryReport> {
  const held = new Map<string, HoldReason>();
  const written: DeliveryReport['written'][number][] = [];
  for (const group of groupByTarget(context, jobs, held)) {
    const delivery = await deliverFile(context, group, held);
    if (delivery !== undefined) written.push({ project: group.project.id, file: group.targetFile, ...delivery });
  }
  return { written, held };
}

/**
 * Delivers the jobs that were held because their key or source file is gone, if their strings are found elsewhere.
 * Returns the report of the first attempt, `reportInPlace`, with the outcome of the second one for these jobs.
 */
async function deliverLost(
  context: DeliveryContext,
  { jobs, reportInPlace }: { readonly jobs: readonly DeliverableJob[]; readonly reportInPlace: DeliveryReport },
  sources: SourceIndex,
): Promise<DeliveryReport> {
  const lostJobs = jobs.filter(({ record }) => isLost(reportInPlace.held.get(record.jobId)));
  if (lostJobs.length === 0) return reportInPlace;
  const lostUnits = lostJobs.map((job) => ({ record: job.record, units: unitsToDeliver(context.ledger, job) }));
  const { moved, ambiguous } = await followMoves(context, lostUnits, sources);
  // The branches of a message that was found are delivered together, under its new key.
  const movedMessages = new Set([...moved.values()].flat().map(messageIdentity));
  const jobsOfMoved = jobs.filter(({ record }) =>
    unitsOf(record).some((unit) => movedMessages.has(messageIdentity(unit))),
  );
  // `only` has the identities of messages under their old keys.
  const jobsToRetry = jobsOfMoved.map((job) => (job.only === undefined ? job : { ...job, only: movedMessages }));
  const reportOfMoved = await deliverGroups(context, jobsToRetry);
  const heldInPlace = new Map(reportInPlace.held);
  for (const { record } of jobsToRetry) heldInPlace.delete(record.jobId);
  return joinReports([
    { written: reportInPlace.written, held: heldInPlace },
    reportOfMoved,
    { written: [], held: new Map([...ambiguous].map((jobId) => [jobId, 'several-places'])) },
  ]);
}

/** Groups the units that are still to be delivered. Adds jobs of projects that are not open to `held`. */
function groupByTarget(
  context: DeliveryContext,
  jobs: readonly DeliverableJob[],
  held: Map<string, HoldReason>,
): readonly TargetGroup[] {
  const groups = new Map<string, TargetGroup>();
  for (const job of jobs) {
    const { record, text, force } = job;
    for (const unit of unitsToDeliver(context.ledger, job)) {
      const project = context.findProject(unit.project);
      if (project === undefined) {
        held.set(record.jobId, 'no-project');
        continue;
      }
      const { file, targetFile, locale } = unit;
      const groupKey = JSON.stringify([project.id, file, targetFile, locale]);
      const { simulated } = context;
      const group = groups.get(groupKey) ?? { project, simulated, file, targetFile, locale, units: [] };
      groups.set(groupKey, group);
      group.units.push({ jobId: record.jobId, unit, key: unit.key, text, force });
    }
  }
  return [...groups.values()];
}

/** Returns the units still to be delivered. An undone delivery is repeated only at the user's request. */
function unitsToDeliver(ledger: Ledger, { record, force, only, accepts }: DeliverableJob): readonly FileUnit[] {
  const isUndone = (unit: FileUnit): boolean => ledger.deliveryOf(record.jobId, unit)?.undone === true;
  const units = [...undeliveredUnits(ledger, record)];
  if (force || only !== undefined) units.push(...unitsOf(record).filter(isFileUnit).filter(isUndone));
  return units.filter((unit) => {
    if (accepts?.(unit) === false) return false;
    return only === undefined || (unit.branch !== undefined && only.has(messageIdentity(unit)));
  });
}

/**
 * Writes units to one file. Returns the number of values and the id of the delivery; undefined if nothing was written.
 * Adds to `held` why units are held, by the ids of their jobs. The caller makes sure that no other window delivers.
 */
export async function deliverFile(
  context: DeliveryContext,
  group: TargetGroup,
  held: Map<string, HoldReason>,
): Promise<{ readonly units: number; readonly deliveryId: string } | undefined> {
  const { project, file, targetFile, locale } = group;
  const hold = (units: readonly PendingUnit[], reason: HoldReason): void => {
    for (const { jobId } of units) held.set(jobId, reason);
  };
  try {
    const source = await openSourceFile(project, file, context.layouts(project.id, file));
    refuseOtherPath(source, targetFile, locale);
    const reason = await whyHoldFile(context, project, targetFile);
    if (reason !== undefined) {
      hold(group.units, reason);
      return undefined;
    }
    const before = await project.read(targetFile);
    const composed = await composeDelivery({
      source,
      targetFile,
      locale,
      targetText: before,
      units: group.units,
      isSourceCopy: sourceCopies(context.ledger, { project: project.id, targetFile }),
    });
    const { edits, values } = composed;
    for (const unit of composed.unwritable) context.log(unwritableText(unit));
    for (const [jobId, why] of composed.held) held.set(jobId, why);
    if (values.length === 0) return undefined;

    const entry = deliveryEntryOf(context, group, { values, before, edits });
    if (edits.length === 0) {
      // All values are already in the file, so there is nothing to write and nothing to undo.
      await context.journal.append({ ...entry, type: 'delivered' });
      return undefined;
    }
    const result = await writeJournaled(context, entry, async (write) =>
      (await project.edit(targetFile, before, edits, write)) ? 'done' : 'changed',
    );
    if (result === 'done') return { units: values.length, deliveryId: entry.id };
    for (const { units } of values) hold(units, 'target-changed');
    return undefined;
  } catch (error) {
    // An error with one file does not affect the others. A write that could not be journaled is settled the next time.
    const isMissing = await isSourceMissing(project, file);
    if (!isMissing) context.log(`${targetFile} cannot be delivered to: ${context.describeError(error)}`);
    const whyUnreadable = hasConflict(error) ? 'conflict-markers' : 'unreadable';
    hold(group.units, isMissing ? 'source-missing' : whyUnreadable);
    return undefined;
  }
}

/** Returns the reason why nothing can be delivered to a file; undefined if there is none. */
async function whyHoldFile(
  { ledger, log }: DeliveryContext,
  project: Project,
  targetFile: string,
): Promise<HoldReason | undefined> {
  if (ledger.pendingWriteIn(project.id, targetFile) !== undefined) return 'interrupted';
  if ((await project.leadsOutside(targetFile)) !== undefined) return 'leads-outside';
  return (await isRefused(project, targetFile, log)) ? 'refused-file' : undefined;
}

/** A change of a target file; `before` is undefined if the file does not exist. */
interface TargetChange {
  readonly values: readonly PendingValue[];
  readonly before: string | undefined;
  readonly edits: readonly TextEdit[];
}

/** Returns the journal entry of a delivery to one file, as it is written before the file. */
function deliveryEntryOf(
  { clock }: DeliveryContext,
  { project, simulated, file, targetFile, locale }: TargetGroup,
  { values, before, edits }: TargetChange,
): EntryOf<'delivering'> & Pick<EntryOf<'delivered'>, 'units' | 'simulated'> {
  // A joined message has several units: one for each branch, and all of them with the message's value.
  const units = values.flatMap(({ key, text, units: pendingUnits }) =>
    pendingUnits.map(({ jobId, unit: { branch, sourceHash } }) =>
      present({ jobId, file, key, locale, sourceHash, valueHash: hashText(text), branch }),
    ),
  );
  // The hash of a file that does not exist is ''.
  const undo = {
    afterHash: hashText(applyEdits(before ?? '', edits)),
    beforeHash: before === undefined ? '' : hashText(before),
    created: before === undefined,
    edits: [...invertEdits(before ?? '', edits)],
  };
  return {
    type: 'delivering',
    id: randomBytes(6).toString('hex'),
    at: clock.now(),
    project: project.id,
    targetFile,
    simulated,
    units,
    undo,
  };
}

/** A delivery that was undone: the path of its target file, and how many values it had. */
export interface UndoneDelivery {
  readonly file: string;
  readonly units: number;
  /** Set for a document: its file was deleted, or the file that it replaced was restored. */
  readonly document?: 'removed' | 'restored';
}

/**
 * Undoes a delivery, or completes an interrupted undo. Rejects with OrderError 'changed-since' if the file changed
 * since then, 'nothing-to-undo' if the delivery was already undone or wrote nothing, and 'no-project' or 'busy'.
 */
export async function undoDelivery(context: DeliveryContext, deliveryId: string): Promise<UndoneDelivery> {
  return context.journal.exclusively(async () => {
    const deliveryToUndo = context.ledger.deliveries.get(deliveryId);
    const settled = await settleDeliveries(context, new Set(deliveryToUndo?.entry.units.map(({ jobId }) => jobId)));
    // Settling may have completed the undo, or the delivery itself.
    const delivery = context.ledger.deliveries.get(deliveryId);
    const wasUndoneBefore = delivery?.undone === true && !settled.undone.has(deliveryId);
    if (delivery === undefined || wasUndoneBefore) throw new OrderError('nothing-to-undo');

    const { targetFile, undo, units } = delivery.entry;
    const isOfDocument = units.every((unit) => unit.key === undefined);
    if (isOfDocument) {
      if (!delivery.undone) await undoDocument(context, delivery.entry);
      return { file: targetFile, units: units.length, document: undo.created ? 'removed' : 'restored' };
    }
    if (!delivery.undone) await undoUnits(context, delivery.entry);
    return { file: targetFile, units: new Set(units.map(({ key }) => key)).size };
  });
}

async function undoUnits(
  context: DeliveryContext,
  { id, project: projectId, targetFile, undo }: EntryOf<'delivered'>,
): Promise<void> {
  if (!undo.created && undo.edits.length === 0) throw new OrderError('nothing-to-undo');
  const project = context.findProject(projectId);
  if (project === undefined) throw new OrderError('no-project');
  const text = await project.read(targetFile);
  if (text === undefined || hashText(text) !== undo.afterHash) throw new OrderError('changed-since', targetFile);
  const result = await writeJournaled(
    context,
    {
      type: 'delivering',
      id: randomBytes(6).toString('hex'),
      at: context.clock.now(),
      project: projectId,
      targetFile,
      undoes: id,
      undo: {
        // '': the undo deletes the file.
        afterHash: undo.created ? '' : hashText(applyEdits(text, undo.edits)),
        beforeHash: undo.afterHash,
        created: false,
        edits: [],
      },
    },
    async (write) => {
      const isUndone = undo.created
        ? await project.remove(targetFile, text, write)
        : await project.edit(targetFile, text, undo.edits, write);
      return isUndone ? 'done' : 'changed';
    },
  );
  if (result !== 'done') throw new OrderError('changed-since', targetFile);
}

/**
 * Returns the id of the last delivery that was not undone, of any job or of one; undefined if there is none. Several
 * folders may have one translation: deliveries to open folders come first, because only those can be undone.
 */
export function lastDelivery({ ledger, findProject }: DeliveryContext, jobId?: string): string | undefined {
  const remaining = [...ledger.deliveries.values()].filter(
    ({ entry, undone }) => !undone && (jobId === undefined || entry.units.some((unit) => unit.jobId === jobId)),
  );
  const inOpenFolder = remaining.findLast(({ entry }) => findProject(entry.project) !== undefined);
  return (inOpenFolder ?? remaining.at(-1))?.entry.id;
}
