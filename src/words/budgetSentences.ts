import * as l10n from '@vscode/l10n';
import type { BudgetKind, BudgetProblem, Budgets, Spending } from '../orders/account/budget.ts';
import type { BudgetSettingError } from '../orders/account/budgetSettings.ts';
import { addCredits } from '../orders/model/credits.ts';
import { formatCredits } from './formatting.ts';
import { outside, type Words, words } from './words.ts';

export const budgetKeys = { order: 'perOrder', day: 'perDay', month: 'perMonth' } as const satisfies Readonly<
  Record<BudgetKind, keyof Budgets>
>;

/** The name of the setting that sets a budget. */
export function budgetSetting(budget: keyof Budgets): string {
  return `humanTranslation.budget.${budget}`;
}

/** Says that a budget is mistyped, and how to write it. */
export function budgetSettingSentence({ budget, value }: BudgetSettingError): Words {
  return words(
    l10n.t(
      'The setting “{0}” is {1}, which is not a valid amount, so the order was not sent. Enter a number such as 50, without quotation marks; 0 sets no limit.',
    ),
    budgetSetting(budget),
    outside(value, namedCharacters),
  );
}

/** Settings take any value, of any length. */
const namedCharacters = 40;

/** Why a budget does not allow a price, and what to change. */
export function overBudgetSentence({ kind, budget, spent, price }: BudgetProblem, currency: string | undefined): Words {
  const format = (credits: number): string => formatCredits(credits, currency);
  const [limit, before, asked] = [format(budget), format(spent), format(price)];
  const setting = budgetSetting(budgetKeys[kind]);
  switch (kind) {
    case 'order':
      return spent === 0
        ? words(
            l10n.t(
              'The price is {0}, and your budget for one order is {1}, so nothing was sent. The setting “{2}” can change it.',
            ),
            asked,
            limit,
            setting,
          )
        : words(
            l10n.t(
              'The rest of the order costs {0}, {1} are spent on it, and your budget for one order is {2}, so the rest was not sent. The setting “{3}” can change it.',
            ),
            asked,
            before,
            limit,
            setting,
          );
    case 'day':
      return words(
        l10n.t(
          'The price is {0}, and {1} of your budget of {2} for the day are spent already, so it was not sent. The setting “{3}” can change it.',
        ),
        asked,
        before,
        limit,
        setting,
      );
    case 'month':
      return words(
        l10n.t(
          'The price is {0}, and {1} of your budget of {2} for the month are spent already, so it was not sent. The setting “{3}” can change it.',
        ),
        asked,
        before,
        limit,
        setting,
      );
  }
}

/** A line for each budget that is set: what is spent of it, and what will be after an order. */
export function budgetLines(
  budgets: Budgets,
  spending: Spending,
  price: number,
  currency: string | undefined,
): readonly Words[] {
  return (['order', 'day', 'month'] as const).flatMap((kind) => {
    const budget = budgets[budgetKeys[kind]];
    return budget === undefined ? [] : [budgetLine(kind, budget, spending[kind], price, currency)];
  });
}

function budgetLine(
  kind: BudgetKind,
  budget: number,
  spent: number,
  price: number,
  currency: string | undefined,
): Words {
  const format = (credits: number): string => formatCredits(credits, currency);
  const [limit, before, after] = [format(budget), format(spent), format(addCredits(spent, price))];
  switch (kind) {
    case 'order':
      return words(l10n.t('Budget for one order: {0}'), limit);
    case 'day':
      return words(l10n.t('Budget of the day: {0} of {1} spent, {2} after this order'), before, limit, after);
    case 'month':
      return words(l10n.t('Budget of the month: {0} of {1} spent, {2} after this order'), before, limit, after);
  }
}
