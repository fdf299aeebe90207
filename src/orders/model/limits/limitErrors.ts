import { OrderError } from '../orderError.ts';
import type { ExceededLimit } from './budget.ts';
import type { PolicyViolation } from './policy.ts';

/** An order, or the unsent rest of an order, was not sent because it would exceed one or more limits. */
export class OverBudgetError extends OrderError {
  readonly exceeded: readonly ExceededLimit[];
  readonly currency: string | undefined;

  constructor(exceeded: readonly ExceededLimit[], currency: string | undefined) {
    super('over-budget', exceeded.map(({ kind }) => kind).join(', '));
    this.exceeded = exceeded;
    this.currency = currency;
  }
}

/** An order, or its unsent rest, was not sent because policies forbid its tier or some of its target locales. */
export class PolicyError extends OrderError {
  readonly violations: readonly PolicyViolation[];
  /** Limits that it would exceed, too. */
  readonly exceeded: readonly ExceededLimit[];
  readonly currency: string | undefined;

  constructor(violations: readonly PolicyViolation[], exceeded: readonly ExceededLimit[] = [], currency?: string) {
    super('not-allowed', violations.flatMap(({ forbidden }) => forbidden).join(', '));
    this.violations = violations;
    this.exceeded = exceeded;
    this.currency = currency;
  }
}
