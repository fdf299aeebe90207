import type { IntentState, Ledger } from '../journal/ledger.ts';
import { OrderError } from '../model/orderError.ts';
import { addCredits } from '../model/credits.ts';

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

export type BudgetKind = 'order' | 'day' | 'month';

/** Credits that have been spent, or may have been: on the current order, today, and this month. */
export type Spending = Readonly<Record<BudgetKind, number>>;

/** A budget that a price would exceed, in addition to previous spending. All amounts are in credits. */
export interface BudgetProblem {
  readonly kind: BudgetKind;
  readonly budget: number;
  readonly spent: number;
  readonly price: number;
}

/** An order, or the unsent rest of an order, was not sent because it would exceed a budget. */
export class OverBudgetError extends OrderError {
  readonly problem: BudgetProblem;
  readonly currency: string | undefined;

  constructor(problem: BudgetProblem, currency: string | undefined) {
    super('over-budget', problem.kind);
    this.problem = problem;
    this.currency = currency;
  }
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

/**
 * Returns the cost of the account's orders in the calendar day and month of `now` (milliseconds since the epoch). Open
 * orders of all windows and orders in the account's other journals (`siblings`) are included. Jobs that were canceled
 * later still count, because there is no fixed time for the refund. Jobs of a lost journal count once they have been
 * recovered. Orders placed on other machines and the intent `except` do not count.
 */
export function spendingAt(
  ledger: Ledger,
  now: number,
  { siblings = [], except }: { readonly siblings?: readonly Ledger[]; readonly except?: string | undefined } = {},
): Omit<Spending, 'order'> {
  const today = new Date(now);
  let day = 0;
  let month = 0;
  const add = (when: number, credits: number): void => {
    const at = new Date(when);
    if (!isSameMonth(at, today)) return;
    month = addCredits(month, credits);
    if (at.getDate() === today.getDate()) day = addCredits(day, credits);
  };
  for (const { intents } of [ledger, ...siblings]) {
    for (const state of intents.values()) if (state.intent.id !== except) add(state.intent.at, spentOn(state));
  }
  for (const { jobId, origin } of ledger.jobs.values()) {
    if (!('recovered' in origin) || siblings.some(({ jobs }) => jobs.has(jobId))) continue;
    const { simulated, credits = 0, createdAt } = origin.recovered;
    if (!simulated && createdAt !== undefined) add(createdAt, credits);
  }
  return { day, month };
}

/**
 * Returns the first budget (order, day, month, in this order) that a price would exceed. A price of 0 is always
 * allowed.
 */
export function budgetProblem(
  { perOrder, perDay, perMonth }: Budgets,
  spending: Spending,
  price: number,
): BudgetProblem | undefined {
  if (price <= 0) return undefined;
  const limits = [
    ['order', perOrder],
    ['day', perDay],
    ['month', perMonth],
  ] as const;
  for (const [kind, budget] of limits) {
    const spent = spending[kind];
    if (budget !== undefined && addCredits(spent, price) > budget) return { kind, budget, spent, price };
  }
  return undefined;
}

/**
 * Returns the cost of an order. An order that may have been charged counts as charged; only a refusal proves otherwise.
 */
function spentOn({ intent, outcome, creditsUsed }: IntentState): number {
  if (intent.simulated || outcome === 'refused') return 0;
  return creditsUsed ?? intent.credits;
}

/** Compares by the calendar and not by hours, because days have 23 to 25 hours. */
function isSameMonth(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
}
