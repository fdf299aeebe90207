import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { DeliveryIndex, type DeliveredUnit, type Delivery } from './deliveryIndex.ts';
import type { EntryOf, IntentJob, JournalEntry } from './journalEntry.ts';
import type { DifferentFolders } from '../model/folderIdentity.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { unitIdentity } from '../model/unitName.ts';

/** The known outcome of an order; `refused` also if it was never sent. */
export type IntentOutcome = 'open' | 'placed' | 'refused' | 'unclear' | 'acknowledged';

export interface IntentState {
  readonly intent: EntryOf<'intent'>;
  outcome: IntentOutcome;
  orderId: string | undefined;
  /** Credits that the service charged; undefined until it has reported them. */
  creditsUsed: number | undefined;
  /** Job ids assigned by the service, by the job's number in the intent. */
  readonly jobIds: Map<number, string>;
  /** The user allowed reordering: jobs without an id no longer prevent their units from being ordered. */
  isReorderingAllowed: boolean;
}

/** A job of an order in this journal. */
export interface OrderedJob {
  readonly intent: IntentState;
  readonly job: IntentJob;
}

/** The recorded state of a job that has a service id. */
export interface JobRecord {
  readonly jobId: string;
  /** The origin of the job: an intent, or, if a journal was lost, the service. */
  readonly origin: OrderedJob | { readonly recovered: EntryOf<'recovered'> };
  /**
   * Later orders of the same text for which the service returned this job again, oldest first. Each has the number of
   * adoptions before it, because only later adoptions can replace its units.
   */
  readonly laterOrders: (OrderedJob & { readonly adoptionsBefore: number })[];
  /** Entries with units that use the translation although they were not in the order, oldest first. */
  readonly adoptions: EntryOf<'adopted'>[];
  orderId: string | undefined;
  /** When it was noticed that the job can be reviewed; undefined while it can't. */
  reviewableSince: number | undefined;
  /** When the review period began; undefined if unknown. */
  reviewSince: number | undefined;
  revisionRequestedAt: number | undefined;
  revisionsRequested: number;
  /** Whether the user approved it, or wants it delivered, although the checks found errors. */
  override: boolean;
  /** Whether it was approved on this machine. */
  isApprovedHere: boolean;
  /** Whether its translation was approved before it was ordered, and nobody has seen it on this machine. */
  isUnseen: boolean;
  /** The final status; undefined while the job is polled. */
  closedAs: string | undefined;
}

/** The entries that change the state of an intent. */
type EntryOfIntent = EntryOf<'placed' | 'unsent' | 'refused' | 'unclear' | 'acknowledged' | 'job'>;

/** The state that results from the journal's entries. Only `apply` changes it. */
export class Ledger {
  readonly intents = new Map<string, IntentState>();
  readonly jobs = new Map<string, JobRecord>();
  readonly deliveries = new Map<string, Delivery>();
  /** The last delivery of each job that was not undone; if all were undone, the last one. */
  readonly deliveryOfJob = new Map<string, Delivery>();
  /** Deliveries and undos that have started and not ended, by `fileIdentity`: at most one per file. */
  readonly pendingWrites = new Map<string, EntryOf<'delivering'>>();
  /** Jobs at the service that were ordered from other folders or machines, by job id. */
  readonly jobsElsewhere = new Map<string, EntryOf<'elsewhere'>>();
  /** Ids (job id or `intentId:number`) of the jobs whose text the user ordered again on purpose. */
  readonly releasedJobs = new Set<string>();
  /** Pairs of folders that the user said are different projects, although they have equal strings. */
  readonly differentFolders: DifferentFolders[] = [];
  /** Adoptions of jobs that have no id yet, by `intentId:number`. */
  readonly #adoptionsWithoutId = new Map<string, EntryOf<'adopted'>[]>();
  #header: EntryOf<'header'> | undefined;
  #askedUntil: number | undefined;
  readonly #deliveryIndex = new DeliveryIndex();
  /** Jobs that may have units that were never delivered; `scanUndelivered` removes those that have none. */
  #undelivered = new Set<JobRecord>();
  #version = 0;

  /** Increases with every entry. Results computed from an older version are stale. */
  get version(): number {
    return this.#version;
  }

  /** The latest header; undefined for journals of earlier versions. */
  get header(): EntryOf<'header'> | undefined {
    return this.#header;
  }

  /**
   * The creation time (milliseconds since the epoch) up to which all of the service's jobs have been looked at;
   * undefined if they never were.
   */
  get askedUntil(): number | undefined {
    return this.#askedUntil;
  }

  /** Returns the delivery to a file, or the undo of one, that has started and not ended. */
  pendingWriteIn(project: string, targetFile: string): EntryOf<'delivering'> | undefined {
    return this.pendingWrites.get(fileIdentity({ project, targetFile }));
  }

  /** Returns the units of an ordered job that has no id yet, and of its adoptions, without those that these replace. */
  unitsOf(state: IntentState, { number, units }: IntentJob): readonly UnitRef[] {
    return distinctUnits(this.adoptionsOf(state, number).reduce(withAdoption, units));
  }

  /** Returns the adoptions of an ordered job that has no id yet. */
  adoptionsOf({ intent }: IntentState, number: number): readonly EntryOf<'adopted'>[] {
    if (this.#adoptionsWithoutId.size === 0) return [];
    return this.#adoptionsWithoutId.get(`${intent.id}:${number}`) ?? [];
  }

  /**
   * Returns this job's last delivery of a unit, even if it was undone; undefined if the unit was ordered again since.
   */
  deliveryOf(jobId: string, unit: UnitRef): Delivery | undefined {
    return this.#deliveryIndex.ofUnit(jobId, unit);
  }

  /** Returns the latest delivery of a unit that was not undone. `name` is as in `unitIdentity`. */
  latestDelivery(project: string, file: string, locale: string, name: string | null): DeliveredUnit | undefined {
    return this.#deliveryIndex.latest(project, file, locale, name);
  }

  /** Returns `latestDelivery` for one file and locale, as a function by name; undefined if it has none. */
  latestDeliveriesIn(
    project: string,
    file: string,
    locale: string,
  ): ((name: string | null) => DeliveredUnit | undefined) | undefined {
    return this.#deliveryIndex.latestIn(project, file, locale);
  }

  /**
   * Yields the jobs that have a unit that was never delivered, and all closed jobs. Only these need further work. In a
   * long journal, these are far fewer than `jobs`.
   */
  *undeliveredJobs(): Generator<JobRecord> {
    for (const record of this.scanUndelivered()) if (record !== undefined) yield record;
  }

  /**
   * Yields the same jobs, and undefined for each job that turns out to be delivered, so that a caller can yield to the
   * event loop in between: there may be many.
   */
  *scanUndelivered(): Generator<JobRecord | undefined> {
    for (const record of this.#undelivered) {
      // Closed jobs are kept without examining their units, because most of them were canceled.
      const isDelivered =
        record.closedAs === undefined &&
        unitsOf(record).every((unit) => this.deliveryOf(record.jobId, unit) !== undefined);
      if (isDelivered) this.#undelivered.delete(record);
      yield isDelivered ? undefined : record;
    }
  }

  /** Returns the ids of the jobs that may have a unit that was never delivered, as far as they have been scanned. */
  undeliveredJobIds(): readonly string[] {
    return Array.from(this.#undelivered, ({ jobId }) => jobId);
  }

  /** Restores from a snapshot that, of all jobs so far, only these may have a unit that was never delivered. */
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
            isReorderingAllowed: false,
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
        // Handled by the journal itself.
        break;
      case 'asked':
        if (entry.complete === true) this.#askedUntil = Math.max(this.#askedUntil ?? 0, entry.until);
        break;
      case 'elsewhere':
        this.jobsElsewhere.set(entry.jobId, entry);
        break;
      case 'released':
        for (const job of entry.jobs) this.releasedJobs.add(job);
        this.differentFolders.push(...(entry.different ?? []));
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
        this.pendingWrites.set(fileIdentity(entry), entry);
        break;
      case 'delivered':
        if (this.pendingWrites.get(fileIdentity(entry))?.id === entry.id)
          this.pendingWrites.delete(fileIdentity(entry));
        this.#applyDelivery(entry);
        break;
      case 'undone': {
        for (const [file, { id, undoes }] of this.pendingWrites)
          if (id === entry.delivery || undoes === entry.delivery) this.pendingWrites.delete(file);
        const delivery = this.deliveries.get(entry.delivery);
        if (delivery !== undefined) this.#applyUndo(delivery);
        break;
      }
    }
  }

  #applyToIntent(state: IntentState, entry: EntryOfIntent): void {
    switch (entry.type) {
      case 'placed':
        state.outcome = 'placed';
        state.orderId = entry.orderId;
        state.creditsUsed = entry.creditsUsed;
        state.isReorderingAllowed = false;
        for (const { number, jobId, unseen } of entry.known) {
          this.#addJob(state, number, jobId, undefined);
          const record = this.jobs.get(jobId);
          if (record !== undefined && unseen === true) record.isUnseen = true;
        }
        break;
      case 'job':
        // A job at the service proves that the order was placed, even if the user has allowed reordering since then.
        state.outcome = 'placed';
        state.orderId ??= entry.orderId;
        state.isReorderingAllowed = false;
        this.#addJob(state, entry.number, entry.jobId, entry.orderId ?? state.orderId);
        break;
      case 'acknowledged':
        state.isReorderingAllowed = true;
        // An order that is known to be refused stays refused, so that its credits do not count as spent.
        if (state.outcome !== 'placed' && state.outcome !== 'refused') state.outcome = 'acknowledged';
        break;
      case 'unsent':
      case 'refused':
        // An order that was found stays placed, even if another window journals that it was refused.
        if (state.outcome !== 'placed') state.outcome = 'refused';
        break;
      case 'unclear':
        if (state.outcome !== 'placed') state.outcome = 'unclear';
        break;
    }
  }

  /** Applies an adoption; that of a job without an id is applied once the job has one. */
  #adopt(entry: EntryOf<'adopted'>): void {
    // A job id, or `intentId:number`.
    const [intent = '', number] = entry.job.split(':');
    const jobId = number === undefined ? entry.job : this.intents.get(intent)?.jobIds.get(Number(number));
    const record = jobId === undefined ? undefined : this.jobs.get(jobId);
    if (record !== undefined) {
      record.adoptions.push(entry);
      this.#undelivered.add(record);
    } else {
      this.#adoptionsWithoutId.set(entry.job, [...(this.#adoptionsWithoutId.get(entry.job) ?? []), entry]);
    }
  }

  /** Assigns a service id to job `number` of an intent. */
  #addJob(state: IntentState, number: number, jobId: string, orderId: string | undefined): void {
    const { jobs } = state.intent;
    // Numbers are usually consecutive, so that no search is needed.
    const jobAtIndex = jobs[number - (jobs[0]?.number ?? 0)];
    const job = jobAtIndex?.number === number ? jobAtIndex : jobs.find((otherJob) => otherJob.number === number);
    if (job === undefined || state.jobIds.get(number) === jobId) return;
    state.jobIds.set(number, jobId);
    const knownRecord = this.jobs.get(jobId);
    if (knownRecord === undefined) {
      const record = newRecord(jobId, { intent: state, job }, orderId);
      record.adoptions.push(...this.adoptionsOf(state, number));
      this.#addRecord(record);
      return;
    }
    this.#undelivered.add(knownRecord);
    // For a text that was translated before, the service returns the previous job. The units are to be delivered again.
    knownRecord.laterOrders.push({ intent: state, job, adoptionsBefore: knownRecord.adoptions.length });
    knownRecord.adoptions.push(...this.adoptionsOf(state, number));
    knownRecord.closedAs = undefined;
    for (const unit of job.units) this.#deliveryIndex.forget(jobId, unit);
  }

  #addRecord(record: JobRecord): void {
    this.jobs.set(record.jobId, record);
    this.#undelivered.add(record);
  }

  #applyDelivery(entry: EntryOf<'delivered'>): void {
    if (this.deliveries.has(entry.id)) return;
    const delivery = { entry, undone: false };
    this.deliveries.set(entry.id, delivery);
    this.#deliveryIndex.add(delivery);
    for (const unit of entry.units) this.deliveryOfJob.set(unit.jobId, delivery);
  }

  #applyUndo(delivery: Delivery): void {
    delivery.undone = true;
    for (const { jobId } of delivery.entry.units) {
      const remainingDelivery = this.#deliveryIndex.remaining(jobId);
      if (remainingDelivery !== undefined) this.deliveryOfJob.set(jobId, remainingDelivery);
    }
  }
}

function applyToJob(job: JobRecord, entry: EntryOf<'reviewable' | 'revision-requested' | 'approved' | 'closed'>): void {
  switch (entry.type) {
    case 'reviewable':
      job.reviewableSince = entry.at;
      job.reviewSince = entry.since;
      break;
    case 'revision-requested':
      job.revisionsRequested += 1;
      job.revisionRequestedAt = entry.at;
      job.reviewableSince = undefined;
      job.reviewSince = undefined;
      break;
    case 'approved':
      job.override ||= entry.override;
      job.isApprovedHere = true;
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
    laterOrders: [],
    adoptions: [],
    orderId,
    reviewableSince: undefined,
    reviewSince: undefined,
    revisionRequestedAt: undefined,
    revisionsRequested: 0,
    override: false,
    isApprovedHere: false,
    isUnseen: false,
    closedAs: undefined,
  };
}

/** Returns the identity of a file that deliveries write to. */
function fileIdentity({ project, targetFile }: { readonly project: string; readonly targetFile: string }): string {
  return JSON.stringify([project, targetFile]);
}

/** Returns all units that a job's translation is or was for, each as in the latest order of it. */
export function unitsOf({ origin, laterOrders, adoptions }: JobRecord): readonly UnitRef[] {
  const unitsOfOrder = 'recovered' in origin ? origin.recovered.units : origin.job.units;
  if (laterOrders.length + adoptions.length === 0) return unitsOfOrder;
  if (adoptions.length === 0) return distinctUnits([...unitsOfOrder, ...laterOrders.flatMap(({ job }) => job.units)]);
  // Orders and adoptions are applied in the order in which they were journaled.
  const unitsOrderedAfter = (adoptionCount: number): readonly UnitRef[] =>
    laterOrders.flatMap(({ job, adoptionsBefore }) => (adoptionsBefore === adoptionCount ? job.units : []));
  let units: readonly UnitRef[] = unitsOfOrder;
  for (const [index, adoption] of adoptions.entries())
    units = withAdoption([...units, ...unitsOrderedAfter(index)], adoption);
  return distinctUnits([...units, ...unitsOrderedAfter(adoptions.length)]);
}

/** Returns the file that was ordered; undefined for a job that translates text. */
export function documentOf({ origin }: JobRecord): IntentJob['document'] {
  return 'recovered' in origin ? origin.recovered.document : origin.job.document;
}

/** Returns the text that was ordered, and the smallest maximum length that one of its units allows. */
export function sourceOf({ origin, laterOrders }: JobRecord): {
  readonly protectedText: ProtectedText;
  readonly maxChars: number | undefined;
} {
  if ('recovered' in origin) return { protectedText: origin.recovered.protectedText, maxChars: undefined };
  const lengthLimits = [origin, ...laterOrders].flatMap(({ job }) => job.maxChars ?? []);
  const maxChars = lengthLimits.length === 0 ? undefined : Math.min(...lengthLimits);
  return { protectedText: origin.job.protectedText, maxChars };
}

/** Adds the units of an adoption, which replace those of the project `replaces`, if it names one. */
function withAdoption(
  units: readonly UnitRef[],
  { units: adoptedUnits, replaces }: Pick<EntryOf<'adopted'>, 'units' | 'replaces'>,
): readonly UnitRef[] {
  return [...units.filter(({ project }) => project !== replaces), ...adoptedUnits];
}

function distinctUnits(units: readonly UnitRef[]): readonly UnitRef[] {
  return [...new Map(units.map((unit) => [unitIdentity(unit), unit])).values()];
}
