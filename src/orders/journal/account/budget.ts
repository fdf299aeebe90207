import { isWithinLocale } from '../../../base/locale.ts';
import type { Ledger } from '../ledger.ts';
import { addCredits } from '../../model/credits.ts';
import { byCurrency, expensesOf, type Expense, type ExpenseOptions, type ExpensesInCurrency } from './expenses.ts';
import type { Policy, PolicyOrigin } from './policy.ts';

/**
 * The maximum spending, in credits of the account's currency; an absent number means no limit. Simulated orders are not
 * limited.
 */
export interface Budgets {
  readonly perOrder?: number;
  /** Per calendar day, and per calendar month, in this machine's time zone. */
  readonly perDay?: number;
  readonly perMonth?: number;
}

/** A period of which a budget limits the spending. */
export type PeriodKind = 'day' | 'month';

export type BudgetKind = 'order' | PeriodKind;

/** Credits by target locale, in the spelling of each order. */
export type CreditsByLocale = ReadonlyMap<string, number>;

/** Credits that have been spent, or may have been: on the current order, today, and this month. */
export type Spending = Readonly<Record<BudgetKind, CreditsByLocale>>;

/** A maximum that a budget of the user or a policy sets. */
export interface Limit {
  readonly kind: BudgetKind;
  /** In credits. */
  readonly budget: number;
  /** The only target locale, with its regions and scripts, that it limits; absent if it limits all locales together. */
  readonly locale?: string;
  /** The origin of the policy that sets it; absent for a budget of the user. */
  readonly policy?: PolicyOrigin;
}

/** A limit that a price would exceed, in addition to previous spending. All amounts are in credits. */
export interface ExceededLimit extends Limit {
  /** Spent on what is limited, and its price. */
  readonly spent: number;
  readonly price: number;
}

/**
 * Returns the budgets that limit orders in this context. Throws BudgetSettingError, but not for simulated orders, which
 * have no budgets.
 */
export function budgetsOf({
  simulated,
  budgets,
}: {
  readonly simulated: boolean;
  readonly budgets?: () => Budgets;
}): Budgets {
  return simulated ? {} : (budgets?.() ?? {});
}

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

/** Adds credits to those of a locale. */
export function addToLocale(credits: Map<string, number>, locale: string, added: number): void {
  credits.set(locale, addCredits(credits.get(locale) ?? 0, added));
}

/** Returns the credits that count toward a limit for this locale, or all of them. */
export function sumOfCredits(credits: CreditsByLocale, locale?: string): number {
  let sum = 0;
  for (const [name, amount] of credits)
    if (locale === undefined || isWithinLocale(name, locale)) sum = addCredits(sum, amount);
  return sum;
}

/** Returns all limits of orders: the user's budgets, then those of each policy. */
export function limitsOf(budgets: Budgets, policies: readonly Policy[]): readonly Limit[] {
  return [
    ...limitsIn(budgets),
    ...policies.flatMap(({ origin: policy, perLocale = {}, ...amounts }) => [
      ...limitsIn(amounts, { policy }),
      ...Object.entries(perLocale).flatMap(([locale, ofLocale]) => limitsIn(ofLocale, { locale, policy })),
    ]),
  ];
}

function limitsIn(
  { perOrder, perDay, perMonth }: Budgets,
  scope: Pick<Limit, 'locale' | 'policy'> = {},
): readonly Limit[] {
  const amounts = [
    ['order', perOrder],
    ['day', perDay],
    ['month', perMonth],
  ] as const;
  return amounts.flatMap(([kind, budget]) => (budget === undefined ? [] : [{ kind, budget, ...scope }]));
}

/** Returns the limits that a price would exceed. A price of 0 is always allowed. */
export function exceededLimits(
  limits: readonly Limit[],
  spending: Spending,
  price: CreditsByLocale,
): readonly ExceededLimit[] {
  return limits.flatMap((limit) => {
    const spent = sumOfCredits(spending[limit.kind], limit.locale);
    const added = sumOfCredits(price, limit.locale);
    return added > 0 && addCredits(spent, added) > limit.budget ? [{ ...limit, spent, price: added }] : [];
  });
}

/** Compares by the calendar and not by hours, because days have 23 to 25 hours. */
function isSameMonth(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
}
