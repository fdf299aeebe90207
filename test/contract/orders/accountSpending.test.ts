import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { accountSpending, noteCreditsSpent, readUnknownSpending } from '../../../src/orders/journal/account/account.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow, type WindowOptions } from './orderWindow.ts';
import { sumOfCredits } from '../../../src/orders/model/limits/budget.ts';
import { OverBudgetError } from '../../../src/orders/model/limits/limitErrors.ts';

const shop = {
  'locales/en.json': { hello: 'Hello there', bye: 'Goodbye' },
  'locales/ja.json': {},
};
const help = { 'en.json': { one: 'First line', two: 'Second line', three: 'Third line' }, 'ja.json': {} };
const openSetup = (): Promise<OrderSetup> =>
  createOrderSetup('manual', {
    ...shop,
    ...Object.fromEntries(Object.entries(help).map(([name, content]) => [`help/locales/${name}`, content])),
  });

/** A machine, a container or a remote host: a journal folder of its own, and the project `help` instead of the shop. */
const elsewhere = (setup: OrderSetup, more: Partial<WindowOptions> = {}): Promise<OrderWindow> =>
  setup.openWindow({
    journalFile: path.join(path.dirname(setup.windowOptions.root), 'container/journals/journal.jsonl'),
    root: path.join(setup.windowOptions.root, 'help'),
    projects: ['f00dfeed'],
    ...more,
  });

async function orderAll(window: OrderWindow): Promise<number> {
  const quote = await quoteFile(window, 'locales/en.json', ['ja']);
  return (await place(window, quote)).creditsUsed;
}

const isOver =
  (spent: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof OverBudgetError, String(error));
    assert.deepEqual(
      error.exceeded.map((limit) => limit.spent),
      [spent],
    );
    return true;
  };

/** Rewrites a journal as earlier versions wrote it: jobs from elsewhere without prices. */
async function withoutPrices(journalFile: string): Promise<void> {
  const lines = (await readFile(journalFile, 'utf8')).trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as JournalEntry);
  await writeFile(
    journalFile,
    entries
      .map((entry) => {
        const isElsewhere = entry.type === 'elsewhere';
        const rest = { ...entry, crc: undefined, ...(isElsewhere ? { credits: undefined, currency: undefined } : {}) };
        return `${JSON.stringify(rest)}\n`;
      })
      .join(''),
  );
}

describe('contract: what counts toward the budgets', function () {
  this.timeout(30_000);

  it('is what the account ordered in another container, with another journal and project', async () => {
    await using setup = await openSetup();
    const spent = await orderAll(await setup.openWindow());
    const container = await elsewhere(setup, { budgets: { perMonth: spent + 0.01 } });
    await assert.rejects(orderAll(container), isOver(spent));
    assert.equal((await setup.totals()).orders, 1);
    const { month, elsewhere: part } = await accountSpending(container.context);
    assert.deepEqual([sumOfCredits(month), part], [spent, { day: spent, month: spent }]);
  });

  it('is what was ordered elsewhere since the last look', async () => {
    await using setup = await openSetup();
    const first = await setup.openWindow();
    const container = await elsewhere(setup);
    const here = await orderAll(container);
    await orderAll(first);
    await container.jobs.findElsewhere();
    const { month } = await accountSpending(container.context);
    assert.deepEqual([String(sumOfCredits(month)), here > 0], [(await setup.totals()).spent, true]);
  });

  it('is each job once, even if two journals of the account have recovered it', async () => {
    await using setup = await openSetup();
    const lost = path.join(path.dirname(setup.journalFile), '../lost/journal.jsonl');
    const spent = await orderAll(await setup.openWindow({ journalFile: lost }));
    const rotated = path.join(path.dirname(setup.journalFile), 'rotated.jsonl');
    for (const journalFile of [setup.journalFile, rotated]) {
      const { jobs, context } = await setup.openWindow({ journalFile });
      await jobs.findElsewhere();
      assert.deepEqual(
        [...context.ledger.jobs.values()].map(({ origin }) => 'recovered' in origin),
        [true, true],
      );
    }
    for (const journalFile of [setup.journalFile, rotated]) {
      const window = await setup.openWindow({ journalFile, budgets: { perDay: spent } });
      assert.equal(sumOfCredits((await accountSpending(window.context)).day), spent);
      await setup.write('locales/en.json', JSON.stringify({ ...shop['locales/en.json'], more: 'One more' }));
      await assert.rejects(orderAll(window), isOver(spent));
    }
  });

  it('is looked up if an earlier version journaled the jobs without prices', async () => {
    await using setup = await openSetup();
    const spent = await orderAll(await setup.openWindow());
    const before = await elsewhere(setup);
    await before.jobs.findElsewhere();
    await withoutPrices(path.join(path.dirname(setup.windowOptions.root), 'container/journals/journal.jsonl'));
    const container = await elsewhere(setup, { budgets: { perMonth: spent + 0.01 } });
    await assert.rejects(orderAll(container), isOver(spent));
    assert.deepEqual((await accountSpending(container.context)).unpriced, { jobs: 0, credits: 0 });
    // The prices are journaled, so they are looked up once.
    const requests = container.requests.length;
    await assert.rejects(orderAll(container), isOver(spent));
    const again = container.requests.slice(requests).filter((line) => line.startsWith('GET /v2/translate/jobs'));
    assert.deepEqual(again, []);
  });

  it('is not what another currency cost, which is named', async () => {
    await using setup = await openSetup();
    await orderAll(await setup.openWindow());
    const container = await elsewhere(setup);
    await container.jobs.findElsewhere();
    const spending = await accountSpending(container.context, { currency: 'EUR' });
    assert.deepEqual(
      [sumOfCredits(spending.month), [...spending.otherCurrencies].map(([name, credits]) => [name, String(credits)])],
      [0, [['USD', (await setup.totals()).spent]]],
    );
  });
});

describe('contract: what was spent without this extension', function () {
  this.timeout(30_000);

  const orderWithAnotherTool = async ({ fixture }: OrderSetup, slug: string): Promise<void> => {
    const job = { slug, body_src: 'Bought with another tool', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' };
    const { opstat, err } = await fixture.call('POST', '/translate/jobs', { jobs: { job_1: job } });
    assert.equal(opstat, 'ok', JSON.stringify(err));
  };

  it('is the growth of the account’s total that the journals don’t know', async () => {
    await using setup = await openSetup();
    await orderWithAnotherTool(setup, 'before the first reading');
    const before = Number((await setup.totals()).spent);
    const window = await setup.openWindow();
    assert.deepEqual(await readUnknownSpending(window.context), {});
    await orderAll(window);
    assert.deepEqual(await readUnknownSpending(window.context), {});
    const known = Number((await setup.totals()).spent);
    await orderWithAnotherTool(setup, 'after it');
    const more = Number((Number((await setup.totals()).spent) - known).toFixed(2));
    assert.ok(before > 0 && more > 0);
    assert.deepEqual(await readUnknownSpending(window.context), { day: more, month: more });
    // Another window has the same first reading.
    assert.deepEqual(await readUnknownSpending((await setup.openWindow()).context), { day: more, month: more });
  });

  it('is unknown in a new month, until the total was read again', async () => {
    await using setup = await openSetup();
    const window = await setup.openWindow();
    await readUnknownSpending(window.context);
    await orderWithAnotherTool(setup, 'in the old month');
    window.clockOffset = 40 * 24 * 3600_000;
    assert.deepEqual(await readUnknownSpending(window.context), {});
    await orderWithAnotherTool(setup, 'in the new month');
    assert.notEqual((await readUnknownSpending(window.context)).month, undefined);
  });

  it('prevents no order if the total can’t be read, and is not asked for at the sandbox', async () => {
    await using setup = await openSetup();
    const window = await setup.openWindow();
    await setup.fault('html', 'GET /v2/account/stats', { times: 10 });
    assert.deepEqual(await readUnknownSpending(window.context), {});
    const simulated = await setup.openWindow({ simulated: true });
    assert.deepEqual([await readUnknownSpending(simulated.context), simulated.requests], [{}, []]);
    await noteCreditsSpent(simulated.context, { creditsSpent: 1 });
  });
});
