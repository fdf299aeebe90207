import { present } from '../../../base/present.ts';
import { ServiceError } from '../../../service/interface/serviceError.ts';
import type { Job, Order, UnreadableRow } from '../../../service/interface/records.ts';
import { fetchJobs, isNotFound } from '../../../service/calls/fetchJobs.ts';
import type { RequestSeries } from '../../../service/calls/requestSeries.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import { orderedJob } from './viewJob.ts';
import type { IntentState, JobRecord } from '../../journal/ledger.ts';
import { matchJobs } from '../../spend/reconcile/matchJobs.ts';
import type { OrderLog, OrderRecord, ServiceAccess } from '../../journal/account/orderContext.ts';
import type { SharedChanges } from './sharedRefresh.ts';
import { isClosed, type ResponseProblem } from '../../model/trackedJob.ts';

/** For this long, it is no error if a new order is unreadable, or some of its jobs are missing. */
const queueGraceMs = 10 * 60_000;

/** Final statuses: jobs with these are never fetched again. Approved jobs are still shown. */
const finalStatuses = new Set(['archived', 'canceled', 'deleted', 'duplicate']);

/**
 * Error codes of the service for an order that is still queued. 2751 means exactly that; 1100 is the code for an
 * unknown path. An unknown order (2750) is 'not-found'.
 */
const queuedCodes: ReadonlySet<number | undefined> = new Set([1100, 2751]);

/** The service's latest answers about the journal's jobs, as fetched by this window. */
export class ServiceJobs {
  readonly #context: ServiceAccess & OrderRecord & OrderLog;
  /** By job id, with the number of the request that returned the job: see `nextRequest`. */
  readonly #jobs = new Map<string, { readonly job: Job; readonly request: number }>();
  /** Ids of jobs in our orders that match no intent. */
  readonly #foreign = new Set<string>();
  /** Ids of jobs that the service no longer knows. */
  readonly #missing = new Set<string>();
  /** Ids of orders whose jobs without an id are no longer expected to get one. */
  readonly #lostOrders = new Set<string>();
  /** Ids of jobs that can be reviewed again after they had gone back to a translator. */
  readonly #reviewableAgain = new Set<string>();
  /** `reviewTimes` of the jobs when their progress was last journaled. */
  readonly #reviewsSeen = new Map<string, string>();
  /** Errors of the last answers that could not be used, by job id and by order id. */
  readonly #jobErrors = new Map<string, ServiceError>();
  readonly #orderErrors = new Map<string, ServiceError>();
  /** The jobs that this window's requests have changed since `takeChanges`, and when each was last changed. */
  readonly #changes = new Set<string>();
  readonly #changedAt = new Map<string, number>();
  #lastRequest = 0;
  #version = 0;

  constructor(context: ServiceAccess & OrderRecord & OrderLog) {
    this.#context = context;
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  get(jobId: string): Job | undefined {
    return this.#jobs.get(jobId)?.job;
  }

  /** Whether the jobs of an order that have no id yet are not expected to get one. */
  isLost(orderId: string): boolean {
    return this.#lostOrders.has(orderId);
  }

  /** Returns the error of the last request for a job; undefined if it succeeded. */
  errorOf(jobId: string): ServiceError | undefined {
    return this.#jobErrors.get(jobId);
  }

  /** Returns the problem with the last answer about a job, or about the order of a job without an id. */
  responseProblemOf(ids: {
    readonly jobId?: string;
    readonly orderId?: string | undefined;
  }): ResponseProblem | undefined {
    const { jobId, orderId } = ids;
    const jobError = jobId === undefined ? undefined : this.#jobErrors.get(jobId);
    const orderError = orderId === undefined ? undefined : this.#orderErrors.get(orderId);
    const error = jobError ?? orderError;
    if (error !== undefined) return error.reason === 'unreadable' ? 'unreadable' : 'unanswered';
    const job = jobId === undefined ? undefined : this.get(jobId);
    const lacksAmount = job !== undefined && (job.credits === undefined || job.unitCount === undefined);
    return lacksAmount ? 'amount' : undefined;
  }

  /** Returns placed orders that can't be read and have jobs without an id, which the list of all jobs may have. */
  unreadableOrders(): readonly IntentState[] {
    return [...this.#context.ledger.intents.values()].filter(
      ({ outcome, orderId, intent, jobIds }) =>
        outcome === 'placed' &&
        orderId !== undefined &&
        this.#orderErrors.has(orderId) &&
        jobIds.size < intent.jobs.length,
    );
  }

  /** Lets the next refresh fetch the jobs again that were unknown to the service. */
  forgetMissing(): void {
    for (const id of this.#missing) this.#jobs.delete(id);
    this.#missing.clear();
  }

  /**
   * Fetches each open order, then the jobs whose status changed, that were never fetched, or whose files are awaited.
   * If an order can't be read, its jobs are fetched by their ids. Rejects as `RequestSeries.send`.
   */
  async refresh(series: RequestSeries, awaited: readonly string[] = []): Promise<void> {
    const { ledger } = this.#context;
    const idsToFetch = new Set(awaited);
    /** The status and order under which the service has listed each job. */
    const listings = new Map<string, { readonly status: string; readonly orderId: string }>();
    const withoutQueue: IntentState[] = [];
    for (const [orderId, states] of this.#openOrders()) {
      const { order, isWhole } = await this.#fetchOrder(orderId, states, series);
      for (const [status, ids] of Object.entries(order?.jobIds ?? {}))
        for (const id of ids) listings.set(id, { status, orderId });
      if (isWhole && order?.queuedCount === 0) withoutQueue.push(...states);
      // An order lists its jobs for some statuses only.
      if (order !== undefined || !isWhole)
        for (const id of this.#openJobsOf(orderId, states)) if (!listings.has(id)) idsToFetch.add(id);
    }
    for (const [id, { status }] of listings) {
      if (!this.#foreign.has(id) && !this.#isClosedForGood(id) && this.get(id)?.status !== status) idsToFetch.add(id);
    }
    for (const id of this.#jobErrors.keys()) if (!this.#isClosedForGood(id)) idsToFetch.add(id);
    for (const record of ledger.jobs.values())
      if (record.closedAs === undefined && !this.#jobs.has(record.jobId)) idsToFetch.add(record.jobId);
    await this.fetch([...idsToFetch], series);

    // A job that could not be read and has no journal record is shown as part of its order, which gets its error.
    for (const [id, error] of this.#jobErrors) {
      if (ledger.jobs.has(id)) continue;
      const listing = listings.get(id);
      if (listing !== undefined) this.#setError(this.#orderErrors, listing.orderId, error);
      this.#jobErrors.delete(id);
    }
    // An order is lost if some of its jobs have no id, although none of them is queued any longer.
    for (const state of withoutQueue) {
      const lacksIds = state.jobIds.size < state.intent.jobs.length;
      this.#noteLost(state, lacksIds && this.#isOld(state) && this.responseProblemOf(state) === undefined);
    }
  }

  /** Fetches jobs and matches them with the ordered ones. Notes jobs without a usable answer in `series`. */
  async fetch(ids: readonly string[], series: RequestSeries): Promise<void> {
    if (ids.length === 0) return;
    const request = this.nextRequest();
    const { jobs, missing, failures } = await fetchJobs(this.#context.client, ids, series);
    const { entries, unmatched } = matchJobs(this.#context.ledger, jobs, this.#context.clock.now());
    for (const { id } of unmatched) this.#foreign.add(id);
    await this.#context.journal.append(...entries);
    this.store(jobs, request);
    for (const id of missing) this.#noteMissing(id);
    for (const id of ids) {
      const error = failures.get(id);
      this.#setError(this.#jobErrors, id, error);
      if (error !== undefined) series.note({ item: 'job', id, error });
    }
  }

  /** Returns a number for `store` that orders requests in time; to be called before a request is sent. */
  nextRequest(): number {
    this.#lastRequest += 1;
    return this.#lastRequest;
  }

  /** Stores the answers to request number `request`, except where the answer to a later request is already known. */
  store(jobs: readonly Job[], request: number): void {
    for (const job of jobs) {
      const stored = this.#jobs.get(job.id);
      const hasLaterAnswer = stored !== undefined && stored.request > request;
      if (!this.#context.ledger.jobs.has(job.id) || hasLaterAnswer) continue;
      const earlierJob = stored?.job;
      const isSame = earlierJob !== undefined && JSON.stringify(earlierJob) === JSON.stringify(job);
      this.#jobs.set(job.id, { job: isSame ? earlierJob : job, request });
      this.#missing.delete(job.id);
      if (isSame) continue;

      this.#version += 1;
      this.#changes.add(job.id);
      this.#changedAt.set(job.id, this.#context.clock.now());
      if (earlierJob === undefined || job.status !== 'reviewable') continue;
      const wasWithTranslator = ['available', 'pending', 'revising', 'rejected'].includes(earlierJob.status);
      // A revision may have been requested and returned since the last answer.
      const wasRevised = earlierJob.status === 'reviewable' && earlierJob.translatedText !== job.translatedText;
      if (wasWithTranslator || wasRevised) this.#reviewableAgain.add(job.id);
    }
  }

  /** Returns the jobs that this window's requests have changed since the last call. */
  takeChanges(): readonly Job[] {
    const changed = [...this.#changes].flatMap((id) => this.get(id) ?? []);
    this.#changes.clear();
    return changed;
  }

  /** Stores jobs that other windows have fetched, except those that have changed here since these refreshes began. */
  async adopt(changes: readonly SharedChanges[]): Promise<void> {
    // The other windows have journaled the ids of new jobs.
    await this.#context.journal.sync();
    for (const { at, jobs } of changes) {
      const newerJobs = jobs.filter(({ id }) => (this.#changedAt.get(id) ?? -Infinity) < at);
      this.store(newerJobs, this.nextRequest());
      // These are not passed on to other windows again.
      for (const { id } of newerJobs) this.#changes.delete(id);
    }
  }

  /** Journals what later windows need: since when a job can be reviewed, and that a job has reached a final status. */
  async journalProgress(): Promise<void> {
    const at = this.#context.clock.now();
    const entries: EntryOf<'reviewable' | 'closed'>[] = [];
    for (const [jobId, { job }] of this.#jobs) {
      const record = this.#context.ledger.jobs.get(jobId);
      if (record === undefined || this.#missing.has(jobId)) continue;
      // The review may have been journaled since then, by another window or with the time of its newest revision.
      const isJournaled = reviewTimes(record) !== this.#reviewsSeen.get(jobId);
      const isNewReview = this.#reviewableAgain.has(jobId) && !isJournaled;
      if (job.status === 'reviewable' && (record.reviewableSince === undefined || isNewReview))
        entries.push({ type: 'reviewable', jobId, at });
      if (finalStatuses.has(job.status) && record.closedAs === undefined)
        entries.push({ type: 'closed', jobId, at, status: job.status });
    }
    this.#reviewableAgain.clear();
    await this.#context.journal.append(...entries);
    for (const jobId of this.#jobs.keys()) {
      const record = this.#context.ledger.jobs.get(jobId);
      if (record?.reviewableSince !== undefined) this.#reviewsSeen.set(jobId, reviewTimes(record));
    }
  }

  /** Returns the orders whose jobs may still change, with the intents that they were placed for. */
  #openOrders(): ReadonlyMap<string, readonly IntentState[]> {
    const orders = new Map<string, IntentState[]>();
    for (const state of this.#context.ledger.intents.values()) {
      if (state.orderId === undefined) continue;
      const isOpen = state.intent.jobs.some(({ number }) => {
        const jobId = state.jobIds.get(number);
        if (jobId === undefined) return !state.isReorderingAllowed;
        return !this.#isSettled(jobId);
      });
      if (isOpen) orders.set(state.orderId, [...(orders.get(state.orderId) ?? []), state]);
    }
    for (const { origin, orderId, jobId } of this.#context.ledger.jobs.values()) {
      if ('recovered' in origin && orderId !== undefined && !orders.has(orderId) && !this.#isSettled(jobId))
        orders.set(orderId, []);
    }
    return orders;
  }

  /** Fetches an order. `isWhole` is false if a part of the answer can't be used, unless the order is still queued. */
  async #fetchOrder(
    orderId: string,
    states: readonly IntentState[],
    series: RequestSeries,
  ): Promise<{ readonly order?: Order; readonly isWhole: boolean }> {
    const unreadableRows: UnreadableRow[] = [];
    const answer = await series.send((options) =>
      this.#context.client.orders.get(orderId, { ...options, onUnreadable: (row) => unreadableRows.push(row) }),
    );
    const isNewOrder = states.some((state) => !this.#isOld(state));
    let failure: ServiceError | undefined;
    if ('error' in answer) {
      const isExpected = isNewOrder && queuedCodes.has(answer.error.code);
      if (isNotFound(answer.error)) {
        // A new order may be unreadable for a while; an old one that no longer exists is shown as lost.
        for (const state of states) this.#noteLost(state, this.#isOld(state));
      } else if (!isExpected) {
        failure = answer.error;
      }
    } else if (unreadableRows.length > 0) {
      failure = new ServiceError('unreadable', "A part of the service's answer about an order cannot be read.", {
        outcome: 'unknown',
        serviceMessage: unreadableRows[0]?.problem ?? '',
        isFinal: true,
      });
    }
    this.#setError(this.#orderErrors, orderId, failure);
    if (failure !== undefined) series.note({ item: 'order', id: orderId, error: failure });
    return present({ isWhole: failure === undefined, order: 'value' in answer ? answer.value : undefined });
  }

  /** Returns the ids of the jobs of an order that may still change. */
  #openJobsOf(orderId: string, states: readonly IntentState[]): readonly string[] {
    const ids = states.flatMap((state) => [...state.jobIds.values()]);
    // The journal has no intent of recovered jobs.
    if (ids.length === 0)
      for (const record of this.#context.ledger.jobs.values()) if (record.orderId === orderId) ids.push(record.jobId);
    return ids.filter((id) => !this.#isSettled(id));
  }

  /** Sets or removes an error. Views do not distinguish errors with the same reason. */
  #setError(errors: Map<string, ServiceError>, id: string, error: ServiceError | undefined): void {
    if (errors.get(id)?.reason === error?.reason) return;
    if (error === undefined) errors.delete(id);
    else errors.set(id, error);
    this.#version += 1;
  }

  /** Notes that the service does not know a job, unless its order is so new that it may still be queued. */
  #noteMissing(jobId: string): void {
    const record = this.#context.ledger.jobs.get(jobId);
    const isOfNewOrder = record !== undefined && 'intent' in record.origin && !this.#isOld(record.origin.intent);
    if (record === undefined || isOfNewOrder) return;
    this.#context.log(`The service no longer knows the job ${jobId}.`);
    this.#missing.add(jobId);
    this.#jobs.set(jobId, { job: orderedJob(record, 'deleted'), request: this.#lastRequest });
    this.#version += 1;
  }

  #noteLost({ orderId }: IntentState, isLost: boolean): void {
    if (orderId === undefined || this.#lostOrders.has(orderId) === isLost) return;
    if (isLost) this.#lostOrders.add(orderId);
    else this.#lostOrders.delete(orderId);
    this.#version += 1;
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

function reviewTimes({ reviewableSince, reviewSince }: JobRecord): string {
  return `${reviewableSince ?? ''} ${reviewSince ?? ''}`;
}
