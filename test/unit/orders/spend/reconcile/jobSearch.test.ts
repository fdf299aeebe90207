import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../../../src/base/clock.ts';
import type { OrderContext } from '../../../../../src/orders/journal/account/orderContext.ts';
import { formatCustomData } from '../../../../../src/orders/model/order/customData.ts';
import { Journal } from '../../../../../src/orders/journal/journal.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { finishSearch, JobSearch } from '../../../../../src/orders/spend/reconcile/jobSearch.ts';
import { RequestSeries } from '../../../../../src/service/calls/requestSeries.ts';
import type { Job, JobStub } from '../../../../../src/service/interface/records.ts';
import { ServiceError } from '../../../../../src/service/interface/serviceError.ts';
import { scriptedClient, type Script } from '../../scriptedClient.ts';

const day = 24 * 60 * 60_000;

describe('JobSearch', function () {
  this.timeout(30_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unknown-jobs-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Opens the journal as a new window does. */
  async function open(script: Script, name = 'journal.jsonl'): Promise<OrderContext> {
    const ledger = new Ledger();
    const journal = new Journal(
      path.join(folder, name),
      (entry) => {
        ledger.apply(entry);
      },
      () => undefined,
    );
    await journal.sync();
    return {
      client: scriptedClient(script),
      journal,
      ledger,
      clock: systemClock,
      simulated: false,
      origin: 'https://service.invalid',
      openProjects: () => [],
      findProject: () => undefined,
      layouts: () => ({ patterns: [], sourceLocale: 'en' }),
      log: () => undefined,
      describeError: String,
    };
  }

  it('reports whether the service may have listed only some of its jobs, and journals nothing as complete then', async () => {
    // All in one second.
    const createdAt = Math.floor(Date.now() / 1000 - 60) * 1000;
    const crowded = Array.from({ length: 200 }, (_, index) => ({ id: String(index), createdAt }));
    const listJobs: Script['listJobs'] = ({ timestampAfter = 0 }) =>
      Promise.resolve(crowded.filter((job) => job.createdAt >= timestampAfter));
    const getJobs: Script['getJobs'] = () => Promise.resolve([]);
    const cut = await open({ listJobs, getJobs });
    assert.equal((await finishSearch(cut)).isComplete, false);
    assert.deepEqual([cut.ledger.askedUntil, JobSearch.of(cut).isComplete], [undefined, false]);
    const whole = await open({ listJobs: () => Promise.resolve([]) });
    assert.equal((await finishSearch(whole)).isComplete, true);
    assert.equal(JobSearch.of(whole).isComplete, true);
  });

  it('rejects if the service returns no list, so that nothing is ordered without it', async () => {
    const failure = new ServiceError('unavailable', 'The service is out of order.', { outcome: 'unknown' });
    await assert.rejects(finishSearch(await open({ listJobs: () => Promise.reject(failure) })), failure);
  });

  it('looks at 20,000 jobs of other clients once, and later only at new ones', async () => {
    const service = new LargeAccount(20_000, 8);
    const first = await open(service.script);
    await finishSearch(first);
    assert.equal(first.ledger.jobsElsewhere.size, 8);
    assert.equal(first.journal.condition, 'intact');
    const { lists, reads } = service.takeRequests();
    assert.ok(lists + reads <= 1.1 * (20_008 / 200 + 20_008 / 50), `${lists} lists, ${reads} reads`);

    service.add(3);
    const later = await open(service.script);
    await finishSearch(later);
    const more = service.takeRequests();
    // Those of the last day are listed again, because an order may have been queued.
    assert.ok(more.lists <= 6 && more.reads === 1, `${more.lists} lists, ${more.reads} reads`);
  });

  it('looks at the newest jobs first, and says how many remain', async () => {
    const service = new LargeAccount(4500, 8);
    const context = await open(service.script);
    const search = JobSearch.of(context);
    await search.step(new RequestSeries());
    assert.deepEqual([search.remaining, search.isUnfinished, search.isComplete], [2508, true, false]);
    assert.ok(service.isNewestRead(2000));
    assert.deepEqual([context.ledger.askedUntil, context.ledger.jobsElsewhere.size], [undefined, 0]);
    await search.finish(new RequestSeries());
    assert.deepEqual([search.remaining, search.isUnfinished, search.isComplete], [0, false, true]);
    // The oldest jobs of the account.
    assert.equal(context.ledger.jobsElsewhere.size, 8);
  });

  it('goes on with the rest in another window, or after it was interrupted', async () => {
    const service = new LargeAccount(4500, 8);
    const first = await open(service.script);
    await JobSearch.of(first).step(new RequestSeries());
    service.takeRequests();
    const second = await open(service.script);
    await finishSearch(second);
    assert.equal(service.takeRequests().reads, Math.ceil(2508 / 50));
    // The first window finds that nothing remains.
    await finishSearch(first);
    assert.deepEqual([service.takeRequests().reads, first.ledger.jobsElsewhere.size], [0, 8]);
  });

  it('looks at jobs of any age', async () => {
    const service = new LargeAccount(10, 8, 3 * 365 * day);
    const context = await open(service.script);
    await finishSearch(context);
    assert.equal(context.ledger.jobsElsewhere.size, 8);
  });

  it('looks at everything once more if only an earlier version has listed the jobs', async () => {
    const service = new LargeAccount(10, 8);
    const context = await open(service.script);
    await context.journal.append({ type: 'asked', at: Date.now(), until: Date.now(), whole: true });
    const later = await open(service.script);
    assert.equal(JobSearch.of(later).isComplete, false);
    await finishSearch(later);
    assert.deepEqual([later.ledger.jobsElsewhere.size, JobSearch.of(later).isComplete], [8, true]);
  });

  it('journals nothing as complete while a job cannot be read', async () => {
    const service = new LargeAccount(60, 8);
    service.unreadable.add('1000');
    const context = await open(service.script);
    assert.equal((await finishSearch(context)).isComplete, false);
    assert.deepEqual([context.ledger.askedUntil, JobSearch.of(context).isComplete], [undefined, false]);
    service.unreadable.clear();
    service.takeRequests();
    assert.equal((await finishSearch(context)).isComplete, true);
    assert.equal(service.takeRequests().reads, 1, 'only the remaining job is read');
  });
});

/** A service with jobs of this extension, the oldest, and of another client, five at a time. */
class LargeAccount {
  readonly unreadable = new Set<string>();
  readonly #stubs: JobStub[] = [];
  readonly #own: ReadonlySet<string>;
  #lists = 0;
  #read: string[] = [];
  #reads = 0;

  constructor(foreign: number, own: number, ageMs = 100 * day) {
    const start = Math.floor((Date.now() - ageMs) / 1000) * 1000;
    for (let index = 0; index < own + foreign; index += 1)
      this.#stubs.push({ id: String(1000 + index), createdAt: start + Math.floor(index / 5) * 12 * 60_000 });
    this.#own = new Set(this.#stubs.slice(0, own).map(({ id }) => id));
  }

  readonly script: Script = {
    listJobs: ({ timestampAfter = 0, count = 10 }) => {
      this.#lists += 1;
      return Promise.resolve(this.#stubs.filter(({ createdAt = 0 }) => createdAt >= timestampAfter).slice(0, count));
    },
    getJobs: (ids, options) => {
      this.#reads += 1;
      this.#read.push(...ids);
      for (const id of ids) if (this.unreadable.has(id)) options?.onUnreadable?.({ id, problem: 'no status' });
      return Promise.resolve(ids.filter((id) => !this.unreadable.has(id)).map((id) => this.#job(id)));
    },
    getJob: () => Promise.reject(new ServiceError('unreadable', 'no status', { outcome: 'unknown', isFinal: true })),
  };

  /** Adds jobs of the other client that are created now. */
  add(count: number): void {
    const createdAt = Math.floor(Date.now() / 1000) * 1000;
    for (let index = 0; index < count; index += 1)
      this.#stubs.push({ id: String(1000 + this.#stubs.length), createdAt });
  }

  /** Returns the numbers of requests since the last call. */
  takeRequests(): { readonly lists: number; readonly reads: number } {
    const requests = { lists: this.#lists, reads: this.#reads };
    [this.#lists, this.#reads, this.#read] = [0, 0, []];
    return requests;
  }

  /** Whether exactly the newest jobs were read. */
  isNewestRead(count: number): boolean {
    const newest = this.#stubs.slice(-count).map(({ id }) => id);
    return newest.toSorted().join(' ') === this.#read.toSorted().join(' ');
  }

  #job(id: string): Job {
    const own = formatCustomData({ project: 'p', intent: 'i', number: Number(id), sourceHash: `h${id}`, locale: 'ja' });
    return {
      id,
      status: 'available',
      sourceLanguage: 'en',
      targetLanguage: 'ja',
      tier: 'standard',
      sourceText: `Text ${id}`,
      credits: 1,
      unitCount: 1,
      autoApprove: false,
      customData: this.#own.has(id) ? own : 'of another client',
      createdAt: this.#stubs[Number(id) - 1000]?.createdAt ?? 0,
    };
  }
}
