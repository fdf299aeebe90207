import assert from 'node:assert/strict';
import { asLargeNumber, asPaddedText, startWithIds, type IdForm } from '../largeIds.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, quoteFile } from './orderWindow.ts';

const source = { hello: 'Hello', bye: 'Goodbye' };

const forms: readonly (readonly [string, IdForm, RegExp])[] = [
  ['integers above 2^53', asLargeNumber, /^9007199254\d{10}$/u],
  ['strings with leading zeros', asPaddedText, /^00\d+$/u],
];

describe('contract: ids that are no safe integers', function () {
  this.timeout(20_000);

  for (const [name, form, shape] of forms)
    it(`orders, reads, reviews and delivers jobs whose ids are ${name}`, async () => {
      await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
      const bodies: string[] = [];
      const { service } = setup.windowOptions;
      await using proxy = await startWithIds(service.baseUrl, form, bodies);
      const window = await setup.openWindow({ service: { ...service, baseUrl: proxy.baseUrl } });
      const result = await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
      assert.deepEqual([result.placedJobs, result.stopped], [2, undefined]);
      await window.jobs.fetchAndDeliver();
      const ids = window.jobs.all.map(({ id }) => id);
      assert.equal(new Set(ids).size, 2);
      for (const { id, orderId = '', status } of window.jobs.all) {
        assert.match(id, shape);
        assert.match(orderId, shape);
        assert.equal(status, 'available');
      }
      const own = (id: string): string => String(Number(id.slice(-10)));
      for (const id of ids) {
        await setup.move(own(id), 'start');
        await setup.move(own(id), 'finish');
      }
      await window.jobs.fetchAndDeliver();
      const detail = await window.jobs.detail(ids[0] ?? '');
      assert.match(detail.revisions[0]?.id ?? '', shape);
      bodies.length = 0;
      await window.context.client.jobs.approveMany(ids.map((id) => ({ id })));
      const written = ids.map((id) => (id.startsWith('00') ? `"${id}"` : id));
      for (const id of written)
        assert.ok(
          bodies.some((body) => body.includes(`"job_id":${id}`)),
          bodies.join('\n'),
        );
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ja.json')) as object), ['hello', 'bye']);

      // A journal with these ids is read, and the jobs are found again without it.
      const again = await setup.openWindow({ service: { ...service, baseUrl: proxy.baseUrl } });
      assert.deepEqual([...again.context.ledger.jobs.keys()].toSorted(), ids.toSorted());
    });

  it('finds an order whose answer was lost, by ids above 2^53', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const { service } = setup.windowOptions;
    await using proxy = await startWithIds(service.baseUrl, asLargeNumber);
    const window = await setup.openWindow({ service: { ...service, baseUrl: proxy.baseUrl } });
    await setup.fault('drop-after');
    const { stopped } = await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    assert.equal(stopped?.kind, 'unconfirmed');
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      window.jobs.all.map(({ status }) => status),
      ['available', 'available'],
    );
  });
});
