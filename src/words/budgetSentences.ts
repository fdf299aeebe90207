import * as l10n from '@vscode/l10n';
import type { BudgetKind, BudgetProblem, Budgets, Spending } from '../orders/account/budget.ts';
import type { BudgetSettingError } from '../orders/account/budgetSettings.ts';
import { addCredits } from '../orders/model/credits.ts';
import { formatCredits } from './formatting.ts';
import { outside, sentences, type Words, words } from './words.ts';

export const budgetKeys = { order: 'perOrder', day: 'perDay', month: 'perMonth' } as const satisfies Readonly<
  Record<BudgetKind, keyof Budgets>
>;

/** Returns the id of the setting that sets a budget. */
export function budgetSetting(budget: keyof Budgets): string {
  return `humanTranslation.budget.${budget}`;
}

/** Says that a budget's setting is invalid, and how to correct it. */
export function budgetSettingSentence({ budget, value }: BudgetSettingError): Words {
  return sentences(
    words(
      l10n.t('The setting “{0}” is {1}, which is not a valid amount.'),
      budgetSetting(budget),
      outside(value, maxValueCharacters),
    ),
    words(l10n.t('Enter a number without quotation marks, such as 50, or 0 for no limit.')),
  );
}

/** A setting can have any value, of any length. */
const maxValueCharacters = 40;

/** Says why a budget does not allow a price, and how to change the budget. */
export function overBudgetSentence(problem: BudgetProblem, currency: string | undefined): Words {
  return sentences(
    exceededSentence(problem, currency),
    words(l10n.t('You can change the budget in the setting “{0}”.'), budgetSetting(budgetKeys[problem.kind])),
  );
}

function exceededSentence({ kind, budget, spent, price }: BudgetProblem, currency: string | undefined): Words {
  const format = (credits: number): string => formatCredits(credits, currency);
  const amounts = [format(price), format(spent), format(budget)];
  switch (kind) {
    case 'order':
      return spent === 0
        ? words(l10n.t('The price is {0}, which exceeds your budget of {1} per order.'), format(price), format(budget))
        : sentences(
            words(
              l10n.t('The rest of the order costs {0}, and {1} of your budget of {2} per order is already spent.'),
              ...amounts,
            ),
            words(l10n.t('The rest was not sent.')),
          );
    case 'day':
      return words(l10n.t('The price is {0}, and {1} of your daily budget of {2} is already spent.'), ...amounts);
    case 'month':
      return words(l10n.t('The price is {0}, and {1} of your monthly budget of {2} is already spent.'), ...amounts);
  }
}

/** Returns a line for each budget that is set: the amount spent, and the amount that will be spent after an order. */
export function budgetLines(
  { perOrder, perDay, perMonth }: Budgets,
  spending: Spending,
  price: number,
  currency: string | undefined,
): readonly Words[] {
  const format = (credits: number): string => formatCredits(credits, currency);
  const lines: Words[] = [];
  if (perOrder !== undefined) lines.push(words(l10n.t('Budget per order: {0}'), format(perOrder)));
  if (perDay !== undefined)
    lines.push(
      words(
        l10n.t('Daily budget: {0} of {1} spent, {2} after this order'),
        format(spending.day),
        format(perDay),
        format(addCredits(spending.day, price)),
      ),
    );
  if (perMonth !== undefined)
    lines.push(
      words(
        l10n.t('Monthly budget: {0} of {1} spent, {2} after this order'),
        format(spending.month),
        format(perMonth),
        format(addCredits(spending.month, price)),
      ),
    );
  return lines;
}
