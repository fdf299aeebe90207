import assert from 'node:assert/strict';
import { fetchJobs } from '../../../src/service/calls/fetchJobs.ts';
import { RequestSeries } from '../../../src/service/calls/requestSeries.ts';
import { maxListCount } from '../../../src/service/interface/limits.ts';
import { manyTexts, createOrderSetup } from './orderSetup.ts';
import { place, quoteFile } from './orderWindow.ts';

describe('contract: an order of many calls', function () {
  this.timeout(60_000);
  it('creates fewer jobs in each second than a list holds, so that each order can be found again', async () => {
    const files = { 'locales/en.json': manyTexts(500), 'locales/ja.json': {} };
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const { placedJobs } = await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    assert.equal(placedJobs, 500);

    await window.jobs.fetch();
    const ids = window.jobs.all.map(({ id }) => id);
    const { jobs } = await fetchJobs(window.context.client, ids, new RequestSeries());
    assert.equal(jobs.length, 500);
    const bySecond = Map.groupBy(jobs, ({ createdAt = 0 }) => Math.floor(createdAt / 1000));
    const counts = [...bySecond.values()].map(({ length }) => length);
    assert.ok(Math.max(...counts) < maxListCount, `jobs by second: ${counts.join(', ')}`);
  });
});
