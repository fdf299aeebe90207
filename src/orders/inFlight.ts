import { messageIdentity, openedIdentity, unitIdentity, unitIdentityWithText, unitsOf, unitsWith, type Ledger } from './ledger.ts';
import type { JournalPosition, PlanHistory } from './plan.ts';
import { isFinished, type UnitRef } from './trackedJob.ts';

/** Statuses after which a job brings nothing any more, so that its units may be ordered again. */
const withoutResult = new Set(['canceled', 'deleted', 'duplicate', 'archived']);

/** Whether a job with this status brings nothing any more. */
export function hasNoResult(status: string): boolean {
  return withoutResult.has(status);
}

/**
 * Identities of the units that are ordered and not yet settled, for `isInFlight`. `statusOf` gives a job's last known status.
 * What may have been ordered counts as ordered, until the person acknowledges that it was not. The intent `except` does not count.
 */
export function unitsInFlight(ledger: Ledger, statusOf: (jobId: string) => string | undefined, except?: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (unit: UnitRef): void => {
    names.add(unitIdentity(unit));
    if (unit.branch !== undefined) names.add(openedIdentity(unit));
  };
  for (const state of ledger.intents.values()) {
    const { outcome, jobIds, givenUp } = state;
    if (outcome === 'refused' || givenUp || state.intent.id === except) continue;
    for (const job of state.intent.jobs) {
      if (!jobIds.has(job.number)) for (const unit of unitsWith(job.units, ledger.adoptionsOf(state, job.number))) add(unit);
    }
  }
  for (const [jobId, record] of ledger.jobs) {
    const status = record.closedAs ?? statusOf(jobId);
    if (status !== undefined && withoutResult.has(status)) continue;
    for (const unit of unitsOf(record)) {
      // Delivered, or delivered and taken back on purpose: either way nothing more will come of it.
      if (ledger.deliveryOf(jobId, unit) !== undefined) continue;
      if (status === undefined || !isFinished({ status })) add(unit);
      // What is translated and waits to be delivered keeps the very text from being ordered again; a text that was changed since is another one.
      else if (unit.targetFile !== undefined) names.add(unitIdentityWithText(unit));
    }
  }
  return names;
}

/** The plan's view of the past, in which the branches of a message are one unit: this journal, and the deliveries of the journals beside it. */
export function planHistory(ledger: Ledger, siblings: readonly { readonly ledger: Ledger }[], statusOf: (jobId: string) => string | undefined): PlanHistory {
  const delivered = new Map<string, { sourceHash: string; valueHash: string; simulated: boolean }>();
  const entries = [...siblings.map((sibling) => sibling.ledger), ledger]
    .flatMap(({ deliveries }) => [...deliveries.values()].flatMap((delivery) => (delivery.undone ? [] : [delivery.entry])))
    .sort((a, b) => a.at - b.at);
  for (const entry of entries) {
    for (const unit of entry.units) delivered.set(messageIdentity({ ...unit, project: entry.project, targetFile: entry.targetFile }), { sourceHash: unit.sourceHash, valueHash: unit.valueHash, simulated: entry.simulated });
  }
  return { inFlight: unitsInFlight(ledger, statusOf), delivered, until: { intents: ledger.intents.size, deliveries: ledger.deliveries.size } };
}

/** Identities of the units that were ordered or delivered after a plan saw the journal, for `isInFlight`. The intent `except` does not count. */
export function unitsSince(ledger: Ledger, { intents, deliveries }: JournalPosition, except?: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (unit: Parameters<typeof unitIdentity>[0]): void => {
    names.add(unitIdentity(unit));
    if (unit.branch !== undefined) names.add(openedIdentity(unit));
  };
  for (const { intent, outcome } of [...ledger.intents.values()].slice(intents)) {
    if (outcome !== 'refused' && intent.id !== except) for (const job of intent.jobs) for (const unit of job.units) add(unit);
  }
  for (const { entry } of [...ledger.deliveries.values()].slice(deliveries)) {
    for (const unit of entry.units) add({ ...unit, project: entry.project, targetFile: entry.targetFile });
  }
  return names;
}
