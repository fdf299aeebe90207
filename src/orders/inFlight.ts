import { unitIdentity, type IntentState, type Ledger } from './ledger.ts';
import type { PlanHistory } from './plan.ts';
import type { JournalEntry } from './journalEntry.ts';

/** Statuses after which a job brings nothing any more, so that its units may be ordered again. */
const withoutResult = new Set(['canceled', 'deleted', 'duplicate']);

/**
 * Identities of the units that are ordered and not yet settled. `statusOf` gives a job's last known status.
 * What may have been ordered counts as ordered, until the person acknowledges that it was not.
 */
export function unitsInFlight(ledger: Ledger, statusOf: (jobId: string) => string | undefined): ReadonlySet<string> {
  const identities = new Set<string>();
  for (const state of ledger.intents.values()) {
    if (state.outcome === 'refused' || state.outcome === 'acknowledged') continue;
    for (const job of state.intent.jobs) {
      if (isSettled(ledger, state, job.number, statusOf)) continue;
      for (const unit of job.units) identities.add(unitIdentity(unit));
    }
  }
  for (const [jobId, record] of ledger.jobs) {
    if ('recovered' in record.origin && !isJobSettled(ledger, jobId, record.origin.recovered.units.some((unit) => unit.targetFile !== undefined), statusOf)) {
      for (const unit of record.origin.recovered.units) identities.add(unitIdentity(unit));
    }
  }
  return identities;
}

function isSettled(ledger: Ledger, state: IntentState, number: number, statusOf: (jobId: string) => string | undefined): boolean {
  const jobId = state.jobIds.get(number);
  const job = state.intent.jobs.find((candidate) => candidate.number === number);
  if (jobId === undefined || job === undefined) return false;
  return isJobSettled(ledger, jobId, job.units.some((unit) => unit.targetFile !== undefined), statusOf);
}

function isJobSettled(ledger: Ledger, jobId: string, hasTarget: boolean, statusOf: (jobId: string) => string | undefined): boolean {
  const status = ledger.jobs.get(jobId)?.closedAs ?? statusOf(jobId);
  if (status !== undefined && withoutResult.has(status)) return true;
  // Delivered, or delivered and taken back on purpose: either way nothing more will come of it.
  if (ledger.deliveryOfJob.has(jobId)) return true;
  return status === 'archived' || (!hasTarget && status === 'approved');
}

/** The plan's view of the past: this journal, and the deliveries of the journals beside it. */
export function planHistory(ledger: Ledger, others: readonly JournalEntry[], statusOf: (jobId: string) => string | undefined): PlanHistory {
  const delivered = new Map<string, { sourceHash: string; valueHash: string; simulated: boolean; at: number }>();
  const undone = new Set(others.flatMap((entry) => (entry.type === 'undone' ? [entry.delivery] : [])));
  const entries = [
    ...others.flatMap((entry) => (entry.type === 'delivered' && !undone.has(entry.id) ? [entry] : [])),
    ...[...ledger.deliveries.values()].flatMap((delivery) => (delivery.undone ? [] : [delivery.entry])),
  ].sort((a, b) => a.at - b.at);
  for (const entry of entries) {
    for (const unit of entry.units) {
      const identity = unitIdentity({ project: entry.project, file: unit.file, key: unit.key, locale: unit.locale, sourceHash: unit.sourceHash });
      delivered.set(identity, { sourceHash: unit.sourceHash, valueHash: unit.valueHash, simulated: entry.simulated, at: entry.at });
    }
  }
  return { inFlight: unitsInFlight(ledger, statusOf), delivered };
}
