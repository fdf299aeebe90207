import assert from 'node:assert/strict';
import { present } from '../../../src/base/present.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { approveJobs } from '../../../src/orders/jobs/review/approveJobs.ts';
import {
  archiveJobs,
  cancelJobs,
  cancelOrder,
  rejectJobs,
  reviseJobs,
  requireDone,
  type JobOutcome,
} from '../../../src/orders/jobs/review/review.ts';
import { approveJob } from './reviewOne.ts';
import { type TrackedJob, chooseReady, cancelableJobs } from '../../../src/orders/model/trackedJob.ts';
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
    await window.jobs.fetchAndDeliver();
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
    await window.jobs.fetchAndDeliver();
    return window.jobs.all;
  }

  const idsOf = (jobs: readonly TrackedJob[]): readonly string[] => jobs.map(({ id }) => id);
  const approvalsOf = (jobs: readonly TrackedJob[]) =>
    jobs.map(({ id, translationHash }) => ({ jobId: id, ...present({ shown: translationHash }) }));

  /** The titles of jobs, by what became of an action on them: `done`, or the reason of the error. */
  const outcomeOf = (jobs: readonly TrackedJob[], outcomes: readonly JobOutcome[]): Record<string, string> =>
    Object.fromEntries(
      jobs.map(({ id, title }) => {
        const outcome = outcomes.find(({ jobId }) => jobId === id);
        assert.ok(outcome !== undefined, title);
        const { error } = outcome;
        if (error === undefined) return [title, 'done'];
        assert.ok(error instanceof OrderError || error instanceof ServiceError, title);
        return [title, error instanceof ServiceError ? `service: ${error.reason}` : error.reason];
      }),
    );

  const statuses = (): readonly string[] => window.jobs.all.map(({ status }) => status);
  const puts = (): number => window.requests.filter((request) => request === 'PUT /v2/translate/jobs').length;

  afterEach(async () => {
    await setup[Symbol.asyncDispose]();
  });

  it('approves in one call, and delivers', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    requireDone(await approveJobs(window, approvalsOf(jobs)));
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
    const outcomes = await approveJobs(window, approvalsOf(jobs));
    assert.deepEqual(outcomeOf(jobs, outcomes), {
      key0: 'changed-since-shown',
      key1: 'wrong-state',
      key2: 'done',
      key3: 'done',
    });
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
    const outcomes = await approveJobs({ context, jobs: window.jobs }, approvalsOf(jobs));
    assert.deepEqual(outcomeOf(jobs, outcomes), { key0: 'wrong-state', key1: 'done' });
    assert.equal(reads, 3, 'each call compares its translations once');
  });

  it('approves the others when the service does not know one of them', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const gone = { ...titled(jobs, 'key0'), id: '999999999' };
    const known = titled(jobs, 'key1');
    const outcomes = await approveJobs(window, approvalsOf([gone, known]));
    assert.deepEqual(outcomeOf([gone, known], outcomes), { key0: 'unknown-job', key1: 'done' });
  });

  it('splits a call that the service refuses until the refused job is isolated, and approves the others', async () => {
    const jobs = await translated(...Array.from({ length: 5 }, (_, index) => `[[[{name}]]]さん、${index}`));
    const culprit = titled(jobs, 'key3');
    const { client } = window.context;
    let calls = 0;
    const refuseCulprit = (ids: readonly string[]): void => {
      calls += 1;
      if (ids.includes(culprit.id)) throw new ServiceError('service', 'refused', { outcome: 'refused', code: 2652 });
    };
    const approveMany: typeof client.jobs.approveMany = async (some, options) => {
      refuseCulprit(some.map(({ id }) => id));
      await client.jobs.approveMany(some, options);
    };
    const approve: typeof client.jobs.approve = async (id, approval, options) => {
      refuseCulprit([id]);
      await client.jobs.approve(id, approval, options);
    };
    const context = { ...window.context, client: { ...client, jobs: { ...client.jobs, approve, approveMany } } };
    const outcomes = await approveJobs({ context, jobs: window.jobs }, approvalsOf(jobs));
    assert.deepEqual(outcomeOf(jobs, outcomes), {
      key0: 'done',
      key1: 'done',
      key2: 'done',
      key3: 'service: service',
      key4: 'done',
    });
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
    const outcomes = await reviseJobs({ context, jobs: window.jobs }, idsOf(jobs), 'Shorter.');
    assert.deepEqual(new Set(Object.values(outcomeOf(jobs, outcomes))), new Set(['service: authentication']));
    assert.deepEqual([outcomes.length, calls], [3, 1]);
  });

  it('requests revisions with one comment, although one job can no longer be revised', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二', '[[[{name}]]]さん、三');
    const gone = titled(jobs, 'key1');
    await setup.fixture.call('PUT', `/translate/job/${gone.id}`, { action: 'approve' });
    const outcomes = await reviseJobs(window, idsOf(jobs), ' Shorter, please. ');
    assert.deepEqual(outcomeOf(jobs, outcomes), { key0: 'done', key1: 'service: wrong-state', key2: 'done' });
    assert.equal(window.jobs.get(gone.id)?.status, 'approved');
    assert.equal(window.jobs.get(titled(jobs, 'key0').id)?.revisionsRequested, 1);
    const { id } = titled(jobs, 'key2');
    await window.jobs.detail(id);
    assert.equal(window.jobs.threads.of(id)?.at(-1)?.body, 'Shorter, please.');
    await assert.rejects(
      reviseJobs(window, idsOf(jobs), ' '),
      (error) => error instanceof OrderError && error.reason === 'comment-empty',
    );
  });

  it('rejects several with one reason and comment', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const rejection = { reason: 'quality', comment: 'Not Japanese.', followUp: 'cancel' } as const;
    requireDone(await rejectJobs(window, idsOf(jobs), rejection));
    assert.deepEqual(statuses(), ['canceled', 'canceled']);
    assert.equal(puts(), 1);
  });

  it('approves errors only of the translations for which the user accepts them', async () => {
    const jobs = await translated('一', '二', '[[[{name}]]]さん、三');
    const accepted = titled(jobs, 'key1');
    const outcomes = await approveJobs(
      window,
      approvalsOf(jobs).map((approval) => ({ ...approval, override: approval.jobId === accepted.id })),
    );
    assert.deepEqual(outcomeOf(jobs, outcomes), { key0: 'problems', key1: 'done', key2: 'done' });
    assert.equal(puts(), 1);
    const approvals = (await setup.journal()).filter((entry) => entry.type === 'approved');
    assert.deepEqual(
      approvals.filter(({ override }) => override).map(({ jobId }) => jobId),
      [accepted.id],
    );
  });

  it('gives each translation its own feedback', async () => {
    const jobs = await translated('[[[{name}]]]さん、一', '[[[{name}]]]さん、二');
    const rated = approvalsOf(jobs).map((approval, index) => ({ ...approval, rating: index + 4 }));
    requireDone(await approveJobs(window, rated));
    assert.equal(puts(), 1);
    const details = await Promise.all(idsOf(jobs).map((id) => window.jobs.detail(id)));
    assert.deepEqual(
      details.map(({ feedback }) => feedback?.rating),
      [4, 5],
    );
  });

  it('sends nothing after a failed call, and says which calls are done', async () => {
    const jobs = await ordered(manyTexts(60), 'instant');
    const { client } = window.context;
    let calls = 0;
    const approveMany: typeof client.jobs.approveMany = async (some, options) => {
      calls += 1;
      if (calls > 1) throw new ServiceError('network', 'interrupted', { outcome: 'unknown' });
      await client.jobs.approveMany(some, options);
    };
    const context = { ...window.context, client: { ...client, jobs: { ...client.jobs, approveMany } } };
    const outcomes = await approveJobs({ context, jobs: window.jobs }, approvalsOf([...jobs]));
    assert.deepEqual([outcomes.filter(({ error }) => error === undefined).length, calls], [50, 2]);
    assert.equal(window.jobs.all.filter(({ status }) => status === 'approved').length, 50);
  });

  it('sends the decision on a job once, even if the job is named twice', async () => {
    const [job] = await translated('[[[{name}]]]さん、一');
    assert.ok(job !== undefined);
    assert.deepEqual(await approveJobs(window, approvalsOf([job, job])), [{ jobId: job.id }]);
    assert.equal(window.requests.filter((request) => request.startsWith('PUT ')).length, 1);
  });

  it('cancels one after another, and does not stop at a job that a translator has started', async () => {
    const jobs = await ordered(manyTexts(3));
    const [first] = jobs;
    assert.ok(first !== undefined);
    await setup.move(first.id, 'start');
    const outcomes = await cancelJobs(window, idsOf(jobs));
    assert.equal(outcomeOf(jobs, outcomes)[first.title], 'service: wrong-state');
    assert.deepEqual(statuses().toSorted(), ['canceled', 'canceled', 'pending']);
  });

  it('archives 50 jobs per call, and no longer lists them', async () => {
    const jobs = await ordered(manyTexts(60), 'instant');
    requireDone(await approveJobs(window, approvalsOf(jobs)));
    assert.equal(puts(), 2);
    requireDone(await archiveJobs(window, idsOf(window.jobs.all)));
    assert.equal(puts(), 4);
    assert.deepEqual(window.jobs.all, []);
    assert.equal(typesOf(await setup.journal()).filter((type) => type === 'closed').length, 60);
  });

  it('cancels the jobs of an order that nobody has started, and refunds them', async () => {
    const jobs = await ordered(manyTexts(3));
    const [first] = jobs;
    assert.ok(first?.orderId !== undefined);
    await setup.move(first.id, 'start');
    await window.jobs.fetchAndDeliver();
    assert.equal(cancelableJobs(window.jobs.all, first.orderId).length, 2);
    const before = Number((await setup.totals()).spent);
    await cancelOrder(window, first.orderId);
    assert.deepEqual(statuses().toSorted(), ['canceled', 'canceled', 'pending']);
    const refund = jobs.filter(({ id }) => id !== first.id).reduce((sum, { credits }) => sum + credits, 0);
    assert.equal(Number((await setup.totals()).spent), Number((before - refund).toFixed(6)));
  });

  it('shows the current status of an order when canceling fails', async () => {
    const [first] = await ordered(manyTexts(2));
    assert.ok(first?.orderId !== undefined);
    await setup.fault('drop-after', 'DELETE /v2/translate/order');
    await assert.rejects(cancelOrder(window, first.orderId));
    assert.deepEqual(statuses(), ['canceled', 'canceled']);
  });
});
