import { csvLine } from '../../base/csvLine.ts';
import type { IntentState, Ledger } from '../journal/ledger.ts';
import { addCredits } from '../model/credits.ts';

/** The cost of one call of an order, or of a job that was recovered. */
export interface Expense {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly targetLocale: string;
  readonly credits: number;
}

export interface ExpenseOptions {
  /** The account's other journals on this machine. */
  readonly siblings?: readonly Ledger[];
  /** An intent that does not count. */
  readonly except?: string | undefined;
}

/**
 * Yields what the account's orders have cost, or may have cost: open orders of all windows are included. Jobs that were
 * canceled later still count, because there is no fixed time for the refund. Jobs of a lost journal count once they
 * have been recovered. Orders placed on other machines do not count.
 */
export function* expensesOf(ledger: Ledger, { siblings = [], except }: ExpenseOptions = {}): Generator<Expense> {
  for (const { intents } of [ledger, ...siblings]) {
    for (const state of intents.values())
      // All jobs of a call have one target locale.
      if (state.intent.id !== except)
        yield { at: state.intent.at, targetLocale: state.intent.jobs[0]?.targetLocale ?? '', credits: spentOn(state) };
  }
  for (const { jobId, origin } of ledger.jobs.values()) {
    if (!('recovered' in origin) || siblings.some(({ jobs }) => jobs.has(jobId))) continue;
    const { simulated, targetLocale, credits = 0, createdAt } = origin.recovered;
    if (!simulated && createdAt !== undefined) yield { at: createdAt, targetLocale, credits };
  }
}

/**
 * Returns the cost of an order. An order that may have been charged counts as charged; only a refusal proves otherwise.
 */
function spentOn({ intent, outcome, creditsUsed }: IntentState): number {
  if (intent.simulated || outcome === 'refused') return 0;
  return creditsUsed ?? intent.credits;
}

/** The expenses of a calendar month in this machine's time zone. */
export interface MonthOfExpenses {
  /** Its first moment, in milliseconds since the epoch. */
  readonly month: number;
  readonly credits: number;
  /** Credits by target locale; the locale with the highest cost first. */
  readonly byLocale: ReadonlyMap<string, number>;
}

/** Sums up expenses by month, newest first. Months without expenses are omitted. */
export function expensesByMonth(expenses: Iterable<Expense>): readonly MonthOfExpenses[] {
  const months = new Map<number, Map<string, number>>();
  for (const { at, targetLocale, credits } of expenses) {
    if (credits === 0) continue;
    const date = new Date(at);
    const month = new Date(date.getFullYear(), date.getMonth()).getTime();
    const byLocale = months.get(month) ?? new Map<string, number>();
    months.set(month, byLocale);
    byLocale.set(targetLocale, addCredits(byLocale.get(targetLocale) ?? 0, credits));
  }
  return [...months]
    .sort(([a], [b]) => b - a)
    .map(([month, byLocale]) => ({
      month,
      credits: [...byLocale.values()].reduce((sum, credits) => addCredits(sum, credits), 0),
      byLocale: new Map([...byLocale].sort(([, a], [, b]) => b - a)),
    }));
}

/**
 * Returns expenses as CSV with a line for each month and target locale, newest month first, and with a byte order mark
 * so that Excel recognizes UTF-8.
 */
export function formatExpenses(months: readonly MonthOfExpenses[], currency: string | undefined): string {
  const lines = months.flatMap(({ month, byLocale }) => {
    const date = new Date(month);
    const name = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
    return [...byLocale].map(([locale, credits]) => csvLine([name, locale, credits, currency ?? null]));
  });
  return `\uFEFF${csvLine(['month', 'targetLocale', 'credits', 'currency'])}${lines.join('')}`;
}
