import { TimeSlice } from '../../base/timeSlice.ts';
import type { DeliveredUnit } from './deliveryIndex.ts';
import { unitsOf, unitsWith, type JobRecord, type Ledger } from './ledger.ts';
import type { JournalPosition, PlanHistory } from './planHistory.ts';
import { isFinished } from '../model/trackedJob.ts';
import { splitMessageIdentity, unitIdentity, unitIdentityWithText, type NamedUnit } from '../model/unitName.ts';

/** Statuses after which a job brings nothing any more, so that its units may be ordered again. */
const withoutResult = new Set(['canceled', 'deleted', 'duplicate', 'archived']);

/** Whether a job with this status brings nothing any more. */
export function hasNoResult(status: string): boolean {
  return withoutResult.has(status);
}

type StatusOf = (jobId: string) => string | undefined;

/**
 * Identities of the units that are ordered and not yet settled, for `isInFlight`. `statusOf` gives a job's last known status.
 * What may have been ordered counts as ordered, until the person acknowledges that it was not. The intent `except` does not count.
 */
export function unitsInFlight(ledger: Ledger, statusOf: StatusOf, except?: string): ReadonlySet<string> {
  const names = unnamedInFlight(ledger, except);
  for (const record of ledger.undeliveredJobs()) addInFlight(names, ledger, record, statusOf);
  return names;
}

/** Units of jobs that the service has not named yet. */
function unnamedInFlight(ledger: Ledger, except?: string): Set<string> {
  const names = new Set<string>();
  for (const state of ledger.intents.values()) {
    const { outcome, jobIds, givenUp } = state;
    if (outcome === 'refused' || givenUp || state.intent.id === except || jobIds.size === state.intent.jobs.length)
      continue;
    for (const job of state.intent.jobs) {
      if (!jobIds.has(job.number))
        for (const unit of unitsWith(job.units, ledger.adoptionsOf(state, job.number))) addUnit(names, unit);
    }
  }
  return names;
}

function addInFlight(names: Set<string>, ledger: Ledger, record: JobRecord, statusOf: StatusOf): void {
  const { jobId } = record;
  const status = record.closedAs ?? statusOf(jobId);
  if (status !== undefined && withoutResult.has(status)) return;
  for (const unit of unitsOf(record)) {
    // Delivered, or delivered and taken back on purpose: either way nothing more will come of it.
    if (ledger.deliveryOf(jobId, unit) !== undefined) continue;
    if (status === undefined || !isFinished({ status })) addUnit(names, unit);
    // What is translated and waits to be delivered keeps the very text from being ordered again; a text that was changed since is another one.
    else if (unit.targetFile !== undefined) names.add(unitIdentityWithText(unit));
  }
}

function addUnit(names: Set<string>, unit: NamedUnit): void {
  names.add(unitIdentity(unit));
  if (unit.branch !== undefined) names.add(splitMessageIdentity(unit));
}

/**
 * The plan's view of the past, in which the branches of a message are one unit: this journal, and the deliveries of the
 * journals beside it. Lets other work have its turn in between: there may be a hundred thousand jobs.
 */
export async function planHistory(
  ledger: Ledger,
  siblings: readonly { readonly ledger: Ledger }[],
  statusOf: StatusOf,
): Promise<PlanHistory> {
  const slice = new TimeSlice();
  const until = { intents: ledger.intents.size, deliveries: ledger.deliveries.size };
  const inFlight = unnamedInFlight(ledger);
  for (const record of ledger.scanUndelivered()) {
    if (record !== undefined) addInFlight(inFlight, ledger, record, statusOf);
    if (slice.isOver) await slice.rest();
  }
  return { inFlight, delivered: new DeliveredHistory([...siblings.map((sibling) => sibling.ledger), ledger]), until };
}

/** What several journals say of the last delivery of a unit. Of deliveries at the same time, that of the later ledger counts. */
class DeliveredHistory {
  readonly #ledgers: readonly Ledger[];

  constructor(ledgers: readonly Ledger[]) {
    this.#ledgers = ledgers;
  }

  /** `identity` is that of a unit, as `unitIdentity` gives it. */
  get(identity: string): ReturnType<PlanHistory['delivered']['get']> {
    const [project, file, name, locale, branch] = JSON.parse(identity) as [
      string,
      string,
      string | null,
      string,
      string?,
    ];
    // What was delivered is known of whole messages.
    if (branch !== undefined) return undefined;
    let latest: DeliveredUnit | undefined;
    for (const ledger of this.#ledgers) {
      const found = ledger.latestDelivery(project, file, locale, name);
      if (found !== undefined && (latest === undefined || found.delivery.entry.at >= latest.delivery.entry.at))
        latest = found;
    }
    return latest === undefined
      ? undefined
      : {
          sourceHash: latest.unit.sourceHash,
          valueHash: latest.unit.valueHash,
          simulated: latest.delivery.entry.simulated,
        };
  }
}

/** Identities of the units that were ordered or delivered after a plan saw the journal, for `isInFlight`. The intent `except` does not count. */
export function unitsSince(
  ledger: Ledger,
  { intents, deliveries }: JournalPosition,
  except?: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { intent, outcome } of [...ledger.intents.values()].slice(intents)) {
    if (outcome !== 'refused' && intent.id !== except)
      for (const job of intent.jobs) for (const unit of job.units) addUnit(names, unit);
  }
  for (const { entry } of [...ledger.deliveries.values()].slice(deliveries)) {
    for (const unit of entry.units) addUnit(names, { ...unit, project: entry.project, targetFile: entry.targetFile });
  }
  return names;
}
