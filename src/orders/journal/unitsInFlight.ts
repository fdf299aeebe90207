import { TimeSlice } from '../../base/timeSlice.ts';
import type { DeliveredUnit } from './deliveryIndex.ts';
import { unitsOf, type JobRecord, type Ledger } from './ledger.ts';
import type {
  JournalPosition,
  LastDeliveries,
  LastDelivery,
  PlanHistory,
  WaitingUnit,
} from '../model/plan/planHistory.ts';
import { hasNoResult, isFinished } from '../model/trackedJob.ts';
import { splitMessageIdentity, unitIdentity, unitIdentityWithText, type NamedUnit } from '../model/unitName.ts';

type StatusOf = (jobId: string) => string | undefined;

/**
 * Returns the identities of the units on order, for `isInFlight`. `statusOf` returns a job's last known status. Units
 * of an unconfirmed order count until the user allows reordering them. The intent `except` does not count.
 */
export function unitsInFlight(ledger: Ledger, statusOf: StatusOf, except?: string): ReadonlySet<string> {
  const unitsOnOrder = unitsWithoutJobId(ledger, except);
  for (const record of ledger.undeliveredJobs()) addUnitsOf(record, unitsOnOrder, ledger, statusOf);
  return unitsOnOrder.identities;
}

/** The units on order, and their identities. */
interface UnitsOnOrder {
  readonly identities: Set<string>;
  readonly waiting: WaitingUnit[];
}

/** Returns the units on order whose jobs have no service id yet. */
function unitsWithoutJobId(ledger: Ledger, except?: string): UnitsOnOrder {
  const identities = new Set<string>();
  const waiting: WaitingUnit[] = [];
  for (const state of ledger.intents.values()) {
    const { intent, outcome, jobIds, isReorderingAllowed } = state;
    if (outcome === 'refused' || isReorderingAllowed || intent.id === except) continue;
    if (jobIds.size === intent.jobs.length) continue;
    for (const job of intent.jobs) {
      if (jobIds.has(job.number)) continue;
      for (const unit of ledger.unitsOf(state, job)) {
        addUnit(identities, unit);
        waiting.push({ unit, sourceLocale: intent.sourceLocale });
      }
    }
  }
  return { identities, waiting };
}

/** Adds the units of a job that are still on order. */
function addUnitsOf(
  record: JobRecord,
  { identities, waiting }: UnitsOnOrder,
  ledger: Ledger,
  statusOf: StatusOf,
): void {
  const { jobId, origin } = record;
  const { sourceLocale } = 'recovered' in origin ? origin.recovered : origin.intent.intent;
  const status = record.closedAs ?? statusOf(jobId);
  if (status !== undefined && hasNoResult(status)) return;
  for (const unit of unitsOf(record)) {
    // After a delivery, even one that was undone on purpose, nothing is pending for this unit.
    if (ledger.deliveryOf(jobId, unit) !== undefined) continue;
    waiting.push({ unit, sourceLocale });
    const waitsForDelivery = status !== undefined && isFinished({ status });
    // A translation that waits for delivery only blocks its own source text: once the text changes, the unit may be
    // ordered again.
    if (!waitsForDelivery) addUnit(identities, unit);
    else if (unit.targetFile !== undefined) identities.add(unitIdentityWithText(unit));
  }
}

/** Adds the identity of a unit; for a branch, also one by which its whole message counts as on order. */
function addUnit(identities: Set<string>, unit: NamedUnit): void {
  identities.add(unitIdentity(unit));
  if (unit.branch !== undefined) identities.add(splitMessageIdentity(unit));
}

/**
 * Returns the history that a plan needs: this journal, and the deliveries of its sibling journals. The branches of a
 * message count as one unit. Yields to the event loop regularly, because there may be a hundred thousand jobs.
 */
export async function planHistory(
  ledger: Ledger,
  siblings: readonly { readonly ledger: Ledger }[],
  statusOf: StatusOf,
): Promise<PlanHistory> {
  const slice = new TimeSlice();
  // The ledger may grow while this yields.
  const countsAtStart = { intents: ledger.intents.size, deliveries: ledger.deliveries.size };
  const unitsOnOrder = unitsWithoutJobId(ledger);
  for (const record of ledger.scanUndelivered()) {
    if (record !== undefined) addUnitsOf(record, unitsOnOrder, ledger, statusOf);
    if (slice.isOver) await slice.rest();
  }
  return {
    inFlight: unitsOnOrder.identities,
    waiting: unitsOnOrder.waiting,
    delivered: new DeliveredHistory([...siblings.map((sibling) => sibling.ledger), ledger]),
    until: countsAtStart,
  };
}

/** The last delivery of each unit in several ledgers. If two deliveries have the same time, the later ledger counts. */
class DeliveredHistory implements LastDeliveries {
  readonly #ledgers: readonly Ledger[];

  constructor(ledgers: readonly Ledger[]) {
    this.#ledgers = ledgers;
  }

  /** `identity` is the result of `unitIdentity`. */
  get(identity: string): LastDelivery | undefined {
    type Identity = [project: string, file: string, name: string | null, locale: string, branch?: string];
    const [project, file, name, locale, branch] = JSON.parse(identity) as Identity;
    // Deliveries are only looked up for whole messages, not for branches.
    if (branch !== undefined) return undefined;
    return latestOf(this.#ledgers.map((ledger) => ledger.latestDelivery(project, file, locale, name)));
  }

  inFile(target: Pick<NamedUnit, 'project' | 'file' | 'locale'>): (key: string) => LastDelivery | undefined {
    const { project, file, locale } = target;
    const lookups = this.#ledgers.flatMap((ledger) => ledger.latestDeliveriesIn(project, file, locale) ?? []);
    if (lookups.length === 0) return () => undefined;
    return (key) => latestOf(lookups.map((latestDeliveryOf) => latestDeliveryOf(key)));
  }
}

/**
 * Returns the identities of the units that were ordered or delivered after a plan read the journal, for `isInFlight`.
 * The intent `except` does not count.
 */
export function unitsSince(
  ledger: Ledger,
  { intents: intentCount, deliveries: deliveryCount }: JournalPosition,
  except?: string,
): ReadonlySet<string> {
  const identities = new Set<string>();
  for (const { intent, outcome } of [...ledger.intents.values()].slice(intentCount)) {
    if (outcome !== 'refused' && intent.id !== except)
      for (const job of intent.jobs) for (const unit of job.units) addUnit(identities, unit);
  }
  for (const { entry } of [...ledger.deliveries.values()].slice(deliveryCount)) {
    for (const unit of entry.units)
      addUnit(identities, { ...unit, project: entry.project, targetFile: entry.targetFile });
  }
  return identities;
}

/** Returns the latest of the deliveries that exist. */
function latestOf(deliveredUnits: readonly (DeliveredUnit | undefined)[]): LastDelivery | undefined {
  let latest: DeliveredUnit | undefined;
  for (const delivered of deliveredUnits) {
    if (delivered === undefined) continue;
    if (latest === undefined || delivered.delivery.entry.at >= latest.delivery.entry.at) latest = delivered;
  }
  if (latest === undefined) return undefined;
  const { unit, delivery } = latest;
  return { sourceHash: unit.sourceHash, valueHash: unit.valueHash, simulated: delivery.entry.simulated };
}
