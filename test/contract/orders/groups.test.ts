import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseCustomData } from '../../../src/orders/model/order/customData.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { quotePlan, earlierApprovals } from '../../../src/orders/spend/place/quotePlan.ts';
import type { Job } from '../../../src/service/interface/records.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { manyTexts, createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';
import { withRetranslated } from '../../../src/orders/model/plan/planDecisions.ts';

const source = 'locales/en.json';

/** An order as the service has it. */
interface PlacedOrder {
  readonly isGroup: boolean;
  readonly locales: readonly string[];
  readonly jobs: readonly Job[];
}

/** The orders that the window's jobs belong to, in the order in which they were placed. */
async function placedOrders({ fixture }: OrderSetup, { context, jobs }: OrderWindow): Promise<readonly PlacedOrder[]> {
  await jobs.fetchAndDeliver();
  assert.ok(jobs.all.every(({ hasServiceId }) => hasServiceId));
  const records = await context.client.jobs.get(jobs.all.map(({ id }) => id));
  const byOrder = Map.groupBy(records, ({ orderId = '' }) => orderId);
  const ids = [...byOrder.keys()].toSorted((a, b) => Number(a) - Number(b));
  return Promise.all(
    ids.map(async (id) => {
      const { order } = (await fixture.call('GET', `/translate/order/${id}`)).response as {
        readonly order: { readonly as_group: unknown };
      };
      const ofOrder = (byOrder.get(id) ?? []).toSorted((a, b) => numberOf(a) - numberOf(b));
      return {
        isGroup: Number(order.as_group) === 1,
        locales: [...new Set(ofOrder.map(({ targetLanguage }) => targetLanguage))],
        jobs: ofOrder,
      };
    }),
  );
}

function numberOf({ customData }: Job): number {
  return parseCustomData(customData)?.number ?? 0;
}

/** Language, number of jobs, and whether it is a group, for each order. */
function shapes(orders: readonly PlacedOrder[]): readonly (readonly [string, number, boolean])[] {
  return orders.map(({ locales, jobs, isGroup }) => [locales.join(), jobs.length, isGroup]);
}

describe('contract: the calls of an order', function () {
  this.timeout(60_000);

  it('have one language pair each', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60) });
    const window = await setup.openWindow();
    const progress: number[] = [];
    const result = await place(window, await quoteFile(window, source, ['ja', 'fr', 'de']), {
      onProgress: (sent) => progress.push(sent),
    });
    assert.deepEqual([result.stopped, result.placedJobs, result.notSent], [undefined, 180, 0]);
    assert.deepEqual(progress, [50, 60, 110, 120, 170, 180]);
    assert.deepEqual(shapes(await placedOrders(setup, window)), [
      ['ja', 50, false],
      ['ja', 10, false],
      ['fr', 50, false],
      ['fr', 10, false],
      ['de', 50, false],
      ['de', 10, false],
    ]);
  });

  it('have one language pair each when the plan mixes its locales', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(3) });
    const window = await setup.openWindow();
    const plan = await planFile(window, source, ['ja', 'fr']);
    const mixed = { ...plan, jobs: plan.jobs.toSorted((a, b) => a.title.localeCompare(b.title)) };
    const quote = await quotePlan(window.context.client, mixed, { tier: 'standard', autoApprove: false });
    assert.equal((await place(window, quote)).placedJobs, 6);
    const orders = await placedOrders(setup, window);
    assert.deepEqual(shapes(orders), [
      ['ja', 3, false],
      ['fr', 3, false],
    ]);
    assert.deepEqual(
      orders.map(({ jobs }) => jobs.map(numberOf)),
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    );
    // Each job of the service belongs to the string that it was ordered for.
    for (const [index, { title, targetLocale }] of mixed.jobs.entries()) {
      const job = orders.flatMap(({ jobs }) => jobs).find((one) => numberOf(one) === index + 1);
      const data = parseCustomData(job?.customData);
      assert.deepEqual([data?.key, data?.locale], [title, targetLocale]);
    }
  });

  it('report how many jobs were not sent when one of several calls is refused', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60) });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja', 'fr']);
    const result = await place(window, quote, {
      onProgress: (sent) => {
        if (sent === 60) writeFileSync(path.join(setup.windowOptions.root, 'locales/fr.json'), '{ "key3": "Trois" }');
      },
    });
    assert.ok(
      result.stopped?.kind === 'refused' &&
        result.stopped.error instanceof OrderError &&
        result.stopped.error.reason === 'plan-stale',
    );
    assert.deepEqual([result.placedJobs, result.notSent], [60, 60]);
    assert.equal((await setup.totals()).jobs, 60);
  });

  it('report how many jobs were not sent when the answer to one of several calls is lost', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60) });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja', 'fr']);
    const faults: Promise<void>[] = [];
    const result = await place(window, quote, {
      onProgress: (sent) => {
        if (sent === 50) faults.push(setup.fault('drop-after'));
      },
    });
    await Promise.all(faults);
    assert.equal(result.stopped?.kind, 'unconfirmed');
    assert.deepEqual([result.placedJobs, result.notSent], [50, 60]);
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'placed', 'intent', 'unclear']);
    assert.deepEqual(shapes(await placedOrders(setup, window)), [
      ['ja', 50, false],
      ['ja', 10, false],
    ]);
    const rest = await quoteFile(window, source, ['ja', 'fr']);
    assert.deepEqual(
      rest.locales.map(({ locale, jobCount }) => [locale, jobCount]),
      [['fr', 60]],
    );
  });
});

describe('contract: one translator for each language', function () {
  this.timeout(60_000);

  it('is requested by a group for each locale, in the order of the file', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60) });
    const window = await setup.openWindow();
    const result = await place(window, await quoteFile(window, source, ['ja', 'fr', 'de'], { asGroup: true }));
    assert.deepEqual([result.stopped, result.placedJobs, result.notSent], [undefined, 180, 0]);
    const orders = await placedOrders(setup, window);
    assert.deepEqual(shapes(orders), [
      ['ja', 60, true],
      ['fr', 60, true],
      ['de', 60, true],
    ]);
    for (const { jobs } of orders) {
      assert.deepEqual(
        jobs.map(({ position }) => position),
        jobs.map((_, index) => index + 1),
      );
      assert.deepEqual(
        jobs.map(({ sourceText }) => sourceText),
        Object.values(manyTexts(60)),
      );
    }
    // A translator who accepts one job of a group accepts all of its jobs, and no others.
    const [first] = orders[0]?.jobs ?? [];
    assert.ok(first !== undefined);
    await setup.move(first.id, 'start');
    await window.jobs.fetchAndDeliver();
    for (const { status, targetLocale } of window.jobs.all)
      assert.equal(status, targetLocale === 'ja' ? 'pending' : 'available');
  });

  it('is requested for 301 strings by two groups of about the same size', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(301) });
    const window = await setup.openWindow();
    assert.equal((await place(window, await quoteFile(window, source, ['ja'], { asGroup: true }))).placedJobs, 301);
    const orders = await placedOrders(setup, window);
    assert.deepEqual(shapes(orders), [
      ['ja', 151, true],
      ['ja', 150, true],
    ]);
    assert.deepEqual(
      orders.map(({ jobs }) => jobs.at(-1)?.position),
      [151, 150],
    );
  });

  it('is not requested for a single string', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(2), 'locales/fr.json': { key0: 'Un' } });
    const window = await setup.openWindow();
    assert.equal(
      (await place(window, await quoteFile(window, source, ['ja', 'fr'], { asGroup: true }))).stopped,
      undefined,
    );
    assert.deepEqual(shapes(await placedOrders(setup, window)), [
      ['ja', 2, true],
      ['fr', 1, false],
    ]);
  });

  it('is not requested for strings that reuse an earlier translation', async () => {
    await using setup = await createOrderSetup('instant', { [source]: { a: 'One', b: 'Two' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, source, ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    await setup.write(source, JSON.stringify({ a: 'One', b: 'Two', a2: 'One', c: 'Three', d: 'Four' }));
    const quote = await quoteFile(window, source, ['ja'], { asGroup: true });
    assert.deepEqual(
      quote.plan.jobs.map(({ price }) => price.credits > 0),
      [false, true, true],
    );
    assert.deepEqual(await place(window, quote), { placedJobs: 3, creditsUsed: quote.credits, notSent: 0 });
    assert.deepEqual(shapes(await placedOrders(setup, window)), [
      ['ja', 2, false],
      ['ja', 2, true],
    ]);
    assert.deepEqual(typesOf(await setup.journal()).filter((type) => type === 'intent').length, 3);
  });

  it('is requested for strings that are translated again', async () => {
    await using setup = await createOrderSetup('instant', { [source]: { a: 'One', b: 'Two' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, source, ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    const first = await quoteFile(window, source, ['ja'], { selected: new Set(['a', 'b']) });
    const plan = withRetranslated(
      first.plan,
      (await earlierApprovals(window.context, { plan: first.plan, tier: 'standard' }, window.jobs.all)).usable.map(
        ({ job }) => job,
      ),
    );
    const quote = await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false, asGroup: true });
    assert.equal((await place(window, quote)).placedJobs, 2);
    assert.deepEqual(shapes(await placedOrders(setup, window)), [
      ['ja', 2, false],
      ['ja', 2, true],
    ]);
  });

  it('finds all 300 jobs if the answer is lost, and orders none twice', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(300) });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja'], { asGroup: true });
    await setup.fault('drop-after');
    const result = await place(window, quote);
    assert.deepEqual([result.stopped?.kind, result.placedJobs, result.notSent], ['unconfirmed', 0, 0]);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(shapes(await placedOrders(setup, window)), [['ja', 300, true]]);
    assert.deepEqual(
      new Set(window.jobs.all.flatMap(({ units }) => units.map(({ key }) => key))),
      new Set(Object.keys(manyTexts(300))),
    );
    assert.deepEqual((await planFile(window, source, ['ja'])).jobs, []);
    assert.equal((await setup.totals()).orders, 1);
  });

  it('recovers a group larger than one list of the service after the journal was lost', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(300) });
    const first = await setup.openWindow();
    await place(first, await quoteFile(first, source, ['ja'], { asGroup: true }));
    await rm(setup.journalFile);
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.equal(window.jobs.all.length, 300);
    assert.deepEqual((await planFile(window, source, ['ja'])).jobs, []);
  });
});
