import { randomBytes } from 'node:crypto';
import { applyEdits } from '../../formats/formats.ts';
import type { TextEdit, Unit } from '../../formats/format.ts';
import { undoDocument } from './deliverDocument.ts';
import { joinReports, type DeliveryReport } from './deliveryReport.ts';
import { hashText } from '../model/hash.ts';
import { joinMessages } from '../files/joinMessages.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { writeJournaled } from './journaledWrite.ts';
import { unitsOf, type JobRecord, type Ledger } from '../journal/ledger.ts';
import { isTargetPath, openSourceFile } from '../files/localeFile.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import type { Project } from '../model/project.ts';
import { settleDeliveries } from './settleDeliveries.ts';
import { sourceUnitOf } from '../model/sourceUnit.ts';
import { targetUnitOf } from '../files/targetUnit.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { invertEdits, writeUnits, type UnitText } from '../files/writeUnits.ts';
import { messageIdentity } from '../model/unitName.ts';

/** An approved translation on its way into the target file. */
export interface DeliverableJob {
  readonly record: JobRecord;
  readonly text: string;
  /** Deliver although the source or the target's value changed since the order: the person has seen both. */
  readonly force: boolean;
  /** Only branches of these messages are wanted of it, by `messageIdentity`: another job's translation cannot be written without them. */
  readonly only?: ReadonlySet<string>;
}

/** A unit that belongs into a file. */
type FileUnit = UnitRef & { readonly key: string; readonly targetFile: string };

interface PlacedUnit extends UnitText {
  readonly jobId: string;
  readonly unit: FileUnit;
  readonly force: boolean;
}

interface PlacedBranch extends PlacedUnit {
  readonly unit: FileUnit & { readonly branch: string };
}

/** What is written for one key: a job's translation, or a message of the branches of several jobs. */
interface PlacedValue extends UnitText {
  readonly units: readonly PlacedUnit[];
}

/** What goes into one file. */
interface TargetGroup {
  readonly project: Project;
  readonly file: string;
  readonly targetFile: string;
  readonly locale: string;
  readonly units: PlacedUnit[];
}

/** Units of a job whose translation has not been delivered, nor delivered and taken back. */
export function undeliveredUnits(ledger: Ledger, record: JobRecord): readonly FileUnit[] {
  return unitsOf(record).flatMap((unit) =>
    ledger.deliveryOf(record.jobId, unit) === undefined && isFileUnit(unit) ? [unit] : [],
  );
}

function isFileUnit(unit: UnitRef): unit is FileUnit {
  return unit.key !== undefined && unit.targetFile !== undefined;
}

/**
 * Writes approved translations into their target files, the smallest edits at once for each file, journaled before they
 * are written and with what undoes them. A value that somebody changed since the order, and a source that is not what was
 * ordered, is held and not written. Deliveries that were interrupted are settled first.
 * Only one window delivers at a time. Rejects with OrderError 'busy'.
 */
export async function deliverJobs(context: OrderContext, jobs: readonly DeliverableJob[]): Promise<DeliveryReport> {
  return context.journal.exclusively(async () => {
    const settled = await settleDeliveries(
      context,
      new Set(jobs.flatMap(({ record, force }) => (force ? [record.jobId] : []))),
    );
    const held = new Map<string, HoldReason>();
    const written: DeliveryReport['written'][number][] = [];
    for (const group of groupByTarget(context, jobs, held)) {
      const units = await deliverFile(context, group, held);
      if (units === undefined) continue;
      written.push({ project: group.project.id, file: group.targetFile, ...units });
    }
    return joinReports([settled, { written, held }]);
  });
}

function groupByTarget(
  context: OrderContext,
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
      const name = JSON.stringify([project.id, file, targetFile, locale]);
      const group = groups.get(name) ?? { project, file, targetFile, locale, units: [] };
      groups.set(name, group);
      group.units.push({ jobId: record.jobId, unit, key: unit.key, text, force });
    }
  }
  return [...groups.values()];
}

/** Another window may have been faster; what was undone is written again only when a person asks for it. */
function unitsToDeliver(ledger: Ledger, { record, force, only }: DeliverableJob): readonly FileUnit[] {
  const units = [...undeliveredUnits(ledger, record)];
  if (force || only !== undefined)
    units.push(
      ...unitsOf(record)
        .filter(isFileUnit)
        .filter((unit) => ledger.deliveryOf(record.jobId, unit)?.undone === true),
    );
  return only === undefined
    ? units
    : units.filter((unit) => unit.branch !== undefined && only.has(messageIdentity(unit)));
}

async function deliverFile(
  context: OrderContext,
  group: TargetGroup,
  held: Map<string, HoldReason>,
): Promise<{ readonly units: number; readonly deliveryId: string } | undefined> {
  const { project, file, targetFile, locale } = group;
  const hold = (units: readonly PlacedUnit[], reason: HoldReason): void => {
    for (const { jobId } of units) held.set(jobId, reason);
  };
  try {
    const source = await openSourceFile(project, file, context.layouts(project.id, file));
    if (!isTargetPath(source, targetFile, locale))
      throw new Error(`it is not where ${file} has its translations into ${locale}.`);
    const reason = await whyHoldFile(context, project, targetFile);
    if (reason !== undefined) {
      hold(group.units, reason);
      return undefined;
    }
    const before = await project.read(targetFile);
    const present = new Map(
      (before === undefined ? [] : await source.format.read(before, locale)).map((unit) => [unit.id, unit]),
    );
    const byId = new Map(source.units.map((unit) => [unit.id, unit]));

    const ready = [
      ...readyUnits(
        group.units.filter((placed) => !isBranch(placed)),
        byId,
        present,
        held,
      ),
      ...readyMessages(group, byId, present, held),
    ];
    const { edits, units: values, refused } = await writeUnits(source, before ?? '', locale, ready, context.log);
    hold(
      refused.flatMap(({ units }) => units),
      'unreadable',
    );
    if (values.length === 0) return undefined;

    const entry = deliveryOf(context, group, values, before, edits);
    if (edits.length === 0) {
      // All values are in the file already, so there is nothing to write and nothing to undo.
      await context.journal.append({ ...entry, type: 'delivered' });
      return undefined;
    }
    const result = await writeJournaled(context, entry, async (write) =>
      (await project.edit(targetFile, before, edits, write)) ? 'done' : 'changed',
    );
    if (result === 'done') return { units: values.length, deliveryId: entry.id };
    hold(
      values.flatMap(({ units }) => units),
      'target-changed',
    );
    return undefined;
  } catch (error) {
    // A file that cannot be read or written keeps no other file waiting. What was written and could not be journaled is settled next time.
    context.log(`${targetFile} cannot be delivered into: ${error instanceof Error ? error.message : String(error)}`);
    hold(group.units, 'unreadable');
    return undefined;
  }
}

/** What keeps a whole file from being written. */
async function whyHoldFile(
  { ledger }: OrderContext,
  project: Project,
  targetFile: string,
): Promise<HoldReason | undefined> {
  if (ledger.begunIn(project.id, targetFile) !== undefined) return 'interrupted';
  return (await project.leadsOutside(targetFile)) === undefined ? undefined : 'leads-outside';
}

/** Describes a delivery into one file, as it is journaled before the file is written. */
function deliveryOf(
  { clock, simulated }: OrderContext,
  { project, file, targetFile, locale }: TargetGroup,
  values: readonly PlacedValue[],
  before: string | undefined,
  edits: readonly TextEdit[],
): EntryOf<'delivering'> & Pick<EntryOf<'delivered'>, 'units' | 'simulated'> {
  const units = values.flatMap(({ key, text, units: ofKey }) =>
    ofKey.map(({ jobId, unit: { branch, sourceHash } }) => ({
      jobId,
      file,
      key,
      locale,
      sourceHash,
      valueHash: hashText(text),
      ...(branch === undefined ? {} : { branch }),
    })),
  );
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

/** The translations that are all of their units. A job of which one in this file is held waits as a whole, so that it is delivered once and undone once. */
function readyUnits(
  units: readonly PlacedUnit[],
  sources: ReadonlyMap<string, Unit>,
  present: ReadonlyMap<string, Unit>,
  held: Map<string, HoldReason>,
): readonly PlacedValue[] {
  const reasons = new Map<string, HoldReason>();
  for (const placed of units) {
    const reason = whyHold(placed, sources, targetUnitOf(present, placed.key));
    if (reason !== undefined) reasons.set(placed.jobId, reason);
  }
  for (const [jobId, reason] of reasons) held.set(jobId, reason);
  return units
    .filter(({ jobId }) => !reasons.has(jobId))
    .map((placed) => ({ jobId: placed.jobId, key: placed.key, text: placed.text, units: [placed] }));
}

/** The messages whose branches are all there. Each is held by itself, whatever becomes of the other messages that share a job with it. */
function readyMessages(
  { units, locale }: TargetGroup,
  sources: ReadonlyMap<string, Unit>,
  present: ReadonlyMap<string, Unit>,
  held: Map<string, HoldReason>,
): readonly PlacedValue[] {
  const joined = joinMessages(units.filter(isBranch), sources, locale);
  for (const { branch, reason } of joined.held) held.set(branch.jobId, reason);
  return joined.messages.flatMap(({ key, text, branches }): readonly PlacedValue[] => {
    const there = targetUnitOf(present, key);
    const isExpected =
      there?.text === text || branches.some(({ unit, force }) => force || hashOf(there) === unit.targetHash);
    if (!isExpected) for (const { jobId } of branches) held.set(jobId, 'target-changed');
    return isExpected ? [{ jobId: `message ${key}`, key, text, units: branches }] : [];
  });
}

function isBranch(placed: PlacedUnit): placed is PlacedBranch {
  return placed.unit.branch !== undefined;
}

function whyHold(
  { unit, text, force }: PlacedUnit,
  sources: ReadonlyMap<string, Unit>,
  present: Unit | undefined,
): HoldReason | undefined {
  const source = sourceUnitOf(sources, unit.key);
  if (source === undefined) return 'unit-gone';
  // Already in the file, for instance by hand.
  if (force || present?.text === text) return undefined;
  if (hashText(source.text) !== unit.sourceHash) return 'source-changed';
  return hashOf(present) === unit.targetHash ? undefined : 'target-changed';
}

function hashOf(present: Unit | undefined): string | undefined {
  return present === undefined || present.text === '' ? undefined : hashText(present.text);
}

export interface UndoneDelivery {
  readonly file: string;
  readonly units: number;
  /** Set for a document: there is no such file any more, or it is the one of before. */
  readonly document?: 'removed' | 'restored';
}

/**
 * Puts back what was there before a delivery. Throws OrderError 'changed-since' when the file is not what the delivery
 * left, and 'nothing-to-undo' when the delivery was undone before or had nothing to write. An undo that was interrupted
 * is completed.
 */
export async function undoDelivery(context: OrderContext, deliveryId: string): Promise<UndoneDelivery> {
  return context.journal.exclusively(async () => {
    const known = context.ledger.deliveries.get(deliveryId);
    const settled = await settleDeliveries(context, new Set(known?.entry.units.map(({ jobId }) => jobId)));
    const delivery = context.ledger.deliveries.get(deliveryId);
    if (delivery === undefined || (delivery.undone && !settled.undone.has(deliveryId)))
      throw new OrderError('nothing-to-undo');
    const { targetFile, undo, units } = delivery.entry;
    const isOfDocument = units.every((unit) => unit.key === undefined);
    if (!delivery.undone)
      await (isOfDocument ? undoDocument(context, delivery.entry) : undoUnits(context, delivery.entry));
    if (isOfDocument) return { file: targetFile, units: units.length, document: undo.created ? 'removed' : 'restored' };
    return { file: targetFile, units: new Set(units.map(({ key }) => key)).size };
  });
}

async function undoUnits(
  context: OrderContext,
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
        afterHash: undo.created ? '' : hashText(applyEdits(text, undo.edits)),
        beforeHash: undo.afterHash,
        created: false,
        edits: [],
      },
    },
    async (write) =>
      (
        undo.created
          ? await project.remove(targetFile, text, write)
          : await project.edit(targetFile, text, undo.edits, write)
      )
        ? 'done'
        : 'changed',
  );
  if (result !== 'done') throw new OrderError('changed-since', targetFile);
}

/**
 * The last delivery, of any job or of one, that was not undone; undefined if there is none. Several folders may have the translation of
 * one job: a delivery into a folder that is open comes first, since only there can it be undone.
 */
export function lastDelivery({ ledger, findProject }: OrderContext, jobId?: string): string | undefined {
  const remaining = [...ledger.deliveries.values()].filter(
    ({ entry, undone }) => !undone && (jobId === undefined || entry.units.some((unit) => unit.jobId === jobId)),
  );
  const here = remaining.findLast(({ entry }) => findProject(entry.project) !== undefined);
  return (here ?? remaining.at(-1))?.entry.id;
}
