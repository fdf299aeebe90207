import assert from 'node:assert/strict';
import { placeOrder } from '../../../src/orders/spend/place/placeOrder.ts';
import { allowReordering } from '../../../src/orders/jobs/review/review.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { withReused } from '../../../src/orders/model/plan/planDecisions.ts';
import { earlierApprovals } from '../../../src/orders/spend/place/quotePlan.ts';

const files = { 'locales/en.json': { hello: 'Hello' } };

/** Somebody with the account orders and approves a text with another client. */
async function approveElsewhere(setup: OrderSetup, text: string, translation: string): Promise<void> {
  const { client } = setup.fixture;
  await client.orders.place({
    jobs: [{ key: 'job_1', text, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
  });
  const [job] = await client.jobs.list({ count: 1 });
  const id = job?.id ?? '';
  await setup.move(id, 'start');
  await setup.move(id, 'finish', { body_tgt: translation });
  await client.jobs.approve(id);
}

const held = ({ jobs }: OrderWindow): readonly string[] =>
  jobs.all.map(({ delivery }) => (delivery.kind === 'held' ? delivery.reason : delivery.kind));

describe('contract: translations that were approved before', function () {
  this.timeout(20_000);

  it('are not delivered before they were seen on this machine', async () => {
    await using setup = await createOrderSetup('manual', files);
    await approveElsewhere(setup, 'Hello', '馬鹿');
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    assert.equal(quote.credits, 0);
    const { usable } = await earlierApprovals(window.context, { plan: quote.plan, tier: 'standard' }, window.jobs.all);
    assert.deepEqual(usable, []);
    await place(window, quote);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(held(window), ['not-seen']);
    await assert.rejects(setup.read('locales/ja.json'));
    // Neither by another window, nor later.
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.deepEqual(held(other), ['not-seen']);

    await other.jobs.deliver(other.jobs.all[0]?.id ?? '');
    assert.match(await setup.read('locales/ja.json'), /馬鹿/u);
  });

  it('are shown if another machine has ordered them with this extension, and delivered if they are chosen then', async () => {
    await using setup = await createOrderSetup('manual', files);
    const there = await setup.openWindow({
      journalFile: setup.journalFile.replace('journals', 'elsewhere'),
      projects: ['e1e1e1e1'],
    });
    await place(there, await quoteFile(there, 'locales/en.json', ['ja']));
    await there.jobs.fetchAndDeliver();
    const id = there.jobs.all[0]?.id ?? '';
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: 'こんにちは' });
    await there.context.client.jobs.approve(id);

    const window = await setup.openWindow();
    await window.jobs.findElsewhere();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    const { usable } = await earlierApprovals(window.context, { plan: quote.plan, tier: 'standard' }, window.jobs.all);
    assert.deepEqual(
      usable.map(({ earlier }) => [earlier.id, earlier.text, earlier.isFromElsewhere]),
      [[id, 'こんにちは', true]],
    );
    await place(window, { ...quote, plan: withReused(quote.plan, usable) });
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(held(window), ['delivered']);
  });

  it('are delivered without being shown if this machine ordered them, but never got the response', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const automatic = { autoApprove: true };
    await setup.fault('drop-after');
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], automatic));
    await allowReordering(window, window.jobs.all[0]?.id ?? '');
    const [job] = await setup.fixture.client.jobs.list({ count: 1 });
    await setup.move(job?.id ?? '', 'start');
    await setup.move(job?.id ?? '', 'finish', { body_tgt: 'こんにちは' });
    const again = await quoteFile(window, 'locales/en.json', ['ja'], automatic);
    const { client } = window.context;
    // The service takes a while until it lists the order.
    const unlisted = { ...client, jobs: { ...client.jobs, list: () => Promise.resolve([]) } };
    const { stopped } = await placeOrder({ ...window.context, client: unlisted }, again, {
      statusOf: (id) => window.jobs.statusOf(id),
    });
    assert.equal(stopped, undefined);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([...new Set(held(window))], ['delivered']);
  });

  it('are delivered again without being shown if they were delivered on this machine', async () => {
    await using setup = await createOrderSetup('instant', files);
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    await setup.write('locales/en.json', JSON.stringify({ greeting: 'Hello' }));
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
    assert.match(await setup.read('locales/ja.json'), /greeting/u);
  });
});
