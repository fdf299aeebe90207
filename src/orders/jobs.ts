import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/disposable.ts';
import { ServiceError } from '../service/serviceError.ts';
import type { Job } from '../service/records.ts';
import type { CallOptions } from '../service/serviceClient.ts';
import { hashText } from './hash.ts';
import { parseCustomData } from './customData.ts';
import { deliverJobs, type DeliverableJob, type DeliveryReport } from './deliver.ts';
import type { JobDetail } from './jobDetail.ts';
import type { JournalEntry } from './journalEntry.ts';
import { checkTranslation, sourceOf, viewIntent, viewJob, type CheckedTranslation } from './jobView.ts';
import { unitsOf, type IntentState, type JobRecord } from './ledger.ts';
import { jobEntry, lookUpIntents } from './lookUp.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import { recoverJobs } from './recover.ts';
import { isClosed, isFinished, type HoldReason, type TrackedJob } from './trackedJob.ts';
import { restore } from '../placeholders/restore.ts';

/** An intent without an outcome is being sent, by this window or another, for as long as a call may take. */
const sendingMs = 150_000;

/** Orders whose jobs the service does not list yet are not an error for this long. */
const queueGraceMs = 10 * 60_000;

/** Final for the service, so never asked about again; approved jobs are still shown. */
const closedForGood = new Set(['archived', 'canceled', 'deleted', 'duplicate']);

export interface JobsState {
  readonly refreshing: boolean;
  /** Why the last refresh failed; absent after one that worked. */
  readonly error?: unknown;
  /** Milliseconds since the epoch of the last refresh that worked. */
  readonly refreshedAt?: number;
}

/**
 * The one model of jobs: what the journal says was ordered, joined with what the service says of it.
 * One refresh is in flight at a time, whoever asks; views only listen.
 */
export class Jobs implements Disposable {
  readonly #context: OrderContext;
  readonly #changed = new Emitter<undefined>();
  readonly #delivered = new Emitter<DeliveryReport>();
  readonly #service = new Map<string, Job>();
  readonly #checked = new Map<string, { readonly job: Job; readonly result: CheckedTranslation | undefined }>();
  readonly #held = new Map<string, HoldReason>();
  readonly #seen = new Set<string>();
  readonly #missingOrders = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #state: JobsState = { refreshing: false };
  #views: readonly TrackedJob[] | undefined;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  /** Something about the jobs or the refresh changed. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  /** Translations were written into files, or held. */
  get onDidDeliver(): Event<DeliveryReport> {
    return this.#delivered.event;
  }

  get state(): JobsState {
    return this.#state;
  }

  /** Every job that is not archived, newest first. */
  get all(): readonly TrackedJob[] {
    this.#views ??= this.#buildViews();
    return this.#views;
  }

  get(id: string): TrackedJob | undefined {
    return this.all.find((job) => job.id === id);
  }

  /** True while something may still happen to a job, or a translation waits to be delivered. */
  get hasOpenJobs(): boolean {
    return this.all.some((job) => !isClosed(job));
  }

  statusOf(jobId: string): string | undefined {
    return this.#service.get(jobId)?.status;
  }

  /**
   * Asks the service what has moved, and delivers what is approved. A refresh already in flight is shared.
   * `recover` also looks for jobs of the open projects that this journal does not know.
   */
  refresh(options: CallOptions & { readonly recover?: boolean } = {}): Promise<void> {
    this.#refreshing ??= this.#refresh(options).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(options: CallOptions & { readonly recover?: boolean }): Promise<void> {
    const { refreshedAt } = this.#state;
    this.#setState({ refreshing: true, ...(refreshedAt === undefined ? {} : { refreshedAt }) });
    try {
      await this.#context.journal.sync();
      this.#take(await lookUpIntents(this.#context, options));
      if (options.recover === true) this.#take(await recoverJobs(this.#context, this.#seen, options));
      await this.#followOrders(options);
      await this.#fetch(this.#unfetched(), options);
      await this.#journalProgress();
      await this.deliverApproved();
      await this.#context.journal.markWatched(this.hasOpenJobs);
      this.#setState({ refreshing: false, refreshedAt: this.#context.clock.now() });
    } catch (error) {
      this.#setState({ refreshing: false, error, ...(refreshedAt === undefined ? {} : { refreshedAt }) });
      throw error;
    }
  }

  /** What a person or another window did through the service: asks for just these jobs. */
  async refreshJobs(ids: readonly string[], options: CallOptions = {}): Promise<void> {
    await this.#fetch(ids, options);
    await this.#journalProgress();
    await this.deliverApproved();
    this.#fire();
  }

  /** Tells the views that the journal has changed. */
  async reload(): Promise<void> {
    await this.#context.journal.sync();
    this.#fire();
  }

  /** Revisions, comments and feedback of one job. Rejects with ServiceError. */
  async detail(jobId: string, options: CallOptions = {}): Promise<JobDetail> {
    const { client } = this.#context;
    const record = this.record(jobId);
    const [stubs, comments, feedback] = await Promise.all([
      client.jobs.revisions(jobId, options),
      client.jobs.comments(jobId, options),
      client.jobs.feedback(jobId, options),
    ]);
    const { protectedText } = sourceOf(record);
    const revisions = await Promise.all(
      stubs.map(async (stub) => {
        const revision = await client.jobs.revision(jobId, stub.id, options);
        const createdAt = revision.createdAt ?? stub.createdAt;
        return { id: stub.id, text: restore(revision.translatedText, protectedText).text, ...(createdAt === undefined ? {} : { createdAt }) };
      }),
    );
    revisions.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || Number(a.id) - Number(b.id));
    return { revisions, comments, ...(feedback.rating === undefined && feedback.forTranslator === undefined ? {} : { feedback }) };
  }

  /** Throws OrderError 'unknown-job'. */
  record(jobId: string): JobRecord {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined) throw new OrderError('unknown-job', jobId);
    return record;
  }

  /** Writes every approved translation that is free of errors and not delivered yet. */
  async deliverApproved(): Promise<void> {
    const ready: DeliverableJob[] = [];
    for (const [jobId, record] of this.#context.ledger.jobs) {
      const job = this.#service.get(jobId);
      if (job === undefined || !isFinished(job) || this.#context.ledger.deliveryOfJob.has(jobId)) continue;
      if (!unitsOf(record).some((unit) => unit.targetFile !== undefined)) continue;
      const checked = this.#check(record, job);
      if (checked === undefined) continue;
      if (!record.override && checked.problems.some((problem) => problem.severity === 'error')) this.#held.set(jobId, 'problems');
      else ready.push({ record, text: checked.text, force: false });
    }
    if (ready.length > 0) await this.#deliver(ready);
  }

  /** Delivers one approved translation although something changed since the order, or its delivery was undone. */
  async deliver(jobId: string): Promise<DeliveryReport> {
    const record = this.record(jobId);
    const job = this.#service.get(jobId);
    const checked = job === undefined ? undefined : this.#check(record, job);
    if (job === undefined || checked === undefined || !isFinished(job)) throw new OrderError('wrong-state', jobId);
    return this.#deliver([{ record, text: checked.text, force: true }]);
  }

  async #deliver(jobs: readonly DeliverableJob[]): Promise<DeliveryReport> {
    const report = await deliverJobs(this.#context, jobs);
    const news = new Map([...report.held].filter(([jobId, reason]) => this.#held.get(jobId) !== reason));
    for (const { record } of jobs) this.#held.delete(record.jobId);
    for (const [jobId, reason] of report.held) this.#held.set(jobId, reason);
    this.#fire();
    // What was held before for the same reason was told before.
    if (report.written.length > 0 || news.size > 0) this.#delivered.fire({ written: report.written, held: news });
    return report;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#delivered.dispose();
  }

  /** Asks each open order for the state of its jobs, then for the jobs that moved and nothing else. */
  async #followOrders(options: CallOptions): Promise<void> {
    const moved = new Set<string>();
    for (const orderId of this.#openOrders()) {
      let order;
      try {
        order = await this.#context.client.orders.get(orderId, options);
        this.#missingOrders.delete(orderId);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.reason !== 'not-found') throw error;
        // A fresh order may be unreadable for a while; an old one that is gone is shown, not thrown.
        if (this.#isOldOrder(orderId)) this.#missingOrders.add(orderId);
        continue;
      }
      for (const [status, ids] of Object.entries(order.jobIds)) {
        for (const id of ids) if (this.#service.get(id)?.status !== status && !this.#seen.has(id)) moved.add(id);
      }
      // Some statuses stand in no list of an order: ask about the jobs that were open and are not listed.
      const listed = new Set(Object.values(order.jobIds).flat());
      for (const state of this.#context.ledger.intents.values()) {
        if (state.orderId !== orderId) continue;
        for (const id of state.jobIds.values()) if (!listed.has(id) && !this.#isClosedForGood(id)) moved.add(id);
      }
    }
    await this.#fetch([...moved], options);
  }

  #openOrders(): ReadonlySet<string> {
    const orders = new Set<string>();
    for (const state of this.#context.ledger.intents.values()) {
      if (state.orderId === undefined) continue;
      const unfinished = state.intent.jobs.some(({ number }) => {
        const jobId = state.jobIds.get(number);
        return jobId === undefined || !this.#isSettled(jobId);
      });
      if (unfinished) orders.add(state.orderId);
    }
    for (const record of this.#context.ledger.jobs.values()) {
      if ('recovered' in record.origin && record.orderId !== undefined && !this.#isSettled(record.jobId)) orders.add(record.orderId);
    }
    return orders;
  }

  #isSettled(jobId: string): boolean {
    const job = this.#service.get(jobId);
    return this.#isClosedForGood(jobId) || (job !== undefined && isClosed(job));
  }

  #isClosedForGood(jobId: string): boolean {
    return this.#context.ledger.jobs.get(jobId)?.closedAs !== undefined;
  }

  #isOldOrder(orderId: string): boolean {
    const placedAt = Math.max(0, ...[...this.#context.ledger.intents.values()].filter((state) => state.orderId === orderId).map((state) => state.intent.at));
    return this.#context.clock.now() - placedAt > queueGraceMs;
  }

  /** Jobs of the journal that this window has not seen the service's record of. */
  #unfetched(): readonly string[] {
    return [...this.#context.ledger.jobs.values()].filter((record) => record.closedAs === undefined && !this.#service.has(record.jobId)).map((record) => record.jobId);
  }

  async #fetch(ids: readonly string[], options: CallOptions): Promise<void> {
    if (ids.length === 0) return;
    const jobs = await this.#context.client.jobs.get(ids, options);
    await this.#context.journal.append(...jobs.flatMap((job) => this.#nameJob(job) ?? []));
    this.#take(jobs);
  }

  /** Finds out which of the ordered jobs a job of the service is, when that is not journalled yet. */
  #nameJob(job: Job): JournalEntry | undefined {
    if (this.#context.ledger.jobs.has(job.id)) return undefined;
    const data = parseCustomData(job.customData);
    const intent = data === undefined ? undefined : this.#context.ledger.intents.get(data.intent);
    if (data !== undefined && intent !== undefined) return jobEntry(intent, data.number, job, this.#context.clock.now());
    return this.#nameByText(job);
  }

  /** Jobs that the service knew before carry their old custom data: they are known by order and text. */
  #nameByText(job: Job): JournalEntry | undefined {
    const sourceHash = hashText(job.sourceText);
    const matches = (state: IntentState) =>
      state.orderId !== undefined && state.orderId === job.orderId
        ? state.intent.jobs.find(
            (candidate) =>
              !state.jobIds.has(candidate.number) &&
              candidate.targetLanguage === job.targetLanguage &&
              hashText(candidate.protectedText.text) === sourceHash,
          )
        : undefined;
    for (const state of this.#context.ledger.intents.values()) {
      const match = matches(state);
      if (match !== undefined) return jobEntry(state, match.number, job, this.#context.clock.now());
    }
    this.#seen.add(job.id);
    return undefined;
  }

  #take(jobs: readonly Job[]): void {
    for (const job of jobs) if (this.#context.ledger.jobs.has(job.id)) this.#service.set(job.id, job);
    if (jobs.length > 0) this.#fire();
  }

  /** Records what later windows need: since when a job can be reviewed, and that nothing more comes of it. */
  async #journalProgress(): Promise<void> {
    const at = this.#context.clock.now();
    const entries: JournalEntry[] = [];
    for (const [jobId, job] of this.#service) {
      const record = this.#context.ledger.jobs.get(jobId);
      if (record === undefined) continue;
      if (job.status === 'reviewable' && record.reviewableSince === undefined) entries.push({ type: 'reviewable', jobId, at });
      if (closedForGood.has(job.status) && record.closedAs === undefined) entries.push({ type: 'closed', jobId, at, status: job.status });
    }
    await this.#context.journal.append(...entries);
  }

  #check(record: JobRecord, job: Job): CheckedTranslation | undefined {
    const known = this.#checked.get(record.jobId);
    if (known?.job === job) return known.result;
    const result = checkTranslation(record, job);
    this.#checked.set(record.jobId, { job, result });
    return result;
  }

  #buildViews(): readonly TrackedJob[] {
    const views: TrackedJob[] = [];
    const now = this.#context.clock.now();
    for (const state of this.#context.ledger.intents.values()) {
      if (state.outcome === 'refused' || state.outcome === 'acknowledged') continue;
      const sending = state.outcome === 'open' && now - state.intent.at < sendingMs;
      const lost = state.orderId !== undefined && this.#missingOrders.has(state.orderId);
      const status = (state.outcome === 'placed' && !lost) || sending ? 'queued' : 'unclear';
      for (const job of state.intent.jobs) if (!state.jobIds.has(job.number)) views.push(viewIntent(state, job, status));
    }
    for (const record of this.#context.ledger.jobs.values()) {
      const job = this.#service.get(record.jobId);
      if (job === undefined || job.status === 'archived') continue;
      views.push(viewJob(record, job, this.#check(record, job), this.#context.ledger, this.#held.get(record.jobId)));
    }
    return views.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  }

  #setState(state: JobsState): void {
    this.#state = state;
    this.#fire();
  }

  #fire(): void {
    this.#views = undefined;
    this.#changed.fire(undefined);
  }
}
