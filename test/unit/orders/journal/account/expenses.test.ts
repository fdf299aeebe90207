import assert from 'node:assert/strict';
import { byCurrency, expensesByMonth, expensesOf } from '../../../../../src/orders/journal/account/expenses.ts';
import type { EntryOf, JournalEntry } from '../../../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { makeIntent, makeIntentJob } from '../../../../builders/journalEntries.ts';
import { formatExpenses, unpricedJobs } from '../../../../../src/orders/journal/account/account.ts';

const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day, 12).getTime();
const months = expensesByMonth([
  { at: at(2026, 10, 31), targetLocale: 'ja', credits: 0.1 },
  { at: at(2026, 11, 1), targetLocale: 'fr', credits: 1 },
  { at: at(2026, 11, 30), targetLocale: 'ja', credits: 0.1 },
  { at: at(2026, 11, 30), targetLocale: 'ja', credits: 0.2 },
  { at: at(2025, 11, 2), targetLocale: '=cmd()', credits: 3 },
  { at: at(2024, 1, 2), targetLocale: 'de', credits: 0 },
]);

describe('expensesByMonth', () => {
  it('sums up by calendar month and target locale, newest month and highest cost first', () => {
    assert.deepEqual(
      months.map(({ month, credits, byLocale }) => [new Date(month).getMonth() + 1, credits, ...byLocale]),
      [
        [11, 1.3, ['fr', 1], ['ja', 0.3]],
        [10, 0.1, ['ja', 0.1]],
        [11, 3, ['=cmd()', 3]],
      ],
    );
  });
});

describe('formatExpenses', () => {
  it('writes a line for each month and locale, and no cell that a spreadsheet would evaluate', () => {
    assert.equal(
      formatExpenses([{ currency: 'USD', months }]),
      [
        '\uFEFFmonth,targetLocale,credits,currency',
        '2026-11,fr,1,USD',
        '2026-11,ja,0.3,USD',
        '2026-10,ja,0.1,USD',
        "2025-11,'=cmd(),3,USD",
        '',
      ].join('\r\n'),
    );
  });
});

function ledgerOf(...entries: readonly JournalEntry[]): Ledger {
  const ledger = new Ledger();
  for (const entry of entries) ledger.apply(entry);
  return ledger;
}

function makeElsewhere(changes: Partial<EntryOf<'elsewhere'>> = {}): EntryOf<'elsewhere'> {
  return {
    type: 'elsewhere',
    jobId: '7',
    orderId: 'o7',
    at: 100,
    createdAt: 50,
    status: 'available',
    project: 'p',
    intent: 'x',
    sourceHash: 'h',
    locale: 'ja',
    remotes: [],
    credits: 0.7,
    currency: 'USD',
    ...changes,
  };
}

function makeRecovered(changes: Partial<EntryOf<'recovered'>> = {}): EntryOf<'recovered'> {
  return {
    type: 'recovered',
    jobId: '7',
    orderId: 'o7',
    at: 100,
    project: 'p',
    sourceLocale: 'en',
    targetLocale: 'ja',
    simulated: false,
    title: 't',
    protectedText: { text: 't', source: 't', placeholders: [] },
    units: [],
    credits: 0.7,
    currency: 'USD',
    createdAt: 50,
    intent: 'x',
    ...changes,
  };
}

const header = (currency: string): JournalEntry => ({
  type: 'header',
  at: 1,
  journal: 'j',
  origin: 'https://a',
  account: 'a',
  currency,
});

/** Returns the credits of each expense, smallest first. */
function creditsOf(own: Ledger, ...siblings: readonly Ledger[]): readonly number[] {
  return expensesOf(own, { siblings })
    .map(({ credits }) => credits)
    .toSorted((a, b) => a - b);
}

describe('expensesOf', () => {
  it('counts a job once that several journals have recovered, or know from elsewhere', () => {
    const recovered = ledgerOf(makeRecovered());
    const elsewhere = ledgerOf(makeElsewhere());
    assert.deepEqual(creditsOf(recovered, ledgerOf(makeRecovered())), [0.7]);
    assert.deepEqual(creditsOf(recovered, elsewhere), [0.7]);
    assert.deepEqual(creditsOf(elsewhere, recovered, elsewhere), [0.7]);
    assert.deepEqual(creditsOf(ledgerOf(makeElsewhere(), makeRecovered())), [0.7]);
    assert.deepEqual(creditsOf(recovered, ledgerOf(makeElsewhere({ jobId: '8', orderId: 'o8' }))), [0.7, 0.7]);
  });

  it('counts jobs from elsewhere at their creation time, and names them', () => {
    assert.deepEqual(expensesOf(ledgerOf(makeElsewhere())), [
      { at: 50, targetLocale: 'ja', credits: 0.7, currency: 'USD', isElsewhere: true },
    ]);
    const { createdAt, ...withoutTime } = makeElsewhere();
    assert.deepEqual([createdAt, expensesOf(ledgerOf(withoutTime))[0]?.at], [50, 100]);
  });

  it('counts canceled jobs, but no duplicates of other jobs, and nothing at the sandbox', () => {
    const { credits, ...withoutPrice } = makeElsewhere();
    assert.deepEqual(creditsOf(ledgerOf(makeElsewhere({ status: 'canceled' }))), [credits]);
    assert.deepEqual(creditsOf(ledgerOf({ ...withoutPrice, status: 'duplicate' })), []);
    assert.deepEqual(expensesOf(ledgerOf(makeElsewhere(), makeRecovered({ jobId: '9' })), { simulated: true }), []);
  });

  it('does not count a job again whose order a journal has, even before the order has its ids', () => {
    const order = makeIntent({ id: 'x', credits: 5, jobs: [makeIntentJob({ credits: 5 })] });
    const placed: JournalEntry = { type: 'placed', intent: 'x', at: 1, orderId: 'o7', creditsUsed: 5, known: [] };
    const found: JournalEntry = { type: 'job', intent: 'x', number: 1, jobId: '7', at: 2 };
    for (const entries of [[order], [order, placed], [order, placed, found]])
      for (const entry of [makeElsewhere(), makeRecovered()]) {
        assert.deepEqual(creditsOf(ledgerOf(...entries), ledgerOf(entry)), [5]);
        assert.deepEqual(creditsOf(ledgerOf(entry), ledgerOf(...entries)), [5]);
      }
    const { intent, ...ofEarlierVersion } = makeRecovered();
    assert.deepEqual([intent, creditsOf(ledgerOf(order, placed), ledgerOf(ofEarlierVersion))], ['x', [5]]);
  });

  it('counts a job that names an order which is known to be another one, or was refused', () => {
    const order = makeIntent({ id: 'x', credits: 5 });
    const placed: JournalEntry = { type: 'placed', intent: 'x', at: 1, orderId: 'o1', creditsUsed: 5, known: [] };
    const refused: JournalEntry = { type: 'refused', intent: 'x', at: 1, reason: 'r', message: '' };
    assert.deepEqual(creditsOf(ledgerOf(order, placed, makeElsewhere())), [0.7, 5]);
    assert.deepEqual(creditsOf(ledgerOf(order, refused, makeElsewhere())), [0, 0.7]);
  });

  it('counts an order once that a copy of its journal has, too', () => {
    const order = makeIntent({ credits: 5 });
    const placed: JournalEntry = { type: 'placed', intent: 'i', at: 1, creditsUsed: 6, known: [] };
    assert.deepEqual(creditsOf(ledgerOf(order, placed), ledgerOf(order)), [6]);
    assert.deepEqual(creditsOf(ledgerOf(order), ledgerOf(order, placed)), [6]);
  });

  it('counts the highest known price for a job whose price is unknown, and marks it', () => {
    const { credits, ...withoutPrice } = makeElsewhere({ jobId: '8', orderId: 'o8', createdAt: 60 });
    const expenses = expensesOf(ledgerOf(makeElsewhere(), withoutPrice));
    assert.deepEqual(
      expenses.map((expense) => [expense.credits, expense.isPriceUnknown]),
      [
        [credits, undefined],
        [0.7, true],
      ],
    );
    // Another journal knows it.
    assert.deepEqual(creditsOf(ledgerOf(withoutPrice), ledgerOf({ ...withoutPrice, credits: 0.3 })), [0.3]);
  });
});

describe('unpricedJobs', () => {
  it('are the jobs of this month for which no line has a price', () => {
    const now = at(2026, 11, 20);
    const { credits, ...job } = makeElsewhere({ createdAt: at(2026, 11, 2) });
    const { createdAt, ...withoutTime } = job;
    assert.deepEqual([credits, createdAt === undefined], [0.7, false]);
    assert.deepEqual([...unpricedJobs(ledgerOf(job), now)], ['7']);
    assert.deepEqual([...unpricedJobs(ledgerOf(withoutTime), now)], ['7']);
    assert.deepEqual([...unpricedJobs(ledgerOf({ ...job, createdAt: at(2026, 10, 31) }), now)], []);
    assert.deepEqual([...unpricedJobs(ledgerOf(job, makeElsewhere()), now)], []);
    assert.deepEqual([...unpricedJobs(ledgerOf(job, makeRecovered()), now)], []);
  });
});

describe('byCurrency', () => {
  it('adds no two currencies, and takes the account’s one for expenses without a currency', () => {
    const { currency, ...unnamed } = makeElsewhere({ jobId: '1', orderId: 'o1', credits: 1 });
    const own = ledgerOf(header('USD'), unnamed, makeElsewhere({ jobId: '2', orderId: 'o2', credits: 2 }));
    const other = ledgerOf(header('EUR'), { ...unnamed, jobId: '3', orderId: 'o3', credits: 4 });
    const groups = byCurrency(expensesOf(own, { siblings: [other] }), currency);
    assert.deepEqual(
      groups.map((group) => [group.currency, group.expenses.map(({ credits }) => credits)]),
      [
        ['USD', [1, 2]],
        ['EUR', [4]],
      ],
    );
    assert.deepEqual(byCurrency([]), [{ currency: undefined, expenses: [] }]);
  });
});
