import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { BudgetSettingError, parseBudgets } from '../../../src/orders/model/limits/parseBudgets.ts';
import { parseCustomData } from '../../../src/orders/model/order/customData.ts';
import { hashText } from '../../../src/orders/model/hash.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { placeOrder } from '../../../src/orders/spend/place/placeOrder.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { startForwarder } from './forwarder.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { manyTexts, createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';
import { describeInWireModes } from '../sandboxFixture.ts';
import type { Budgets, ExceededLimit } from '../../../src/orders/model/limits/budget.ts';
import { OverBudgetError } from '../../../src/orders/model/limits/limitErrors.ts';

const shop = { 'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye', again: 'Goodbye' } };
const post = 'POST /v2/translate/jobs';

/** Whether an error reports that exactly these budgets do not allow an order. */
const isOver =
  (...expected: readonly ExceededLimit[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof OverBudgetError, String(error));
    assert.deepEqual([error.reason, error.exceeded, error.currency], ['over-budget', expected, 'USD']);
    return true;
  };

describeInWireModes('contract: quoting', function (wire) {
  this.timeout(20_000);

  it('quotes 120 jobs in batches, and adds up the prices by locale', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(60) }, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja', 'fr']);
    assert.equal(window.requests.filter((line) => line === 'POST /v2/translate/service/quote').length, 3);
    assert.equal(quote.plan.jobs.length, 120);
    assert.deepEqual(
      quote.locales.map(({ locale, jobCount, unitCount }) => [locale, jobCount, unitCount]),
      [
        ['ja', 60, 180],
        ['fr', 60, 180],
      ],
    );
    const [japanese, french] = quote.locales;
    assert.equal(quote.credits.toFixed(2), (japanese!.credits + french!.credits).toFixed(2));
    assert.equal(japanese!.credits.toFixed(2), (60 * quote.plan.jobs[0]!.price.credits).toFixed(2));
    assert.equal((await setup.totals()).orders, 0);
  });
});

describeInWireModes('contract: placing an order', function (wire) {
  this.timeout(20_000);

  it('sends equal texts once, with custom data that finds their units again', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow();
    assert.deepEqual(await place(window, await quoteFile(window, 'locales/en.json', ['ja'])), {
      placedJobs: 2,
      creditsUsed: 0.14,
      notSent: 0,
    });
    const entries = await setup.journal();
    assert.deepEqual(typesOf(entries), ['intent', 'placed']);
    const [intent] = entries;
    assert.ok(intent?.type === 'intent');
    assert.deepEqual(
      intent.jobs.map(({ units }) => units.map(({ key }) => key)),
      [['hello'], ['bye', 'again']],
    );

    await window.jobs.fetchAndDeliver();
    const jobs = await window.context.client.jobs.get(window.jobs.all.map(({ id }) => id));
    const bye = jobs.find(({ sourceText }) => sourceText === 'Goodbye');
    assert.deepEqual(parseCustomData(bye?.customData), {
      project: 'a1b2c3d4',
      intent: intent.id,
      number: 2,
      sourceHash: hashText('Goodbye'),
      locale: 'ja',
      file: 'locales/en.json',
      key: 'bye',
    });
    assert.ok(jobs.some(({ sourceText }) => sourceText === 'Hello, [[[{{name}}]]]!'));
  });

  it('cuts 120 jobs into three calls, each with an intent of its own', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(120) }, { wire });
    const window = await setup.openWindow();
    const progress: number[] = [];
    const result = await place(window, await quoteFile(window, 'locales/en.json', ['ja']), {
      onProgress: (sent) => progress.push(sent),
    });
    assert.equal(result.placedJobs, 120);
    assert.deepEqual(progress, [50, 100, 120]);
    assert.equal(window.requests.filter((line) => line === post).length, 3);
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'placed', 'intent', 'placed', 'intent', 'placed']);
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.all.length, 120);
    assert.equal(new Set(window.jobs.all.flatMap(({ units }) => units.map(({ key }) => key))).size, 120);
  });

  it('accepts an order of which the service already has every job, and charges nothing', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { hello: 'Hello' } });
    const window = await setup.openWindow();
    const { tier } = (await quoteFile(window, 'locales/en.json', ['ja'])).options;
    const known = { body_src: 'Hello', lc_src: 'en', lc_tgt: 'ja', tier, auto_approve: 1 };
    assert.equal((await setup.fixture.call('POST', '/translate/jobs', { jobs: { known } })).opstat, 'ok');
    const { spent } = await setup.totals();
    assert.deepEqual(await place(window, await quoteFile(window, 'locales/en.json', ['ja'])), {
      placedJobs: 1,
      creditsUsed: 0,
      notSent: 0,
    });
    const placed = (await setup.journal()).find((entry) => entry.type === 'placed');
    assert.ok(placed?.type === 'placed' && placed.orderId !== undefined && placed.known.length === 1);
    for (let refresh = 0; refresh < 2; refresh += 1) {
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.map(({ id, status, responseProblem }) => [id, status, responseProblem]),
        [[placed.known[0]!.jobId, 'approved', undefined]],
      );
    }
    assert.deepEqual(await setup.totals(), { orders: 2, jobs: 1, spent });
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('has the intent on disk when the request arrives', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const seen: string[] = [];
    await using forwarder = await startForwarder(setup.fixture.sandbox.baseUrl, {
      onCall: async (call) => {
        if (call === post) seen.push(await readFile(setup.journalFile, 'utf8'));
      },
    });
    const window = await setup.openWindow({
      service: { ...setup.windowOptions.service, baseUrl: forwarder.baseUrl },
    });
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    assert.equal(seen.length, 1);
    assert.match(seen[0]!, /\n\{"type":"intent".*"key":"again".*\}\n$/u);
  });

  it('orders once if two orders are placed at the same time, in one window or in two', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const [one, two] = [await setup.openWindow(), await setup.openWindow()];
    const quote = await quoteFile(one, 'locales/en.json', ['ja']);
    const outcomes = await Promise.allSettled([
      place(one, quote),
      place(one, quote),
      place(two, quote),
      place(two, quote),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        assert.ok(
          outcome.reason instanceof OrderError && outcome.reason.reason === 'in-flight',
          String(outcome.reason),
        );
    }
    assert.equal((await setup.totals()).orders, 1);
    assert.deepEqual((await planFile(two, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('sends nothing if a later part of the order was already ordered', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(60) }, { wire });
    const window = await setup.openWindow();
    const all = await quoteFile(window, 'locales/en.json', ['ja']);
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['key55']) }));
    await assert.rejects(
      place(window, all),
      (error) => error instanceof OrderError && error.reason === 'in-flight' && error.subject === 'key55',
    );
    assert.equal((await setup.totals()).jobs, 1);
  });

  it('journals a refusal, and the units can be ordered again', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    const bad = { ...quote, options: { ...quote.options, tier: 'ultra' } };
    const { stopped, placedJobs, notSent } = await place(window, bad);
    assert.ok(
      stopped?.kind === 'refused' && stopped.error instanceof ServiceError && stopped.error.reason === 'invalid',
    );
    assert.deepEqual([placedJobs, notSent], [0, 2]);
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'refused']);
    assert.deepEqual(window.jobs.all, []);
    assert.equal((await place(window, quote)).placedJobs, 2);
  });

  it('lets the service decide about a balance that does not cover the price, and journals its refusal', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire, openingCents: 10 });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    const { stopped } = await place(window, quote);
    assert.ok(stopped?.kind === 'refused' && stopped.error instanceof ServiceError && stopped.error.code === 2700);
    assert.ok(
      !window.requests.includes('GET /v2/account/balance'),
      'An account that receives invoices has no balance.',
    );
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs.length, 2);
  });

  it('stops when a call costs more or less than was confirmed', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(120) }, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    const [first, ...others] = quote.plan.jobs;
    const moreExpensive = { ...first!, price: { ...first!.price, credits: first!.price.credits + 0.01 } };
    const result = await place(window, { ...quote, plan: { ...quote.plan, jobs: [moreExpensive, ...others] } });
    assert.equal(result.stopped?.kind, 'price-differs');
    assert.deepEqual([result.placedJobs, result.notSent], [50, 70]);
    assert.equal((await setup.totals()).jobs, 50);
  });

  it("stops between two calls at the user's request", async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(120) }, { wire });
    const window = await setup.openWindow();
    const stop = new AbortController();
    const result = await place(window, await quoteFile(window, 'locales/en.json', ['ja']), {
      signal: stop.signal,
      onProgress: () => {
        stop.abort();
      },
    });
    assert.deepEqual([result.stopped?.kind, result.placedJobs, result.notSent], ['canceled', 50, 70]);
    assert.equal((await planFile(window, 'locales/en.json', ['ja'])).jobs.length, 70);
  });

  it('delivers a text that the service has translated before, without paying for it again', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye' } }, { wire });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    await setup.write('locales/en.json', '{ "bye": "Goodbye", "later": "Goodbye" }');
    const quote = await quoteFile(window, 'locales/en.json', ['ja'], { autoApprove: true });
    assert.deepEqual([quote.plan.jobs.length, quote.credits], [1, 0]);
    assert.deepEqual(await place(window, quote), { placedJobs: 1, creditsUsed: 0, notSent: 0 });
    await window.jobs.fetchAndDeliver();
    const { bye, later } = JSON.parse(await setup.read('locales/ja.json')) as Record<string, string>;
    assert.ok(bye !== undefined && bye === later);
    assert.equal((await setup.totals()).jobs, 1);
    assert.equal(window.jobs.all[0]?.delivery.kind, 'delivered');
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('does not confuse two plural forms with the same source', async () => {
    await using setup = await createOrderSetup(
      'instant',
      { 'locales/en.json': { day_one: '{{count}} day', day_other: '{{count}} days' } },
      { wire },
    );
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ru'], { autoApprove: true }));
    assert.equal((await setup.totals()).jobs, 4);
    await window.jobs.fetchAndDeliver();
    const again = await quoteFile(window, 'locales/en.json', ['ru'], {
      autoApprove: true,
      selected: new Set(['day#other']),
    });
    assert.deepEqual(
      again.plan.jobs.map(({ price }) => price.credits === 0),
      [true, false, false, false],
    );
  });
});

/** A window with budgets, whose clock shows noon, so that no day ends while a test runs. */
async function openLimited(
  setup: OrderSetup,
  budgets: Budgets,
  baseUrl = setup.windowOptions.service.baseUrl,
): Promise<OrderWindow> {
  const window = await setup.openWindow({ budgets, service: { ...setup.windowOptions.service, baseUrl } });
  window.clockOffset = new Date().setHours(12, 0, 0, 0) - Date.now();
  return window;
}

describeInWireModes('contract: budgets', function (wire) {
  this.timeout(20_000);

  it('sends and journals nothing while a budget is invalid', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    for (const perDay of ['50', -1]) {
      const context = { ...window.context, budgets: () => parseBudgets({ perOrder: 0, perDay, perMonth: 0 }) };
      const isNamed = (error: unknown): boolean => error instanceof BudgetSettingError && error.budget === 'perDay';
      await assert.rejects(placeOrder(context, quote, { statusOf: () => undefined }), isNamed);
    }
    assert.ok(!window.requests.includes(post));
    assert.deepEqual(await setup.journal(), []);
  });

  it('sends and journals nothing that is over the budget of an order', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await openLimited(setup, { perOrder: 0.13 });
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    await assert.rejects(place(window, quote), isOver({ kind: 'order', budget: 0.13, spent: 0, price: 0.14 }));
    assert.deepEqual([window.requests.includes(post), (await setup.totals()).orders], [false, 0]);
    assert.deepEqual(await setup.journal(), []);
    const enough = await openLimited(setup, { perOrder: 0.14 });
    assert.equal((await place(enough, quote)).placedJobs, 2);
  });

  it('counts what was ordered earlier in the day and the month, and not what was refused', async () => {
    await using setup = await createOrderSetup(
      'manual',
      { 'locales/en.json': { a: 'One', b: 'Two', c: 'Three' } },
      { wire },
    );
    const window = await openLimited(setup, { perDay: 0.14, perMonth: 0.14 });
    const [one, two, three] = await Promise.all(
      ['a', 'b', 'c'].map((key) => quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set([key]) })),
    );
    assert.equal(
      (await place(window, { ...one!, options: { ...one!.options, tier: 'ultra' } })).stopped?.kind,
      'refused',
    );
    assert.equal((await place(window, one!)).placedJobs, 1);
    assert.equal((await place(window, two!)).placedJobs, 1);
    const amounts = { budget: 0.14, spent: 0.14, price: 0.07 };
    await assert.rejects(place(window, three!), isOver({ kind: 'day', ...amounts }, { kind: 'month', ...amounts }));
    const withoutDay = await openLimited(setup, { perMonth: 0.14 });
    await assert.rejects(place(withoutDay, three!), isOver({ kind: 'month', ...amounts }));
    withoutDay.clockOffset += 32 * 24 * 3600_000;
    assert.equal((await place(withoutDay, three!)).placedJobs, 1, 'The next month must have its own budget.');
  });

  it('counts an order whose answer was lost', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { a: 'One', b: 'Two' } }, { wire });
    const window = await openLimited(setup, { perDay: 0.13 });
    const [one, two] = await Promise.all(
      ['a', 'b'].map((key) => quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set([key]) })),
    );
    await setup.fault('drop-after');
    assert.equal((await place(window, one!)).stopped?.kind, 'unconfirmed');
    await assert.rejects(place(window, two!), isOver({ kind: 'day', budget: 0.13, spent: 0.07, price: 0.07 }));
  });

  it('lets only one of two windows spend the remaining budget', async () => {
    await using setup = await createOrderSetup(
      'manual',
      { 'locales/en.json': { a: 'One', b: 'Two', c: 'Three', d: 'Four' } },
      { wire },
    );
    const windows = await Promise.all(['a', 'b', 'c', 'd'].map(() => openLimited(setup, { perDay: 0.1 })));
    const quotes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key, index) =>
        quoteFile(windows[index]!, 'locales/en.json', ['ja'], { selected: new Set([key]) }),
      ),
    );
    const outcomes = await Promise.allSettled(quotes.map((quote, index) => place(windows[index]!, quote)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') isOver({ kind: 'day', budget: 0.1, spent: 0.07, price: 0.07 })(outcome.reason);
    assert.deepEqual(await setup.totals(), { orders: 1, jobs: 1, spent: '0.07' });
  });

  it('does not send the rest of an order when another window has spent the budget since the first call', async () => {
    await using setup = await createOrderSetup(
      'manual',
      { 'locales/en.json': manyTexts(60), 'other/en.json': { bye: 'Goodbye' } },
      { wire },
    );
    const quoting = await setup.openWindow();
    const [long, short] = [
      await quoteFile(quoting, 'locales/en.json', ['ja']),
      await quoteFile(quoting, 'other/en.json', ['ja']),
    ];
    const other = await openLimited(setup, { perDay: long.credits });
    await using forwarder = await startForwarder(setup.fixture.sandbox.baseUrl, {
      onCall: async (call) => {
        // While the first call is pending, the journal has no entry for the second one.
        if (call === post) assert.equal((await place(other, short)).placedJobs, 1);
      },
    });
    const window = await openLimited(setup, { perDay: long.credits }, forwarder.baseUrl);
    const { stopped, placedJobs, notSent } = await place(window, long);
    assert.ok(stopped?.kind === 'refused' && stopped.error instanceof OverBudgetError, stopped?.kind);
    assert.deepEqual([stopped.error.exceeded.map(({ kind }) => kind), placedJobs, notSent], [['day'], 50, 10]);
    assert.equal((await setup.totals()).jobs, 51);
    assert.equal((await planFile(other, 'locales/en.json', ['ja'])).jobs.length, 10);
  });

  it('does not limit what is simulated', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow({
      simulated: true,
      budgets: { perOrder: 0.01, perDay: 0.01, perMonth: 0.01 },
    });
    assert.equal((await place(window, await quoteFile(window, 'locales/en.json', ['ja']))).placedJobs, 2);
  });
});
