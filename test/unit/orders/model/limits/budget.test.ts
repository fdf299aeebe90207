import assert from 'node:assert/strict';
import { spendingAt } from '../../../../../src/orders/journal/account/periodSpending.ts';
import { BudgetSettingError, parseBudgets } from '../../../../../src/orders/model/limits/parseBudgets.ts';
import type { EntryOf, JournalEntry } from '../../../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { makeIntent, makeIntentJob } from '../../../../builders/journalEntries.ts';
import {
  budgetsOf,
  exceededLimits,
  limitsOf,
  sumOfCredits,
  type BudgetKind,
  type Budgets,
  type ExceededLimit,
} from '../../../../../src/orders/model/limits/budget.ts';

/** Returns a local time as milliseconds since the epoch. */
const local = (text: string): number => new Date(text).getTime();

function intent(id: string, at: string, credits = 1, simulated = false): EntryOf<'intent'> {
  return makeIntent({ id, at: local(at), simulated, credits });
}

function spending(now: string, ...entries: readonly JournalEntry[]): readonly [day: number, month: number] {
  const ledger = new Ledger();
  for (const entry of entries) ledger.apply(entry);
  const { day, month } = spendingAt(ledger, local(now));
  return [sumOfCredits(day), sumOfCredits(month)];
}

const noon = '2030-05-15T12:00:00';
const placed = (of: string, creditsUsed: number): JournalEntry => ({
  type: 'placed',
  intent: of,
  at: 1,
  orderId: 'o',
  creditsUsed,
  known: [],
});
const unclear = (of: string): JournalEntry => ({ type: 'unclear', intent: of, at: 1, reason: 'timeout' });

describe('spendingAt', () => {
  let zone: string | undefined;
  before(() => {
    zone = process.env['TZ'];
  });
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('returns 0 without orders', () => {
    assert.deepEqual(spending(noon), [0, 0]);
  });

  it('counts open and unconfirmed orders, even after reordering was allowed, but not refused ones', () => {
    const order = intent('i', noon, 0.07);
    assert.deepEqual(spending(noon, order), [0.07, 0.07]);
    assert.deepEqual(spending(noon, order, unclear('i')), [0.07, 0.07]);
    assert.deepEqual(spending(noon, order, unclear('i'), { type: 'acknowledged', intent: 'i', at: 2 }), [0.07, 0.07]);
    assert.deepEqual(
      spending(noon, order, { type: 'refused', intent: 'i', at: 1, reason: 'credits', message: '' }),
      [0, 0],
    );
  });

  it('counts the higher of the confirmed and the charged price', () => {
    assert.deepEqual(spending(noon, intent('i', noon, 5), placed('i', 4)), [5, 5]);
    assert.deepEqual(spending(noon, intent('i', noon, 5), placed('i', 0)), [5, 5]);
    assert.deepEqual(spending(noon, intent('i', noon, 5), placed('i', 6)), [6, 6]);
    const order = { ...intent('i', noon, 5), jobs: [makeIntentJob({ credits: 5 })] };
    const found: JournalEntry = { type: 'job', intent: 'i', number: 1, jobId: '7', at: 2 };
    assert.deepEqual(
      spending(noon, order, unclear('i'), found),
      [5, 5],
      'Only the quoted price of a recovered order is known.',
    );
    assert.deepEqual(
      spending(noon, order, placed('i', 4), found, { type: 'closed', jobId: '7', at: 3, status: 'canceled' }),
      [5, 5],
      'canceled later',
    );
  });

  it('names the part that was ordered elsewhere, unknown prices and other currencies, in the user’s days', () => {
    const job = (jobId: string, at: string, more: Partial<EntryOf<'elsewhere'>> = {}): JournalEntry => ({
      type: 'elsewhere',
      jobId,
      at: local(noon),
      createdAt: local(at),
      status: 'available',
      project: 'p',
      intent: `x${jobId}`,
      sourceHash: 'h',
      locale: 'ja',
      remotes: [],
      credits: 2,
      currency: 'USD',
      ...more,
    });
    const ledger = new Ledger();
    const { credits, ...unpriced } = job('4', noon) as EntryOf<'elsewhere'>;
    for (const entry of [
      { ...intent('own', noon, 0.5), currency: 'USD' },
      job('1', noon),
      job('2', '2030-05-01T00:00:00'),
      job('3', '2030-04-30T23:59:59'),
      unpriced,
      job('5', noon, { credits: 7, currency: 'EUR' }),
    ])
      ledger.apply(entry);
    const { day, month, ...parts } = spendingAt(ledger, local(noon), { currency: 'USD' });
    // The highest known price in its currency counts for the unknown one.
    assert.deepEqual([credits, sumOfCredits(day), sumOfCredits(month)], [2, 4.5, 6.5]);
    assert.deepEqual(parts, {
      elsewhere: { day: 4, month: 6 },
      unpriced: { jobs: 1, credits: 2 },
      otherCurrencies: new Map([['EUR', 7]]),
    });
  });

  it('adds up without floating-point errors, and skips simulated orders', () => {
    assert.deepEqual(
      spending(noon, intent('a', noon, 0.1), intent('b', noon, 0.2), intent('c', noon, 9, true)),
      [0.3, 0.3],
    );
  });

  for (const name of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    it(`ends with the local day and month, in ${name}`, () => {
      process.env['TZ'] = name;
      const orders = [
        intent('before', '2030-04-30T23:59:59.999', 1),
        intent('first', '2030-05-01T00:00:00', 2),
        intent('yesterday', '2030-05-14T23:59:59.999', 4),
        intent('midnight', '2030-05-15T00:00:00', 8),
        intent('late', '2030-05-15T23:59:59.999', 16),
        intent('tomorrow', '2030-05-16T00:00:00', 32),
        intent('after', '2030-06-01T00:00:00', 64),
        intent('the year before', '2029-05-15T12:00:00', 128),
      ];
      assert.deepEqual(spending(noon, ...orders), [24, 62]);
      assert.deepEqual(spending('2030-05-31T23:59:59', ...orders), [0, 62]);
      assert.deepEqual(spending('2030-06-01T00:00:00', ...orders), [64, 64]);
    });
  }

  // 10 March 2030 has 23 hours there and 3 November has 25: neither changes the days next to it.
  for (const [day, before, after] of [
    ['2030-03-10', '2030-03-09', '2030-03-11'],
    ['2030-11-03', '2030-11-02', '2030-11-04'],
  ] as const) {
    it(`handles a day on which the clocks change, ${day}`, () => {
      process.env['TZ'] = 'America/New_York';
      const orders = [
        intent('a', `${before}T23:59:59`, 1),
        intent('b', `${day}T00:00:00`, 2),
        intent('c', `${day}T23:59:59`, 4),
        intent('d', `${after}T00:00:00`, 8),
      ];
      assert.equal(
        new Date(`${day}T00:00:00`).getTimezoneOffset() === new Date(`${after}T00:00:00`).getTimezoneOffset(),
        false,
        'the clocks do change',
      );
      assert.deepEqual(
        ['00:00:01', '12:00:00', '23:59:00'].map((time) => spending(`${day}T${time}`, ...orders)[0]),
        [6, 6, 6],
      );
    });
  }
});

/** Returns the budgets that a price, for Japanese, would exceed in addition to previous spending. */
function exceeded(
  budgets: Budgets,
  spent: Readonly<Record<BudgetKind, number>>,
  price: number,
): readonly ExceededLimit[] {
  const credits = (amount: number): ReadonlyMap<string, number> => new Map([['ja', amount]]);
  const spending = { order: credits(spent.order), day: credits(spent.day), month: credits(spent.month) };
  return exceededLimits(limitsOf(budgets, []), spending, credits(price));
}

describe('exceededLimits', () => {
  const none = { order: 0, day: 0, month: 0 };

  it('allows prices up to the budget, and none above it', () => {
    assert.deepEqual(exceeded({}, { order: 1e9, day: 1e9, month: 1e9 }, 1e9), []);
    assert.deepEqual(exceeded({ perOrder: 5, perDay: 5, perMonth: 5 }, none, 5), []);
    assert.deepEqual(exceeded({ perOrder: 5 }, none, 5.01), [{ kind: 'order', budget: 5, spent: 0, price: 5.01 }]);
    assert.deepEqual(exceeded({ perDay: 0.3 }, { ...none, day: 0.1 }, 0.2), []);
    assert.deepEqual(exceeded({ perDay: 5 }, { ...none, day: 3 }, 2.01), [
      { kind: 'day', budget: 5, spent: 3, price: 2.01 },
    ]);
    assert.deepEqual(exceeded({ perMonth: 5 }, { ...none, month: 3 }, 2.01), [
      { kind: 'month', budget: 5, spent: 3, price: 2.01 },
    ]);
  });

  it('names every exceeded budget: of the order, the day and the month', () => {
    const spent = { order: 0, day: 9, month: 9 };
    const kinds = (budgets: Budgets): readonly string[] => exceeded(budgets, spent, 2).map(({ kind }) => kind);
    assert.deepEqual(kinds({ perOrder: 1, perDay: 1, perMonth: 1 }), ['order', 'day', 'month']);
    assert.deepEqual(kinds({ perOrder: 2, perDay: 1, perMonth: 1 }), ['day', 'month']);
    assert.deepEqual(kinds({ perOrder: 2, perDay: 11, perMonth: 1 }), ['month']);
  });

  it('allows free orders even if the budget is exceeded', () => {
    assert.deepEqual(exceeded({ perDay: 1 }, { ...none, day: 2 }, 0), []);
  });

  it('sets no limit in the sandbox, and reads the budgets each time', () => {
    let perDay = 1;
    const context = { simulated: false, budgets: () => ({ perDay }) };
    assert.deepEqual(budgetsOf(context), { perDay: 1 });
    perDay = 2;
    assert.deepEqual(budgetsOf(context), { perDay: 2 });
    assert.deepEqual(budgetsOf({ ...context, simulated: true }), {});
    assert.deepEqual(budgetsOf({ simulated: false }), {});
  });
});

describe('parseBudgets', () => {
  const unset = { perOrder: 0, perDay: 0, perMonth: 0 };

  it('accepts numbers above 0 as budgets, and 0 as no limit', () => {
    assert.deepEqual(parseBudgets({ perOrder: 0.5, perDay: 0, perMonth: 100 }), { perOrder: 0.5, perMonth: 100 });
    assert.deepEqual(parseBudgets(unset), {});
  });

  for (const value of [
    '50',
    '',
    '0',
    -1,
    -0.01,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    false,
    {},
    [],
    [50],
  ]) {
    const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
    it(`rejects ${shown}, and names the budget`, () => {
      for (const budget of ['perOrder', 'perDay', 'perMonth'] as const) {
        assert.throws(
          () => parseBudgets({ ...unset, [budget]: value }),
          (error) => error instanceof BudgetSettingError && error.budget === budget && error.value === shown,
        );
      }
    });
  }

  it('is not called for orders in the sandbox, which are never limited', () => {
    assert.deepEqual(budgetsOf({ simulated: true, budgets: () => parseBudgets({ ...unset, perDay: '50' }) }), {});
  });
});
