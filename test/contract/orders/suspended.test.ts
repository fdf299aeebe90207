import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { allowReordering } from '../../../src/orders/jobs/review/review.ts';
import { startChildWindow } from './childWindow.ts';
import { place, quoteFile, type OrderWindow, type WindowOptions } from './orderWindow.ts';
import { suspensionSteps, type SuspensionStep } from './suspendAt.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';
import type { Quote } from '../../../src/orders/model/order/quote.ts';

const [shop, other] = ['locales/en.json', 'other/en.json'] as const;
const files = { [shop]: { hello: 'Hello', bye: 'Goodbye' }, [other]: { thanks: 'Thanks' } };
/** Enough for the shop's two strings or for the other file's one, but not for both. */
const mostSpent = 0.14;
const limits = {
  budget: { budgets: { perDay: mostSpent } },
  policy: { policies: [{ origin: { kind: 'workspace' }, perLocale: { ja: { perMonth: mostSpent } } }] },
} as const satisfies Readonly<Record<string, Partial<WindowOptions>>>;
const lockSilentMs = 2000;

/**
 * The actions of the suspended process after it continues: whether it sends its order, and whether its journaled intent
 * is withdrawn.
 */
const outcomes: Readonly<Record<SuspensionStep, { readonly sent: boolean; readonly unsent?: true }>> = {
  'before the lock': { sent: false },
  'after the lock': { sent: false },
  'after the checks': { sent: false, unsent: true },
  'after the append': { sent: false, unsent: true },
  'after verifying the lock': { sent: true },
  'before the request': { sent: true },
  'with the request made': { sent: true },
  'with the headers sent': { sent: true },
  'after the answer': { sent: true },
};

/** Places an order and returns what prevented it, if anything. */
async function tryToPlace(window: OrderWindow, quote: Quote): Promise<string> {
  try {
    const { stopped, placedJobs } = await place(window, quote);
    assert.equal(stopped, undefined);
    return `${placedJobs} placed`;
  } catch (error) {
    assert.ok(error instanceof OrderError, String(error));
    return error.reason;
  }
}

/** Texts of all jobs at the sandbox, by its own records. */
async function orderedTexts({ fixture }: OrderSetup): Promise<readonly string[]> {
  const ids = (await fixture.client.jobs.list({ timestampAfter: 1000 })).map(({ id }) => id);
  return (await fixture.client.jobs.get(ids)).map(({ sourceText }) => sourceText).toSorted();
}

describe('contract: a process that is suspended while it orders', function () {
  this.timeout(60_000);
  before(function () {
    // Windows has no such signals.
    if (process.platform === 'win32') this.skip();
  });

  /** Noon, so that no day ends while a test runs. */
  const optionsOf = ({ windowOptions }: OrderSetup, limit: keyof typeof limits): WindowOptions => ({
    ...windowOptions,
    ...limits[limit],
    lockSilentMs,
    clockOffset: new Date().setHours(12, 0, 0, 0) - Date.now(),
  });

  /**
   * A process is suspended in the middle of an order of the shop's file, while another one orders two files in
   * this order.
   */
  async function suspendAndOrder(
    step: SuspensionStep,
    order: readonly string[],
    limit: keyof typeof limits,
  ): Promise<void> {
    await using setup = await createOrderSetup('manual', files);
    const options = optionsOf(setup, limit);
    await using suspended = await startChildWindow(options, step);
    const awake = await setup.openWindow(options);
    const quotes = await Promise.all(order.map((file) => quoteFile(awake, file, ['ja'])));

    suspended.go();
    await suspended.suspended();
    await setTimeout(1.5 * lockSilentMs);
    const seen: string[] = [];
    for (const quote of quotes) seen.push(await tryToPlace(awake, quote));
    suspended.resume();
    const { placedJobs = 0, stopped, error } = await suspended.result();
    await suspended.ended;

    const { sent, unsent } = outcomes[step];
    const details = JSON.stringify({ seen, placedJobs, stopped, error });
    assert.deepEqual([placedJobs, stopped], [sent ? 2 : 0, undefined], details);
    assert.equal(typesOf(await setup.journal()).includes('unsent'), unsent === true, details);
    const { spent } = await setup.totals();
    assert.ok(Number(spent) <= mostSpent, `${spent} spent: ${details}`);
    const texts = await orderedTexts(setup);
    assert.equal(new Set(texts).size, texts.length, texts.join(', '));

    // Only the strings that were not ordered can be ordered now.
    const later = await setup.openWindow();
    await later.jobs.fetchAndDeliver();
    for (const file of order) await place(later, await quoteFile(later, file, ['ja']));
    assert.deepEqual(await orderedTexts(setup), ['Goodbye', 'Hello', 'Thanks']);
    assert.equal((await setup.totals()).spent, '0.21');
  }

  for (const step of suspensionSteps) {
    it(`orders nothing twice, and stays within budget and policy, when it is suspended ${step}`, async () => {
      await Promise.all([
        suspendAndOrder(step, [shop, other], 'budget'),
        suspendAndOrder(step, [other, shop], 'policy'),
      ]);
    });
  }

  it('does not send an order after the user has allowed reordering', async () => {
    await using setup = await createOrderSetup('manual', files);
    // Credits that may have been spent count as spent, so a budget would stop the second order.
    const options = { ...optionsOf(setup, 'budget'), budgets: {} };
    await using suspended = await startChildWindow(options, 'before the request');
    suspended.go();
    await suspended.suspended();
    const awake = await setup.openWindow({ ...options, clockOffset: (options.clockOffset ?? 0) + 600_000 });
    await awake.jobs.fetchAndDeliver();
    assert.deepEqual(
      awake.jobs.all.map(({ status }) => status),
      ['unclear', 'unclear'],
    );
    await allowReordering(awake, awake.jobs.all[0]!.id);
    assert.equal(await tryToPlace(awake, await quoteFile(awake, shop, ['ja'])), '2 placed');
    suspended.resume();
    assert.deepEqual(await suspended.result(), { placedJobs: 0, stopped: 'refused' });
    await suspended.ended;
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'acknowledged', 'intent', 'placed', 'unsent']);
    assert.deepEqual(await orderedTexts(setup), ['Goodbye', 'Hello']);
    assert.equal((await setup.totals()).spent, '0.14');
  });

  it('orders nothing twice, and stays within budget and policy, even if the lock has no effect', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      await using setup = await createOrderSetup('manual', files);
      const windows = await Promise.all(
        [shop, shop, other].map(async (file) => {
          const window = await setup.openWindow(optionsOf(setup, trial % 2 === 0 ? 'budget' : 'policy'));
          return { window, quote: await quoteFile(window, file, ['ja']) };
        }),
      );
      for (const {
        window: {
          context: { journal },
        },
      } of windows) {
        // As in a virtual machine that was paused without any effect on its clocks.
        journal.exclusively = async (work) => {
          await journal.sync();
          return work({ verify: () => Promise.resolve() });
        };
      }
      await Promise.all(windows.map(({ window, quote }) => tryToPlace(window, quote)));
      const texts = await orderedTexts(setup);
      assert.equal(new Set(texts).size, texts.length, texts.join(', '));
      assert.ok(Number((await setup.totals()).spent) <= mostSpent);
    }
  });
});
