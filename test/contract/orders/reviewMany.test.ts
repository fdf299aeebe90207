import assert from 'node:assert/strict';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import {
  approveJobs,
  archiveJobs,
  cancelOrder,
  cancelableJobs,
  chooseReady,
  rejectJobs,
  reviseJobs,
} from '../../../src/orders/review/reviewMany.ts';
import { approveJob } from '../../../src/orders/review/review.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { manyTexts, createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';

describe('reviewing several jobs at once', () => {
  let setup: OrderSetup;
  let window: OrderWindow;

  async function ordered(
    texts: Readonly<Record<string, string>>,
    pace: 'manual' | 'instant' = 'manual',
  ): Promise<readonly TrackedJob[]> {
    setup = await createOrderSetup(pace, { 'locales/en.json': texts, 'locales/ja.json': {} });
    window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.refresh();
    return window.jobs.all;
  }

  async function translated(...translations: readonly string[]): Promise<readonly TrackedJob[]> {
    const texts = Object.fromEntries(translations.map((_, index) => [`key${index}`, `Hello {name}, text ${index}`]));
    const jobs = await ordered(texts);
    for (const [index, translation] of translations.entries()) {
      const job = jobs.find(({ title }) => title === `key${index}`);
      assert.ok(job !== undefined);
      await setup.move(job.id, 'start');
      await setup.move(job.id, 'finish', { body_tgt: translation });
    }
    await window.jobs.refresh();
    return window.jobs.all;
  }

  const statuses = (): readonly string[] => window.jobs.all.map(({ status }) => status);
  const puts = (): number => window.requests.filter((request) => request === 'PUT /v2/translate/jobs').length;

  afterEach(async () => {
    await setup[Symbol.asyncDispose]();
  });

  it('approves in one call, and delivers', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    await approveJobs(window.context, window.jobs, jobs);
    assert.deepEqual(statuses(), ['approved', 'approved']);
    assert.equal(puts(), 1);
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), {
      key0: '{name}さん、一',
      key1: '{name}さん、二',
    });
    assert.equal(typesOf(await setup.journal()).filter((type) => type === 'approved').length, 2);
  });

  it('skips translations with errors, and jobs that cannot be approved', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '二', '[[[{name}]]]さん、三');
    const third = jobs.find(({ title }) => title === 'key2');
    assert.ok(third !== undefined);
    await approveJob(window, third.id, {});
    const { ready, withErrors, notPossible } = chooseReady(window.jobs.all, 'approve');
    assert.deepEqual(
      [ready, withErrors, notPossible].map((some) => some.map(({ title }) => title)),
      [['key0'], ['key1'], ['key2']],
    );
  });

  const titles = (jobs: readonly TrackedJob[]): readonly string[] => jobs.map(({ title }) => title).toSorted();
  const titled = (jobs: readonly TrackedJob[], title: string): TrackedJob => {
    const job = jobs.find((candidate) => candidate.title === title);
    assert.ok(job !== undefined);
    return job;
  };
  const replaceAtService = async ({ id }: TrackedJob, translation: string): Promise<void> => {
    await setup.fixture.call('PUT', `/translate/job/${id}`, { action: 'revise', comment: 'Shorter.' });
    await setup.move(id, 'finish', { body_tgt: translation });
  };

  it('skips translations that have changed or are no longer reviewable, and approves the others', async () => {
    const jobs = await translated(
      '[[[{name}]]]さん、一',
      '[[[{name}]]]さん、二',
      '[[[{name}]]]さん、三',
      '[[[{name}]]]さん、四',
    );
    await replaceAtService(titled(jobs, 'key0'), '[[[{name}]]]、短');
    await setup.fixture.call('PUT', `/translate/job/${titled(jobs, 'key1').id}`, {
      action: 'revise',
      comment: 'Shorter.',
    });
    const { approved, changed, notPossible, refused } = await approveJobs(window.context, window.jobs, jobs);
    assert.deepEqual(
      [titles(approved), titles(changed), titles(notPossible), refused],
      [['key2', 'key3'], ['key0'], ['key1'], []],
    );
    assert.deepEqual(jobs.map(({ id, title }) => [title, window.jobs.get(id)?.status]).toSorted(), [
      ['key0', 'reviewable'],
      ['key1', 'revising'],
      ['key2', 'approved'],
      ['key3', 'approved'],
    ]);
    assert.equal(puts(), 1);
    assert.equal(typesOf(await setup.journal()).filter((type) => type === 'approved').length, 2);
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), {
      key2: '{name}さん、三',
      key3: '{name}さん、四',
    });
  });

  it('approves the others when the service refuses the whole call because one has just changed', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const { client } = window.context;
    let reads = 0;
    const get: typeof client.jobs.get = async (ids, options) => {
      const read = await client.jobs.get(ids, options);
      reads += 1;
      if (reads === 1)
        await setup.fixture.call('PUT', `/translate/job/${titled(jobs, 'key0').id}`, {
          action: 'revise',
          comment: 'Shorter.',
        });
      return read;
    };
    const context = { ...window.context, client: { ...client, jobs: { ...client.jobs, get } } };
    const { approved, notPossible } = await approveJobs(context, window.jobs, jobs);
    assert.deepEqual([titles(approved), titles(notPossible), reads], [['key1'], ['key0'], 2]);
  });

  it('approves the others when the service does not know one of them', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const unknownJob = { ...titled(jobs, 'key0'), id: '999999999' };
    const { approved, notPossible } = await approveJobs(window.context, window.jobs, [
      unknownJob,
      titled(jobs, 'key1'),
    ]);
    assert.deepEqual([titles(approved), titles(notPossible)], [['key1'], ['key0']]);
  });

  it('splits a call that the service refuses until the refused job is isolated, and approves the others', async () => {
    const jobs = await translated(...Array.from({ length: 5 }, (_, index) => `[[[{name}]]]さん、${index}`));
    const culprit = titled(jobs, 'key3');
    const { client } = window.context;
    let calls = 0;
    const approveMany: typeof client.jobs.approveMany = async (some, options) => {
      calls += 1;
      if (some.some(({ id }) => id === culprit.id))
        throw new ServiceError('service', 'refused', { outcome: 'refused', code: 2652 });
      await client.jobs.approveMany(some, options);
    };
    const context = { ...window.context, client: { ...client, jobs: { ...client.jobs, approveMany } } };
    const { approved, refused } = await approveJobs(context, window.jobs, jobs);
    assert.deepEqual(
      [titles(approved), titles(refused.map(({ job }) => job))],
      [['key0', 'key1', 'key2', 'key4'], ['key3']],
    );
    assert.ok(calls <= 8, `${calls} calls`);
  });

  it('does not split a call that is refused for a reason that concerns all jobs', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二', '[[[{name}]]]さん、三');
    const { client } = window.context;
    let calls = 0;
    const reviseMany: typeof client.jobs.reviseMany = () => {
      calls += 1;
      return Promise.reject(new ServiceError('authentication', 'refused', { outcome: 'refused' }));
    };
    const context = { ...window.context, client: { ...client, jobs: { ...client.jobs, reviseMany } } };
    const ids = jobs.map(({ id }) => id);
    const { done, refused } = await reviseJobs(context, window.jobs, ids, 'Shorter.');
    assert.deepEqual([done.length, refused.length, calls], [0, 3, 1]);
  });

  it('requests revisions with one comment, although one job can no longer be revised', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二', '[[[{name}]]]さん、三');
    const gone = titled(jobs, 'key1');
    await setup.fixture.call('PUT', `/translate/job/${gone.id}`, { action: 'approve' });
    const ids = jobs.map(({ id }) => id);
    const { done, refused } = await reviseJobs(window.context, window.jobs, ids, ' Shorter, please. ');
    assert.deepEqual([titles(done), refused.map(({ job }) => job.title)], [['key0', 'key2'], ['key1']]);
    assert.equal(window.jobs.get(gone.id)?.status, 'approved');
    assert.equal(window.jobs.get(titled(jobs, 'key0').id)?.revisionsRequested, 1);
    const { comments } = await window.jobs.detail(titled(jobs, 'key2').id);
    assert.equal(comments.at(-1)?.body, 'Shorter, please.');
    await assert.rejects(
      reviseJobs(window.context, window.jobs, ids, ' '),
      (error) => error instanceof OrderError && error.reason === 'comment-empty',
    );
  });

  it('rejects several with one reason and comment', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const { done, notPossible } = await rejectJobs(
      window.context,
      window.jobs,
      jobs.map(({ id }) => id),
      { reason: 'quality', comment: 'Not Japanese.', followUp: 'cancel' },
    );
    assert.deepEqual([done.length, notPossible.length, statuses()], [2, 0, ['canceled', 'canceled']]);
    assert.equal(puts(), 1);
  });

  it('never approves errors', async () => {
    const jobs = await translated('一', '[[[{name}]]]さん、二');
    await assert.rejects(
      approveJobs(window.context, window.jobs, jobs),
      (error) => error instanceof OrderError && error.reason === 'problems',
    );
    assert.deepEqual(statuses(), ['reviewable', 'reviewable']);
  });

  it('archives 50 jobs per call, and no longer lists them', async () => {
    const jobs = await ordered(manyTexts(60), 'instant');
    await approveJobs(window.context, window.jobs, jobs);
    assert.equal(puts(), 2);
    await archiveJobs(window.context, window.jobs, window.jobs.all);
    assert.equal(puts(), 4);
    assert.deepEqual(window.jobs.all, []);
    assert.equal(typesOf(await setup.journal()).filter((type) => type === 'closed').length, 60);
  });

  it('cancels the jobs of an order that nobody has started, and refunds them', async () => {
    const jobs = await ordered(manyTexts(3));
    const [first] = jobs;
    assert.ok(first?.orderId !== undefined);
    await setup.move(first.id, 'start');
    await window.jobs.refresh();
    assert.equal(cancelableJobs(window.jobs.all, first.orderId).length, 2);
    const before = Number((await setup.totals()).spent);
    await cancelOrder(window.context, window.jobs, first.orderId);
    assert.deepEqual(statuses().toSorted(), ['canceled', 'canceled', 'pending']);
    const refund = jobs.filter(({ id }) => id !== first.id).reduce((sum, { credits }) => sum + credits, 0);
    assert.equal(Number((await setup.totals()).spent), Number((before - refund).toFixed(6)));
  });

  it('shows the current status of an order when canceling fails', async () => {
    const [first] = await ordered(manyTexts(2));
    assert.ok(first?.orderId !== undefined);
    await setup.fault('drop-after', 'DELETE /v2/translate/order');
    await assert.rejects(cancelOrder(window.context, window.jobs, first.orderId));
    assert.deepEqual(statuses(), ['canceled', 'canceled']);
  });
});
