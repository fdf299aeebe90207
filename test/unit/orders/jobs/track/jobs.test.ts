import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../../../src/base/clock.ts';
import { present } from '../../../../../src/base/present.ts';
import { Journal } from '../../../../../src/orders/journal/journal.ts';
import { toJournal, type JournalEntry } from '../../../../../src/orders/journal/journalEntry.ts';
import { Jobs } from '../../../../../src/orders/jobs/track/jobs.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { protect } from '../../../../../src/placeholders/protect.ts';
import type { Job } from '../../../../../src/service/interface/records.ts';
import { ServiceError } from '../../../../../src/service/interface/serviceError.ts';
import { makeIntent, makeIntentJob } from '../../../../builders/journalEntries.ts';
import { makeUnitRef } from '../../../../builders/trackedJob.ts';
import { scriptedClient, type Script } from '../../scriptedClient.ts';

const jobsPerOrder = 50;

function serviceJob(id: string, status: string): Job {
  return {
    id,
    status,
    orderId: orderOf(id),
    sourceLanguage: 'en',
    targetLanguage: 'ja',
    tier: 'pro',
    sourceText: `Text ${id}`,
    unitCount: 2,
    credits: 1,
    autoApprove: false,
    createdAt: Number(id),
  };
}

function orderOf(jobId: string): string {
  return String(Math.floor(Number(jobId) / jobsPerOrder));
}

/** A journal with `count` jobs, in orders of fifty. */
function entriesOf(count: number): readonly JournalEntry[] {
  return Array.from({ length: count / jobsPerOrder }, (_, order): readonly JournalEntry[] => {
    const numbers = Array.from({ length: jobsPerOrder }, (_, index) => order * jobsPerOrder + index);
    const jobs = numbers.map((number) =>
      makeIntentJob({
        number,
        title: `key${number}`,
        text: `Text ${number}`,
        units: [makeUnitRef({ key: `key${number}` })],
        unitCount: 2,
      }),
    );
    const intent = `i${order}`;
    return [
      makeIntent({ id: intent, credits: 50, jobs }),
      { type: 'placed', intent, at: 1, orderId: String(order), creditsUsed: 50, known: [] },
      ...numbers.map((number): JournalEntry => ({ type: 'job', intent, number, jobId: String(number), at: 1 })),
    ];
  }).flat();
}

describe('Jobs', function () {
  this.timeout(20_000);
  let folder: string;
  /** The journal that was opened last, and what was read from it. */
  let journal: Journal;
  let ledger: Ledger;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'jobs-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  async function open(count: number, script: Script, more: readonly JournalEntry[] = []): Promise<Jobs> {
    ledger = new Ledger();
    journal = new Journal(
      path.join(folder, 'journal.jsonl'),
      (entry) => {
        ledger.apply(entry);
      },
      () => undefined,
    );
    await journal.append(...entriesOf(count), ...more);
    return new Jobs({
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
    });
  }

  it('refreshes 10,000 jobs with one request per order, and fetches only changed ones', async () => {
    const statuses = new Map<string, string>();
    const asked: (readonly string[])[] = [];
    let orders = 0;
    const jobs = await open(10_000, {
      getOrder: (id) => {
        orders += 1;
        const jobIds: Record<string, string[]> = {};
        for (let index = 0; index < jobsPerOrder; index += 1) {
          const jobId = String(Number(id) * jobsPerOrder + index);
          (jobIds[statuses.get(jobId) ?? 'pending'] ??= []).push(jobId);
        }
        return Promise.resolve({ id, totalCredits: 1, totalUnits: 1, totalJobs: jobsPerOrder, queuedCount: 0, jobIds });
      },
      getJobs: (ids) => {
        asked.push(ids);
        return Promise.resolve(ids.map((id) => serviceJob(id, statuses.get(id) ?? 'pending')));
      },
    });
    await jobs.fetchAndDeliver();
    assert.deepEqual([orders, asked.length, asked.flat().length, jobs.all.length], [200, 200, 10_000, 10_000]);
    assert.deepEqual([jobs.all[0]?.id, jobs.get('77')?.title], ['9999', 'key77']);
    const { all } = jobs;
    await jobs.fetchAndDeliver();
    assert.deepEqual([orders, asked.length], [400, 200]);
    assert.equal(jobs.all, all, 'The views must be rebuilt only after a change.');
    statuses.set('4711', 'canceled').set('4712', 'on the moon');
    await jobs.fetchAndDeliver();
    assert.deepEqual(asked[200], ['4711', '4712']);
    assert.deepEqual([jobs.get('4711')?.status, jobs.get('4712')?.status], ['canceled', 'on the moon']);
  });

  it('finds the jobs that the service still knows when it refuses a call for the others', async () => {
    let calls = 0;
    const jobs = await open(100, {
      getOrder: (id) =>
        Promise.resolve({ id, totalCredits: 1, totalUnits: 1, totalJobs: 0, queuedCount: 0, jobIds: {} }),
      getJobs: (ids) => {
        calls += 1;
        if (ids.includes('13'))
          return Promise.reject(new ServiceError('not-found', 'unknown', { outcome: 'refused', code: 2100 }));
        return Promise.resolve(ids.map((id) => serviceJob(id, 'approved')));
      },
    });
    await jobs.fetchAndDeliver();
    assert.equal(jobs.get('13')?.status, 'deleted');
    assert.equal(jobs.all.filter(({ status }) => status === 'approved').length, 99);
    assert.ok(calls < 20, `${calls} calls`);
  });

  it('distinguishes jobs with the same text and order, even without custom data', async () => {
    const ids = ['900', '901', '902'];
    const jobs = await open(
      0,
      {
        getOrder: (id) =>
          Promise.resolve({
            id,
            totalCredits: 1,
            totalUnits: 1,
            totalJobs: 3,
            queuedCount: 0,
            jobIds: { available: ids },
          }),
        getJobs: (asked) =>
          Promise.resolve(asked.map((id) => ({ ...serviceJob(id, 'available'), orderId: '18', sourceText: 'days' }))),
      },
      [
        makeIntent({
          credits: 3,
          jobs: ['few', 'many'].map((title, index) => makeIntentJob({ number: index + 1, title, text: 'days' })),
        }),
        { type: 'placed', intent: 'i', at: 1, orderId: '18', creditsUsed: 3, known: [] },
      ],
    );
    await jobs.fetchAndDeliver();
    assert.deepEqual(jobs.all.map(({ id, title }) => [id, title]).toSorted(), [
      ['900', 'few'],
      ['901', 'many'],
    ]);
  });

  it('ignores the answer to an earlier request if it arrives later', async () => {
    const slow = Promise.withResolvers<undefined>();
    let first = true;
    const jobs = await open(50, {
      getOrder: (id) =>
        Promise.resolve({ id, totalCredits: 1, totalUnits: 1, totalJobs: 0, queuedCount: 0, jobIds: {} }),
      getJobs: async (ids) => {
        if (!first) return ids.map((id) => serviceJob(id, 'approved'));
        first = false;
        await slow.promise;
        return ids.map((id) => serviceJob(id, 'reviewable'));
      },
    });
    const refreshing = jobs.fetchAndDeliver();
    while (first) await new Promise(setImmediate);
    await jobs.fetchJobsAndDeliver(['7']);
    slow.resolve(undefined);
    await refreshing;
    assert.deepEqual([jobs.get('7')?.status, jobs.get('8')?.status], ['approved', 'reviewable']);
  });

  it('has open jobs while a translation waits to be delivered', async () => {
    const jobs = await open(50, {
      getOrder: (id) =>
        Promise.resolve({ id, totalCredits: 1, totalUnits: 1, totalJobs: 0, queuedCount: 0, jobIds: {} }),
      getJobs: (ids) =>
        Promise.resolve(
          ids.map((id) => ({ ...serviceJob(id, 'approved'), translatedText: id === '3' ? 'さん' : `訳${id}` })),
        ),
    });
    await jobs.fetchAndDeliver();
    assert.ok(jobs.hasOpenJobs);
    assert.deepEqual(jobs.get('3')?.delivery, { kind: 'held', reason: 'no-project' });
  });

  it('shows the jobs of the journal if the service never answered, and keeps them marked as open', async () => {
    const failure = (): Promise<never> =>
      Promise.reject(new ServiceError('no-credentials', 'No keys.', { outcome: 'not-sent' }));
    const closed: JournalEntry = { type: 'closed', jobId: '0', at: 2, status: 'canceled' };
    const jobs = await open(50, { getOrder: failure, getJobs: failure }, [closed]);
    await assert.rejects(jobs.fetchAndDeliver(), ServiceError);
    assert.equal(jobs.all.length, 49);
    assert.deepEqual(
      [...new Set(jobs.all.map(({ status, responseProblem }) => `${status} ${responseProblem ?? ''}`))],
      ['unreached unreached'],
    );
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.watching')),
      ['journal.jsonl.watching'],
    );
  });

  it('fetches a translation that waits to be delivered once, not with every refresh', async () => {
    const asked: string[] = [];
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    const jobs = await open(50, {
      getOrder: (id) =>
        Promise.resolve({
          id,
          totalCredits: 1,
          totalUnits: 1,
          totalJobs: 50,
          queuedCount: 0,
          jobIds: { approved: ids },
        }),
      getJobs: (some) => {
        asked.push(...some);
        return Promise.resolve(some.map((id) => ({ ...serviceJob(id, 'approved'), translatedText: `訳${id}` })));
      },
    });
    await jobs.fetchAndDeliver();
    assert.deepEqual(jobs.get('3')?.delivery, { kind: 'held', reason: 'no-project' });
    assert.equal(asked.length, 50);
    await jobs.fetchAndDeliver();
    assert.equal(asked.length, 50);
  });

  it('reports that the progress of a job could not be journaled, and delivers nothing then', async () => {
    const jobs = await open(50, {
      getJobs: (ids) =>
        Promise.resolve(
          ids.map((id) => ({ ...serviceJob(id, id === '7' ? 'canceled' : 'approved'), translatedText: `訳${id}` })),
        ),
    });
    const append = journal.append.bind(journal);
    journal.append = async (...entries) => {
      await new Promise(setImmediate);
      if (entries.some(({ type }) => type === 'closed')) throw new Error('The disk is full.');
      return append(...entries);
    };
    await assert.rejects(jobs.fetchJobsAndDeliver(['7', '8']), /The disk is full/u);
    assert.deepEqual(jobs.get('8')?.delivery, { kind: 'none' });
  });

  describe('deliver', () => {
    const branch = 'count:one';
    const message = (branchOf: string | undefined) =>
      makeIntentJob({
        units: [makeUnitRef({ key: 'items', targetFile: 'ja.json', ...present({ branch: branchOf }) })],
        protectedText: toJournal(protect('One {x}', ['brace'])),
      });

    /** Opens the journal with one approved job, whose translation has an error, or none. */
    async function openApproved(branchOf: string | undefined, translatedText: string): Promise<Jobs> {
      const jobs = await open(
        0,
        {
          getJobs: (ids) =>
            Promise.resolve(
              ids.map((id) => ({ ...serviceJob(id, 'approved'), sourceText: 'One [[[{x}]]]', translatedText })),
            ),
        },
        [
          makeIntent({ credits: 1, jobs: [message(branchOf)] }),
          { type: 'placed', intent: 'i', at: 1, orderId: '0', creditsUsed: 1, known: [] },
          { type: 'job', intent: 'i', number: 1, jobId: '1', at: 1 },
        ],
      );
      await jobs.fetchJobsAndDeliver(['1']);
      return jobs;
    }

    const approvals = (): readonly unknown[] => [...ledger.jobs.values()].map(({ override }) => override);

    for (const [what, branchOf, translatedText, expected] of [
      ['a branch of a message with an error', branch, '一つ', true],
      ['a branch of a message without an error', branch, '一つの[[[{x}]]]', false],
      ['a text with an error', undefined, '一つ', false],
    ] as const) {
      it(`${expected ? 'journals' : 'does not journal'} that the user accepts ${what}`, async () => {
        const jobs = await openApproved(branchOf, translatedText);
        assert.deepEqual(approvals(), [false]);
        await jobs.deliver('1');
        assert.deepEqual(approvals(), [expected]);
      });
    }

    it('journals only once that the user accepts an error', async () => {
      const jobs = await openApproved(branch, '一つ');
      await jobs.deliver('1');
      let appended = 0;
      const append = journal.append.bind(journal);
      journal.append = (...entries) => {
        appended += entries.filter(({ type }) => type === 'approved').length;
        return append(...entries);
      };
      await jobs.deliver('1');
      assert.equal(appended, 0);
    });

    it('reports that the acceptance could not be journaled', async () => {
      const jobs = await openApproved(branch, '一つ');
      journal.append = () => Promise.reject(new Error('The disk is full.'));
      await assert.rejects(jobs.deliver('1'), /The disk is full/u);
    });
  });

  it('shows the jobs as they are once the service answers again', async () => {
    let isOffline = true;
    const offline = new ServiceError('network', 'No connection.', { outcome: 'not-sent', isFinal: true });
    const jobs = await open(50, {
      getOrder: (id) =>
        isOffline
          ? Promise.reject(offline)
          : Promise.resolve({
              id,
              totalCredits: 1,
              totalUnits: 1,
              totalJobs: 50,
              queuedCount: 0,
              jobIds: { pending: Array.from({ length: 50 }, (_, index) => String(index)) },
            }),
      getJobs: (ids) =>
        isOffline ? Promise.reject(offline) : Promise.resolve(ids.map((id) => serviceJob(id, 'pending'))),
    });
    await assert.rejects(jobs.fetchAndDeliver(), ServiceError);
    assert.equal(jobs.all.length, 50);
    isOffline = false;
    await jobs.fetchAndDeliver();
    assert.deepEqual([...new Set(jobs.all.map(({ status }) => status))], ['pending']);
    assert.ok(jobs.all.every(({ responseProblem }) => responseProblem === undefined));
  });
});
