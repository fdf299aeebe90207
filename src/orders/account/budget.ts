import type { IntentState, Ledger } from '../journal/ledger.ts';
import { OrderError } from '../model/orderError.ts';
import { addCredits } from '../model/credits.ts';

/** The most that may be spent, in credits of the account's currency; without a number there is no limit. Simulated orders are not limited. */
export interface Budgets {
  readonly perOrder?: number;
  /** In a calendar day, and in a calendar month, of this machine's time zone. */
  readonly perDay?: number;
  readonly perMonth?: number;
}

export type BudgetKind = 'order' | 'day' | 'month';

/** Credits that are spent, or may be: on the order under way, today, and this month. */
export type Spending = Readonly<Record<BudgetKind, number>>;

/** A budget that does not allow a price on top of what is spent. All three in credits. */
export interface BudgetProblem {
  readonly kind: BudgetKind;
  readonly budget: number;
  readonly spent: number;
  readonly price: number;
}

/** A budget does not allow an order, or what is left of it; that was not sent. */
export class OverBudgetError extends OrderError {
  readonly problem: BudgetProblem;
  readonly currency: string | undefined;

  constructor(problem: BudgetProblem, currency: string | undefined) {
    super('over-budget', problem.kind);
    this.problem = problem;
    this.currency = currency;
  }
}

/** Returns the budgets that limit what is ordered here. Throws BudgetSettingError; simulated orders need no budgets and so no valid settings. */
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
 * What the account's orders of the calendar day and month of `now` (milliseconds since the epoch) have cost, the open ones
 * of all windows included, and of the account's other journals. Jobs that were canceled later still count: the service gives
 * their credits back when it likes. Jobs of a journal that was lost count once they have been recovered; orders that were
 * placed on other machines do not, nor does the intent `except`.
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

/** The first budget, that of an order before those of the day and the month, that does not allow a price. What is free is always allowed. */
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

/** What may have been charged counts as charged: only a refusal proves that nothing was. */
function spentOn({ intent, outcome, creditsUsed }: IntentState): number {
  if (intent.simulated || outcome === 'refused') return 0;
  return creditsUsed ?? intent.credits;
}

/** By the calendar and not by hours: days have 23 to 25 of them. */
function isSameMonth(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
}
