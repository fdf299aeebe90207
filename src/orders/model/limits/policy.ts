import { isWithinLocale } from '../../../base/locale.ts';

/** The settings that contain a policy: the user's, the workspace's, or those of one open folder. */
export type PolicyOrigin =
  | { readonly kind: 'user' | 'workspace' }
  | { readonly kind: 'folder'; readonly project: string; readonly name: string };

/**
 * Limits of orders. Each level of settings has its own policy and all of them apply, so that no level can loosen another
 * one. Amounts are in credits: 0 allows only free orders, and an absent amount means no limit.
 */
export interface Policy {
  readonly origin: PolicyOrigin;
  readonly perOrder?: number;
  /** Per calendar day, and per calendar month, in this machine's time zone. */
  readonly perDay?: number;
  readonly perMonth?: number;
  /** Limits by target locale. A locale includes its regions and scripts: `pt` also limits `pt-BR`. */
  readonly perLocale?: Readonly<Record<string, LocaleBudgets>>;
  /** The only tiers that may be ordered. */
  readonly tiers?: readonly string[];
  /** The only target locales that may be ordered, each with its regions and scripts. */
  readonly targetLocales?: readonly string[];
  /** The user types the price of an order that costs more. */
  readonly typeAmountAbove?: number;
}

export interface LocaleBudgets {
  readonly perOrder?: number;
  readonly perMonth?: number;
}

/** Tiers or target locales that a policy does not allow, and those that it does allow. */
export interface PolicyViolation {
  readonly kind: 'tier' | 'locale';
  readonly forbidden: readonly string[];
  readonly allowed: readonly string[];
  readonly policy: PolicyOrigin;
}

/** Returns the policies for orders of these projects; none for simulated ones. Throws PolicySettingError. */
export function policiesOf(
  { simulated, policies }: { readonly simulated: boolean; readonly policies?: (project: string) => readonly Policy[] },
  projects: readonly string[],
): readonly Policy[] {
  if (simulated || policies === undefined) return [];
  const all = projects.flatMap((project) => policies(project));
  return [...new Map(all.map((policy) => [JSON.stringify(policy), policy])).values()];
}

/** Returns which of the target locales are forbidden, by policy. */
export function forbiddenLocales(policies: readonly Policy[], locales: readonly string[]): readonly PolicyViolation[] {
  return policies.flatMap(({ origin, targetLocales: allowed = locales }) => {
    const forbidden = locales.filter((locale) => !allowed.some((range) => isWithinLocale(locale, range)));
    return violations('locale', forbidden, allowed, origin);
  });
}

/** Returns which of the tiers are forbidden, by policy. */
export function forbiddenTiers(policies: readonly Policy[], tiers: readonly string[]): readonly PolicyViolation[] {
  return policies.flatMap(({ origin, tiers: allowed = tiers }) => {
    const forbidden = tiers.filter((tier) => !allowed.includes(tier));
    return violations('tier', forbidden, allowed, origin);
  });
}

function violations(
  kind: PolicyViolation['kind'],
  forbidden: readonly string[],
  allowed: readonly string[],
  policy: PolicyOrigin,
): readonly PolicyViolation[] {
  if (forbidden.length === 0) return [];
  return [{ kind, forbidden: [...new Set(forbidden)], allowed, policy }];
}

/** Returns the tiers or locales that none of the violations forbids. */
export function withoutForbidden(values: readonly string[], violations: readonly PolicyViolation[]): readonly string[] {
  const forbiddenValues = new Set(violations.flatMap(({ forbidden }) => forbidden));
  return values.filter((value) => !forbiddenValues.has(value));
}

/** Whether a policy applies to orders of a project. */
export function appliesTo({ origin }: Policy, project: string): boolean {
  return origin.kind !== 'folder' || origin.project === project;
}

/** The amount above which the user types the price of an order, and the policy that requires it. */
export interface TypedAmountRule {
  readonly above: number;
  readonly policy: PolicyOrigin;
}

/** Returns the strictest rule that requires the user to type this price; undefined if no policy requires it. */
export function typedAmountRule(policies: readonly Policy[], price: number): TypedAmountRule | undefined {
  const rules = policies.flatMap(({ origin: policy, typeAmountAbove: above }) =>
    above === undefined || price <= above ? [] : [{ above, policy }],
  );
  return rules.toSorted((a, b) => a.above - b.above)[0];
}
