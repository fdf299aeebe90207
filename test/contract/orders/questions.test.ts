import assert from 'node:assert/strict';
import { place, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: questions of translators', function () {
  this.timeout(20_000);

  it('are found in the threads, few with a poll, and are closed by an answer', async () => {
    const texts = { one: 'One', two: 'Two', three: 'Three' };
    await using setup = await createOrderSetup('manual', { 'locales/en.json': texts });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.refresh();
    const ids = window.jobs.all.map(({ id }) => id);
    window.requests.length = 0;
    await window.jobs.readThreads();
    assert.deepEqual(window.requests, [], 'no translator works on a job yet');
    for (const id of ids) {
      await setup.move(id, 'start');
      await setup.move(id, 'comment', { body: 'Which one?' });
    }
    await window.jobs.refresh();
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
    assert.ok(job !== undefined && window.jobs.questionOf(job) !== undefined);
    await window.context.client.jobs.comment(job.id, 'The first one.');
    // A page of the job reads its details.
    await window.jobs.detail(job.id);
    assert.equal(window.jobs.get(job.id)?.hasOpenQuestion, undefined);
  });
});
