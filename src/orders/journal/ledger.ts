import { DeliveryIndex, type DeliveredUnit, type Delivery } from './deliveryIndex.ts';
import type { EntryOf, IntentJob, JournalEntry } from './journalEntry.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { messageIdentity, splitMessageIdentity, unitIdentity, unitIdentityWithText } from '../model/unitName.ts';

/** What is known of an intent's order; `refused` also when it was never sent. */
export type IntentOutcome = 'open' | 'placed' | 'refused' | 'unclear' | 'acknowledged';

export interface IntentState {
  readonly intent: EntryOf<'intent'>;
  outcome: IntentOutcome;
  orderId: string | undefined;
  /** What the service charged, once it has said so. */
  creditsUsed: number | undefined;
  /** Job ids that the service has given, by the job's number in the intent. */
  readonly jobIds: Map<number, string>;
  /** The person does not wait any more for those of its jobs that have no id. */
  givenUp: boolean;
}

/** A job of an intent of this journal. */
export interface OrderedJob {
  readonly intent: IntentState;
  readonly job: IntentJob;
}

export interface JobRecord {
  readonly jobId: string;
  /** Where the job came from: an intent of this journal, or the service itself after a journal was lost. */
  readonly origin: OrderedJob | { readonly recovered: EntryOf<'recovered'> };
  /** Later orders of the same text, which the service answered with this very job, oldest first. */
  readonly again: OrderedJob[];
  /** Units that use its translation although they were not in its order, oldest first. */
  readonly adoptions: EntryOf<'adopted'>[];
  orderId: string | undefined;
  reviewableSince: number | undefined;
  revisionsRequested: number;
  override: boolean;
  closedAs: string | undefined;
}

/** What the journal's entries add up to. Only `apply` changes it. */
export class Ledger {
  readonly intents = new Map<string, IntentState>();
  readonly jobs = new Map<string, JobRecord>();
  readonly deliveries = new Map<string, Delivery>();
  /** The last delivery of each job; one that was not undone, if there is one. */
  readonly deliveryOfJob = new Map<string, Delivery>();
  /** Deliveries and undos that were begun and have not ended, by `fileIdentity`: a file has at most one. */
  readonly begun = new Map<string, EntryOf<'delivering'>>();
  /** Jobs at the service that were ordered elsewhere, by job id. */
  readonly elsewhere = new Map<string, EntryOf<'elsewhere'>>();
  /** Jobs whose text the user ordered again on purpose, by job id, or `intentId:number`. */
  readonly released = new Set<string>();
  /** Adoptions of jobs that have no id yet, by `intentId:number`. */
  readonly #adoptedEarly = new Map<string, EntryOf<'adopted'>[]>();
  #header: EntryOf<'header'> | undefined;
  #askedUntil: number | undefined;
  readonly #delivered = new DeliveryIndex();
  /** Jobs that may have units that were never delivered; whoever looks at them removes those that have none. */
  #undelivered = new Set<JobRecord>();
  #version = 0;

  /** Grows with every entry: what was computed from an older version is stale. */
  get version(): number {
    return this.#version;
  }

  /** The latest header; undefined in journals of earlier versions. */
  get header(): EntryOf<'header'> | undefined {
    return this.#header;
  }

  /** All jobs that the service had created until then (milliseconds since the epoch) have been looked at; undefined when it was never asked. */
  get askedUntil(): number | undefined {
    return this.#askedUntil;
  }

  /** The delivery into a file, or the undo of one, that was begun and has not ended. */
  begunIn(project: string, targetFile: string): EntryOf<'delivering'> | undefined {
    return this.begun.get(fileIdentity({ project, targetFile }));
  }

  /** Units that were promised the translation of an ordered text that has no job id yet. */
  adoptionsOf({ intent }: IntentState, number: number): readonly EntryOf<'adopted'>[] {
    return this.#adoptedEarly.size === 0 ? [] : (this.#adoptedEarly.get(`${intent.id}:${number}`) ?? []);
  }

  /** The last delivery of a unit by this job, undone or not; none when it was ordered again since. */
  deliveryOf(jobId: string, unit: UnitRef): Delivery | undefined {
    return this.#delivered.ofUnit(jobId, unit);
  }

  /** The latest delivery of a unit that was not undone, named as in `unitIdentity`. */
  latestDelivery(project: string, file: string, locale: string, name: string | null): DeliveredUnit | undefined {
    return this.#delivered.latest(project, file, locale, name);
  }

  /**
   * Yields the jobs that have a unit without a delivery, undone or not, and those that are closed: nothing more comes of any
   * other. They are far fewer than `jobs` in a long journal.
   */
  *undeliveredJobs(): Generator<JobRecord> {
    for (const record of this.scanUndelivered()) if (record !== undefined) yield record;
  }

  /** The same, with undefined for each job that is found to have no such unit any more: there may be many, and the caller rests in between. */
  *scanUndelivered(): Generator<JobRecord | undefined> {
    for (const record of this.#undelivered) {
      // Closed jobs stay, as most were canceled; their units need not be looked at to tell.
      const isDelivered =
        record.closedAs === undefined &&
        unitsOf(record).every((unit) => this.deliveryOf(record.jobId, unit) !== undefined);
      if (isDelivered) this.#undelivered.delete(record);
      yield isDelivered ? undefined : record;
    }
  }

  /** Ids of the jobs that may have such a unit, as far as they were looked at. */
  undeliveredJobIds(): readonly string[] {
    return Array.from(this.#undelivered, ({ jobId }) => jobId);
  }

  /** Takes it from a snapshot that of all jobs so far, these alone may have such a unit. */
  limitUndelivered(jobIds: readonly string[]): void {
    this.#undelivered = new Set(jobIds.flatMap((jobId) => this.jobs.get(jobId) ?? []));
  }

  apply(entry: JournalEntry): void {
    this.#version += 1;
    switch (entry.type) {
      case 'intent':
        if (!this.intents.has(entry.id)) {
          this.intents.set(entry.id, {
            intent: entry,
            outcome: 'open',
            orderId: undefined,
            creditsUsed: undefined,
            jobIds: new Map(),
            givenUp: false,
          });
        }
        break;
      case 'placed':
      case 'unsent':
      case 'refused':
      case 'unclear':
      case 'acknowledged':
      case 'job': {
        const state = this.intents.get(entry.intent);
        if (state !== undefined) this.#applyToIntent(state, entry);
        break;
      }
      case 'header':
        this.#header = entry;
        break;
      case 'damaged':
        // The journal keeps account of these itself.
        break;
      case 'asked':
        this.#askedUntil = Math.max(this.#askedUntil ?? 0, entry.until);
        break;
      case 'elsewhere':
        this.elsewhere.set(entry.jobId, entry);
        break;
      case 'released':
        for (const job of entry.jobs) this.released.add(job);
        break;
      case 'adopted':
        this.#adopt(entry);
        break;
      case 'recovered':
        if (!this.jobs.has(entry.jobId)) this.#addRecord(newRecord(entry.jobId, { recovered: entry }, entry.orderId));
        break;
      case 'reviewable':
      case 'revision-requested':
      case 'approved':
      case 'closed': {
        const job = this.jobs.get(entry.jobId);
        if (job === undefined) break;
        applyToJob(job, entry);
        if (entry.type === 'closed') this.#undelivered.add(job);
        break;
      }
      case 'delivering':
        this.begun.set(fileIdentity(entry), entry);
        break;
      case 'delivered':
        if (this.begun.get(fileIdentity(entry))?.id === entry.id) this.begun.delete(fileIdentity(entry));
        this.#applyDelivery(entry);
        break;
      case 'undone': {
        for (const [file, { id, undoes }] of this.begun)
          if (id === entry.delivery || undoes === entry.delivery) this.begun.delete(file);
        const delivery = this.deliveries.get(entry.delivery);
        if (delivery !== undefined) this.#applyUndo(delivery);
        break;
      }
    }
  }

  #applyToIntent(
    state: IntentState,
    entry: EntryOf<'placed' | 'unsent' | 'refused' | 'unclear' | 'acknowledged' | 'job'>,
  ): void {
    switch (entry.type) {
      case 'placed':
        state.outcome = 'placed';
        state.orderId = entry.orderId;
        state.creditsUsed = entry.creditsUsed;
        state.givenUp = false;
        for (const { number, jobId } of entry.known) this.#addJob(state, number, jobId, undefined);
        break;
      case 'job':
        // A job at the service proves the order, even one that was given up as lost.
        state.outcome = 'placed';
        state.orderId ??= entry.orderId;
        state.givenUp = false;
        this.#addJob(state, entry.number, entry.jobId, entry.orderId ?? state.orderId);
        break;
      case 'acknowledged':
        state.givenUp = true;
        // What was certainly not ordered costs nothing, even if somebody gave it up before that was known.
        if (state.outcome !== 'placed' && state.outcome !== 'refused') state.outcome = 'acknowledged';
        break;
      case 'unsent':
      case 'refused':
        // An order once found stays found, whatever another window believed meanwhile.
        if (state.outcome !== 'placed') state.outcome = 'refused';
        break;
      case 'unclear':
        if (state.outcome !== 'placed') state.outcome = 'unclear';
        break;
    }
  }

  /** A job that was adopted before it had an id is adopted once it has one. */
  #adopt(entry: EntryOf<'adopted'>): void {
    const [intent = '', number] = entry.job.split(':');
    const jobId = number === undefined ? entry.job : this.intents.get(intent)?.jobIds.get(Number(number));
    const record = jobId === undefined ? undefined : this.jobs.get(jobId);
    if (record !== undefined) {
      record.adoptions.push(entry);
      this.#undelivered.add(record);
    } else this.#adoptedEarly.set(entry.job, [...(this.#adoptedEarly.get(entry.job) ?? []), entry]);
  }

  #addJob(state: IntentState, number: number, jobId: string, orderId: string | undefined): void {
    const { jobs } = state.intent;
    // Numbers most often follow each other.
    const expected = jobs[number - (jobs[0]?.number ?? 0)];
    const job = expected?.number === number ? expected : jobs.find((candidate) => candidate.number === number);
    if (job === undefined || state.jobIds.get(number) === jobId) return;
    state.jobIds.set(number, jobId);
    const known = this.jobs.get(jobId);
    if (known === undefined) {
      const record = newRecord(jobId, { intent: state, job }, orderId);
      record.adoptions.push(...this.adoptionsOf(state, number));
      this.#addRecord(record);
      return;
    }
    this.#undelivered.add(known);
    known.adoptions.push(...this.adoptionsOf(state, number));
    // The service answers a text that it has translated before with the job of then. Its units wait for that translation anew.
    known.again.push({ intent: state, job });
    known.closedAs = undefined;
    for (const unit of job.units) this.#delivered.forget(jobId, unit);
  }

  #addRecord(record: JobRecord): void {
    this.jobs.set(record.jobId, record);
    this.#undelivered.add(record);
  }

  #applyDelivery(entry: EntryOf<'delivered'>): void {
    if (this.deliveries.has(entry.id)) return;
    const delivery = { entry, undone: false };
    this.deliveries.set(entry.id, delivery);
    this.#delivered.add(delivery);
    for (const unit of entry.units) this.deliveryOfJob.set(unit.jobId, delivery);
  }

  #applyUndo(delivery: Delivery): void {
    delivery.undone = true;
    for (const { jobId } of delivery.entry.units) {
      const rest = this.#delivered.remaining(jobId);
      if (rest !== undefined) this.deliveryOfJob.set(jobId, rest);
    }
  }
}

function applyToJob(job: JobRecord, entry: EntryOf<'reviewable' | 'revision-requested' | 'approved' | 'closed'>): void {
  switch (entry.type) {
    case 'reviewable':
      job.reviewableSince = entry.at;
      break;
    case 'revision-requested':
      job.revisionsRequested += 1;
      job.reviewableSince = undefined;
      break;
    case 'approved':
      job.override ||= entry.override;
      break;
    case 'closed':
      job.closedAs = entry.status;
      break;
  }
}

function newRecord(jobId: string, origin: JobRecord['origin'], orderId: string | undefined): JobRecord {
  return {
    jobId,
    origin,
    again: [],
    adoptions: [],
    orderId,
    reviewableSince: undefined,
    revisionsRequested: 0,
    override: false,
    closedAs: undefined,
  };
}

/** Names a file that deliveries write into. */
function fileIdentity({ project, targetFile }: { readonly project: string; readonly targetFile: string }): string {
  return JSON.stringify([project, targetFile]);
}

/**
 * Whether a unit must not be ordered because it is ordered already; `identities` are of all three kinds. A branch is
 * ordered with its whole message, and a whole message with any of its branches.
 */
export function isInFlight(identities: ReadonlySet<string>, unit: UnitRef): boolean {
  if (identities.size === 0) return false;
  const around =
    unit.branch === undefined
      ? [splitMessageIdentity(unit)]
      : [messageIdentity(unit), `${messageIdentity(unit)} ${unit.sourceHash}`];
  return [unitIdentity(unit), unitIdentityWithText(unit), ...around].some((name) => identities.has(name));
}

/** All units that wait for the job's translation, or have had it; each as the latest order names it. */
export function unitsOf({ origin, again, adoptions }: JobRecord): readonly UnitRef[] {
  const first = 'recovered' in origin ? origin.recovered.units : origin.job.units;
  if (again.length + adoptions.length === 0) return first;
  return unitsWith([...first, ...again.flatMap(({ job }) => job.units)], adoptions);
}

/** Units of an ordered text, with those that adopted its translation; a folder that is gone has lost its own to the one that took its place. */
export function unitsWith(ordered: readonly UnitRef[], adoptions: readonly EntryOf<'adopted'>[]): readonly UnitRef[] {
  let units: readonly UnitRef[] = ordered;
  for (const { units: adopted, replaces } of adoptions)
    units = [...units.filter(({ project }) => project !== replaces), ...adopted];
  return [...new Map(units.map((unit) => [unitIdentity(unit), unit])).values()];
}
