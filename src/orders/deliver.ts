import { randomBytes } from 'node:crypto';
import { applyEdits } from '../formats/formats.ts';
import type { TextEdit, Unit } from '../formats/format.ts';
import { hashText } from './hash.ts';
import { unitsOf, type JobRecord } from './ledger.ts';
import { openSourceFile, type SourceFile } from './localeFile.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import type { HoldReason, UnitRef } from './trackedJob.ts';

/** An approved translation on its way into the target file. */
export interface DeliverableJob {
  readonly record: JobRecord;
  readonly text: string;
  /** Deliver although the source or the target's value changed since the order: the person has seen both. */
  readonly force: boolean;
}

export interface DeliveryReport {
  /** Files that were written: path relative to the project, and how many values. */
  readonly written: readonly { readonly project: string; readonly file: string; readonly units: number; readonly deliveryId: string }[];
  readonly held: ReadonlyMap<string, HoldReason>;
}

interface PlacedUnit {
  readonly jobId: string;
  readonly unit: UnitRef & { readonly key: string; readonly targetFile: string };
  readonly text: string;
  readonly force: boolean;
}

/**
 * Writes approved translations into their target files, one smallest edit a file, each journalled with what undoes it.
 * A value that somebody changed since the order, and a source that is not what was ordered, is held and not written.
 * Only one window delivers at a time.
 */
export async function deliverJobs(context: OrderContext, jobs: readonly DeliverableJob[]): Promise<DeliveryReport> {
  return context.journal.exclusively(async () => {
    const held = new Map<string, HoldReason>();
    const written: DeliveryReport['written'][number][] = [];
    for (const group of groupByTarget(context, jobs, held).values()) {
      const report = await deliverFile(context, group, held);
      if (report !== undefined) written.push(report);
    }
    return { written, held };
  });
}

function groupByTarget(context: OrderContext, jobs: readonly DeliverableJob[], held: Map<string, HoldReason>): Map<string, PlacedUnit[]> {
  const groups = new Map<string, PlacedUnit[]>();
  for (const { record, text, force } of jobs) {
    const before = context.ledger.deliveryOfJob.get(record.jobId);
    // Another window was faster.
    if (before !== undefined && !(before.undone && force)) continue;
    for (const unit of unitsOf(record)) {
      if (unit.key === undefined || unit.targetFile === undefined) continue;
      if (context.findProject(unit.project) === undefined) {
        held.set(record.jobId, 'no-project');
        continue;
      }
      const name = JSON.stringify([unit.project, unit.file, unit.targetFile]);
      const group = groups.get(name) ?? [];
      group.push({ jobId: record.jobId, unit: { ...unit, key: unit.key, targetFile: unit.targetFile }, text, force });
      groups.set(name, group);
    }
  }
  return groups;
}

async function deliverFile(
  context: OrderContext,
  group: readonly PlacedUnit[],
  held: Map<string, HoldReason>,
): Promise<DeliveryReport['written'][number] | undefined> {
  const [first] = group;
  if (first === undefined) return undefined;
  const project = context.findProject(first.unit.project);
  if (project === undefined) return undefined;
  const { targetFile, locale, file } = first.unit;
  const holdAll = (reason: HoldReason): undefined => {
    for (const { jobId } of group) held.set(jobId, reason);
    return undefined;
  };

  let source: SourceFile;
  let before: string | undefined;
  let present: ReadonlyMap<string, Unit>;
  try {
    source = await openSourceFile(project, file, context.layoutPatterns());
    before = await project.read(targetFile);
    present = new Map((before === undefined ? [] : source.format.read(before, locale)).map((unit) => [unit.id, unit]));
  } catch (error) {
    context.log(`${targetFile} cannot be delivered into: ${error instanceof Error ? error.message : String(error)}`);
    return holdAll('unreadable');
  }

  const ready = group.filter((placed) => {
    const reason = whyHold(placed, source, present.get(placed.unit.key));
    if (reason !== undefined) held.set(placed.jobId, reason);
    return reason === undefined;
  });
  // A job whose units are partly held waits as a whole, so that it is delivered once and undone once.
  const whole = ready.filter((placed) => !held.has(placed.jobId));
  const writable = whole.length === 0 ? undefined : writeUnits(context, source, before, whole, held);
  if (writable === undefined) return undefined;
  const { edits, units } = writable;

  const after = applyEdits(before ?? '', edits);
  if (edits.length > 0 && !(await project.edit(targetFile, before, edits))) return holdAll('target-changed');
  const id = randomBytes(6).toString('hex');
  await context.journal.append({
    type: 'delivered',
    id,
    at: context.clock.now(),
    project: project.id,
    targetFile,
    simulated: context.simulated,
    units: units.map(({ jobId, unit, text }) => ({ jobId, file, key: unit.key, locale, sourceHash: unit.sourceHash, valueHash: hashText(text) })),
    undo: { afterHash: hashText(after), created: before === undefined, edits: [...invertEdits(before ?? '', edits)] },
  });
  return { project: project.id, file: targetFile, units: units.length, deliveryId: id };
}

function whyHold({ unit, text, force }: PlacedUnit, source: SourceFile, present: Unit | undefined): HoldReason | undefined {
  // Already there, by hand or because a crash fell between writing and journalling.
  if (present?.text === text) return undefined;
  const sources = source.units.filter((candidate) => candidate.id === unit.key || (candidate.plural !== undefined && sameSet(candidate.id, unit.key)));
  if (sources.length === 0) return 'unit-gone';
  if (force) return undefined;
  if (!sources.some((candidate) => hashText(candidate.text) === unit.sourceHash)) return 'source-changed';
  const presentHash = present === undefined || present.text === '' ? undefined : hashText(present.text);
  return presentHash === unit.targetHash ? undefined : 'target-changed';
}

function sameSet(id: string, key: string): boolean {
  return id.slice(0, id.lastIndexOf('#')) === key.slice(0, key.lastIndexOf('#'));
}

/** All units at once; when the format refuses, one by one, so that only what it cannot hold is held. */
function writeUnits(
  context: OrderContext,
  source: SourceFile,
  before: string | undefined,
  placed: readonly PlacedUnit[],
  held: Map<string, HoldReason>,
): { readonly edits: readonly TextEdit[]; readonly units: readonly PlacedUnit[] } | undefined {
  const write = (units: readonly PlacedUnit[]): readonly TextEdit[] =>
    source.format.write(before ?? '', new Map(units.map(({ unit, text }) => [unit.key, text])), {
      sourceText: source.text,
      sourceLocale: source.locale,
      targetLocale: placed[0]?.unit.locale ?? '',
      state: 'translated',
    });
  try {
    return { edits: write(placed), units: placed };
  } catch (error) {
    context.log(`Writing ${placed.length} translations at once was refused: ${error instanceof Error ? error.message : String(error)}`);
  }
  const units = placed.filter((one) => {
    try {
      write([one]);
      return true;
    } catch (error) {
      context.log(`${one.unit.key} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      held.set(one.jobId, 'unreadable');
      return false;
    }
  });
  const whole = units.filter((one) => !held.has(one.jobId));
  return whole.length === 0 ? undefined : { edits: write(whole), units: whole };
}

/** Edits that turn the result of `edits` back into `before`. */
function invertEdits(before: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const inverse = { start: start + shift, end: start + shift + text.length, text: before.slice(start, end) };
    shift += text.length - (end - start);
    return inverse;
  });
}

/** Puts back what was there before a delivery. Throws OrderError 'changed-since' when the file is not what the delivery left. */
export async function undoDelivery(context: OrderContext, deliveryId: string): Promise<{ readonly file: string; readonly units: number }> {
  return context.journal.exclusively(async () => {
    const delivery = context.ledger.deliveries.get(deliveryId);
    if (delivery === undefined || delivery.undone) throw new OrderError('nothing-to-undo');
    const { project: projectId, targetFile, undo, units } = delivery.entry;
    const project = context.findProject(projectId);
    if (project === undefined) throw new OrderError('no-project');
    const text = await project.read(targetFile);
    if (text === undefined || hashText(text) !== undo.afterHash) throw new OrderError('changed-since', targetFile);
    const undone = undo.created ? await project.remove(targetFile, text) : undo.edits.length === 0 || (await project.edit(targetFile, text, undo.edits));
    if (!undone) throw new OrderError('changed-since', targetFile);
    await context.journal.append({ type: 'undone', delivery: deliveryId, at: context.clock.now() });
    return { file: targetFile, units: units.length };
  });
}

/** The last delivery that was not undone, if any. */
export function lastDelivery(context: OrderContext): string | undefined {
  return [...context.ledger.deliveries.values()].filter((delivery) => !delivery.undone).at(-1)?.entry.id;
}
