import { present } from '../../../base/present.ts';
import type { Budgets } from './budget.ts';

/** The value of a budget's setting is not an amount of money. It must never be treated as unlimited. */
export class BudgetSettingError extends Error {
  override readonly name = 'BudgetSettingError';
  readonly budget: keyof Budgets;
  /** The value as JSON. */
  readonly value: string;

  constructor(budget: keyof Budgets, value: unknown) {
    // JSON has no representation of NaN and Infinity.
    const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
    super(`The budget ${budget} is ${text}, which is not an amount of money.`);
    this.budget = budget;
    this.value = text;
  }
}

/** Parses the settings of budgets; 0 means no limit. Throws BudgetSettingError if one is no amount of money. */
export function parseBudgets(values: Readonly<Record<keyof Budgets, unknown>>): Budgets {
  const [perOrder, perDay, perMonth] = (['perOrder', 'perDay', 'perMonth'] as const).map((budget) =>
    parseBudget(budget, values[budget]),
  );
  return present({ perOrder, perDay, perMonth });
}

/** Returns undefined if the value sets no limit. An absent value is valid, because every budget has a default. */
function parseBudget(budget: keyof Budgets, value: unknown): number | undefined {
  if (value === undefined || value === 0) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new BudgetSettingError(budget, value);
  return value;
}
