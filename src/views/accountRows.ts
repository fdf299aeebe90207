import * as l10n from '@vscode/l10n';
import type { AccountFacts, AccountPart } from '../service/calls/accountFacts.ts';
import type { PeriodSpending } from '../orders/journal/account/periodSpending.ts';
import type { CurrencyMonths, MonthOfExpenses } from '../orders/journal/account/expenses.ts';
import { present } from '../base/present.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import type { PreferredTranslators } from '../service/interface/records.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { formatCredits, formatMonth, formatTime, localeName } from '../words/formatting.ts';
import { originText } from '../words/limitSentences.ts';
import { tierLabel } from '../words/tierLabel.ts';
import { join, listed, fromOutside, words, type Words } from '../words/words.ts';
import { sumOfCredits, type Limit, type Spending } from '../orders/model/limits/budget.ts';

/** A row of the Account view. */
export interface AccountRow {
  /** Unique in the tree. */
  readonly id: string;
  readonly label: Words;
  readonly description?: Words;
  readonly tooltip?: Words;
  /** The name of a codicon. */
  readonly icon?: string;
  readonly isWarning?: boolean;
  /** The kind of the row, on which its menus depend. */
  readonly kind?: 'error' | 'spending' | 'service';
  readonly children?: readonly AccountRow[];
  readonly startsExpanded?: true;
}

export interface AccountInput {
  readonly facts: AccountFacts;
  /** What was spent with the account, from any machine. */
  readonly spending: PeriodSpending;
  /** The expenses of each month in the account's currency. */
  readonly months: readonly MonthOfExpenses[];
  /** Those in other currencies, after a change of the account's currency. */
  readonly monthsInOtherCurrencies: readonly CurrencyMonths[];
  /** All limits of the user and of policies, or the error of an invalid setting. */
  readonly limits: readonly Limit[] | { readonly error: unknown };
  /** The embedded sandbox, whose orders are simulated. */
  readonly sandbox: boolean;
  /** The service's URL. */
  readonly address: string;
  /** The rate limits that requests follow. */
  readonly rateLimits: 'production' | 'sandbox';
}

/** Returns the rows of the Account view. Rows whose facts could not be fetched are missing; an error row says so. */
export function accountRows(input: AccountInput): readonly AccountRow[] {
  const { facts } = input;
  return [
    ...errorRows(facts),
    ...balanceRows(input),
    spendingRow(input),
    ...personRows(facts),
    ...translatorRows(facts.preferredTranslators),
    serviceRow(input),
  ];
}

/** What an error row calls the facts that could not be fetched. */
const partNames: Readonly<Record<AccountPart, () => Words>> = {
  balance: () => words(l10n.t('balance')),
  me: () => words(l10n.t('user')),
  stats: () => words(l10n.t('billing')),
  preferredTranslators: () => words(l10n.t('preferred translators')),
};

function errorRows({ failures }: AccountFacts): readonly AccountRow[] {
  const [firstError] = failures.values();
  if (firstError === undefined) return [];
  const parts = [...failures.keys()].map((part) => partNames[part]());
  return [errorRow(words(l10n.t('Not loaded: {0}'), listed(parts)), firstError)];
}

/** Returns the row of an error, which has the action *Retry*. */
export function errorRow(label: Words, error: unknown): AccountRow {
  const sentence = errorSentence(error);
  return {
    id: 'error',
    label,
    description: sentence,
    tooltip: sentence,
    icon: 'error',
    isWarning: true,
    kind: 'error',
  };
}

function balanceRows({ facts: { balance }, sandbox }: AccountInput): readonly AccountRow[] {
  if (balance === undefined) return [];
  const amount = fromOutside(formatCredits(balance.credits, balance.currency));
  const description = sandbox ? words(l10n.t('{0}, simulated'), amount) : amount;
  return [{ id: 'balance', label: words(l10n.t('Balance')), description, icon: 'credit-card' }];
}

function spendingRow(input: AccountInput): AccountRow {
  const { months, sandbox } = input;
  return {
    id: 'spending',
    label: words(l10n.t('Spending')),
    description: sandbox ? words(l10n.t('nothing, simulated')) : words(l10n.t('orders with this extension')),
    tooltip: words(
      l10n.t(
        'Orders that this extension placed with this account, from any machine, including unconfirmed ones and jobs that were canceled later.',
      ),
    ),
    icon: 'graph',
    kind: 'spending',
    startsExpanded: true,
    children: [
      ...currentRows(input),
      ...elsewhereRows(input),
      ...[{ currency: currencyOf(input), months }, ...input.monthsInOtherCurrencies].flatMap(monthRows),
    ],
  };
}

function currencyOf({ facts: { balance, stats } }: AccountInput): string | undefined {
  return balance?.currency ?? stats?.currency;
}

const periodNames = { day: () => words(l10n.t('Today')), month: () => words(l10n.t('This month')) } as const;

/** Returns what was spent today and this month, with a row for each limit of it. */
function currentRows(input: AccountInput): readonly AccountRow[] {
  const { spending, limits, sandbox } = input;
  const currency = currencyOf(input);
  if (!areLimits(limits)) return [limitsErrorRow(limits.error), ...periodRows(spending, currency, [])];
  const orderLimits = limits.filter(({ kind }) => kind === 'order');
  return [
    ...periodRows(spending, currency, sandbox ? [] : limits),
    ...orderLimits.map((limit, index) => ({
      id: `limit/order/${index}`,
      label: limitLabel(limit, words(l10n.t('Each order'))),
      description: words(l10n.t('at most {0}'), formatCredits(limit.budget, currency)),
      icon: 'law',
    })),
  ];
}

function areLimits(limits: AccountInput['limits']): limits is readonly Limit[] {
  return Array.isArray(limits);
}

function limitsErrorRow(error: unknown): AccountRow {
  const sentence = errorSentence(error);
  const label = words(l10n.t('Invalid budget'));
  return { id: 'limits-error', label, description: sentence, tooltip: sentence, icon: 'warning', isWarning: true };
}

/** Returns a row for today and for this month, or for each of their limits. */
function periodRows(
  spending: Omit<Spending, 'order'>,
  currency: string | undefined,
  limits: readonly Limit[],
): readonly AccountRow[] {
  return (['day', 'month'] as const).flatMap((kind) => {
    const limitsOfPeriod = limits.filter((limit) => limit.kind === kind);
    const limitRows = limitsOfPeriod.map((limit, index) =>
      limitRow(`limit/${kind}/${index}`, limit, spending, currency),
    );
    // The row of a limit for all languages shows the total: "€12 of €50".
    const isTotalShown = limitsOfPeriod.some(({ locale }) => locale === undefined);
    if (isTotalShown) return limitRows;
    const total = fromOutside(formatCredits(sumOfCredits(spending[kind]), currency));
    return [{ id: kind, label: periodNames[kind](), description: total, icon: 'calendar' }, ...limitRows];
  });
}

function limitRow(
  id: string,
  limit: Limit,
  spending: Omit<Spending, 'order'>,
  currency: string | undefined,
): AccountRow {
  const { kind, budget, locale } = limit;
  const spent = kind === 'order' ? 0 : sumOfCredits(spending[kind], locale);
  const isReached = spent >= budget;
  const progress = words(
    l10n.t({ message: '{0} of {1}', comment: 'amounts of money: spent, and the budget' }),
    formatCredits(spent, currency),
    formatCredits(budget, currency),
  );
  const name = kind === 'order' ? words(l10n.t('Each order')) : periodNames[kind]();
  return {
    id,
    label: limitLabel(limit, name),
    description: isReached ? words(l10n.t('{0}, reached'), progress) : progress,
    icon: isReached ? 'warning' : 'calendar',
    isWarning: isReached,
  };
}

/** Adds the language and the policy that a limit is for. */
function limitLabel({ locale, policy }: Limit, name: Words): Words {
  const labels = [name];
  if (locale !== undefined) labels.push(fromOutside(localeName(locale)));
  if (policy !== undefined) labels.push(words(l10n.t('policy in {0}'), originText(policy)));
  return join(labels, ' · ');
}

/** Returns the part of the month's spending that was ordered elsewhere. */
function elsewhereRows(input: AccountInput): readonly AccountRow[] {
  const { elsewhere } = input.spending;
  if (elsewhere.month === 0) return [];
  return [
    {
      id: 'elsewhere',
      label: words(l10n.t('Ordered elsewhere this month')),
      description: fromOutside(formatCredits(elsewhere.month, currencyOf(input))),
      icon: 'remote',
    },
  ];
}

function monthRows({ currency, months }: CurrencyMonths, index: number): readonly AccountRow[] {
  if (months.length === 0) return [];
  // Only other currencies have a prefix, so that the ids of the account's own currency stay the same.
  const idPrefix = index === 0 ? '' : `${currency ?? ''}/`;
  const rows = months.map(({ month, credits, byLocale }) => ({
    id: `${idPrefix}month/${month}`,
    label: fromOutside(formatMonth(month)),
    description: fromOutside(formatCredits(credits, currency)),
    children: [...byLocale].map(([locale, amount]) => ({
      id: `${idPrefix}month/${month}/${locale}`,
      label: locale === '' ? words(l10n.t('Unknown language')) : fromOutside(localeName(locale)),
      description: join([formatCredits(amount, currency), ...(locale === '' ? [] : [locale])], ' · '),
    })),
  }));
  const total = months.reduce((sum, { credits }) => addCredits(sum, credits), 0);
  return [
    {
      id: `${idPrefix}months`,
      label: words(l10n.t('By month')),
      description: words(l10n.t('{0} in total'), formatCredits(total, currency)),
      icon: 'history',
      children: rows,
    },
  ];
}

function personRows({ me, stats }: AccountFacts): readonly AccountRow[] {
  if (me === undefined && stats === undefined) return [];
  const children: AccountRow[] = [];
  const addRow = (id: string, label: Words, description: Words, icon: string): void => {
    children.push({ id, label, description, icon });
  };
  if (me !== undefined && me.fullName !== '') addRow('name', words(l10n.t('Name')), fromOutside(me.fullName), 'person');
  if (me !== undefined && me.email !== '') addRow('email', words(l10n.t('Email')), fromOutside(me.email), 'mail');
  if (stats?.userSince !== undefined)
    addRow('since', words(l10n.t('Customer since')), fromOutside(formatTime(stats.userSince)), 'calendar');
  const billing = [stats?.billingType ?? '', stats?.customerType ?? ''].filter((text) => text !== '');
  if (billing.length > 0) addRow('billing', words(l10n.t('Billing')), join(billing, ' · '), 'receipt');
  if (stats !== undefined) {
    const spent = fromOutside(formatCredits(stats.creditsSpent, stats.currency));
    addRow('spent', words(l10n.t('Spent at the service')), spent, 'credit-card');
  }
  const name = me?.displayName === '' ? me.fullName : (me?.displayName ?? '');
  return [
    {
      id: 'person',
      label: words(l10n.t('Account')),
      ...present({ description: name === '' ? undefined : fromOutside(name) }),
      icon: 'account',
      children,
    },
  ];
}

/** Returns the preferred translators, per language pair and tier. */
function translatorRows(pairs: readonly PreferredTranslators[] | undefined): readonly AccountRow[] {
  if (pairs === undefined) return [];
  // A translator may be preferred for several pairs.
  const translatorIds = new Set(pairs.flatMap(({ translators }) => translators.map(({ id }) => id)));
  const count = translatorIds.size;
  return [
    {
      id: 'translators',
      label: words(l10n.t('Preferred translators')),
      description: count === 0 ? words(l10n.t('you have no preferred translators')) : fromOutside(String(count)),
      icon: 'organization',
      children: pairs.map(pairRow),
    },
  ];
}

/** Returns the row of a language pair and tier, with its translators below it. */
function pairRow({ source, target, tier, translators }: PreferredTranslators, index: number): AccountRow {
  return {
    id: `pair/${index}`,
    label: words(l10n.t('{0} to {1}'), localeName(source), localeName(target)),
    description: join([tierLabel(tier), String(translators.length)], ' · '),
    children: translators.map(({ id, lastLogin }) => ({
      id: `pair/${index}/${id}`,
      label: words(l10n.t('Translator {0}'), id),
      description: lastLoginText(lastLogin),
      icon: 'person',
    })),
  };
}

function lastLoginText(time: number | undefined): Words {
  if (time === undefined) return words(l10n.t('last login unknown'));
  return words(l10n.t('last login {0}'), formatTime(time));
}

function serviceRow({ sandbox, address, rateLimits }: AccountInput): AccountRow {
  const host = new URL(address).host;
  return {
    id: 'service',
    label: words(l10n.t('Service')),
    description: sandbox ? words(l10n.t('embedded sandbox')) : fromOutside(host),
    icon: sandbox ? 'beaker' : 'globe',
    kind: 'service',
    children: [
      { id: 'address', label: words(l10n.t('Address')), description: fromOutside(address), icon: 'link' },
      {
        id: 'mode',
        label: words(l10n.t('Translators')),
        description: sandbox ? words(l10n.t('simulated, free')) : words(l10n.t('people, paid')),
        icon: sandbox ? 'beaker' : 'person',
      },
      {
        id: 'rate-limits',
        label: words(l10n.t('Rate limits')),
        description:
          rateLimits === 'sandbox' ? words(l10n.t('of the service’s sandbox')) : words(l10n.t('of production')),
        icon: 'dashboard',
      },
    ],
  };
}
