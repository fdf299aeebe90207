import { createHash } from 'node:crypto';
import { queueJob, type OrderedJob, type SandboxJob } from './job.ts';
import { applyEvent, refusal, type JobEvent, type Refusal } from './jobMachine.ts';
import type { Account, SandboxOrder } from './ledger.ts';
import { nextStep, type DueStep, type Pace } from './pace.ts';
import { StepHeap } from './stepHeap.ts';
import type { Change, Storage } from './storage.ts';
import { replyTo, translate } from './translator.ts';

/** Within so long the same payload is not taken twice (public material). */
const samePayloadWindowMs = 5 * 60_000;
/** Numbers as large as the service's own, so that nothing relies on small ones. */
const firstJobId = 1_000_001;
const firstOrderId = 500_001;

/** What is asked for, found in order and with its price. */
export interface RequestedWork extends Omit<OrderedJob, 'id' | 'orderId' | 'position'> {
  readonly position?: number;
}

export interface JobRequest {
  readonly work: RequestedWork;
  /** Order anew although an identical job was approved before. */
  readonly force: boolean;
}

export interface OrderRequest {
  readonly jobs: ReadonlyMap<string, JobRequest>;
  readonly asGroup: boolean;
  readonly comment?: string;
  /** The payload as it was sent, to recognise it. */
  readonly payload: string;
}

export type Placement =
  | { readonly kind: 'placed'; readonly order?: SandboxOrder; readonly known: ReadonlyMap<string, readonly SandboxJob[]> }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'too-expensive'; readonly cents: number };

export interface WorldOptions {
  /** Milliseconds since the epoch, before the sandbox's own offset. */
  readonly now: () => number;
  readonly pace: Pace;
  readonly storage: Storage;
  /** What the storage holds. */
  readonly held: Change;
  /** The balance of a new account, in hundredths of a credit. */
  readonly openingCents: number;
}

/**
 * All orders, jobs and money of one sandbox. Nothing moves by timers: whoever asks calls `runDue` first, and what was due
 * since then happens at the time it was due. Changes reach the storage with `commit`, all of one call as one.
 */
export class World {
  readonly pace: Pace;
  readonly #systemNow: () => number;
  readonly #storage: Storage;
  readonly #jobs = new Map<number, SandboxJob>();
  readonly #orders = new Map<number, SandboxOrder>();
  /** Ids of jobs that have left the queue, in the order in which they did. */
  readonly #visible: number[] = [];
  /** Approved jobs by what makes two jobs identical. */
  readonly #approved = new Map<string, number[]>();
  readonly #payloads = new Map<string, number>();
  readonly #steps = new StepHeap();
  readonly #changedJobs = new Map<number, SandboxJob>();
  #account: Account;
  #clockOffset: number;
  #nextJob = firstJobId;
  #nextOrder = firstOrderId;
  #unsaved: Change = {};

  constructor(options: WorldOptions) {
    this.pace = options.pace;
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

  get account(): Account {
    return this.#account;
  }

  get orderCount(): number {
    return this.#orders.size;
  }

  get jobCount(): number {
    return this.#jobs.size;
  }

  /** Does everything that has become due, in the order of time. */
  runDue(): void {
    const { now } = this;
    for (let entry = this.#steps.first; entry !== undefined && entry.at <= now; entry = this.#steps.first) {
      this.#steps.pop();
      const job = this.#jobs.get(entry.job);
      const step = job && nextStep(job, this.pace);
      // The job may have moved since the entry was made; its new step has an entry of its own.
      if (job && step?.at === entry.at) this.#put(applyEvent(job, this.#eventOf(step, job), step.at));
    }
  }

  /** Moves the clock forward and does what becomes due by it. */
  advanceClock(ms: number): void {
    this.#clockOffset += ms;
    this.#unsaved = { ...this.#unsaved, clockOffset: this.#clockOffset };
    this.runDue();
  }

  /** Takes the whole order or nothing of it. */
  place(request: OrderRequest): Placement {
    const { now } = this;
    const payloadHash = digest(request.payload);
    if (this.#wasJustPlaced(payloadHash, now)) return { kind: 'repeated' };
    const known = new Map<string, readonly SandboxJob[]>();
    const fresh: RequestedWork[] = [];
    for (const [key, job] of request.jobs) {
      const approved = this.knownJobs(job);
      if (approved.length > 0) known.set(key, approved);
      else fresh.push(job.work);
    }
    if (fresh.length === 0) return { kind: 'placed', known };
    const cents = sum(fresh, (job) => job.cents);
    if (cents > this.#account.balanceCents) return { kind: 'too-expensive', cents };
    const order: SandboxOrder = {
      id: this.#nextOrder,
      at: now,
      firstJob: this.#nextJob,
      jobCount: fresh.length,
      cents,
      units: sum(fresh, (job) => job.unitCount),
      asGroup: request.asGroup,
      ...(request.comment === undefined ? {} : { comment: request.comment }),
      payloadHash,
    };
    this.#rememberOrder(order);
    this.#unsaved = { ...this.#unsaved, orders: [...(this.#unsaved.orders ?? []), order] };
    for (const [index, work] of fresh.entries()) {
      const id = order.firstJob + index;
      this.#put(queueJob({ ...work, id, orderId: order.id, position: work.position ?? index + 1 }, now));
    }
    this.#charge(cents);
    return { kind: 'placed', order, known };
  }

  /** Approved jobs that are identical to the request, unless it insists on a new one. */
  knownJobs(request: JobRequest): readonly SandboxJob[] {
    if (request.force) return [];
    return (this.#approved.get(identityOf(request.work)) ?? []).flatMap((id) => this.#jobs.get(id) ?? []);
  }

  order(id: string): SandboxOrder | undefined {
    return this.#orders.get(parseId(id));
  }

  /** All jobs of an order, queued ones included. */
  jobsOf(order: SandboxOrder): readonly SandboxJob[] {
    return Array.from({ length: order.jobCount }, (_, index) => this.#jobs.get(order.firstJob + index)).filter((job) => job !== undefined);
  }

  /** A job that has left the queue: before that it has no id for the outside. */
  job(id: string): SandboxJob | undefined {
    const job = this.#jobs.get(parseId(id));
    return job?.createdAt === undefined ? undefined : job;
  }

  /** All jobs that have left the queue, oldest first. */
  visibleJobs(): readonly SandboxJob[] {
    return this.#visible.flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** Lets the event happen to the job, or says why it cannot. */
  act(job: SandboxJob, event: JobEvent): { readonly job: SandboxJob } | { readonly refused: Refusal } {
    const reason = refusal(job, event.kind);
    if (reason !== undefined) return { refused: reason };
    const after = applyEvent(job, event, this.now);
    this.#put(after);
    return { job: after };
  }

  /** What the simulated translator makes of the job next. */
  translationOf(job: SandboxJob): string {
    return translate({
      text: job.bodySrc,
      lcTgt: job.lcTgt,
      round: job.submissions + 1,
      ...(job.maxChars === undefined ? {} : { maxChars: job.maxChars }),
    });
  }

  /** Hands everything that changed to the storage, as one change. */
  commit(): void {
    const jobs = [...this.#changedJobs.values()];
    const change = jobs.length === 0 ? this.#unsaved : { ...this.#unsaved, jobs };
    if (Object.keys(change).length === 0) return;
    this.#storage.append(change);
    this.#unsaved = {};
    this.#changedJobs.clear();
  }

  #eventOf(step: DueStep, job: SandboxJob): JobEvent {
    if (step.kind === 'submit') return { kind: 'submit', text: this.translationOf(job) };
    if (step.kind === 'reply') return { kind: 'comment', author: 'translator', body: replyTo(lastCustomerComment(job)) };
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
    this.#nextJob = Math.max(this.#nextJob, job.id + 1);
    if (job.createdAt !== undefined && before?.createdAt === undefined) this.#visible.push(job.id);
    if (isApproved(job) && (before === undefined || !isApproved(before))) {
      const identity = identityOf(job);
      const ids = this.#approved.get(identity);
      if (ids) ids.push(job.id);
      else this.#approved.set(identity, [job.id]);
    }
    const step = nextStep(job, this.pace);
    if (step) this.#steps.push({ at: step.at, job: job.id });
  }

  #rememberOrder(order: SandboxOrder): void {
    this.#orders.set(order.id, order);
    this.#nextOrder = Math.max(this.#nextOrder, order.id + 1);
    this.#nextJob = Math.max(this.#nextJob, order.firstJob + order.jobCount);
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

/** Two jobs are identical when text, languages and tier are (contract §1). Hashed, so that long texts are not held twice. */
function identityOf(job: Pick<SandboxJob, 'bodySrc' | 'lcSrc' | 'lcTgt' | 'tier'>): string {
  return digest(JSON.stringify([job.lcSrc, job.lcTgt, job.tier, job.bodySrc]));
}

function lastCustomerComment(job: SandboxJob): string {
  return job.thread.findLast((comment) => comment.author === 'customer')?.body ?? '';
}

function parseId(id: string): number {
  return /^\d{1,15}$/u.test(id) ? Number(id) : Number.NaN;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
