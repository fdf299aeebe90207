import { present, trueOrAbsent } from '../../base/present.ts';
import { firstAccountSetup, type AccountSetup } from './accountSetup.ts';
import { AccountGlossaries } from './accountGlossaries.ts';
import { IdAllocator } from './idAllocator.ts';
import { queueJob, type JobComment, type SandboxJob } from '../records/job.ts';
import { digest } from './jobIdentity.ts';
import { JobIndex } from './jobIndex.ts';
import { applyEvent, refusal, type JobEvent, type Refusal } from './jobMachine.ts';
import type { Account, SandboxOrder } from '../records/placedOrder.ts';
import type { JobRequest, OrderRequest, Placement, RequestedWork } from './orderRequest.ts';
import { nextStep, type DueStep, type Pace } from './pace.ts';
import { exactMatchInCents } from './prices.ts';
import type { QuotedFiles } from '../records/quotedFiles.ts';
import { StepHeap } from './stepHeap.ts';
import type { Change, Storage } from '../records/change.ts';
import { replyTo, translate } from './translator.ts';

/** The same payload is refused within this period (public material). */
const samePayloadWindowMs = 5 * 60_000;

/**
 * An event that causes a callback: a job entered another status, whatever the cause, or a translator commented. `job`
 * is in its state at that time. Contract §6 names every update, so changes by the customer's own calls and by control
 * calls are included. A customer's comment does not change the job, and public material lists only translators'
 * comments.
 */
export type WorldEvent =
  | { readonly kind: 'job'; readonly job: SandboxJob }
  | { readonly kind: 'comment'; readonly job: SandboxJob; readonly comment: JobComment };

export interface WorldOptions {
  /** Milliseconds since the epoch, before the sandbox's own offset. */
  readonly now: () => number;
  readonly pace: Pace;
  readonly storage: Pick<Storage, 'append'>;
  /** The account's stored records. */
  readonly held: Change;
  /** The balance of a new account, in hundredths of a credit. */
  readonly openingCents: number;
  /** Default: no quoted files. */
  readonly files?: QuotedFiles;
  /** Default: the first account's setup. */
  readonly setup?: AccountSetup;
  /** Shared by all accounts. Default: a new one. */
  readonly ids?: IdAllocator;
  /**
   * Whether a job identical to an approved one is ordered again at the price of an exact match, instead of being
   * answered with the approved job. Default: false.
   */
  readonly translationMemory?: boolean;
  /** Called by `commit`, in the order of the events. */
  readonly onEvent?: (event: WorldEvent) => void;
}

const noFiles: QuotedFiles = { find: () => undefined, noteOrdered: () => undefined };

/**
 * All orders, jobs and money of one account. There are no timers: callers call `runDue` first, which runs the due
 * steps, each with the time at which it was due. `commit` stores all changes of a call as one.
 */
export class World {
  readonly pace: Pace;
  readonly files: QuotedFiles;
  readonly glossaries: AccountGlossaries;
  /** Base address of downloads: the server's own address, without a trailing slash; empty until it listens. */
  origin = '';
  readonly #setup: AccountSetup;
  readonly #translationMemory: boolean;
  readonly #onEvent: ((event: WorldEvent) => void) | undefined;
  readonly #systemNow: () => number;
  readonly #storage: Pick<Storage, 'append'>;
  readonly #ids: IdAllocator;
  readonly #jobs: JobIndex;
  readonly #orders = new Map<number, SandboxOrder>();
  /** Identifiers of quoted files that have been ordered. */
  readonly #orderedFiles = new Set<string>();
  readonly #payloads = new Map<string, number>();
  readonly #steps = new StepHeap();
  readonly #changedJobs = new Map<number, SandboxJob>();
  #account: Account;
  #clockOffset: number;
  #unsaved: Change = {};
  #events: WorldEvent[] = [];

  constructor(options: WorldOptions) {
    this.pace = options.pace;
    this.files = options.files ?? noFiles;
    this.#ids = options.ids ?? new IdAllocator();
    this.#setup = options.setup ?? firstAccountSetup;
    this.glossaries = new AccountGlossaries(this.#setup.glossaries, options.held, this.#ids);
    this.#translationMemory = options.translationMemory ?? false;
    this.#onEvent = options.onEvent;
    this.#systemNow = options.now;
    this.#storage = options.storage;
    this.#clockOffset = options.held.clockOffset ?? 0;
    this.#account = options.held.account ?? { balanceCents: options.openingCents, spentCents: 0, since: this.now };
    if (options.held.account === undefined) this.#unsaved = { account: this.#account };
    for (const order of options.held.orders ?? []) this.#rememberOrder(order);
    const storedJobs = options.held.jobs ?? [];
    this.#jobs = new JobIndex(storedJobs);
    for (const job of storedJobs) this.#noteJob(job, undefined);
  }

  /** Milliseconds since the epoch, as the sandbox sees it. */
  get now(): number {
    return this.#systemNow() + this.#clockOffset;
  }

  /** The account's current setup. */
  get setup(): AccountSetup {
    return { ...this.#setup, glossaries: this.glossaries.all };
  }

  get account(): Account {
    return this.#account;
  }

  get orderCount(): number {
    return this.#orders.size;
  }

  get jobCount(): number {
    return this.#jobs.size;
  }

  /** When the next step may be due, in milliseconds since the epoch; undefined if there is none. */
  get nextDue(): number | undefined {
    return this.#steps.first?.at;
  }

  /** Runs all due steps, in order of time. */
  runDue(): void {
    const { now } = this;
    for (let entry = this.#steps.first; entry !== undefined && entry.at <= now; entry = this.#steps.first) {
      this.#steps.pop();
      const job = this.#jobs.get(entry.job);
      const step = job && nextStep(job, this.pace);
      // The job may have changed since this entry was added; its new step has its own entry.
      if (job && step?.at === entry.at) this.#apply(job, this.#eventOf(step, job), step.at);
    }
  }

  /** Moves the clock forward and runs the steps that become due. */
  advanceClock(ms: number): void {
    this.#clockOffset += ms;
    this.#unsaved = { ...this.#unsaved, clockOffset: this.#clockOffset };
    this.runDue();
  }

  /**
   * Places the whole order or nothing. An order whose jobs are all known also has an id, but no jobs of its own.
   * `force` bypasses duplicate detection. An identical payload is a duplicate as a whole, so it is
   * accepted again only if every job is forced: a job without `force` would be ordered twice by accident.
   */
  place(request: OrderRequest): Placement {
    const { now } = this;
    const payloadHash = digest(request.payload);
    const isForced = [...request.jobs.values()].every(({ force }) => force);
    if (!isForced && this.#wasJustPlaced(payloadHash, now)) return { kind: 'repeated' };
    const { known, newWork, usedQuoteKeys } = this.#splitOrder(request);
    if (usedQuoteKeys.length > 0) return { kind: 'quote-used', keys: usedQuoteKeys };
    const cents = sum(newWork, (work) => work.cents);
    if (cents > this.#account.balanceCents) return { kind: 'too-expensive', cents };
    const order: SandboxOrder = {
      ...request.options,
      id: this.#ids.nextOrder,
      at: now,
      firstJob: this.#ids.nextJob,
      jobCount: newWork.length,
      cents,
      units: sum(newWork, (work) => work.unitCount),
      payloadHash,
    };
    this.#rememberOrder(order);
    this.#noteOrder(order);
    for (const [index, work] of newWork.entries()) {
      const id = order.firstJob + index;
      const position = (work.grouped === true ? work.position : undefined) ?? index + 1;
      this.#put(queueJob({ ...work, id, orderId: order.id, position }, now));
    }
    this.#charge(cents);
    return { kind: 'placed', order, known };
  }

  /** Returns approved jobs that are identical to the request and answer it; none if a new job is forced. */
  knownJobs(request: JobRequest): readonly SandboxJob[] {
    return request.force || this.#translationMemory ? [] : this.#jobs.approvedLike(request.work);
  }

  /** Returns the price of a request in hundredths of a credit; 0 if its job is known (contract §1). */
  priceOf(request: JobRequest): number {
    if (request.force || this.#jobs.approvedLike(request.work).length === 0) return request.work.cents;
    return this.#translationMemory ? exactMatchInCents(request.work.cents) : 0;
  }

  order(id: string): SandboxOrder | undefined {
    return this.#orders.get(parseId(id));
  }

  /** Returns all jobs of an order, including queued ones. */
  jobsOf(order: SandboxOrder): readonly SandboxJob[] {
    return Array.from({ length: order.jobCount }, (_, index) => this.#jobs.get(order.firstJob + index)).filter(
      (job) => job !== undefined,
    );
  }

  /** Adds a comment on an order as a whole. */
  commentOnOrder(order: SandboxOrder, comment: Omit<JobComment, 'at'>): void {
    const commentedOrder: SandboxOrder = {
      ...order,
      comments: [...(order.comments ?? []), { ...comment, at: this.now }],
    };
    this.#orders.set(order.id, commentedOrder);
    this.#noteOrder(commentedOrder);
  }

  /** Returns a job that has left the queue; queued jobs have no public id. */
  job(id: string): SandboxJob | undefined {
    const job = this.#jobs.get(parseId(id));
    return job?.createdAt === undefined ? undefined : job;
  }

  /** Returns all jobs that left the queue at this time or later, in milliseconds since the epoch, oldest first. */
  visibleJobs(from = 0): readonly SandboxJob[] {
    return this.#jobs.visibleSince(from);
  }

  /** Yields all jobs that have left the queue, newest first. */
  newestJobs(): Generator<SandboxJob> {
    return this.#jobs.newest();
  }

  /**
   * Applies the event to the job, or returns why that is not possible. A translator who takes a grouped job takes its
   * whole group.
   */
  act(job: SandboxJob, event: JobEvent): { readonly job: SandboxJob } | { readonly refused: Refusal } {
    const reason = refusal(job, event.kind);
    if (reason !== undefined) return { refused: reason };
    const groupMates = event.kind === 'start' ? this.#waitingGroupMates(job) : [];
    const { now } = this;
    const changedJob = this.#apply(job, event, now);
    for (const mate of groupMates) this.#apply(mate, event, now);
    return { job: changedJob };
  }

  /** Returns the next simulated translation; '' for a file, whose translation is made when it is downloaded. */
  translationOf(job: SandboxJob): string {
    if (job.file !== undefined) return '';
    const { bodySrc: text, lcTgt, maxChars } = job;
    const comments = job.thread.filter(({ author }) => author === 'customer').map(({ body }) => body);
    return translate(present({ text, lcTgt, round: job.submissions + 1, maxChars, comments }));
  }

  /** Stores everything that changed, as one change, and emits the events. */
  commit(): void {
    const jobs = [...this.#changedJobs.values()];
    const change = {
      ...this.#unsaved,
      ...this.glossaries.takeChange(),
      ...present({ jobs: jobs.length === 0 ? undefined : jobs }),
    };
    if (Object.keys(change).length > 0) this.#storage.append(change);
    this.#unsaved = {};
    this.#changedJobs.clear();
    for (const event of this.#events.splice(0)) this.#onEvent?.(event);
  }

  /** Splits an order into known jobs, new jobs with their price, and the keys of files that can't be ordered again. */
  #splitOrder(request: OrderRequest): {
    readonly known: Map<string, readonly SandboxJob[]>;
    readonly newWork: RequestedWork[];
    readonly usedQuoteKeys: string[];
  } {
    const known = new Map<string, readonly SandboxJob[]>();
    const newWork: RequestedWork[] = [];
    const usedQuoteKeys: string[] = [];
    const filesOfOrder = new Set<string>();
    for (const [key, job] of request.jobs) {
      const approvedJobs = this.knownJobs(job);
      const fileId = job.work.file?.identifier;
      const isQuoteUsed = fileId !== undefined && (this.#orderedFiles.has(fileId) || filesOfOrder.has(fileId));
      if (approvedJobs.length > 0) known.set(key, approvedJobs);
      else if (isQuoteUsed) usedQuoteKeys.push(key);
      else
        newWork.push({
          ...job.work,
          cents: this.priceOf(job),
          ...present({ grouped: trueOrAbsent(request.options.asGroup) }),
        });
      if (fileId !== undefined) filesOfOrder.add(fileId);
    }
    return { known, newWork, usedQuoteKeys };
  }

  /**
   * Returns the other jobs of a job's group that were never taken; jobs that returned to the pool are no longer
   * grouped.
   */
  #waitingGroupMates(job: SandboxJob): readonly SandboxJob[] {
    const order = this.#orders.get(job.orderId);
    if (job.grouped !== true || job.starts !== undefined || order === undefined) return [];
    return this.jobsOf(order).filter(
      (mate) =>
        mate.id !== job.id &&
        mate.grouped === true &&
        mate.status === 'available' &&
        mate.starts === undefined &&
        mate.lcSrc === job.lcSrc &&
        mate.lcTgt === job.lcTgt &&
        mate.tier === job.tier,
    );
  }

  #apply(job: SandboxJob, event: JobEvent, at: number): SandboxJob {
    const changedJob = applyEvent(job, event, at);
    this.#put(changedJob);
    this.#noteEvent(event, changedJob);
    return changedJob;
  }

  #noteEvent(event: JobEvent, job: SandboxJob): void {
    if (this.#onEvent === undefined) return;
    const comment = event.kind === 'comment' ? job.thread.at(-1) : undefined;
    if (comment?.author === 'translator') this.#events.push({ kind: 'comment', job, comment });
    else if (event.kind !== 'comment') this.#events.push({ kind: 'job', job });
  }

  #eventOf(step: DueStep, job: SandboxJob): JobEvent {
    if (step.kind === 'submit') return { kind: 'submit', text: this.translationOf(job) };
    if (step.kind === 'reply')
      return { kind: 'comment', author: 'translator', body: replyTo(lastCustomerComment(job)) };
    return { kind: step.kind };
  }

  #put(job: SandboxJob): void {
    const previous = this.#jobs.get(job.id);
    this.#jobs.put(job);
    this.#changedJobs.set(job.id, job);
    this.#noteJob(job, previous);
    if (job.status === 'canceled' && previous?.status !== 'canceled') this.#charge(-job.cents);
  }

  /** Updates everything derived from a job: used ids, ordered files, due steps. */
  #noteJob(job: SandboxJob, previous: SandboxJob | undefined): void {
    this.#ids.noteJob(job.id);
    if (job.file !== undefined && previous === undefined) {
      this.#orderedFiles.add(job.file.identifier);
      this.files.noteOrdered(job.file.identifier);
    }
    const step = nextStep(job, this.pace);
    if (step) this.#steps.push({ at: step.at, job: job.id });
  }

  #noteOrder(order: SandboxOrder): void {
    this.#unsaved = { ...this.#unsaved, orders: [...(this.#unsaved.orders ?? []), order] };
  }

  #rememberOrder(order: SandboxOrder): void {
    this.#orders.set(order.id, order);
    this.#ids.noteOrder(order);
    this.#payloads.delete(order.payloadHash); // Moves it to the end, because the map is in order of time.
    this.#payloads.set(order.payloadHash, order.at);
  }

  #wasJustPlaced(payloadHash: string, now: number): boolean {
    for (const [hash, at] of this.#payloads) {
      if (now - at < samePayloadWindowMs) break; // Oldest first, so the rest is recent.
      this.#payloads.delete(hash);
    }
    const lastPlacedAt = this.#payloads.get(payloadHash);
    return lastPlacedAt !== undefined && now - lastPlacedAt < samePayloadWindowMs;
  }

  #charge(cents: number): void {
    this.#account = {
      ...this.#account,
      balanceCents: this.#account.balanceCents - cents,
      spentCents: this.#account.spentCents + cents,
    };
    this.#unsaved = { ...this.#unsaved, account: this.#account };
  }
}

function lastCustomerComment(job: SandboxJob): string {
  return job.thread.findLast((comment) => comment.author === 'customer')?.body ?? '';
}

function parseId(id: string): number {
  return /^\d{1,15}$/u.test(id) ? Number(id) : Number.NaN;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
