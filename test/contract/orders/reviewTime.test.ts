import assert from 'node:assert/strict';
import { requestRevision } from './reviewOne.ts';
import { dueNotices } from '../../../src/orders/jobs/track/notices.ts';
import { createOrderSetup, manyTexts, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';

const hour = 60 * 60_000;
const files = { 'locales/en.json': { hello: 'Hello', bye: 'Goodbye' } };

async function orderAndFinish(
  setup: OrderSetup,
): Promise<{ readonly window: OrderWindow; readonly ids: readonly string[] }> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
  await window.jobs.fetchAndDeliver();
  const ids = window.jobs.all.map(({ id }) => id);
  for (const id of ids) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: 'こんにちは' });
  }
  return { window, ids };
}

/** The remaining hours of each review as the window shows them; those that may be fewer with "at most". */
function remaining({ jobs, context }: OrderWindow): readonly string[] {
  return jobs.all.map(({ reviewUntil, reviewMayEndEarlier }) =>
    reviewUntil === undefined
      ? 'none'
      : `${reviewMayEndEarlier === true ? 'at most ' : ''}${Math.round((reviewUntil - context.clock.now()) / hour)}`,
  );
}

const revisionLists = ({ requests }: OrderWindow): number =>
  requests.filter((request) => request.endsWith('/revisions')).length;

describe('contract: the review period', function () {
  this.timeout(30_000);

  it('begins when the translation was made, however late a window sees it', async () => {
    await using setup = await createOrderSetup('manual', files);
    const { window } = await orderAndFinish(setup);
    window.clockOffset = 100 * hour;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(remaining(window), ['20', '20']);
    const state = {
      jobs: window.jobs.all,
      questionOf: () => undefined,
      reachedBudgets: [],
      now: window.context.clock.now(),
    };
    assert.equal(dueNotices(state, new Set(['reviewEnding'] as const), new Set())[0]?.facts.length, 2);

    // Another window and a new journal know it as well.
    const other = await setup.openWindow({ clockOffset: 110 * hour });
    await other.jobs.fetchAndDeliver();
    assert.deepEqual(remaining(other), ['10', '10']);
    const fresh = await setup.openWindow({
      clockOffset: 119 * hour,
      journalFile: setup.journalFile.replace('journal.jsonl', 'fresh.jsonl'),
    });
    await fresh.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(remaining(fresh), ['1', '1']);
  });

  it('is read once for each review, and again shortly before its end', async () => {
    await using setup = await createOrderSetup('manual', files);
    const { window } = await orderAndFinish(setup);
    for (let poll = 0; poll < 3; poll += 1) await window.jobs.fetchAndDeliver();
    assert.equal(revisionLists(window), 2);
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.equal(revisionLists(other), 0);
    other.clockOffset = 100 * hour;
    for (let poll = 0; poll < 3; poll += 1) await other.jobs.fetchAndDeliver();
    assert.equal(revisionLists(other), 2);
  });

  it('begins again with a revision, also one that another client has requested between two polls', async () => {
    await using setup = await createOrderSetup('manual', files);
    const { window, ids } = await orderAndFinish(setup);
    const [first = '', second = ''] = ids;
    await window.jobs.fetchAndDeliver();
    const before = new Map(window.jobs.all.map(({ id, reviewUntil = 0 }) => [id, reviewUntil]));
    // The service's times are in seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await requestRevision(window, first, 'Shorter');
    await window.context.client.jobs.revise(second, 'Shorter');
    for (const id of ids) await setup.move(id, 'finish', { body_tgt: 'やあ' });
    await window.jobs.fetchAndDeliver();
    const endOf = (id: string): number => (window.jobs.get(id)?.reviewUntil ?? 0) - (before.get(id) ?? 0);
    assert.ok(endOf(first) >= 1000, 'a later end');
    // The service's list of statuses doesn't show the other revision, so that it is found shortly before the end.
    window.clockOffset = 100 * hour;
    await window.jobs.fetchAndDeliver();
    assert.ok(endOf(second) >= 1000, 'a later end');
    assert.deepEqual(remaining(window), ['20', '20']);
    assert.equal(window.jobs.get(second)?.translatedText, 'やあ');
  });

  it('is only known to end at some time at the latest if the list of revisions cannot be read', async () => {
    await using setup = await createOrderSetup('manual', files);
    const { window } = await orderAndFinish(setup);
    await setup.fault('500', 'GET /v2/translate/job/', { times: 50 });
    window.clockOffset = 50 * hour;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(remaining(window), ['at most 120', 'at most 120']);
    assert.equal(window.jobs.state.error, undefined);
    await setup.fixture.control('DELETE', '/faults');
    window.clockOffset += hour;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(remaining(window), ['69', '69']);
  });

  it('is read of at most 200 jobs with a poll, those that end soonest first', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': manyTexts(210) });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
    assert.equal(revisionLists(window), 200);
    assert.equal(window.jobs.all.filter(({ reviewMayEndEarlier }) => reviewMayEndEarlier === true).length, 10);
    await window.jobs.fetchAndDeliver();
    assert.equal(revisionLists(window), 210);
    assert.ok(window.jobs.all.every(({ reviewMayEndEarlier }) => reviewMayEndEarlier === undefined));
  });
});
