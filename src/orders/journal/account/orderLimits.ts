import { present } from '../../../base/present.ts';
import { accountSpending } from './account.ts';
import type { PeriodSpending } from './periodSpending.ts';
import type { OrderRecord, SpendingRules } from './orderContext.ts';
import {
  appliesTo,
  forbiddenLocales,
  forbiddenTiers,
  policiesOf,
  type Policy,
  type PolicyViolation,
} from '../../model/limits/policy.ts';
import {
  addToLocale,
  budgetsOf,
  exceededLimits,
  limitsOf,
  type CreditsByLocale,
  type Limit,
  type Spending,
} from '../../model/limits/budget.ts';
import { OverBudgetError, PolicyError } from '../../model/limits/limitErrors.ts';

/** A job of an order, as far as limits concern it. */
interface LimitedJob {
  readonly targetLocale: string;
  readonly price: { readonly credits: number };
  readonly units: readonly { readonly project: string }[];
}

export interface LimitedOrder {
  /** The jobs that have not been sent. */
  readonly jobs: readonly LimitedJob[];
  readonly tier: string;
  readonly currency?: string;
  /** The cost of the calls that have been sent. */
  readonly spent?: CreditsByLocale;
}

/** The limits of an order, and those that stop it. */
export interface OrderLimits {
  readonly policies: readonly Policy[];
  readonly limits: readonly Limit[];
  readonly spending: Spending;
  /** The same spending, with the parts that the price dialog names. */
  readonly period: PeriodSpending;
  readonly price: CreditsByLocale;
  /** The reason why the order must not be sent, with all limits that stop it. */
  readonly error?: OverBudgetError | PolicyError;
}

/**
 * Reads all limits that apply to an order now, and everything that any window has ordered. The intent `except` does not
 * count. The policy of a folder allows tiers and locales for its own jobs, but its amounts limit the whole order. A
 * simulated order has no limits. Rejects with BudgetSettingError or PolicySettingError.
 */
export async function readOrderLimits(
  context: OrderRecord & SpendingRules,
  order: LimitedOrder,
  except?: string,
): Promise<OrderLimits> {
  const { jobs, currency, spent = new Map<string, number>() } = order;
  const policies = policiesOf(context, [...new Set(jobs.map(projectOf))]);
  const limits = limitsOf(budgetsOf(context), policies);
  const period = await accountSpending(context, present({ except, currency }));
  const spending = { ...period, order: spent };
  const price = new Map<string, number>();
  for (const job of jobs) addToLocale(price, job.targetLocale, job.price.credits);
  const exceeded = exceededLimits(limits, spending, price);
  const violations = policies.flatMap((policy) => violationsOf(policy, order));
  const orderLimits = { policies, limits, spending, period, price };
  if (violations.length > 0) return { ...orderLimits, error: new PolicyError(violations, exceeded, currency) };
  if (exceeded.length > 0) return { ...orderLimits, error: new OverBudgetError(exceeded, currency) };
  return orderLimits;
}

/** Returns how the order violates a policy. Locales are only compared for jobs of the projects that it applies to. */
function violationsOf(policy: Policy, { jobs, tier }: LimitedOrder): readonly PolicyViolation[] {
  const jobsOfPolicy = jobs.filter((job) => appliesTo(policy, projectOf(job)));
  const locales = jobsOfPolicy.map(({ targetLocale }) => targetLocale);
  return [...forbiddenTiers([policy], [tier]), ...forbiddenLocales([policy], locales)];
}

/** All units of a job belong to one project. */
function projectOf({ units }: LimitedJob): string {
  return units[0]?.project ?? '';
}
