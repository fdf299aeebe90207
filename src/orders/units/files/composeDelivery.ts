import type { TextEdit, Unit } from '../../../formats/format.ts';
import { hashText } from '../../model/hash.ts';
import { sourceHashOf, sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
import type { HoldReason } from '../../model/trackedJob.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { joinMessages, type JoinedMessages } from './joinMessages.ts';
import { isTargetPath, readTargetUnits, type SourceFile } from './localeFile.ts';
import { isBranch, type PendingBranch, type PendingUnit, type PendingValue } from './pendingUnits.ts';
import { targetUnitOf } from './targetUnit.ts';
import { writeUnits, type UnwritableUnit } from './writeUnits.ts';

/** Translations to be delivered to a target file, and the file as it is. */
export interface DeliveryInput {
  readonly source: SourceFile;
  readonly targetFile: string;
  readonly locale: string;
  /** The file's text; undefined if the file does not exist. */
  readonly before: string | undefined;
  /** The file's units, if they have been read. */
  readonly present?: ReadonlyMap<string, Unit>;
  readonly units: readonly PendingUnit[];
  /** Whether a unit's text is only a copy of its source, because another delivery created the file. */
  readonly isSourceCopy: (unit: UnitRef, source: Unit | undefined, current: Unit | undefined) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A delivery to one file as it would be written. */
export interface ComposedDelivery {
  readonly values: readonly PendingValue[];
  readonly edits: readonly TextEdit[];
  /** Why jobs are held, by their ids. */
  readonly held: ReadonlyMap<string, HoldReason>;
  readonly unwritable: readonly UnwritableUnit[];
}

/**
 * Composes a delivery in memory, up to the encoded bytes: joins messages, holds the units whose source or target has
 * changed since the order and those that the file cannot have, and returns the edits for all others. A delivery writes
 * them; a plan only wants to know what would be held. Rejects with FormatError for a file that can't be read.
 */
export async function composeDelivery(input: DeliveryInput): Promise<ComposedDelivery> {
  const { source, targetFile, locale, before, units, isSourceCopy, signal } = input;
  const current = input.present ?? (await readTargetUnits(source.format, before, locale, signal));
  const byId = unitsById(source.units);
  const found: FoundTexts = { sources: byId, current, isSourceCopy };
  const held = new Map<string, HoldReason>();
  const ready = [
    ...readyUnits(
      units.filter((pending) => !isBranch(pending)),
      found,
      held,
    ),
    ...readyMessages(joinMessages(units.filter(isBranch), byId, { locale, source }), found, held),
  ];
  const written = await writeUnits({
    source,
    targetFile,
    before: before ?? '',
    targetLocale: locale,
    units: ready,
    signal,
  });
  for (const { jobId } of written.refused.flatMap((value) => value.units)) held.set(jobId, 'unreadable');
  return { values: written.units, edits: written.edits, held, unwritable: written.unwritable };
}

/** Throws an Error for a path that the layout of a source does not give for its translations into a locale. */
export function refuseOtherPath(source: SourceFile, targetFile: string, locale: string): void {
  if (!isTargetPath(source, targetFile, locale))
    throw new Error(`it is not where ${source.path} has its translations into ${locale}.`);
}

/** The units of a source file and its target, by id, before a delivery. */
interface FoundTexts extends Pick<DeliveryInput, 'isSourceCopy'> {
  readonly sources: ReadonlyMap<string, Unit>;
  readonly current: ReadonlyMap<string, Unit>;
}

/**
 * Returns the values of units without branches that can be written. If one unit of a job is held, all units of the
 * job in this file are, so that the job is delivered once and undone once.
 */
function readyUnits(
  units: readonly PendingUnit[],
  found: FoundTexts,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  const reasons = new Map<string, HoldReason>();
  for (const pending of units) {
    const reason = whyHold(pending, found);
    if (reason !== undefined) reasons.set(pending.jobId, reason);
  }
  for (const [jobId, reason] of reasons) held.set(jobId, reason);
  const ready = reasons.size === 0 ? units : units.filter(({ jobId }) => !reasons.has(jobId));
  return ready.map((pending) => ({ jobId: pending.jobId, key: pending.key, text: pending.text, units: [pending] }));
}

/**
 * Returns the messages whose branches are all translated. Each is held separately, even if it shares a job with
 * other messages.
 */
function readyMessages(
  joined: JoinedMessages<PendingBranch>,
  { sources, current, isSourceCopy }: FoundTexts,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  for (const { branch, reason } of joined.held) held.set(branch.jobId, reason);
  return joined.messages.flatMap(({ key, text, branches }): readonly PendingValue[] => {
    const existing = targetUnitOf(current, key);
    const from = sourceUnitOf(sources, key);
    const isExpected =
      existing?.text === text ||
      branches.some(
        ({ unit, force }) => force || hashOf(existing) === unit.targetHash || isSourceCopy(unit, from, existing),
      );
    if (!isExpected) for (const { jobId } of branches) held.set(jobId, 'target-changed');
    return isExpected ? [{ jobId: `message ${key}`, key, text, units: branches }] : [];
  });
}

function whyHold(
  { unit, text, force }: PendingUnit,
  { sources, current: units, isSourceCopy }: FoundTexts,
): HoldReason | undefined {
  const source = sourceUnitOf(sources, unit.key);
  const current = targetUnitOf(units, unit.key);
  if (source === undefined) return 'unit-gone';
  // The value is already in the file, for example because the user entered it.
  if (force || current?.text === text) return undefined;
  if (sourceHashOf(source) !== unit.sourceHash) return 'source-changed';
  return hashOf(current) === unit.targetHash || isSourceCopy(unit, source, current) ? undefined : 'target-changed';
}

function hashOf(unit: Unit | undefined): string | undefined {
  return unit === undefined || unit.text === '' ? undefined : hashText(unit.text);
}
