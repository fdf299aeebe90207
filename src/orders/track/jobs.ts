import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/disposable.ts';
import { failureOf } from '../../base/failureOf.ts';
import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import { identifyAccount } from '../account/account.ts';
import { deliverJobs, undeliveredUnits, type DeliverableJob } from '../deliver/deliver.ts';
import { deliverDocument, downloadDocument, undeliveredDocuments } from '../deliver/deliverDocument.ts';
import { joinReports, type DeliveryReport } from '../deliver/deliveryReport.ts';
import { Inquiry, troubleLine, type ItemTrouble } from '../reconcile/inquiry.ts';
import { readDetail, type JobDetail } from './jobDetail.ts';
import { checkTranslation, documentOf, hashOfDocument, isReady, sourceOf, type CheckedTranslation } from './jobView.ts';
import { buildViews, isSending } from './jobViews.ts';
import { unitsOf, type JobRecord } from '../journal/ledger.ts';
import { lookUpIntents } from '../reconcile/lookUp.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { askForUnknownJobs } from '../reconcile/prepareToOrder.ts';
import { recoverJobs } from '../reconcile/recover.ts';
import { ServiceJobs } from './serviceJobs.ts';
import { hasBegunWrites, settleDeliveries } from '../deliver/settleDeliveries.ts';
import {
  hasErrors,
  isClosed,
  isFinished,
  waitsForDelivery,
  type HoldReason,
  type TrackedJob,
} from '../model/trackedJob.ts';
import { sha256 } from '../model/translationHash.ts';
import { restore } from '../../placeholders/restore.ts';
import { messageIdentity } from '../model/unitName.ts';

/** A refresh waits this long if the service asks for a pause. */
const longestPauseMs = 30_000;

/** Views show times, so they are told at least this often while refreshes go on. */
const redrawMs = 60_000;

export interface JobsState {
  readonly refreshing: boolean;
  /** Why the last refresh failed; absent after one that worked. */
  readonly error?: unknown;
  /** Milliseconds since the epoch of the last refresh that worked. */
  readonly refreshedAt?: number;
  /** What the service did not answer readably in the last refresh, item by item. Everything else is up to date. */
  readonly troubles: readonly ItemTrouble[];
}

type RefreshOptions = CallOptions & { readonly recover?: boolean };

/**
 * The one model of jobs: what the journal says was ordered, joined with what the service says of it.
 * One refresh is in flight at a time, whoever asks; views only listen.
 */
export class Jobs implements Disposable {
  readonly #context: OrderContext;
  readonly #service: ServiceJobs;
  readonly #changed = new Emitter<undefined>();
  readonly #delivered = new Emitter<DeliveryReport>();
  readonly #checked = new Map<string, { readonly job: Job; readonly result: CheckedTranslation | undefined }>();
  readonly #held = new Map<string, HoldReason>();
  readonly #seenDocuments = new Map<string, { readonly version: string; readonly bytes: string }>();
  /** Jobs at the service that are none of ours, and jobs that belong to no doubtful order. */
  readonly #foreign = new Set<string>();
  readonly #examined = new Set<string>();
  #refreshing: { readonly recover: boolean; readonly done: Promise<void> } | undefined;
  #state: JobsState = { refreshing: false, troubles: [] };
  #views:
    | { readonly version: string; readonly all: readonly TrackedJob[]; readonly byId: ReadonlyMap<string, TrackedJob> }
    | undefined;
  /** Grows with what changes the views beside the journal and the service. */
  #ownVersion = 0;
  #told = { version: '', at: 0 };

  constructor(context: OrderContext) {
    this.#context = context;
    this.#service = new ServiceJobs(context);
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
    return this.#currentViews().all;
  }

  /** By the service's id, or by `intentId:number`: a job that was shown before the service had named it stays the same job. */
  get(id: string): TrackedJob | undefined {
    const { byId } = this.#currentViews();
    const [intent = '', number] = id.split(':');
    const jobId =
      number === undefined ? undefined : this.#context.ledger.intents.get(intent)?.jobIds.get(Number(number));
    return byId.get(jobId ?? id);
  }

  /** True while something may still happen to a job, or a translation waits to be delivered. */
  get hasOpenJobs(): boolean {
    return this.all.some((job) => !isClosed(job) || waitsForDelivery(job) || this.#held.get(job.id) === 'no-project');
  }

  statusOf(jobId: string): string | undefined {
    return this.#service.get(jobId)?.status;
  }

  /**
   * Asks the service what has moved, and delivers what is approved. A refresh already in flight is shared.
   * `recover` also looks for jobs of the open projects that this journal does not know.
   */
  refresh(options: RefreshOptions = {}): Promise<void> {
    const recover = options.recover === true;
    const current = this.#refreshing;
    if (current !== undefined) {
      if (current.recover || !recover) return current.done;
      // What is in flight does not look as far as is asked for now; how it ends is told to those who wait for it.
      return current.done.catch(() => undefined).then(() => this.refresh(options));
    }
    const done = this.#refresh(options).finally(() => {
      this.#refreshing = undefined;
    });
    this.#refreshing = { recover, done };
    return done;
  }

  async #refresh({ recover = false, ...options }: RefreshOptions): Promise<void> {
    const { refreshedAt, troubles } = this.#state;
    const before = { troubles, ...(refreshedAt === undefined ? {} : { refreshedAt }) };
    this.#setState({ refreshing: true, ...before });
    // A refresh that waits would keep the next one waiting. The jobs are asked about again later.
    const inquiry = new Inquiry({ longestHoldMs: longestPauseMs, ...options });
    try {
      await this.#context.journal.sync();
      await this.#settleDeliveries();
      const failure = await failureOf(() => this.#ask(inquiry, recover));
      // What is known already is delivered although the service cannot be asked.
      if (failure === undefined || !isAbort(failure.error)) await this.#takeStock(options);
      if (failure !== undefined) throw failure.error;
      this.#logTroubles(inquiry.troubles);
      this.#setState({ refreshing: false, refreshedAt: this.#context.clock.now(), troubles: inquiry.troubles });
    } catch (error) {
      this.#setState({ refreshing: false, error, ...before });
      throw error;
    }
  }

  async #ask(inquiry: Inquiry, recover: boolean): Promise<void> {
    const asked = this.#service.nextAsked();
    this.#service.take(
      await lookUpIntents(this.#context, this.#examined, inquiry, this.#service.unreadableOrders()),
      asked,
    );
    if (recover) {
      this.#service.forgetMissing();
      this.#service.take(await recoverJobs(this.#context, this.#foreign, inquiry), asked);
    }
    await this.#service.follow(inquiry, this.#awaitedFiles());
    inquiry.end();
  }

  async #takeStock(options: CallOptions): Promise<void> {
    await this.#service.journalProgress();
    await this.deliverApproved(options);
    await this.#markWatched();
  }

  #logTroubles(troubles: readonly ItemTrouble[]): void {
    const known = new Set(this.#state.troubles.map(troubleLine));
    for (const line of troubles.map(troubleLine)) if (!known.has(line)) this.#context.log(line);
  }

  /** Asks the service for what was ordered elsewhere, so that a plan made now can tell. False if it may have listed only a part. Rejects with ServiceError. */
  async findElsewhere(options: CallOptions = {}): Promise<boolean> {
    await identifyAccount(this.#context, options);
    const asked = this.#service.nextAsked();
    const { jobs, isComplete } = await askForUnknownJobs(this.#context, this.#foreign, options);
    this.#service.take(jobs, asked);
    return isComplete;
  }

  /** Ends what a crash interrupted, before the service is asked: it may be out of reach. */
  async #settleDeliveries(): Promise<void> {
    const { journal, log } = this.#context;
    if (!hasBegunWrites(this.#context)) return;
    try {
      const { written } = await journal.exclusively(() => settleDeliveries(this.#context));
      // Jobs that are held by it are reported with all others that are held.
      this.#takeReport([], { written, held: new Map() });
    } catch (error) {
      // Another window delivers at this moment, and settles it, too.
      log(`Interrupted deliveries could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The marker goes only while no window can be about to order or to deliver. */
  async #markWatched(): Promise<void> {
    const { journal, ledger } = this.#context;
    const isNeeded = (): boolean => this.hasOpenJobs || ledger.begun.size > 0;
    if (isNeeded()) await journal.markWatched(true);
    else await journal.exclusively(async () => journal.markWatched(isNeeded()));
  }

  /** Asks for just these jobs, which a person or another window has done something to. Rejects with ServiceError if none of them can be read. */
  async refreshJobs(ids: readonly string[], options: CallOptions = {}): Promise<void> {
    const inquiry = new Inquiry(options);
    await this.#service.fetch(ids, inquiry);
    await this.#service.journalProgress();
    await this.deliverApproved(options);
    this.#logTroubles(inquiry.troubles);
    this.#tell();
    const errors = ids.map((id) => this.#service.errorOf(id));
    if (errors[0] !== undefined && errors.every((error) => error !== undefined)) throw errors[0];
  }

  /** Takes in what the journal has got meanwhile, and tells the views. */
  async reload(): Promise<void> {
    await this.#context.journal.sync();
    this.#tell();
  }

  /** Returns the revisions, comments and feedback of one job, as far as the service tells them. Rejects with ServiceError if it can't be asked at all. */
  async detail(jobId: string, options: CallOptions = {}): Promise<JobDetail> {
    const record = this.record(jobId);
    const { protectedText } = sourceOf(record);
    // What the service records of a file is no text with brackets.
    const shown = (text: string): string =>
      documentOf(record) === undefined ? restore(text, protectedText).text : text;
    return readDetail(
      this.#context.client,
      jobId,
      { isDocument: documentOf(record) !== undefined, shown },
      new Inquiry(options),
    );
  }

  /** Throws OrderError 'unknown-job'. */
  record(jobId: string): JobRecord {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined) throw new OrderError('unknown-job', jobId);
    return record;
  }

  /** Writes every approved translation that is free of errors and not delivered yet. */
  async deliverApproved(options: CallOptions = {}): Promise<void> {
    const ready: DeliverableJob[] = [];
    const held = new Map<string, HoldReason>();
    const documents: { readonly record: JobRecord; readonly job: Job }[] = [];
    for (const record of this.#context.ledger.undeliveredJobs()) {
      const { jobId } = record;
      const job = this.#service.get(jobId);
      if (job === undefined || !isFinished(job)) continue;
      if (isReady(job) && undeliveredDocuments(this.#context.ledger, record).length > 0)
        documents.push({ record, job });
      const waiting = undeliveredUnits(this.#context.ledger, record);
      if (waiting.length === 0) continue;
      const checked = this.#check(record, job);
      if (checked === undefined) continue;
      if (waiting.every((unit) => this.#context.findProject(unit.project) === undefined)) held.set(jobId, 'no-project');
      else if (!record.override && hasErrors(checked)) held.set(jobId, 'problems');
      else ready.push({ record, text: checked.text, force: false });
    }
    const reports: DeliveryReport[] = [{ written: [], held }];
    const failures: unknown[] = [];
    // A document that cannot be delivered keeps no other one from it.
    const deliver = async (delivery: () => Promise<DeliveryReport>): Promise<void> => {
      const failure = await failureOf(async () => void reports.push(await delivery()));
      if (failure !== undefined) failures.push(failure.error);
    };
    if (ready.length > 0) await deliver(() => deliverJobs(this.#context, ready));
    for (const { record, job } of documents)
      await deliver(() => deliverDocument(this.#context, record, job, 'wait', options));
    this.#takeReport([...this.#held.keys()], joinReports(reports));
    if (failures.length > 0) throw failures[0];
  }

  /** Approved documents that are not ready yet, or could not be fetched: the next record may bring another address. */
  #awaitedFiles(): readonly string[] {
    return [...this.#context.ledger.undeliveredJobs()].flatMap((record) => {
      const job = this.#service.get(record.jobId);
      const isAwaited =
        job !== undefined &&
        isFinished(job) &&
        record.closedAs === undefined &&
        (!isReady(job) || this.#held.get(record.jobId) === 'not-downloaded');
      return isAwaited && undeliveredDocuments(this.#context.ledger, record).length > 0 ? [record.jobId] : [];
    });
  }

  /** The translated file of a job, to be looked at. Rejects with OrderError 'unknown-job' or 'no-document', and as `files.download` does. */
  async translatedDocument(jobId: string, options: CallOptions = {}): Promise<Uint8Array> {
    const job = this.#service.get(jobId);
    if (job === undefined) throw new OrderError('unknown-job', jobId);
    const bytes = await downloadDocument(this.#context, job, options);
    this.#seenDocuments.set(jobId, { version: hashOfDocument(this.record(jobId), job), bytes: sha256(bytes) });
    return bytes;
  }

  /** The SHA-256 of a job's translated file as a person looked at it in this window; undefined if nobody has, or only at an earlier version. */
  seenDocument(jobId: string, version: string): string | undefined {
    const seen = this.#seenDocuments.get(jobId);
    return seen?.version === version ? seen.bytes : undefined;
  }

  /**
   * Delivers one approved translation although something changed since the order, or its delivery was undone. A document
   * takes the place of a file that is there only with `replace`.
   */
  async deliver(jobId: string, { replace = false }: { readonly replace?: boolean } = {}): Promise<DeliveryReport> {
    const record = this.record(jobId);
    const job = this.#service.get(jobId);
    if (job === undefined || !isFinished(job)) throw new OrderError('wrong-state', jobId);
    const report =
      documentOf(record) === undefined
        ? await this.#deliverText(record, job)
        : await deliverDocument(this.#context, record, job, replace ? 'replace' : 'write');
    this.#takeReport([jobId], report);
    return report;
  }

  async #deliverText(record: JobRecord, job: Job): Promise<DeliveryReport> {
    const checked = this.#check(record, job);
    if (checked === undefined) throw new OrderError('wrong-state', record.jobId);
    const isMessage = unitsOf(record).some(({ branch }) => branch !== undefined);
    if (isMessage && hasErrors(checked) && !record.override) {
      // The message may wait for other branches, and is written with this one then.
      await this.#context.journal.append({
        type: 'approved',
        jobId: record.jobId,
        at: this.#context.clock.now(),
        override: true,
      });
    }
    return deliverJobs(this.#context, [
      { record, text: checked.text, force: true },
      ...(isMessage ? this.#otherBranches(record) : []),
    ]);
  }

  /** The other branches of a job's messages, as far as they are approved. */
  #otherBranches(record: JobRecord): readonly DeliverableJob[] {
    const only = new Set(unitsOf(record).flatMap((unit) => (unit.branch === undefined ? [] : [messageIdentity(unit)])));
    return [...this.#context.ledger.jobs.values()].flatMap((other) => {
      const job =
        other === record || !unitsOf(other).some((unit) => only.has(messageIdentity(unit)))
          ? undefined
          : this.#service.get(other.jobId);
      const checked = job === undefined || !isFinished(job) ? undefined : this.#check(other, job);
      return checked === undefined || (hasErrors(checked) && !other.override)
        ? []
        : [{ record: other, text: checked.text, force: false, only }];
    });
  }

  /** `considered` are the jobs of which the report says all that holds them, were it nothing. */
  #takeReport(considered: readonly string[], { written, held }: DeliveryReport): void {
    // What was held before for the same reason was told before; what belongs to a folder of another window is told there;
    // and that branches wait for one another is the way of things.
    const news = new Map([...held].filter(([jobId, reason]) => this.#held.get(jobId) !== reason));
    const freed = considered.filter((jobId) => !held.has(jobId));
    for (const jobId of freed) this.#held.delete(jobId);
    for (const [jobId, reason] of news) this.#held.set(jobId, reason);
    if (news.size + freed.length > 0) this.#ownVersion += 1;
    if (news.size + freed.length + written.length > 0) this.#tell();
    const toTell = new Map(
      [...news].filter(([, reason]) => reason !== 'no-project' && reason !== 'waits-for-branches'),
    );
    if (written.length + toTell.size > 0)
      this.#fire(() => {
        this.#delivered.fire({ written, held: toTell });
      });
  }

  dispose(): void {
    this.#changed.dispose();
    this.#delivered.dispose();
  }

  #check(record: JobRecord, job: Job): CheckedTranslation | undefined {
    const known = this.#checked.get(record.jobId);
    if (known?.job === job) return known.result;
    const result = checkTranslation(record, job);
    this.#checked.set(record.jobId, { job, result });
    return result;
  }

  #currentViews() {
    const version = this.#version();
    if (this.#views?.version !== version) {
      const all = buildViews(this.#context, {
        service: this.#service,
        held: this.#held,
        check: (record, job) => this.#check(record, job),
      });
      this.#views = { version, all, byId: new Map(all.map((job) => [job.id, job])) };
    }
    return this.#views;
  }

  #version(): string {
    const now = this.#context.clock.now();
    // An order that is being sent becomes an unclear one by time alone.
    const sending = [...this.#context.ledger.intents.values()].filter((state) => isSending(state, now)).length;
    return `${this.#context.ledger.version} ${this.#service.version} ${this.#ownVersion} ${sending}`;
  }

  #setState(state: JobsState): void {
    const before = this.#state;
    this.#state = state;
    const isNews =
      before.error !== state.error || before.refreshedAt === undefined || this.#told.version !== this.#version();
    if (isNews || this.#context.clock.now() - this.#told.at > redrawMs) this.#tell();
  }

  #tell(): void {
    this.#told = { version: this.#version(), at: this.#context.clock.now() };
    this.#fire(() => {
      this.#changed.fire(undefined);
    });
  }

  /** A view that fails must not make an order or a delivery look failed. */
  #fire(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#context.log(
        `A view failed to follow the jobs: ${error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)}`,
      );
    }
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === 'aborted';
}
