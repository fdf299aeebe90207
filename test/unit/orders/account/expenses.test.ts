import assert from 'node:assert/strict';
import { expensesByMonth, formatExpenses } from '../../../../src/orders/account/expenses.ts';

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
      formatExpenses(months, 'USD'),
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
