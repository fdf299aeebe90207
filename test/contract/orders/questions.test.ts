import assert from 'node:assert/strict';
import { countWaiting } from '../../../src/orders/model/waitingJobs.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { detailsOf } from '../../../src/webview/shared/host/jobDetails.ts';
import { RowThreads } from '../../../src/webview/review/host/rowThreads.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

const halfAnHour = 30 * 60_000;

/** Returns the ids of jobs that can be reviewed. The poll has read their threads, in which nobody has asked anything. */
async function translateTwo(setup: OrderSetup, window: OrderWindow): Promise<readonly [string, string]> {
  await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
  await window.jobs.fetchAndDeliver();
  const [first, second] = window.jobs.all.map(({ id }) => id);
  assert.ok(first !== undefined && second !== undefined);
  for (const id of [first, second]) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish');
  }
  await window.jobs.fetchAndDeliver();
  await window.jobs.readThreads();
  return [first, second];
}

describe('contract: questions of translators', function () {
  this.timeout(20_000);

  it('are found in the threads, few with a poll, and are closed by an answer', async () => {
    const texts = { one: 'One', two: 'Two', three: 'Three' };
    await using setup = await createOrderSetup('manual', { 'locales/en.json': texts });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
    const ids = window.jobs.all.map(({ id }) => id);
    window.requests.length = 0;
    await window.jobs.readThreads();
    assert.deepEqual(window.requests, [], 'no translator works on a job yet');
    for (const id of ids) {
      await setup.move(id, 'start');
      await setup.move(id, 'comment', { body: 'Which one?' });
    }
    await window.jobs.fetchAndDeliver();
    window.requests.length = 0;
    await window.jobs.readThreads();
    assert.equal(window.requests.length, 2);
    const asked = () => window.jobs.all.filter(({ hasOpenQuestion }) => hasOpenQuestion === true);
    assert.equal(asked().length, 2);
    await window.jobs.readThreads();
    assert.equal(asked().length, 3);
    await window.jobs.readThreads();
    assert.equal(window.requests.length, 3, 'threads are not read again at once');

    const [job] = asked();
    assert.ok(job !== undefined && window.jobs.threads.questionOf(job) !== undefined);
    await window.context.client.jobs.comment(job.id, 'The first one.');
    // A page of the job reads its details.
    await window.jobs.detail(job.id);
    assert.equal(window.jobs.get(job.id)?.hasOpenQuestion, undefined);
  });

  it('are counted as soon as the review page has read their threads, and are not requested again', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { one: 'One', two: 'Two' } });
    const window = await setup.openWindow();
    const ids = await translateTwo(setup, window);
    for (const id of ids) await setup.move(id, 'comment', { body: 'Which one?' });
    let changes = 0;
    window.jobs.onDidChange(() => {
      changes += 1;
    });
    window.requests.length = 0;
    let rows!: RowThreads;
    await new Promise<void>((resolve) => {
      rows = new RowThreads(() => {
        if (window.jobs.all.every((job) => rows.factsOf(job)?.isUnanswered === true)) resolve();
      });
      rows.follow(window);
      rows.loader.show(ids);
    });
    assert.equal(countWaiting(window.jobs.all).questions, 2);
    assert.ok(changes > 0, 'tree, badge and notices are notified');
    for (const job of window.jobs.all)
      assert.deepEqual(rows.factsOf(job), { comments: 1, isUnanswered: true }, 'a row shows the question');
    rows.loader.show(ids);
    assert.equal(window.requests.length, 2, 'a question does not make the page read its thread again');
    rows.dispose();
  });

  it('are read once with the details of a job, which all pages share, until the job changes', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { one: 'One', two: 'Two' } });
    const window = await setup.openWindow();
    const [id] = await translateTwo(setup, window);
    const job = (): TrackedJob => window.jobs.get(id) ?? assert.fail('the job is gone');
    const details = detailsOf(window);
    assert.equal(detailsOf(window), details, 'all pages have the same details');
    await setup.move(id, 'comment', { body: 'Which one?' });
    window.requests.length = 0;
    await Promise.all([details.readIfChanged(job()), details.readIfChanged(job()), details.poll(job())]);
    const requests = window.requests.length;
    assert.equal(window.requests.filter((line) => line.endsWith('/comments')).length, 1);
    assert.equal(details.of(id)?.detail.revisions.length, 1);
    assert.equal(window.jobs.threads.of(id)?.at(-1)?.body, 'Which one?');
    await details.poll(job());
    assert.equal(window.requests.length, requests, 'a thread that is new enough is not read again');
    window.clockOffset += 60_000;
    await details.poll(job());
    assert.equal(window.requests.length, requests + 1, 'only the thread is read again');

    await window.context.client.jobs.revise(id, 'Shorter, please.');
    await window.jobs.fetchAndDeliver();
    await details.readIfChanged(job());
    assert.ok(window.requests.length > requests + 2, 'a job that has changed is read again');
  });

  it('are shown by an open page when a poll has read them, without a request of the page', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { one: 'One', two: 'Two' } });
    const window = await setup.openWindow();
    const [id] = await translateTwo(setup, window);
    await window.jobs.detail(id);
    const read: string[] = [];
    window.jobs.threads.onDidRead((jobId) => read.push(jobId));
    await setup.move(id, 'comment', { body: 'Which one?' });
    window.clockOffset += halfAnHour;
    window.requests.length = 0;
    await window.jobs.readThreads();
    assert.ok(read.includes(id), 'the page is notified');
    assert.equal(window.jobs.threads.of(id)?.at(-1)?.body, 'Which one?');
    const requests = window.requests.length;
    await window.jobs.threads.readMany([id], { maxAgeMs: 60_000 });
    assert.equal(window.requests.length, requests, 'a page that polls comments finds them new enough');
    window.clockOffset += 60_000;
    await window.jobs.threads.readMany([id], { maxAgeMs: 60_000 });
    assert.equal(window.requests.length, requests + 1);
  });
});
