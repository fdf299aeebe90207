import assert from 'node:assert/strict';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { runReviewAction } from '../../../src/webview/review/host/runReviewAction.ts';
import { createOrderSetup, manyTexts, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { ChangedSinceShownError } from '../../../src/orders/model/errors/changedSinceShownError.ts';
import type { JobOutcome } from '../../../src/orders/jobs/review/review.ts';

describe('the actions of the review page', () => {
  let setup: OrderSetup;
  let window: OrderWindow;
  let jobs: readonly TrackedJob[];

  beforeEach(async () => {
    setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(3), 'locales/ja.json': {} });
    window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish');
    }
    await window.jobs.fetchAndDeliver();
    jobs = window.jobs.all;
    assert.equal(jobs.length, 3);
  });

  afterEach(async () => {
    await setup[Symbol.asyncDispose]();
  });

  const idOf = (index: number): string => jobs[index]?.id ?? '';
  const asShown = (index: number) => ({
    jobId: idOf(index),
    override: false,
    ...(jobs[index]?.translationHash === undefined ? {} : { hash: jobs[index].translationHash }),
  });
  const statusOf = (index: number): string | undefined => window.jobs.get(idOf(index))?.status;
  const errorOf = (outcomes: readonly JobOutcome[], index: number): unknown =>
    outcomes.find(({ jobId }) => jobId === idOf(index))?.error;

  it('approve what was shown in one call, and report the translation that has changed', async () => {
    const outcomes = await runReviewAction(window, {
      type: 'approve',
      items: [asShown(0), { ...asShown(1), hash: 'what an older row showed' }, asShown(2)],
    });
    assert.equal(outcomes.length, 3);
    assert.equal(errorOf(outcomes, 0), undefined);
    assert.ok(errorOf(outcomes, 1) instanceof ChangedSinceShownError);
    assert.deepEqual([statusOf(0), statusOf(1), statusOf(2)], ['approved', 'reviewable', 'approved']);
    assert.equal(window.requests.filter((request) => request === 'PUT /v2/translate/jobs').length, 1);
  });

  it('request revisions and reject, and report each job for which that is not possible', async () => {
    await setup.fixture.call('PUT', `/translate/job/${idOf(1)}`, { action: 'approve' });
    const outcomes = await runReviewAction(window, {
      type: 'revise',
      jobIds: [idOf(0), idOf(1), '999999999'],
      comment: 'Shorter.',
    });
    assert.equal(errorOf(outcomes, 0), undefined);
    assert.notEqual(errorOf(outcomes, 1), undefined);
    const unknown = outcomes.find(({ jobId }) => jobId === '999999999')?.error;
    assert.ok(unknown instanceof OrderError && unknown.reason === 'unknown-job');
    assert.deepEqual([statusOf(0), statusOf(1)], ['revising', 'approved']);
    const [rejected] = await runReviewAction(window, {
      type: 'reject',
      jobIds: [idOf(2)],
      reason: 'other',
      comment: 'No.',
      followUp: 'cancel',
    });
    assert.equal(rejected?.error, undefined);
    assert.equal(statusOf(2), 'canceled');
  });

  it('report an action as performed if only its answer was lost, for one job and for several', async () => {
    await setup.fault('drop-after', 'PUT /v2/translate/jobs');
    const revise = (jobIds: readonly string[]) =>
      runReviewAction(window, { type: 'revise', jobIds, comment: 'Shorter.' });
    assert.deepEqual(await revise([idOf(0), idOf(1)]), [{ jobId: idOf(0) }, { jobId: idOf(1) }]);
    await setup.fault('drop-after', `PUT /v2/translate/job/${idOf(2)}`);
    assert.deepEqual(await revise([idOf(2)]), [{ jobId: idOf(2) }]);
    assert.deepEqual([statusOf(0), statusOf(1), statusOf(2)], ['revising', 'revising', 'revising']);
  });

  it('send a message, and report an empty one', async () => {
    const send = (comment: string) => runReviewAction(window, { type: 'comment', jobId: idOf(0), comment });
    assert.deepEqual(await send('Which cart?'), [{ jobId: idOf(0) }]);
    const [empty] = await send(' ');
    assert.ok(empty?.error instanceof OrderError && empty.error.reason === 'comment-empty');
  });
});
