import * as l10n from '@vscode/l10n';
import { isWithinLocale } from '../base/locale.ts';
import type { PeriodSpending } from '../orders/journal/account/periodSpending.ts';
import type { BudgetSettingError } from '../orders/model/limits/parseBudgets.ts';
import type { PolicyFault, PolicySettingError } from '../orders/model/limits/parsePolicy.ts';
import type { PolicyOrigin, PolicyViolation, TypedAmountRule } from '../orders/model/limits/policy.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import { formatCredits, localeName } from './formatting.ts';
import { tierLabel } from './tierLabel.ts';
import { truncatedList } from './truncatedList.ts';
import { fillMessage, fromOutside, plural, sentences, type Words, words } from './words.ts';
import {
  sumOfCredits,
  type BudgetKind,
  type Budgets,
  type CreditsByLocale,
  type ExceededLimit,
  type Limit,
  type PeriodKind,
  type Spending,
} from '../orders/model/limits/budget.ts';
import { OverBudgetError, type PolicyError } from '../orders/model/limits/limitErrors.ts';
import type { UnknownSpending } from '../orders/journal/account/account.ts';

export const budgetKeys = { order: 'perOrder', day: 'perDay', month: 'perMonth' } as const satisfies Readonly<
  Record<BudgetKind, keyof Budgets>
>;

/** Returns the id of the setting that sets a budget. */
export function budgetSetting(budget: keyof Budgets): string {
  return `humanTranslation.budget.${budget}`;
}

export const policySetting = 'humanTranslation.policy';

/** A setting can have any value, of any length. */
const maxValueCharacters = 40;

/** The maximum number of languages that are named: in a sentence, and in a line of a list. */
const maxNamed = 8;
const maxNamedInLine = 3;

/** Says that a budget's setting is invalid, and how to correct it. */
export function budgetSettingSentence({ budget, value }: BudgetSettingError): Words {
  return sentences(
    words(
      l10n.t('The setting “{0}” is {1}, which is not a valid amount.'),
      budgetSetting(budget),
      fromOutside(value, maxValueCharacters),
    ),
    words(l10n.t('Enter a number without quotation marks, such as 50, or 0 for no limit.')),
  );
}

/** Says that a policy is invalid: where, and how to correct it. */
export function policySettingSentence({ fault, property, value, origin }: PolicySettingError): Words {
  const path = property === '' ? policySetting : `${policySetting}.${property}`;
  const parts = [fromOutside(path, 2 * maxValueCharacters), originText(origin), fromOutside(value, maxValueCharacters)];
  let sentence = words(l10n.t('“{0}” in {1} is {2}, which is not valid.'), ...parts);
  if (fault === 'unknown')
    sentence = words(l10n.t('“{0}” in {1} is {2}, but a policy has no such property.'), ...parts);
  return sentences(sentence, policyRemedies[fault]());
}

const policyRemedies: Readonly<Record<PolicyFault, () => Words>> = {
  amount: () =>
    words(l10n.t('Enter a number of 0 or more without quotation marks, such as 50, or remove it for no limit.')),
  list: () => words(l10n.t('Enter a list, such as ["ja", "pt-BR"].')),
  name: () => words(l10n.t('Enter the name of a tier, such as "standard".')),
  locale: () => words(l10n.t('Use locales such as “ja” or “pt-BR”.')),
  object: () => words(l10n.t('Enter an object with limits, such as { "perOrder": 50 }.')),
  unknown: () => words(l10n.t('Correct its name, or remove it.')),
};

/** Names the settings that contain a policy, as a part of a sentence. */
export function originText(origin: PolicyOrigin): Words {
  switch (origin.kind) {
    case 'user':
      return words(
        l10n.t({ message: 'your user settings', comment: 'after “in”, as in “policy in your user settings”' }),
      );
    case 'workspace':
      return words(
        l10n.t({ message: 'the workspace settings', comment: 'after “in”, as in “policy in the workspace settings”' }),
      );
    case 'folder':
      return words(
        l10n.t({
          message: 'the settings of the folder “{0}”',
          comment: 'after “in”, as in “policy in the settings of the folder”',
        }),
        origin.name,
      );
  }
}

/** Returns why limits don't allow an order: a text for each limit, with its origin. */
export function limitReasons(error: OverBudgetError | PolicyError): readonly Words[] {
  const exceeded = error.exceeded.map((limit) => exceededText(limit, error.currency));
  if (error instanceof OverBudgetError) return exceeded;
  return [...error.violations.map(violationText), ...exceeded];
}

/** Says which limits don't allow an order, or its rest. */
export function limitErrorSentence(error: OverBudgetError | PolicyError): Words {
  const reasons = [...limitReasons(error)];
  if (error.exceeded.some(wasPartlySent)) reasons.push(words(l10n.t('The rest was not sent.')));
  return sentences(...reasons);
}

/** Whether a part of the order was sent before it exceeded this limit. */
export function wasPartlySent({ kind, spent }: ExceededLimit): boolean {
  return kind === 'order' && spent > 0;
}

/** Says which tiers or languages a list doesn't offer because of a policy. */
export function notOfferedLine({ kind, forbidden, policy }: PolicyViolation): Words {
  return words(
    l10n.t('Not allowed by the policy in {0}: {1}'),
    originText(policy),
    truncatedList(tierOrLanguageNames(kind, forbidden), maxNamedInLine),
  );
}

/** Says which tiers or languages a policy doesn't allow, and which it allows. */
function violationText({ kind, forbidden, allowed, policy }: PolicyViolation): Words {
  const parts = [
    originText(policy),
    ...[allowed, forbidden].map((values) => truncatedList(tierOrLanguageNames(kind, values), maxNamed)),
  ];
  if (kind === 'tier') {
    if (allowed.length === 0) return words(l10n.t('The policy in {0} allows no tier.'), ...parts);
    return words(l10n.t('The policy in {0} allows only these tiers: {1}. Not allowed: {2}.'), ...parts);
  }
  if (allowed.length === 0) return words(l10n.t('The policy in {0} allows no target language.'), ...parts);
  return words(l10n.t('The policy in {0} allows only these target languages: {1}. Not allowed: {2}.'), ...parts);
}

function tierOrLanguageNames(kind: PolicyViolation['kind'], values: readonly string[]): readonly (Words | string)[] {
  return values.map((value) => (kind === 'tier' ? tierLabel(value) : localeName(value)));
}

/** Says why a limit does not allow a price, and where it can be changed. */
function exceededText(limit: ExceededLimit, currency: string | undefined): Words {
  const { kind, locale, policy } = limit;
  if (policy !== undefined) return ofLanguage(locale, exceededPolicyText({ ...limit, policy }, currency));
  return sentences(
    exceededBudgetText(limit, currency),
    words(l10n.t('You can change the budget in the setting “{0}”.'), budgetSetting(budgetKeys[kind])),
  );
}

/** The arguments are the price, the amount spent, and the budget. */
const exceededBudgetMessages: Readonly<Record<BudgetKind, () => string>> = {
  order: () => l10n.t('The rest of the order costs {0}, and {1} of your budget of {2} per order is already spent.'),
  day: () => l10n.t('The price is {0}, and {1} of your daily budget of {2} is already spent.'),
  month: () => l10n.t('The price is {0}, and {1} of your monthly budget of {2} is already spent.'),
};

function exceededBudgetText({ kind, budget, spent, price }: ExceededLimit, currency: string | undefined): Words {
  const amounts = [price, spent, budget].map((credits) => formatCredits(credits, currency));
  const [formattedPrice = '', , formattedBudget = ''] = amounts;
  if (kind === 'order' && spent === 0)
    return words(
      l10n.t('The price is {0}, which exceeds your budget of {1} per order.'),
      formattedPrice,
      formattedBudget,
    );
  return fillMessage(exceededBudgetMessages[kind](), amounts);
}

/** The same amounts, and the origin of the policy. */
const exceededPolicyMessages: Readonly<Record<BudgetKind, () => string>> = {
  order: () =>
    l10n.t('The rest costs {0}, and {1} of the {2} per order that the policy in {3} allows is already spent.'),
  day: () => l10n.t('The price is {0}, and {1} of the {2} per day that the policy in {3} allows is already spent.'),
  month: () => l10n.t('The price is {0}, and {1} of the {2} per month that the policy in {3} allows is already spent.'),
};

function exceededPolicyText(
  { kind, budget, spent, price, policy }: ExceededLimit & { readonly policy: PolicyOrigin },
  currency: string | undefined,
): Words {
  const amounts = [price, spent, budget].map((credits) => formatCredits(credits, currency));
  const values = [...amounts, originText(policy)];
  if (kind === 'order' && spent === 0)
    return words(l10n.t('The price is {0}, but the policy in {3} allows only {2} per order.'), ...values);
  return fillMessage(exceededPolicyMessages[kind](), values);
}

/** Returns a line for each limit that concerns an order: the amount spent now, and after the order. */
export function limitLines(
  limits: readonly Limit[],
  { spending, price }: { readonly spending: Spending; readonly price: CreditsByLocale },
  currency: string | undefined,
): readonly Words[] {
  const lines: Words[] = [];
  for (const { kind, budget, locale, policy } of limits) {
    const isConcerned = locale === undefined || [...price.keys()].some((ordered) => isWithinLocale(ordered, locale));
    if (!isConcerned) continue;
    const spent = sumOfCredits(spending[kind], locale);
    const spentAfterOrder = addCredits(spent, sumOfCredits(price, locale));
    const amounts = [budget, spent, spentAfterOrder].map((credits) => formatCredits(credits, currency));
    if (policy === undefined) lines.push(fillMessage(budgetMessages[kind](), amounts));
    else lines.push(ofLanguage(locale, fillMessage(policyMessages[kind](), [...amounts, originText(policy)])));
  }
  return lines;
}

/**
 * Returns lines about the spending that limits are compared with: the part that was ordered elsewhere, jobs whose price
 * is unknown, amounts in other currencies, and what was spent without this extension.
 */
export function spendingLines(
  { limits, period }: { readonly limits: readonly Limit[]; readonly period: PeriodSpending },
  unknownSpending: UnknownSpending,
  currency: string | undefined,
): readonly Words[] {
  const { elsewhere, unpriced, otherCurrencies } = period;
  const format = (credits: number): string => formatCredits(credits, currency);
  const isLimited = (periodKind: PeriodKind): boolean => limits.some(({ kind }) => kind === periodKind);
  const lines: Words[] = [];
  if (isLimited('day') || isLimited('month')) {
    if (elsewhere.month > 0)
      lines.push(
        words(
          l10n.t('Included, but ordered elsewhere with this account: {0} today, {1} this month'),
          format(elsewhere.day),
          format(elsewhere.month),
        ),
      );
    if (unpriced.jobs > 0)
      lines.push(
        plural(
          unpriced.jobs,
          {
            one: l10n.t(
              'The price of {0} job that was ordered elsewhere this month is unknown; {1} is counted, the highest known price.',
            ),
            other: l10n.t(
              'The prices of {0} jobs that were ordered elsewhere this month are unknown; {1} is counted, the highest known price for each.',
            ),
          },
          format(unpriced.credits),
        ),
      );
    for (const [otherCurrency, credits] of otherCurrencies) {
      // The currency is '' if it is unknown.
      const amount = formatCredits(credits, otherCurrency === '' ? undefined : otherCurrency);
      lines.push(words(l10n.t('Not counted, because it is in another currency: {0} this month'), amount));
    }
  }
  // The month includes the day, so it is named also if nothing is limited.
  const isOnlyDayLimited = isLimited('day') && !isLimited('month');
  if (unknownSpending.month !== undefined && !isOnlyDayLimited)
    lines.push(
      words(
        l10n.t('{0} more was spent with this account this month than this extension knows of.'),
        format(unknownSpending.month),
      ),
    );
  if (unknownSpending.day !== undefined && isLimited('day'))
    lines.push(
      words(
        l10n.t('{0} more was spent with this account today than this extension knows of.'),
        format(unknownSpending.day),
      ),
    );
  return lines;
}

/** Adds the language that a limit is for. */
function ofLanguage(locale: string | undefined, text: Words): Words {
  return locale === undefined ? text : words(l10n.t('{0}: {1}'), localeName(locale), text);
}

/** The arguments are the budget, the amount spent, and the amount spent after the order. */
const budgetMessages: Readonly<Record<BudgetKind, () => string>> = {
  order: () => l10n.t('Budget per order: {0}'),
  day: () => l10n.t('Daily budget: {1} of {0} spent, {2} after this order'),
  month: () => l10n.t('Monthly budget: {1} of {0} spent, {2} after this order'),
};

/** The same amounts, and the origin of the policy. */
const policyMessages: Readonly<Record<BudgetKind, () => string>> = {
  order: () => l10n.t('Limit per order: {0} (policy in {3})'),
  day: () => l10n.t('Daily limit: {1} of {0} spent, {2} after this order (policy in {3})'),
  month: () => l10n.t('Monthly limit: {1} of {0} spent, {2} after this order (policy in {3})'),
};

/** Says that the price must be typed. */
export function typedAmountLine({ above, policy }: TypedAmountRule, currency: string | undefined): Words {
  return words(
    l10n.t('You type the amount before it’s ordered, because it’s above {0} (policy in {1}).'),
    formatCredits(above, currency),
    originText(policy),
  );
}
