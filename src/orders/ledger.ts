import type { EntryOf, IntentJob, JournalEntry } from './journalEntry.ts';
import type { UnitRef } from './trackedJob.ts';

/** What is known of an intent's order. */
export type IntentOutcome = 'open' | 'placed' | 'refused' | 'unclear' | 'acknowledged';

export interface IntentState {
  readonly intent: EntryOf<'intent'>;
  outcome: IntentOutcome;
  orderId: string | undefined;
  /** Job ids that the service has given, by the job's number in the intent. */
  readonly jobIds: Map<number, string>;
}

export interface JobRecord {
  readonly jobId: string;
  /** Where the job came from: an intent of this journal, or the service itself after a journal was lost. */
  readonly origin: { readonly intent: IntentState; readonly job: IntentJob } | { readonly recovered: EntryOf<'recovered'> };
  orderId: string | undefined;
  reviewableSince: number | undefined;
  revisionsRequested: number;
  override: boolean;
  closedAs: string | undefined;
}

export interface Delivery {
  readonly entry: EntryOf<'delivered'>;
  undone: boolean;
}

/** What the journal's entries add up to. Only `apply` changes it. */
export class Ledger {
  readonly intents = new Map<string, IntentState>();
  readonly jobs = new Map<string, JobRecord>();
  readonly deliveries = new Map<string, Delivery>();
  /** The last delivery of each job, undone or not. */
  readonly deliveryOfJob = new Map<string, Delivery>();

  apply(entry: JournalEntry): void {
    switch (entry.type) {
      case 'intent':
        this.intents.set(entry.id, { intent: entry, outcome: 'open', orderId: undefined, jobIds: new Map() });
        break;
      case 'placed': {
        const state = this.intents.get(entry.intent);
        if (state === undefined) break;
        state.outcome = 'placed';
        state.orderId = entry.orderId;
        for (const { number, jobId } of entry.known) this.#addJob(state, number, jobId, undefined);
        break;
      }
      case 'refused':
      case 'unclear':
      case 'acknowledged': {
        const state = this.intents.get(entry.intent);
        // An order once found stays found, whatever another window believed meanwhile.
        if (state !== undefined && state.outcome !== 'placed') state.outcome = entry.type;
        break;
      }
      case 'job': {
        const state = this.intents.get(entry.intent);
        if (state === undefined) break;
        // A job at the service proves the order, even one that was given up as lost.
        state.outcome = 'placed';
        state.orderId ??= entry.orderId;
        this.#addJob(state, entry.number, entry.jobId, entry.orderId);
        break;
      }
      case 'recovered':
        if (!this.jobs.has(entry.jobId)) this.jobs.set(entry.jobId, newRecord(entry.jobId, { recovered: entry }, entry.orderId));
        break;
      case 'reviewable': {
        const job = this.jobs.get(entry.jobId);
        if (job !== undefined) job.reviewableSince = entry.at;
        break;
      }
      case 'revision-requested': {
        const job = this.jobs.get(entry.jobId);
        if (job !== undefined) {
          job.revisionsRequested += 1;
          job.reviewableSince = undefined;
        }
        break;
      }
      case 'approved': {
        const job = this.jobs.get(entry.jobId);
        if (job !== undefined) job.override ||= entry.override;
        break;
      }
      case 'closed': {
        const job = this.jobs.get(entry.jobId);
        if (job !== undefined) job.closedAs = entry.status;
        break;
      }
      case 'delivered': {
        const delivery = { entry, undone: false };
        this.deliveries.set(entry.id, delivery);
        for (const { jobId } of entry.units) this.deliveryOfJob.set(jobId, delivery);
        break;
      }
      case 'undone': {
        const delivery = this.deliveries.get(entry.delivery);
        if (delivery !== undefined) delivery.undone = true;
        break;
      }
    }
  }

  #addJob(state: IntentState, number: number, jobId: string, orderId: string | undefined): void {
    const job = state.intent.jobs.find((candidate) => candidate.number === number);
    if (job === undefined) return;
    state.jobIds.set(number, jobId);
    if (!this.jobs.has(jobId)) this.jobs.set(jobId, newRecord(jobId, { intent: state, job }, orderId ?? state.orderId));
  }
}

function newRecord(jobId: string, origin: JobRecord['origin'], orderId: string | undefined): JobRecord {
  return { jobId, origin, orderId, reviewableSince: undefined, revisionsRequested: 0, override: false, closedAs: undefined };
}

/** Names a unit in one locale, across files and projects. */
export function unitIdentity(unit: Pick<UnitRef, 'project' | 'file' | 'key' | 'locale' | 'sourceHash'>): string {
  // A passage selected elsewhere has no key: its text names it.
  return JSON.stringify([unit.project, unit.file, unit.key ?? `text:${unit.sourceHash}`, unit.locale]);
}

export function unitsOf(job: JobRecord): readonly UnitRef[] {
  return 'recovered' in job.origin ? job.origin.recovered.units : job.origin.job.units;
}
