import type { PolicyOrigin, Policy } from './policy.ts';
import { addCredits } from '../addCredits.ts';
import { isWithinLocale } from '../../../base/locale.ts';

/** The maximum spending in credits; an absent number means no limit. Simulated orders are not limited. */
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
  /** Spent so far in the limit's period, on its locale. */
  readonly spent: number;
  /** The part of the price that is for the limit's locale. */
  readonly price: number;
}

/** Returns the budgets of orders; none for simulated ones. Throws BudgetSettingError. */
export function budgetsOf(context: { readonly simulated: boolean; readonly budgets?: () => Budgets }): Budgets {
  if (context.simulated) return {};
  return context.budgets?.() ?? {};
}

/** Adds credits to those of a locale. */
export function addToLocale(credits: Map<string, number>, locale: string, added: number): void {
  credits.set(locale, addCredits(credits.get(locale) ?? 0, added));
}

/** Returns the credits that count toward a limit for this locale, or all of them. */
export function sumOfCredits(credits: CreditsByLocale, locale?: string): number {
  let sum = 0;
  for (const [localeOfCredits, amount] of credits)
    if (locale === undefined || isWithinLocale(localeOfCredits, locale)) sum = addCredits(sum, amount);
  return sum;
}

/** Returns all limits of orders: the user's budgets, then those of each policy. */
export function limitsOf(budgets: Budgets, policies: readonly Policy[]): readonly Limit[] {
  return [
    ...limitsIn(budgets),
    ...policies.flatMap(({ origin: policy, perLocale = {}, ...budgetsOfPolicy }) => [
      ...limitsIn(budgetsOfPolicy, { policy }),
      ...Object.entries(perLocale).flatMap(([locale, localeBudgets]) => limitsIn(localeBudgets, { locale, policy })),
    ]),
  ];
}

/** Returns a limit for each budget that is set. */
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
    if (added > 0 && addCredits(spent, added) > limit.budget) return [{ ...limit, spent, price: added }];
    return [];
  });
}

/** A budget of the user that is used up, so that orders are stopped. */
export interface ReachedBudget {
  readonly kind: PeriodKind;
  /** In credits. */
  readonly budget: number;
}

/** Returns the budgets of the user that are used up, in credits of the account's currency. */
export function reachedBudgets(budgets: Budgets, spending: Omit<Spending, 'order'>): readonly ReachedBudget[] {
  return limitsOf(budgets, []).flatMap(({ kind, budget }) =>
    kind !== 'order' && sumOfCredits(spending[kind]) >= budget ? [{ kind, budget }] : [],
  );
}
