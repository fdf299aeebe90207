import { ServiceError } from '../../service/interface/serviceError.ts';
import type { Job, Order, UnreadableRow } from '../../service/interface/records.ts';
import { askJobs, isNotFound } from '../reconcile/askJobs.ts';
import { parseCustomData } from '../journal/customData.ts';
import type { Inquiry } from '../reconcile/inquiry.ts';
import type { EntryOf, IntentJob } from '../journal/journalEntry.ts';
import { orderedJob } from './jobView.ts';
import type { IntentState } from '../journal/ledger.ts';
import { claimJob, isFileJob, isTextOf, jobEntry } from '../reconcile/lookUp.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { isClosed, type JobTrouble } from '../model/trackedJob.ts';

/** A fresh order may be unreadable for this long, and its jobs may be missing, without anything being wrong. */
const queueGraceMs = 10 * 60_000;

/** Final for the service, so never asked about again; approved jobs are still shown. */
const closedForGood = new Set(['archived', 'canceled', 'deleted', 'duplicate']);

/**
 * Codes with which the service answers about an order that has not left its queue yet: 1100 is its answer for a path that it
 * does not know, 2751 says so. An unknown order (2750) is 'not-found'.
 */
const queuedCodes: ReadonlySet<number | undefined> = new Set([1100, 2751]);

/** What the service says of the journal's jobs, as far as this window has asked. */
export class ServiceJobs {
  readonly #context: OrderContext;
  readonly #jobs = new Map<string, { readonly job: Job; readonly asked: number }>();
  /** Jobs of our orders that no intent accounts for. */
  readonly #foreign = new Set<string>();
  readonly #missing = new Set<string>();
  /** Orders that do not bring the jobs that are still without an id. */
  readonly #lostOrders = new Set<string>();
  /** Jobs that can be reviewed anew, after they had gone back to a translator. */
  readonly #reviewableAnew = new Set<string>();
  /** Jobs and orders about which the last answer could not be used. */
  readonly #jobTroubles = new Map<string, ServiceError>();
  readonly #orderTroubles = new Map<string, ServiceError>();
  #asked = 0;
  #version = 0;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get(jobId: string): Job | undefined {
    return this.#jobs.get(jobId)?.job;
  }

  /** Whether those of an order's jobs that have no id yet will not get one, as far as can be seen. */
  isLost(orderId: string): boolean {
    return this.#lostOrders.has(orderId);
  }

  /** Returns the error of the last request about a job, if it could not be answered. */
  errorOf(jobId: string): ServiceError | undefined {
    return this.#jobTroubles.get(jobId);
  }

  /** Returns what is wrong with the last answer about a job, or about the order that has not named it yet. */
  troubleOf({
    jobId,
    orderId,
  }: {
    readonly jobId?: string;
    readonly orderId?: string | undefined;
  }): JobTrouble | undefined {
    const error =
      (jobId === undefined ? undefined : this.#jobTroubles.get(jobId)) ??
      (orderId === undefined ? undefined : this.#orderTroubles.get(orderId));
    if (error !== undefined) return error.reason === 'unreadable' ? 'unreadable' : 'unanswered';
    const job = jobId === undefined ? undefined : this.get(jobId);
    return job !== undefined && (job.credits === undefined || job.unitCount === undefined) ? 'amount' : undefined;
  }

  /** Placed orders that cannot be read and have jobs without an id: those may be found in the list of all jobs. */
  unreadableOrders(): readonly IntentState[] {
    return [...this.#context.ledger.intents.values()].filter(
      ({ outcome, orderId, intent, jobIds }) =>
        outcome === 'placed' &&
        orderId !== undefined &&
        this.#orderTroubles.has(orderId) &&
        jobIds.size < intent.jobs.length,
    );
  }

  /** Lets the next refresh ask again for what the service did not know. */
  forgetMissing(): void {
    for (const id of this.#missing) this.#jobs.delete(id);
    this.#missing.clear();
  }

  /**
   * Asks each open order for the state of its jobs, then for the jobs that moved, and those never seen, and nothing else
   * but `awaited`: the ids of jobs of which something other than the status matters. An order that cannot be read has its
   * jobs asked for by their ids.
   */
  async follow(inquiry: Inquiry, awaited: readonly string[] = []): Promise<void> {
    const moved = new Set(awaited);
    const listings = new Map<string, { readonly status: string; readonly orderId: string }>();
    const drained: IntentState[] = [];
    for (const [orderId, states] of this.#openOrders()) {
      const { order, isWhole } = await this.#askOrder(orderId, states, inquiry);
      for (const [status, ids] of Object.entries(order?.jobIds ?? {}))
        for (const id of ids) listings.set(id, { status, orderId });
      if (isWhole && order?.queuedCount === 0) drained.push(...states);
      // Some statuses are in no list of an order.
      if (order !== undefined || !isWhole)
        for (const id of this.#openJobsOf(orderId, states)) if (!listings.has(id)) moved.add(id);
    }
    for (const [id, { status }] of listings) {
      if (!this.#foreign.has(id) && !this.#isClosedForGood(id) && this.get(id)?.status !== status) moved.add(id);
    }
    for (const id of this.#jobTroubles.keys()) if (!this.#isClosedForGood(id)) moved.add(id);
    for (const record of this.#context.ledger.jobs.values())
      if (record.closedAs === undefined && !this.#jobs.has(record.jobId)) moved.add(record.jobId);
    await this.fetch([...moved], inquiry);
    // A job that could not be read has no name yet: its order is all that the person can be shown.
    for (const [id, error] of this.#jobTroubles) {
      const listing = this.#context.ledger.jobs.has(id) ? undefined : listings.get(id);
      if (listing !== undefined) this.#setTrouble(this.#orderTroubles, listing.orderId, error);
      if (!this.#context.ledger.jobs.has(id)) this.#jobTroubles.delete(id);
    }
    for (const state of drained)
      this.#noteLost(
        state,
        state.jobIds.size < state.intent.jobs.length && this.#isOld(state) && this.troubleOf(state) === undefined,
      );
  }

  /** Asks for these jobs, and finds out which of the ordered ones they are. A job whose answer cannot be used is noted, and the others count. */
  async fetch(ids: readonly string[], inquiry: Inquiry): Promise<void> {
    if (ids.length === 0) return;
    const asked = this.nextAsked();
    const { jobs, missing, troubles } = await askJobs(this.#context.client, ids, inquiry);
    await this.#context.journal.append(...this.#nameJobs(jobs));
    this.take(jobs, asked);
    for (const id of missing) this.#noteMissing(id);
    for (const id of ids) {
      const error = troubles.get(id);
      this.#setTrouble(this.#jobTroubles, id, error);
      if (error !== undefined) inquiry.note({ item: 'job', id, error });
    }
  }

  /** A number for `take`, drawn before the service is asked. */
  nextAsked(): number {
    this.#asked += 1;
    return this.#asked;
  }

  /** Takes answers in, unless a question asked later has been answered already. */
  take(jobs: readonly Job[], asked: number): void {
    for (const job of jobs) {
      const known = this.#jobs.get(job.id);
      const record = this.#context.ledger.jobs.get(job.id);
      if (record === undefined || (known !== undefined && known.asked > asked)) continue;
      const isSame = known !== undefined && JSON.stringify(known.job) === JSON.stringify(job);
      this.#jobs.set(job.id, { job: isSame ? known.job : job, asked });
      this.#missing.delete(job.id);
      if (isSame) continue;
      this.#version += 1;
      const wasWithTranslator =
        known !== undefined && ['available', 'pending', 'revising', 'rejected'].includes(known.job.status);
      if (job.status === 'reviewable' && wasWithTranslator) this.#reviewableAnew.add(job.id);
    }
  }

  /** Records what later windows need: since when a job can be reviewed, and that nothing more comes of it. */
  async journalProgress(): Promise<void> {
    const at = this.#context.clock.now();
    const entries: EntryOf<'reviewable' | 'closed'>[] = [];
    for (const [jobId, { job }] of this.#jobs) {
      const record = this.#context.ledger.jobs.get(jobId);
      if (record === undefined || this.#missing.has(jobId)) continue;
      if (job.status === 'reviewable' && (record.reviewableSince === undefined || this.#reviewableAnew.has(jobId)))
        entries.push({ type: 'reviewable', jobId, at });
      if (closedForGood.has(job.status) && record.closedAs === undefined)
        entries.push({ type: 'closed', jobId, at, status: job.status });
    }
    this.#reviewableAnew.clear();
    await this.#context.journal.append(...entries);
  }

  /** Orders of which something is still to come, with the intents they came from. */
  #openOrders(): ReadonlyMap<string, readonly IntentState[]> {
    const orders = new Map<string, IntentState[]>();
    for (const state of this.#context.ledger.intents.values()) {
      if (state.orderId === undefined) continue;
      const isOpen = state.intent.jobs.some(({ number }) => {
        const jobId = state.jobIds.get(number);
        return jobId === undefined ? !state.isReorderingAllowed : !this.#isSettled(jobId);
      });
      if (isOpen) orders.set(state.orderId, [...(orders.get(state.orderId) ?? []), state]);
    }
    for (const { origin, orderId, jobId } of this.#context.ledger.jobs.values()) {
      if ('recovered' in origin && orderId !== undefined && !orders.has(orderId) && !this.#isSettled(jobId))
        orders.set(orderId, []);
    }
    return orders;
  }

  /** `isWhole` is false if the answer, or a part of it, cannot be used. An order that is still queued has nothing to tell yet. */
  async #askOrder(
    orderId: string,
    states: readonly IntentState[],
    inquiry: Inquiry,
  ): Promise<{ readonly order?: Order; readonly isWhole: boolean }> {
    const rows: UnreadableRow[] = [];
    const answer = await inquiry.ask((options) =>
      this.#context.client.orders.get(orderId, { ...options, onUnreadable: (row) => rows.push(row) }),
    );
    const isFresh = states.length > 0 && !states.every((state) => this.#isOld(state));
    let trouble: ServiceError | undefined;
    if ('error' in answer) {
      if (isNotFound(answer.error)) {
        // A fresh order may be unreadable for a while; an old one that is gone is shown, not thrown.
        for (const state of states) this.#noteLost(state, this.#isOld(state));
      } else if (!isFresh || !queuedCodes.has(answer.error.code)) {
        trouble = answer.error;
      }
    } else if (rows.length > 0) {
      trouble = new ServiceError('unreadable', "A part of the service's answer about an order cannot be read.", {
        outcome: 'unknown',
        serviceMessage: rows[0]?.problem ?? '',
        isFinal: true,
      });
    }
    this.#setTrouble(this.#orderTroubles, orderId, trouble);
    if (trouble !== undefined) inquiry.note({ item: 'order', id: orderId, error: trouble });
    return { isWhole: trouble === undefined, ...('value' in answer ? { order: answer.value } : {}) };
  }

  /** The jobs of an order that have an id, and of which something is still to come. */
  #openJobsOf(orderId: string, states: readonly IntentState[]): readonly string[] {
    const ids = states.flatMap((state) => [...state.jobIds.values()]);
    if (ids.length === 0)
      for (const record of this.#context.ledger.jobs.values()) if (record.orderId === orderId) ids.push(record.jobId);
    return ids.filter((id) => !this.#isSettled(id));
  }

  #setTrouble(troubles: Map<string, ServiceError>, id: string, error: ServiceError | undefined): void {
    if (troubles.get(id)?.reason === error?.reason) return;
    if (error === undefined) troubles.delete(id);
    else troubles.set(id, error);
    this.#version += 1;
  }

  #noteMissing(jobId: string): void {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined || ('intent' in record.origin && !this.#isOld(record.origin.intent))) return;
    this.#context.log(`The service does not know the job ${jobId} any more.`);
    this.#missing.add(jobId);
    this.#jobs.set(jobId, { job: orderedJob(record, 'deleted'), asked: this.#asked });
    this.#version += 1;
  }

  #noteLost({ orderId }: IntentState, isLost: boolean): void {
    if (orderId === undefined || this.#lostOrders.has(orderId) === isLost) return;
    if (isLost) this.#lostOrders.add(orderId);
    else this.#lostOrders.delete(orderId);
    this.#version += 1;
  }

  /** Finds out which of the ordered jobs the service's are, as far as that is not journalled yet. */
  #nameJobs(jobs: readonly Job[]): readonly EntryOf<'job'>[] {
    const { ledger, clock } = this.#context;
    const fresh = jobs.filter((job) => !ledger.jobs.has(job.id));
    const claimed = new Map<string, EntryOf<'job'>>();
    for (const job of fresh) {
      const data = parseCustomData(job.customData);
      const intent = data === undefined ? undefined : ledger.intents.get(data.intent);
      const entry = data === undefined || intent === undefined ? undefined : claimJob(intent, data, job, clock.now());
      if (entry !== undefined) claimed.set(job.id, entry);
    }
    const taken = new Set([...claimed.values()].map(nameOfPlace));
    return fresh.flatMap((job) => claimed.get(job.id) ?? this.#nameByText(job, taken) ?? []);
  }

  /** Jobs without custom data of ours are known by order and text. `taken` are the places that have their job, and grows. */
  #nameByText(job: Job, taken: Set<string>): EntryOf<'job'> | undefined {
    for (const state of this.#context.ledger.intents.values()) {
      if (state.orderId === undefined || state.orderId !== job.orderId) continue;
      const free = state.intent.jobs.filter(
        ({ number, targetLanguage }) =>
          !state.jobIds.has(number) &&
          !taken.has(nameOfPlace({ intent: state.intent.id, number })) &&
          targetLanguage === job.targetLanguage,
      );
      const match =
        free.find(({ document, protectedText }) => document === undefined && isTextOf(protectedText.text, job)) ??
        onlyDocument(free, job);
      if (match === undefined) continue;
      taken.add(nameOfPlace({ intent: state.intent.id, number: match.number }));
      return jobEntry(state, match.number, job, this.#context.clock.now());
    }
    this.#foreign.add(job.id);
    return undefined;
  }

  #isSettled(jobId: string): boolean {
    const job = this.get(jobId);
    return this.#isClosedForGood(jobId) || (job !== undefined && isClosed(job));
  }

  #isClosedForGood(jobId: string): boolean {
    return this.#context.ledger.jobs.get(jobId)?.closedAs !== undefined;
  }

  #isOld({ intent }: IntentState): boolean {
    return this.#context.clock.now() - intent.at > queueGraceMs;
  }
}

function nameOfPlace({ intent, number }: Pick<EntryOf<'job'>, 'intent' | 'number'>): string {
  return `${intent}:${number}`;
}

/** A document is known by its title, and only where no other one of the order could be meant: nothing else of it is in the record. */
function onlyDocument(free: readonly IntentJob[], job: Job): IntentJob | undefined {
  const [match, ...others] = isFileJob(job)
    ? free.filter(({ document, title }) => document !== undefined && title === job.title)
    : [];
  return others.length === 0 ? match : undefined;
}
