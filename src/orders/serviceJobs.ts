import { ServiceError } from '../service/serviceError.ts';
import type { Job, Order } from '../service/records.ts';
import type { CallOptions } from '../service/serviceClient.ts';
import { parseCustomData } from './customData.ts';
import type { EntryOf, IntentJob } from './journalEntry.ts';
import { missingJob } from './jobView.ts';
import type { IntentState } from './ledger.ts';
import { claimJob, isFileJob, isTextOf, jobEntry } from './lookUp.ts';
import type { OrderContext } from './orderContext.ts';
import { isClosed } from './trackedJob.ts';

/** For so long a fresh order may be unreadable, and its jobs may be missing, without anything being wrong. */
const queueGraceMs = 10 * 60_000;

/** Final for the service, so never asked about again; approved jobs are still shown. */
const closedForGood = new Set(['archived', 'canceled', 'deleted', 'duplicate']);

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

  /** Lets the next refresh ask again for what the service did not know. */
  forgetMissing(): void {
    for (const id of this.#missing) this.#jobs.delete(id);
    this.#missing.clear();
  }

  /**
   * Asks each open order for the state of its jobs, then for the jobs that moved, and those never seen, and nothing else
   * but `awaited`: the ids of jobs of which something other than the status matters.
   */
  async follow(options: CallOptions, awaited: readonly string[] = []): Promise<void> {
    const intents = this.#openOrders();
    const moved = new Set(awaited);
    const listings = new Map<string, string>();
    const drained: IntentState[] = [];
    for (const [orderId, states] of intents) {
      const order = await this.#getOrder(orderId, states, options);
      if (order === undefined) continue;
      for (const [status, ids] of Object.entries(order.jobIds)) for (const id of ids) listings.set(id, status);
      if (order.queuedCount === 0) drained.push(...states);
      // Some statuses stand in no list of an order.
      const unlisted = states.flatMap((state) => [...state.jobIds.values()]).filter((id) => !listings.has(id));
      for (const id of unlisted) if (!this.#isSettled(id)) moved.add(id);
    }
    for (const [id, status] of listings) {
      if (!this.#foreign.has(id) && !this.#isClosedForGood(id) && this.get(id)?.status !== status) moved.add(id);
    }
    for (const record of this.#context.ledger.jobs.values()) if (record.closedAs === undefined && !this.#jobs.has(record.jobId)) moved.add(record.jobId);
    await this.fetch([...moved], options);
    for (const state of drained) this.#noteLost(state, state.jobIds.size < state.intent.jobs.length && this.#isOld(state));
  }

  /** Asks for these jobs, and finds out which of the ordered ones they are. */
  async fetch(ids: readonly string[], options: CallOptions): Promise<void> {
    if (ids.length === 0) return;
    const asked = this.nextAsked();
    const jobs = await this.#getJobs(ids, options);
    await this.#context.journal.append(...this.#nameJobs(jobs));
    this.take(jobs, asked);
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
      const wasWithTranslator = known !== undefined && ['available', 'pending', 'revising', 'rejected'].includes(known.job.status);
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
      if (job.status === 'reviewable' && (record.reviewableSince === undefined || this.#reviewableAnew.has(jobId))) entries.push({ type: 'reviewable', jobId, at });
      if (closedForGood.has(job.status) && record.closedAs === undefined) entries.push({ type: 'closed', jobId, at, status: job.status });
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
        return jobId === undefined ? !state.givenUp : !this.#isSettled(jobId);
      });
      if (isOpen) orders.set(state.orderId, [...(orders.get(state.orderId) ?? []), state]);
    }
    for (const { origin, orderId, jobId } of this.#context.ledger.jobs.values()) {
      if ('recovered' in origin && orderId !== undefined && !orders.has(orderId) && !this.#isSettled(jobId)) orders.set(orderId, []);
    }
    return orders;
  }

  async #getOrder(orderId: string, states: readonly IntentState[], options: CallOptions): Promise<Order | undefined> {
    try {
      return await this.#context.client.orders.get(orderId, options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // A fresh order may be unreadable for a while; an old one that is gone is shown, not thrown.
      for (const state of states) this.#noteLost(state, this.#isOld(state));
      return undefined;
    }
  }

  /** An id that the service does not know is left out of its answer, or makes it refuse the call: then the others are asked for without it. */
  async #getJobs(ids: readonly string[], options: CallOptions): Promise<readonly Job[]> {
    try {
      const jobs = await this.#context.client.jobs.get(ids, options);
      const found = new Set(jobs.map(({ id }) => id));
      for (const id of ids) if (!found.has(id)) this.#noteMissing(id);
      return jobs;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    if (ids.length <= 1) {
      for (const id of ids) this.#noteMissing(id);
      return [];
    }
    const half = Math.ceil(ids.length / 2);
    return [...(await this.#getJobs(ids.slice(0, half), options)), ...(await this.#getJobs(ids.slice(half), options))];
  }

  #noteMissing(jobId: string): void {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined || ('intent' in record.origin && !this.#isOld(record.origin.intent))) return;
    this.#context.log(`The service does not know the job ${jobId} any more.`);
    this.#missing.add(jobId);
    this.#jobs.set(jobId, { job: missingJob(record), asked: this.#asked });
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
        ({ number, targetLanguage }) => !state.jobIds.has(number) && !taken.has(nameOfPlace({ intent: state.intent.id, number })) && targetLanguage === job.targetLanguage,
      );
      const match = free.find(({ document, protectedText }) => document === undefined && isTextOf(protectedText.text, job)) ?? onlyDocument(free, job);
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
  const [match, ...others] = isFileJob(job) ? free.filter(({ document, title }) => document !== undefined && title === job.title) : [];
  return others.length === 0 ? match : undefined;
}

function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === 'not-found';
}
