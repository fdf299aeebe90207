import { firstAccountSetup, type AccountSetup } from './accountSetup.ts';
import { AccountGlossaries } from './accountGlossaries.ts';
import { IdAllocator } from './idAllocator.ts';
import { queueJob, type JobComment, type SandboxJob } from '../records/job.ts';
import { digest, identityOf } from './jobIdentity.ts';
import { applyEvent, refusal, type JobEvent, type Refusal } from './jobMachine.ts';
import type { Account, SandboxOrder } from '../records/placedOrder.ts';
import type { JobRequest, OrderRequest, Placement, RequestedWork } from './orderRequest.ts';
import { nextStep, type DueStep, type Pace } from './pace.ts';
import { exactMatchInCents } from './prices.ts';
import type { QuotedFiles } from '../records/quotedFiles.ts';
import { StepHeap } from './stepHeap.ts';
import type { Change, Storage } from '../records/change.ts';
import { replyTo, translate } from './translator.ts';

/** Within so long the same payload is not taken twice (public material). */
const samePayloadWindowMs = 5 * 60_000;

/**
 * What a callback is due for: a job that came into another status, whoever caused that, or a translator's comment. The job is
 * as it was then. Contract §6 names every update, so what the customer's own calls do counts, and so does what is done by
 * hand. A customer's comment changes nothing about the job, and public material lists only comments of translators.
 */
export type WorldEvent =
  | { readonly kind: 'job'; readonly job: SandboxJob }
  | { readonly kind: 'comment'; readonly job: SandboxJob; readonly comment: JobComment };

export interface WorldOptions {
  /** Milliseconds since the epoch, before the sandbox's own offset. */
  readonly now: () => number;
  readonly pace: Pace;
  readonly storage: Pick<Storage, 'append'>;
  /** What the storage holds of the account. */
  readonly held: Change;
  /** The balance of a new account, in hundredths of a credit. */
  readonly openingCents: number;
  /** Default: none were quoted. */
  readonly files?: QuotedFiles;
  /** Default: that of the first account. */
  readonly setup?: AccountSetup;
  /** Shared by all accounts. Default: one of its own. */
  readonly ids?: IdAllocator;
  /** Identical to an approved job: ordered anew at the price of an exact match, instead of answered with that job. Default: off. */
  readonly translationMemory?: boolean;
  /** Called by `commit`, in the order in which things happened. */
  readonly onEvent?: (event: WorldEvent) => void;
}

const noFiles: QuotedFiles = { find: () => undefined, noteOrdered: () => undefined };

/**
 * All orders, jobs and money of one account. Nothing moves by timers: whoever asks calls `runDue` first, and what was due
 * since then happens at the time it was due. Changes reach the storage with `commit`, all of one call as one.
 */
export class World {
  readonly pace: Pace;
  readonly files: QuotedFiles;
  readonly glossaries: AccountGlossaries;
  /** Where files are downloaded from: the server's own address, without a slash at the end; empty until it listens. */
  origin = '';
  readonly #setup: AccountSetup;
  readonly #translationMemory: boolean;
  readonly #onEvent: ((event: WorldEvent) => void) | undefined;
  readonly #systemNow: () => number;
  readonly #storage: Pick<Storage, 'append'>;
  readonly #ids: IdAllocator;
  readonly #jobs = new Map<number, SandboxJob>();
  readonly #orders = new Map<number, SandboxOrder>();
  /** Ids of jobs that have left the queue, in the order in which they did. */
  readonly #visible: number[] = [];
  /** Approved jobs by what makes two jobs identical. */
  readonly #approved = new Map<string, number[]>();
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
    for (const job of options.held.jobs ?? []) this.#rememberJob(job);
    this.#visible.sort((a, b) => (this.#jobs.get(a)?.createdAt ?? 0) - (this.#jobs.get(b)?.createdAt ?? 0) || a - b);
  }

  /** Milliseconds since the epoch, as the sandbox sees it. */
  get now(): number {
    return this.#systemNow() + this.#clockOffset;
  }

  /** What the account has now. */
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

  /** When something may next be due by itself, in milliseconds since the epoch; undefined when nothing will be. */
  get nextDue(): number | undefined {
    return this.#steps.first?.at;
  }

  /** Does everything that has become due, in the order of time. */
  runDue(): void {
    const { now } = this;
    for (let entry = this.#steps.first; entry !== undefined && entry.at <= now; entry = this.#steps.first) {
      this.#steps.pop();
      const job = this.#jobs.get(entry.job);
      const step = job && nextStep(job, this.pace);
      // The job may have moved since the entry was made; its new step has an entry of its own.
      if (job && step?.at === entry.at) this.#apply(job, this.#eventOf(step, job), step.at);
    }
  }

  /** Moves the clock forward and does what becomes due by it. */
  advanceClock(ms: number): void {
    this.#clockOffset += ms;
    this.#unsaved = { ...this.#unsaved, clockOffset: this.#clockOffset };
    this.runDue();
  }

  /**
   * Takes the whole order or nothing of it. An order of which every job is known has an id, too, and no jobs of its own.
   * `force` bypasses the detection of duplicates. An identical payload is a duplicate as a whole, so it is taken again only when
   * each of its jobs is forced: one that is not would be ordered twice by accident.
   */
  place(request: OrderRequest): Placement {
    const { now } = this;
    const payloadHash = digest(request.payload);
    const isForced = [...request.jobs.values()].every(({ force }) => force);
    if (!isForced && this.#wasJustPlaced(payloadHash, now)) return { kind: 'repeated' };
    const { known, fresh, used } = this.#sortOut(request);
    if (used.length > 0) return { kind: 'quote-used', keys: used };
    const cents = sum(fresh, (work) => work.cents);
    if (cents > this.#account.balanceCents) return { kind: 'too-expensive', cents };
    const order: SandboxOrder = {
      ...request.options,
      id: this.#ids.nextOrder,
      at: now,
      firstJob: this.#ids.nextJob,
      jobCount: fresh.length,
      cents,
      units: sum(fresh, (work) => work.unitCount),
      payloadHash,
    };
    this.#rememberOrder(order);
    this.#noteOrder(order);
    for (const [index, work] of fresh.entries()) {
      const id = order.firstJob + index;
      const position = (work.grouped === true ? work.position : undefined) ?? index + 1;
      this.#put(queueJob({ ...work, id, orderId: order.id, position }, now));
    }
    this.#charge(cents);
    return { kind: 'placed', order, known };
  }

  /** Approved jobs that are identical to the request and so stand for it, unless it insists on a new one. */
  knownJobs(request: JobRequest): readonly SandboxJob[] {
    return request.force || this.#translationMemory ? [] : this.#approvedLike(request.work);
  }

  /** What the request would be charged, in hundredths of a credit: nothing when its job is known (contract §1). */
  priceOf(request: JobRequest): number {
    if (request.force || this.#approvedLike(request.work).length === 0) return request.work.cents;
    return this.#translationMemory ? exactMatchInCents(request.work.cents) : 0;
  }

  order(id: string): SandboxOrder | undefined {
    return this.#orders.get(parseId(id));
  }

  /** All jobs of an order, queued ones included. */
  jobsOf(order: SandboxOrder): readonly SandboxJob[] {
    return Array.from({ length: order.jobCount }, (_, index) => this.#jobs.get(order.firstJob + index)).filter(
      (job) => job !== undefined,
    );
  }

  /** Adds to what is said of an order as a whole. */
  commentOnOrder(order: SandboxOrder, comment: Omit<JobComment, 'at'>): void {
    const after: SandboxOrder = { ...order, comments: [...(order.comments ?? []), { ...comment, at: this.now }] };
    this.#orders.set(order.id, after);
    this.#noteOrder(after);
  }

  /** A job that has left the queue: before that it has no id for the outside. */
  job(id: string): SandboxJob | undefined {
    const job = this.#jobs.get(parseId(id));
    return job?.createdAt === undefined ? undefined : job;
  }

  /** All jobs that have left the queue at this time or later, in milliseconds since the epoch, oldest first. */
  visibleJobs(from = 0): readonly SandboxJob[] {
    return this.#visible.slice(this.#firstVisible(from)).flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** All jobs that have left the queue, newest first. */
  *newestJobs(): Generator<SandboxJob> {
    for (let index = this.#visible.length - 1; index >= 0; index -= 1) {
      const job = this.#jobs.get(this.#visible[index] ?? 0);
      if (job) yield job;
    }
  }

  /** Lets the event happen to the job, or says why it cannot. Who takes a grouped job takes its group. */
  act(job: SandboxJob, event: JobEvent): { readonly job: SandboxJob } | { readonly refused: Refusal } {
    const reason = refusal(job, event.kind);
    if (reason !== undefined) return { refused: reason };
    const mates = event.kind === 'start' ? this.#waitingMates(job) : [];
    const { now } = this;
    const after = this.#apply(job, event, now);
    for (const mate of mates) this.#apply(mate, event, now);
    return { job: after };
  }

  /** What the simulated translator makes of the job next; of a file nothing here, since its translation is made when it is downloaded. */
  translationOf(job: SandboxJob): string {
    if (job.file !== undefined) return '';
    return translate({
      text: job.bodySrc,
      lcTgt: job.lcTgt,
      round: job.submissions + 1,
      ...(job.maxChars === undefined ? {} : { maxChars: job.maxChars }),
    });
  }

  /** Hands everything that changed to the storage, as one change, and tells of what happened. */
  commit(): void {
    const jobs = [...this.#changedJobs.values()];
    const change = { ...this.#unsaved, ...this.glossaries.takeChange(), ...(jobs.length === 0 ? {} : { jobs }) };
    if (Object.keys(change).length > 0) this.#storage.append(change);
    this.#unsaved = {};
    this.#changedJobs.clear();
    for (const event of this.#events.splice(0)) this.#onEvent?.(event);
  }

  /** What of an order is known already, what is new and at which price, and the keys of files that cannot be ordered again. */
  #sortOut(request: OrderRequest): {
    readonly known: Map<string, readonly SandboxJob[]>;
    readonly fresh: RequestedWork[];
    readonly used: string[];
  } {
    const known = new Map<string, readonly SandboxJob[]>();
    const fresh: RequestedWork[] = [];
    const used: string[] = [];
    const files = new Set<string>();
    for (const [key, job] of request.jobs) {
      const approved = this.knownJobs(job);
      const { file } = job.work;
      if (approved.length > 0) known.set(key, approved);
      else if (file !== undefined && (this.#orderedFiles.has(file.identifier) || files.has(file.identifier)))
        used.push(key);
      else fresh.push({ ...job.work, cents: this.priceOf(job), ...(request.options.asGroup ? { grouped: true } : {}) });
      if (file !== undefined) files.add(file.identifier);
    }
    return { known, fresh, used };
  }

  #approvedLike(work: RequestedWork): readonly SandboxJob[] {
    return (this.#approved.get(identityOf(work)) ?? []).flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** The other jobs of its group that nobody has taken yet: one that went back to the pool goes its own way. */
  #waitingMates(job: SandboxJob): readonly SandboxJob[] {
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
    const after = applyEvent(job, event, at);
    this.#put(after);
    this.#noteEvent(event, after);
    return after;
  }

  #noteEvent(event: JobEvent, job: SandboxJob): void {
    if (this.#onEvent === undefined) return;
    const comment = event.kind === 'comment' ? job.thread.at(-1) : undefined;
    if (comment?.author === 'translator') this.#events.push({ kind: 'comment', job, comment });
    else if (event.kind !== 'comment') this.#events.push({ kind: 'job', job });
  }

  /** Index of the first visible job of this time or later: they are in the order of time. */
  #firstVisible(from: number): number {
    let low = 0;
    let high = this.#visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const createdAt = this.#jobs.get(this.#visible[middle] ?? 0)?.createdAt ?? 0;
      if (createdAt < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #eventOf(step: DueStep, job: SandboxJob): JobEvent {
    if (step.kind === 'submit') return { kind: 'submit', text: this.translationOf(job) };
    if (step.kind === 'reply')
      return { kind: 'comment', author: 'translator', body: replyTo(lastCustomerComment(job)) };
    return { kind: step.kind };
  }

  #put(job: SandboxJob): void {
    const before = this.#jobs.get(job.id);
    this.#changedJobs.set(job.id, job);
    this.#rememberJob(job, before);
    if (job.status === 'canceled' && before?.status !== 'canceled') this.#charge(-job.cents);
  }

  #rememberJob(job: SandboxJob, before?: SandboxJob): void {
    this.#jobs.set(job.id, job);
    this.#ids.noteJob(job.id);
    if (job.createdAt !== undefined && before?.createdAt === undefined) this.#visible.push(job.id);
    if (isApproved(job) && (before === undefined || !isApproved(before))) {
      const identity = identityOf(job);
      const ids = this.#approved.get(identity);
      if (ids) ids.push(job.id);
      else this.#approved.set(identity, [job.id]);
    }
    if (job.file !== undefined && before === undefined) {
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
    this.#payloads.delete(order.payloadHash); // So that it moves to the end: the map is in the order of time.
    this.#payloads.set(order.payloadHash, order.at);
  }

  #wasJustPlaced(payloadHash: string, now: number): boolean {
    for (const [hash, at] of this.#payloads) {
      if (now - at < samePayloadWindowMs) break; // Oldest first: the rest is recent.
      this.#payloads.delete(hash);
    }
    const last = this.#payloads.get(payloadHash);
    return last !== undefined && now - last < samePayloadWindowMs;
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

function isApproved(job: SandboxJob): boolean {
  return job.status === 'approved' || job.status === 'archived';
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
