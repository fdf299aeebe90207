import { present } from '../../base/present.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { unitsOf, type JobRecord } from '../journal/ledger.ts';
import { OrderError } from '../model/orderError.ts';
import type { Project } from '../model/project.ts';
import type { ComparedUnit } from '../model/sourceState.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import { isFileUnit, type UnitRef } from '../model/unitRef.ts';
import { messageIdentity, unitIdentity } from '../model/unitName.ts';
import { SourceIndex } from '../units/source/sourceIndex.ts';
import { UnitLocator, type OrderedSource } from '../units/source/unitLocator.ts';

/** Whether a delivery is held because the key, or the source file, is gone. */
export function isLost(reason: HoldReason | undefined): boolean {
  return reason === 'unit-gone' || reason === 'source-missing';
}

/** Whether a source file does not exist, for example because another branch is checked out. */
export async function isSourceMissing(project: Project, file: string): Promise<boolean> {
  // A file whose size can't be read exists: any number stands for that.
  return (await project.size(file).catch(() => 0)) === undefined;
}

/** A job whose translation can't be delivered because a key or a source file is gone. */
interface LostJob {
  readonly record: JobRecord;
  /** The units that are still to be delivered. */
  readonly units: readonly UnitRef[];
}

/** The places found for lost jobs. */
interface FollowedMoves {
  /** The job ids and new units of the jobs that were found in exactly one place. */
  readonly moved: ReadonlyMap<string, readonly UnitRef[]>;
  /** Ids of the jobs that were found in several places, so that the user has to decide. */
  readonly ambiguous: ReadonlySet<string>;
}

/**
 * Journals where the strings of lost jobs are now, if there is only one place: their translations are delivered there.
 * To be called while the journal is locked. `searchIndex` is as in `UnitLocator`.
 */
export async function followMoves(
  context: DeliveryContext,
  jobs: readonly LostJob[],
  searchIndex: SourceIndex,
): Promise<FollowedMoves> {
  const moved = new Map<string, readonly UnitRef[]>();
  const ambiguous = new Set<string>();
  const locator = new UnitLocator(context, new SourceIndex(context), { searchIndex });
  for (const { record, units } of jobs) {
    const compared = await locator.compare(units, orderedSource(record));
    const newPlaces = new Map<UnitRef, UnitRef>();
    for (const { unit, state } of compared) {
      if (state.kind === 'moved') newPlaces.set(unit, state.to);
      if (state.kind === 'ambiguous') ambiguous.add(record.jobId);
    }
    if (newPlaces.size === 0) continue;
    await moveUnits(context, record, newPlaces);
    for (const place of newPlaces.values()) locator.take(place);
    moved.set(record.jobId, [...newPlaces.values()]);
  }
  return { moved, ambiguous };
}

/** How to search for the places of a job's strings. */
export interface PlaceSearch {
  /** As in `UnitLocator`. */
  readonly searchIndex: SourceIndex;
  /** Whether places count that have a translation, so that the user may replace it. */
  readonly translatedToo?: boolean;
}

/** Returns the units of a job that may have moved to places among which the user has to choose, with these places. */
export async function findPlaces(
  context: DeliveryContext,
  record: JobRecord,
  search: PlaceSearch,
): Promise<readonly ComparedUnit[]> {
  const compared = await compareUndelivered(context, record, search);
  return compared.flatMap(({ unit, state }): readonly ComparedUnit[] => {
    if (state.kind === 'ambiguous') return [{ unit, state }];
    // Without a choice, a single place is only used if it has no translation.
    if (search.translatedToo !== true || state.kind !== 'moved') return [];
    return [{ unit, state: { kind: 'ambiguous', places: [state.to] } }];
  });
}

function compareUndelivered(
  context: DeliveryContext,
  record: JobRecord,
  search: PlaceSearch,
): Promise<readonly ComparedUnit[]> {
  const undelivered = unitsOf(record).filter((unit) => context.ledger.deliveryOf(record.jobId, unit) === undefined);
  return new UnitLocator(context, new SourceIndex(context), search).compare(undelivered, orderedSource(record));
}

/**
 * Journals that the strings of a job whose keys are gone get no translation. It remains that of a text without a place,
 * as that of a passage is, which the user can copy or insert. Rejects with OrderError 'wrong-state' if there are no such
 * strings, or 'busy'.
 */
export async function keepUndelivered(
  context: DeliveryContext,
  record: JobRecord,
  searchIndex: SourceIndex,
): Promise<void> {
  await context.journal.exclusively(async () => {
    const compared = await compareUndelivered(context, record, { searchIndex });
    const goneUnits = compared.flatMap(({ unit, state }) =>
      state.kind === 'removed' && isFileUnit(unit) ? [unit] : [],
    );
    if (goneUnits.length === 0) throw new OrderError('wrong-state', record.jobId);
    const passages = goneUnits.map((unit): readonly [UnitRef, UnitRef] => {
      const { project, file, locale, sourceHash } = unit;
      return [unit, { project, file, locale, sourceHash }];
    });
    await moveUnits(context, record, new Map(passages));
  });
}

/**
 * Journals the user's decision where a string of a job is now. The other branches of a message go there, too. Rejects
 * with OrderError 'wrong-state' if the string can no longer be there, or 'busy'.
 */
export async function choosePlace(
  context: DeliveryContext,
  record: JobRecord,
  place: UnitRef,
  search: PlaceSearch,
): Promise<void> {
  await context.journal.exclusively(async () => {
    const mayBeAtPlace = ({ state }: ComparedUnit): boolean =>
      state.kind === 'ambiguous' && state.places.some((candidate) => unitIdentity(candidate) === unitIdentity(place));
    const ambiguousUnit = (await findPlaces(context, record, search)).find(mayBeAtPlace);
    if (ambiguousUnit === undefined) throw new OrderError('wrong-state', place.key);
    const { unit } = ambiguousUnit;
    await moveUnits(context, record, new Map([[unit, place]]));
    if (unit.branch === undefined) return;

    for (const other of [...context.ledger.undeliveredJobs()]) {
      const branchesOfMessage = unitsOf(other).filter(
        (candidate) =>
          candidate.branch !== undefined &&
          candidate.sourceHash === unit.sourceHash &&
          messageIdentity(candidate) === messageIdentity(unit) &&
          context.ledger.deliveryOf(other.jobId, candidate) === undefined,
      );
      const newPlaces = new Map<UnitRef, UnitRef>();
      for (const branchUnit of branchesOfMessage)
        newPlaces.set(branchUnit, { ...place, ...present({ branch: branchUnit.branch }) });
      if (newPlaces.size > 0) await moveUnits(context, other, newPlaces);
    }
  });
}

/** Journals that units of a job are now elsewhere in the same project. All other units of the job remain. */
async function moveUnits(
  { journal, clock, findProject }: DeliveryContext,
  record: JobRecord,
  newPlaces: ReadonlyMap<UnitRef, UnitRef>,
): Promise<void> {
  const placesByIdentity = new Map([...newPlaces].map(([unit, place]) => [unitIdentity(unit), place]));
  const projectIds = new Set([...newPlaces.keys()].map(({ project }) => project));
  const at = clock.now();
  for (const id of projectIds) {
    const project = findProject(id);
    if (project === undefined) throw new OrderError('no-project');
    const unitsOfProject = unitsOf(record).filter((unit) => unit.project === id);
    await journal.append({
      type: 'adopted',
      at,
      job: record.jobId,
      units: unitsOfProject.map((unit) => placesByIdentity.get(unitIdentity(unit)) ?? unit),
      folder: await project.identity(),
      replaces: id,
    } satisfies EntryOf<'adopted'>);
  }
}

/** Returns the source of a job's order, which is compared with the files. */
function orderedSource({ origin }: JobRecord): OrderedSource {
  if ('recovered' in origin) {
    const { sourceLocale, protectedText } = origin.recovered;
    return { sourceLocale, sourceText: protectedText.source };
  }
  return { sourceLocale: origin.intent.intent.sourceLocale, sourceText: origin.job.protectedText.source };
}
