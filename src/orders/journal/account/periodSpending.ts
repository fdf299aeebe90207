import type { Ledger } from '../ledger.ts';
import { addCredits } from '../../model/credits.ts';
import { byCurrency, expensesOf, type Expense, type ExpenseOptions, type ExpensesInCurrency } from './expenses.ts';
import { type PeriodKind, type CreditsByLocale, type Spending, addToLocale } from '../../model/limits/budget.ts';

/** The amounts that an account spent in a day and in a month. */
export interface PeriodSpending extends Omit<Spending, 'order'> {
  /** The part of it that was ordered elsewhere, in credits: see `Expense`. */
  readonly elsewhere: Readonly<Record<PeriodKind, number>>;
  /** The jobs of the month whose price is unknown, and what they count as, in credits. */
  readonly unpriced: { readonly jobs: number; readonly credits: number };
  /** Spent in the month in other currencies, which limits don't count, in credits by currency. */
  readonly otherCurrencies: ReadonlyMap<string, number>;
}

/**
 * Returns the cost of the account's orders, as `expensesOf` does, in the calendar day and month of `now` (milliseconds
 * since the epoch). Only orders in `currency` count, see `byCurrency`.
 */
export function spendingAt(
  ledger: Ledger,
  now: number,
  { currency, ...options }: ExpenseOptions & { readonly currency?: string | undefined } = {},
): PeriodSpending {
  const today = new Date(now);
  const [main, ...others] = byCurrency(expensesOf(ledger, options), currency);
  const inMonth = ({ expenses }: ExpensesInCurrency): readonly Expense[] =>
    expenses.filter(({ at, credits, isPriceUnknown }) => {
      return (credits !== 0 || isPriceUnknown === true) && isSameMonth(new Date(at), today);
    });
  const ofMonth = inMonth(main);
  const ofDay = ofMonth.filter(({ at }) => new Date(at).getDate() === today.getDate());
  const sums = (expenses: readonly Expense[]): CreditsByLocale => {
    const byLocale = new Map<string, number>();
    for (const { targetLocale, credits } of expenses) if (credits > 0) addToLocale(byLocale, targetLocale, credits);
    return byLocale;
  };
  const elsewhere = (expenses: readonly Expense[]): number =>
    totalOf(expenses.filter(({ isElsewhere }) => isElsewhere === true));
  const unpriced = ofMonth.filter(({ isPriceUnknown }) => isPriceUnknown === true);
  return {
    day: sums(ofDay),
    month: sums(ofMonth),
    elsewhere: { day: elsewhere(ofDay), month: elsewhere(ofMonth) },
    unpriced: { jobs: unpriced.length, credits: totalOf(unpriced) },
    otherCurrencies: new Map(
      others
        .map((group) => [group.currency ?? '', totalOf(inMonth(group))] as const)
        .filter(([, credits]) => credits > 0),
    ),
  };
}

/** Returns the sum of expenses, in credits. */
export function totalOf(expenses: readonly Expense[]): number {
  return expenses.reduce((sum, { credits }) => addCredits(sum, credits), 0);
}

/** Compares by the calendar and not by hours, because days have 23 to 25 hours. */
function isSameMonth(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
}
