import type { Ledger } from '../ledger.ts';
import { addCredits } from '../../model/addCredits.ts';
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
  const [mainGroup, ...otherGroups] = byCurrency(expensesOf(ledger, options), currency);
  const expensesOfMonth = expensesInMonth(mainGroup, today);
  const expensesOfDay = expensesOfMonth.filter(({ at }) => new Date(at).getDate() === today.getDate());
  const totalElsewhere = (expenses: readonly Expense[]): number =>
    totalOf(expenses.filter(({ isElsewhere }) => isElsewhere === true));
  const unpriced = expensesOfMonth.filter(({ isPriceUnknown }) => isPriceUnknown === true);
  const otherCurrencies = new Map<string, number>();
  for (const group of otherGroups) {
    const credits = totalOf(expensesInMonth(group, today));
    if (credits > 0) otherCurrencies.set(group.currency ?? '', credits);
  }
  return {
    day: totalsByLocale(expensesOfDay),
    month: totalsByLocale(expensesOfMonth),
    elsewhere: { day: totalElsewhere(expensesOfDay), month: totalElsewhere(expensesOfMonth) },
    unpriced: { jobs: unpriced.length, credits: totalOf(unpriced) },
    otherCurrencies,
  };
}

/** Returns the expenses in the month of a day, without those that are free. */
function expensesInMonth({ expenses }: ExpensesInCurrency, day: Date): readonly Expense[] {
  return expenses.filter(({ at, credits, isPriceUnknown }) => {
    const isFree = credits === 0 && isPriceUnknown !== true;
    return !isFree && isSameMonth(new Date(at), day);
  });
}

function totalsByLocale(expenses: readonly Expense[]): CreditsByLocale {
  const totals = new Map<string, number>();
  for (const { targetLocale, credits } of expenses) if (credits > 0) addToLocale(totals, targetLocale, credits);
  return totals;
}

/** Returns the sum of expenses, in credits. */
export function totalOf(expenses: readonly Expense[]): number {
  return expenses.reduce((sum, { credits }) => addCredits(sum, credits), 0);
}

/** Compares by the calendar and not by hours, because days have 23 to 25 hours. */
function isSameMonth(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
}
