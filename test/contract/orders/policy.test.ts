import assert from 'node:assert/strict';
import { parsePolicy, PolicySettingError } from '../../../src/orders/model/limits/parsePolicy.ts';
import type { Policy } from '../../../src/orders/model/limits/policy.ts';
import { placeOrder } from '../../../src/orders/spend/place/placeOrder.ts';
import { createOrderSetup, manyTexts, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow, type WindowOptions } from './orderWindow.ts';
import type { ExceededLimit } from '../../../src/orders/model/limits/budget.ts';
import { OverBudgetError, PolicyError } from '../../../src/orders/model/limits/limitErrors.ts';

const shop = { 'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' } };
const post = 'POST /v2/translate/jobs';
const user = { kind: 'user' } as const;
const workspace = { kind: 'workspace' } as const;
const folder = { kind: 'folder', project: 'a1b2c3d4', name: 'shop' } as const;

/** A window with policies, whose clock shows noon, so that no day ends while a test runs. */
async function openLimited(
  setup: OrderSetup,
  policies: readonly Policy[],
  more: Partial<WindowOptions> = {},
): Promise<OrderWindow> {
  return setup.openWindow({ policies, clockOffset: new Date().setHours(12, 0, 0, 0) - Date.now(), ...more });
}

/** Whether an error reports that exactly these limits do not allow an order. */
const isOver =
  (...expected: readonly ExceededLimit[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof OverBudgetError, String(error));
    assert.deepEqual([error.reason, error.exceeded, error.currency], ['over-budget', expected, 'USD']);
    return true;
  };

async function assertNothingOrdered(setup: OrderSetup, { requests }: OrderWindow): Promise<void> {
  assert.deepEqual([requests.includes(post), (await setup.totals()).orders], [false, 0]);
  assert.deepEqual(await setup.journal(), []);
}

describe('contract: team policy', function () {
  this.timeout(20_000);

  it('quotes what a policy forbids, but does not order it, and names everything that stops the order', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await openLimited(
      setup,
      [
        { origin: user, targetLocales: ['ja'], perDay: 0.2 },
        { origin: workspace, tiers: ['pro'], perLocale: { fr: { perOrder: 0.09 }, de: { perOrder: 0 } } },
        { origin: folder, targetLocales: ['fr'] },
      ],
      { budgets: { perOrder: 0.23 } },
    );
    const quote = await quoteFile(window, 'locales/en.json', ['ja', 'fr']);
    assert.equal(quote.credits, 0.24);
    await assert.rejects(place(window, quote), (error) => {
      assert.ok(error instanceof PolicyError, String(error));
      assert.deepEqual([error.reason, error.currency], ['not-allowed', 'USD']);
      assert.deepEqual(error.violations, [
        { kind: 'locale', forbidden: ['fr'], allowed: ['ja'], policy: user },
        { kind: 'tier', forbidden: ['standard'], allowed: ['pro'], policy: workspace },
        { kind: 'locale', forbidden: ['ja'], allowed: ['fr'], policy: folder },
      ]);
      assert.deepEqual(error.exceeded, [
        { kind: 'order', budget: 0.23, spent: 0, price: 0.24 },
        { kind: 'day', budget: 0.2, policy: user, spent: 0, price: 0.24 },
        { kind: 'order', budget: 0.09, locale: 'fr', policy: workspace, spent: 0, price: 0.1 },
      ]);
      return true;
    });
    await assertNothingOrdered(setup, window);
  });

  it('orders what all policies allow', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await openLimited(setup, [
      { origin: user, targetLocales: ['ja', 'fr'], perOrder: 0.24 },
      {
        origin: folder,
        tiers: ['standard'],
        perLocale: { ja: { perOrder: 0.14, perMonth: 0.14 }, fr: { perOrder: 0.1 } },
      },
    ]);
    const quote = await quoteFile(window, 'locales/en.json', ['ja', 'fr']);
    assert.deepEqual(await place(window, quote), { placedJobs: 4, creditsUsed: 0.24, notSent: 0 });
  });

  it('sends and journals nothing while a policy is invalid', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    for (const value of [{ perDay: '50' }, { perDay: -1 }, { perday: 50 }, 'none', null]) {
      const policies = (): readonly Policy[] => [parsePolicy(value, workspace)!];
      const order = placeOrder({ ...window.context, policies }, quote, { statusOf: () => undefined });
      await assert.rejects(order, PolicySettingError);
    }
    await assertNothingOrdered(setup, window);
  });

  for (const [name, later] of [
    ['language', { targetLocales: ['fr'] }],
    ['tier', { tiers: [] }],
  ] as const)
    it(`stops the second call if a policy has forbidden its ${name} since the first one`, async () => {
      await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(60) });
      const window = await setup.openWindow();
      let policy: Policy = { origin: folder };
      const { stopped, placedJobs, notSent } = await placeOrder(
        { ...window.context, policies: () => [policy] },
        await quoteFile(window, 'locales/en.json', ['ja']),
        {
          statusOf: () => undefined,
          onProgress: () => {
            policy = { origin: folder, ...later };
          },
        },
      );
      assert.ok(stopped?.kind === 'refused' && stopped.error instanceof PolicyError, stopped?.kind);
      assert.deepEqual(
        stopped.error.violations.map((violation) => violation.policy),
        [folder],
      );
      assert.deepEqual([placedJobs, notSent], [50, 10]);
      assert.equal((await setup.totals()).jobs, 50);
    });

  it('stops the second call of a language that exceeds its limit, with the amount that the first one cost', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(60) });
    const window = await openLimited(setup, []);
    const quote = await quoteFile(window, 'locales/en.json', ['fr', 'ja']);
    let perOrder = 99;
    const result = await placeOrder(
      { ...window.context, policies: () => [{ origin: user, perLocale: { ja: { perOrder }, fr: { perOrder: 99 } } }] },
      quote,
      {
        statusOf: () => undefined,
        onProgress: (sent) => {
          // After the two calls in French and the first one in Japanese.
          if (sent === 110) perOrder = 0.01;
        },
      },
    );
    assert.ok(result.stopped?.kind === 'refused');
    const price = 10 * quote.plan.jobs.find(({ targetLocale }) => targetLocale === 'ja')!.price.credits;
    const [limit] = result.stopped.error instanceof OverBudgetError ? result.stopped.error.exceeded : [];
    assert.deepEqual(
      { ...limit, spent: limit?.spent.toFixed(2), price: limit?.price.toFixed(2) },
      {
        kind: 'order',
        budget: 0.01,
        locale: 'ja',
        policy: user,
        spent: (5 * price).toFixed(2),
        price: price.toFixed(2),
      },
    );
    assert.deepEqual([result.placedJobs, result.notSent], [110, 10]);
  });

  it('counts what was spent on a language, and not on others', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { a: 'One', b: 'Two' } });
    const window = await openLimited(setup, [{ origin: workspace, perLocale: { ja: { perMonth: 0.1 } } }]);
    const quoteOf = (key: string, locale: string) =>
      quoteFile(window, 'locales/en.json', [locale], { selected: new Set([key]) });
    assert.equal((await place(window, await quoteOf('a', 'fr'))).placedJobs, 1);
    assert.equal((await place(window, await quoteOf('b', 'fr'))).placedJobs, 1);
    assert.equal((await place(window, await quoteOf('a', 'ja'))).placedJobs, 1);
    await assert.rejects(
      place(window, await quoteOf('b', 'ja')),
      isOver({ kind: 'month', budget: 0.1, locale: 'ja', policy: workspace, spent: 0.07, price: 0.07 }),
    );
    window.clockOffset += 32 * 24 * 3600_000;
    assert.equal((await place(window, await quoteOf('b', 'ja'))).placedJobs, 1, 'The next month has its own limit.');
  });

  it('lets only one of several windows spend what remains for a language', async () => {
    const keys = ['a', 'b', 'c'];
    await using setup = await createOrderSetup('manual', { 'locales/en.json': { a: 'One', b: 'Two', c: 'Three' } });
    const windows = await Promise.all(
      keys.map(() => openLimited(setup, [{ origin: user, perLocale: { ja: { perMonth: 0.1 } } }])),
    );
    const quotes = await Promise.all(
      keys.map((key, index) => quoteFile(windows[index]!, 'locales/en.json', ['ja'], { selected: new Set([key]) })),
    );
    const outcomes = await Promise.allSettled(quotes.map((quote, index) => place(windows[index]!, quote)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        isOver({ kind: 'month', budget: 0.1, locale: 'ja', policy: user, spent: 0.07, price: 0.07 })(outcome.reason);
    assert.deepEqual(await setup.totals(), { orders: 1, jobs: 1, spent: '0.07' });
  });

  it("applies a folder's policy to orders of that folder only", async () => {
    await using setup = await createOrderSetup('manual', shop);
    const policies: readonly Policy[] = [{ origin: { ...folder, project: 'ffffffff' }, targetLocales: ['de'] }];
    const window = await openLimited(setup, policies);
    assert.equal((await place(window, await quoteFile(window, 'locales/en.json', ['ja']))).placedJobs, 2);
    const other = await openLimited(setup, policies, { projects: ['ffffffff'] });
    await assert.rejects(place(other, await quoteFile(other, 'locales/en.json', ['fr'])), PolicyError);
  });

  it('does not limit what is simulated', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await openLimited(setup, [{ origin: user, perOrder: 0, tiers: [], targetLocales: [] }], {
      simulated: true,
    });
    assert.equal((await place(window, await quoteFile(window, 'locales/en.json', ['ja']))).placedJobs, 2);
  });
});
