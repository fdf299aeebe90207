import { Emitter, type Event, notifyViews } from '../../../base/event.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { failureOf } from '../../../base/failureOf.ts';
import { present } from '../../../base/present.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { BackgroundOptions, DeliveryOptions, DeliveryReport } from '../../deliver/deliveryReport.ts';
import { JobSearch } from '../../spend/reconcile/jobSearch.ts';
import { RequestSeries, failureLine, isAbort, type ItemFailure } from '../../../service/calls/requestSeries.ts';
import { JobFetcher, type FoundElsewhere } from './jobFetcher.ts';
import { readDetail, type JobDetail } from './jobDetail.ts';
import { JobSources, type ComparedFile } from './jobSources.ts';
import { JobDeliveries } from '../../deliver/jobDeliveries.ts';
import { buildViews, isSending } from './buildViews.ts';
import { documentOf, sourceOf, type JobRecord } from '../../journal/ledger.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { OrderError } from '../../model/orderError.ts';
import { SourceIndex } from '../../units/source/sourceIndex.ts';
import type { SourceFile } from '../../units/files/localeFile.ts';
import { planHistory } from '../../journal/unitsInFlight.ts';
import type { PlanHistory } from '../../model/plan/planHistory.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { RefreshOptions } from './refreshOptions.ts';
import { ServiceJobs } from './serviceJobs.ts';
import type { SharedRefresh } from './sharedRefresh.ts';
import { Threads } from './threads.ts';
import { isClosed, isSourceHold, waitsForDelivery, type TrackedJob } from '../../model/trackedJob.ts';
import { restore } from '../../../placeholders/restore.ts';
import { withMovedUnits } from '../../units/source/unitLocator.ts';

/** The longest time that a refresh waits if the service asks for a pause. */
const maxPauseMs = 30_000;

/** Views show times, so they are notified at least this often while refreshes succeed. */
const redrawMs = 60_000;

export interface JobsState {
  readonly refreshing: boolean;
  /** Why the last refresh failed; absent if it succeeded. */
  readonly error?: unknown;
  /** Time of the last successful refresh, in milliseconds since the epoch. */
  readonly refreshedAt?: number;
  /** Items for which the last refresh got no usable answer. Everything else is up to date. */
  readonly failures: readonly ItemFailure[];
}

/** What a refresh does in addition to fetching the jobs that are known. */
interface RefreshKind {
  /** Whether it searches for jobs that the journal does not know. */
  readonly recovers: boolean;
  /** Whether it delivers approved translations. */
  readonly delivers: boolean;
}

/**
 * The model of all jobs: the orders in the journal, combined with the service's answers. At most one refresh runs at
 * a time, shared by all callers; views listen to the events.
 */
export class Jobs implements Disposable {
  /** The comments of translators and the user, by job. */
  readonly threads: Threads;
  /** Writes approved translations into files. */
  readonly deliveries: JobDeliveries;
  readonly #context: OrderContext;
  readonly #service: ServiceJobs;
  readonly #changed = new Emitter<undefined>();
  readonly #delivered = new Emitter<DeliveryReport>();
  readonly #index: SourceIndex;
  readonly #sources: JobSources;
  readonly #fetcher: JobFetcher;
  #runningRefresh: (RefreshKind & { readonly done: Promise<void> }) | undefined;
  #state: JobsState = { refreshing: false, failures: [] };
  /** The jobs as views show them, for the `#version` that they were built from. */
  #views:
    | { readonly version: string; readonly all: readonly TrackedJob[]; readonly byId: ReadonlyMap<string, TrackedJob> }
    | undefined;
  #lastNotified = { version: '', at: 0 };
  /** Whether the last refresh got no answer at all. */
  #isUnanswered = false;

  /** `shared`: lets only one of all windows refresh at a time; without it, this window refreshes alone. */
  constructor(context: OrderContext, shared?: SharedRefresh) {
    this.#context = context;
    this.#service = new ServiceJobs(context);
    this.threads = new Threads(context);
    this.threads.onDidRead(() => {
      this.#notifyOfChanges();
    });
    this.#fetcher = new JobFetcher(context, {
      service: this.#service,
      shared,
      onFound: async () => {
        await this.#deliverAndMark({ inBackground: true });
        this.#notifyOfChanges();
      },
    });
    this.#index = new SourceIndex(context);
    this.#sources = new JobSources(context, this.#index, (jobId) => this.statusOf(jobId));
    const inputs = { service: this.#service, sources: this.#index };
    this.deliveries = new JobDeliveries(context, inputs, (report) => {
      this.#notify();
      if (report.written.length + report.held.size > 0) notifyViews(this.#delivered, report, context.log);
    });
  }

  /** Fires when the jobs or the state of the refresh changed. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  /** Fires when translations were delivered or held. */
  get onDidDeliver(): Event<DeliveryReport> {
    return this.#delivered.event;
  }

  get state(): JobsState {
    return this.#state;
  }

  /** All jobs that are not archived, newest first. */
  get all(): readonly TrackedJob[] {
    return this.#currentViews().all;
  }

  /** Returns a job by its service id, or by `intentId:number`, the id under which views show it before it has one. */
  get(id: string): TrackedJob | undefined {
    const { byId } = this.#currentViews();
    const [intent = '', number] = id.split(':');
    if (number === undefined) return byId.get(id);
    const jobId = this.#context.ledger.intents.get(intent)?.jobIds.get(Number(number));
    return byId.get(jobId ?? id);
  }

  /** Whether a job's status may still change, or a translation has not been delivered yet. */
  get hasOpenJobs(): boolean {
    return this.all.some(
      (job) => !isClosed(job) || waitsForDelivery(job) || this.deliveries.held.get(job.id) === 'no-project',
    );
  }

  statusOf(jobId: string): string | undefined {
    return this.#service.get(jobId)?.status;
  }

  /** Fetches the jobs whose status changed, or waits for a running refresh. Rejects with ServiceError. */
  fetch(options: RefreshOptions = {}): Promise<void> {
    return this.#share({ recovers: options.recover === true, delivers: false }, () => this.#refresh(options));
  }

  /** Does the same as `fetch`, then delivers approved translations, even if the service can't be reached. */
  fetchAndDeliver({ inBackground, choose, ...options }: RefreshOptions & DeliveryOptions = {}): Promise<void> {
    const delivery = present({ inBackground, choose, signal: options.signal });
    return this.#share({ recovers: options.recover === true, delivers: true }, () => this.#refresh(options, delivery));
  }

  /** Runs a refresh, or returns the running one if that does the same or more. */
  #share(kind: RefreshKind, run: () => Promise<void>): Promise<void> {
    const running = this.#runningRefresh;
    if (running === undefined) {
      const done = run().finally(() => {
        this.#runningRefresh = undefined;
      });
      this.#runningRefresh = { ...kind, done };
      return done;
    }
    const lacksRecovery = kind.recovers && !running.recovers;
    const lacksDelivery = kind.delivers && !running.delivers;
    if (!lacksRecovery && !lacksDelivery) return running.done;
    // Another refresh follows. The error of the running one is reported to its own callers.
    return running.done.catch(() => undefined).then(() => this.#share(kind, run));
  }

  /** Delivers after fetching if `delivery` is present. */
  async #refresh(
    { recover = false, searchAll = false, reviewTimes = true, maxAgeMs = 0, ...options }: RefreshOptions,
    delivery?: DeliveryOptions,
  ): Promise<void> {
    const { refreshedAt, failures } = this.#state;
    const earlierState = present({ failures, refreshedAt });
    this.#setState({ refreshing: true, ...earlierState });
    // Long pauses would also delay the next refresh; the jobs are fetched again then.
    const series = new RequestSeries({ longestHoldMs: maxPauseMs, ...options });
    try {
      await this.#context.journal.sync();
      if (delivery !== undefined) await this.deliveries.settleInterrupted();
      // The first refresh of a window, and one that searches, is never replaced by that of another window.
      const mayUseOtherWindow = this.#state.refreshedAt !== undefined && !recover;
      if (recover) this.#index.forget();
      const failure = await failureOf(() =>
        this.#fetcher.fetch(series, {
          recover,
          searchAll,
          reviewTimes,
          awaited: this.deliveries.awaitedFiles(),
          onStatuses: () => {
            this.#notifyOfChanges();
          },
          maxAgeMs: mayUseOtherWindow ? maxAgeMs : 0,
          signal: options.signal,
        }),
      );
      const wasAborted = failure !== undefined && isAbort(failure.error);
      // A refresh that was aborted says nothing about the service.
      this.#isUnanswered = failure !== undefined && (this.#isUnanswered || !wasAborted);
      if (delivery === undefined) await this.#service.journalProgress();
      else if (!wasAborted) await this.#deliverAndMark(delivery);
      if (failure !== undefined) throw failure.error;
      this.#logFailures(series.failures);
      this.#setState({ refreshing: false, refreshedAt: this.#context.clock.now(), failures: series.failures });
    } catch (error) {
      this.#setState({ refreshing: false, error, ...earlierState });
      throw error;
    }
  }

  async #deliverAndMark(options: DeliveryOptions): Promise<void> {
    await this.#service.journalProgress();
    await this.deliverApproved(options);
    await this.#markWatched();
  }

  /** Logs the failures that the previous refresh did not have. */
  #logFailures(failures: readonly ItemFailure[]): void {
    const loggedLines = new Set(this.#state.failures.map(failureLine));
    for (const line of failures.map(failureLine)) if (!loggedLines.has(line)) this.#context.log(line);
  }

  /** See `JobFetcher.hasSeenAllOrders`. */
  get hasSeenAllOrders(): boolean {
    return this.#fetcher.hasSeenAllOrders;
  }

  /** What is known about jobs that were ordered elsewhere: see `findElsewhere`. */
  get search(): JobSearch {
    return JobSearch.of(this.#context);
  }

  /** See `JobFetcher.findElsewhere`. */
  async findElsewhere(options: CallOptions = {}): Promise<FoundElsewhere> {
    return this.#fetcher.findElsewhere(options);
  }

  /** See `JobFetcher.findAllElsewhere`. */
  async findAllElsewhere(options: CallOptions, onStep: (remaining: number) => void): Promise<FoundElsewhere> {
    return this.#fetcher.findAllElsewhere(options, onStep);
  }

  /** Marks the journal as watched while jobs are open. Removes the mark only while no window can order or deliver. */
  async #markWatched(): Promise<void> {
    const { journal, ledger } = this.#context;
    const isMarkNeeded = (): boolean => this.hasOpenJobs || ledger.pendingWrites.size > 0;
    if (isMarkNeeded()) await journal.markWatched(true);
    else await journal.exclusively(async () => journal.markWatched(isMarkNeeded()));
  }

  /** Fetches these jobs only. Rejects with ServiceError if none of them can be read. */
  async fetchJobs(ids: readonly string[], options: CallOptions = {}): Promise<void> {
    const series = new RequestSeries(options);
    await this.#service.fetch(ids, series);
    await this.#service.journalProgress();
    this.#logFailures(series.failures);
    this.#notify();
    const [firstError, ...otherErrors] = ids.map((id) => this.#service.errorOf(id));
    if (firstError !== undefined && otherErrors.every((error) => error !== undefined)) throw firstError;
  }

  /** Fetches these jobs, then delivers approved translations. Rejects as `fetchJobs`. */
  async fetchJobsAndDeliver(ids: readonly string[], options: BackgroundOptions = {}): Promise<void> {
    await this.fetchJobs(ids, options);
    await this.deliverApproved(options);
  }

  /**
   * Compares the jobs with their source files, and the finished ones in `jobIds`, too. Files that are known are not
   * read again. Notifies the views if a result changed. Never rejects.
   */
  async compareSources(jobIds: readonly string[] = []): Promise<void> {
    const versionBefore = this.#sources.version;
    await this.#sources.compare(() => this.all, jobIds);
    if (this.#sources.version !== versionBefore) this.#notify();
  }

  /**
   * Compares the jobs with changed source files, and delivers approved translations that waited for such a change.
   * Needs no answer from the service. Rejects with OrderError 'busy'.
   */
  async followSources(): Promise<void> {
    await this.compareSources();
    if ([...this.deliveries.held.values()].some(isSourceHold)) await this.deliverApproved({ inBackground: true });
  }

  /** The source files that jobs are compared with, to be watched for changes. */
  get sourceFiles(): readonly ComparedFile[] {
    return this.#sources.files(this.all);
  }

  /** Forgets the content of a source file, of all files of a project, or of all files, because it may have changed. */
  forgetSources(project?: string, file?: string): void {
    this.#index.forget(project, file);
  }

  /** Reads the entries that other windows added to the journal, and notifies the views. */
  async reload(): Promise<void> {
    await this.#context.journal.sync();
    this.#notify();
  }

  /**
   * Fetches the revisions, comments and feedback of one job; the comments are in `threads` then. Rejects with
   * ServiceError if the service can't be reached.
   */
  async detail(jobId: string, options: CallOptions = {}): Promise<JobDetail> {
    const record = this.record(jobId);
    const { protectedText } = sourceOf(record);
    const isDocument = documentOf(record) !== undefined;
    // The text of a document has no placeholders in brackets.
    const restoreText = (text: string): string => (isDocument ? text : restore(text, protectedText).text);
    const ports = { jobs: this.#context.client.jobs, threads: this.threads };
    return readDetail(ports, jobId, { isDocument, restoreText }, new RequestSeries(options));
  }

  /**
   * Reads the threads of the few jobs that have waited longest, to find questions of translators: the service's lists
   * don't show them. Never rejects.
   */
  async readThreads(options: CallOptions = {}): Promise<void> {
    await this.threads.readDue(this.all, options);
  }

  /** Returns the journal's record of a job. Throws OrderError 'unknown-job'. */
  record(jobId: string): JobRecord {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined) throw new OrderError('unknown-job', jobId);
    return record;
  }

  /** Returns the history of earlier orders, of all windows, for a plan of these files. */
  async orderHistory(sources: readonly SourceFile[]): Promise<PlanHistory> {
    const { ledger, journal } = this.#context;
    await journal.sync();
    const history = await planHistory(ledger, await journal.siblings(), (id) => this.statusOf(id));
    return withMovedUnits(this.#context, sources, history);
  }

  /** Delivers every approved translation that has no errors and has not been delivered yet. */
  async deliverApproved(options: BackgroundOptions = {}): Promise<void> {
    await this.deliveries.deliverApproved(options);
  }

  /**
   * Delivers an approved translation even if the source or the target changed, or its delivery was undone. A document
   * replaces an existing file only with `replace`. Rejects with OrderError 'unknown-job' or 'wrong-state'.
   */
  async deliver(jobId: string, options: { readonly replace?: boolean } = {}): Promise<DeliveryReport> {
    this.#index.forget();
    return this.deliveries.deliver(jobId, options);
  }

  /**
   * Returns the places that a job's translation may be delivered to, because its key was renamed or its file moved and
   * several places have its text; with `translatedToo`, also those that have a translation, which would be replaced.
   * Rejects with OrderError 'unknown-job'.
   */
  async placesOf(jobId: string, options: { readonly translatedToo?: boolean } = {}): Promise<readonly UnitRef[]> {
    this.#index.forget();
    return this.deliveries.placesOf(jobId, options);
  }

  /**
   * Delivers a job's translation to one of `placesOf`; with `force`, even if it has errors. Rejects with OrderError
   * 'wrong-state' if it can no longer be there.
   */
  async deliverTo(
    jobId: string,
    place: UnitRef,
    { force = false, ...options }: { readonly force?: boolean; readonly translatedToo?: boolean } = {},
  ): Promise<void> {
    await this.deliveries.choosePlace(jobId, place, options);
    if (force) await this.deliveries.deliver(jobId);
    else await this.deliverApproved();
    this.#notify();
  }

  /**
   * Ends the wait of a job's translation for strings whose keys are gone: it is not delivered, and can be copied or
   * inserted. Rejects with OrderError 'wrong-state' if all of its strings are there.
   */
  async keepUndelivered(jobId: string): Promise<void> {
    this.#index.forget();
    await this.deliveries.keep(jobId);
    await this.deliverApproved();
    this.#notify();
  }

  dispose(): void {
    this.#changed.dispose();
    this.#delivered.dispose();
    this.threads.dispose();
  }

  #currentViews() {
    const version = this.#version();
    if (this.#views?.version !== version) {
      const all = buildViews(this.#context, {
        service: this.#service,
        isUnanswered: this.#isUnanswered,
        deliveries: this.deliveries,
        hasOpenQuestion: (job) => this.threads.questionOf(job) !== undefined,
        changesOf: (job) => this.#sources.changesOf(job),
      });
      this.#views = { version, all, byId: new Map(all.map((job) => [job.id, job])) };
    }
    return this.#views;
  }

  /** Returns a text that changes whenever views may have to show something else. */
  #version(): string {
    const { ledger, clock } = this.#context;
    const now = clock.now();
    // An order that is being sent becomes unconfirmed after some time, without a journal entry.
    const sendingCount = [...ledger.intents.values()].filter((state) => isSending(state, now)).length;
    const sources = [ledger, this.#service, this.deliveries, this.#sources, this.threads];
    return [...sources.map(({ version }) => version), sendingCount, this.#isUnanswered].join(' ');
  }

  #setState(state: JobsState): void {
    const previousState = this.#state;
    this.#state = state;
    const hasChanged =
      previousState.error !== state.error ||
      previousState.refreshedAt === undefined ||
      this.#lastNotified.version !== this.#version();
    if (hasChanged || this.#context.clock.now() - this.#lastNotified.at > redrawMs) this.#notify();
  }

  #notifyOfChanges(): void {
    if (this.#lastNotified.version !== this.#version()) this.#notify();
  }

  #notify(): void {
    this.#lastNotified = { version: this.#version(), at: this.#context.clock.now() };
    notifyViews(this.#changed, undefined, this.#context.log);
  }
}
