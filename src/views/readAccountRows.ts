import type { Session } from '../editor/session/session.ts';
import { readSettings } from '../editor/settings.ts';
import { accountExpenses, accountSpending } from '../orders/journal/account/account.ts';
import type { AccountFacts } from '../service/calls/accountFacts.ts';
import type { OrderContext } from '../orders/journal/account/orderContext.ts';
import { policiesOf } from '../orders/model/limits/policy.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import { accountRows, type AccountRow } from './accountRows.ts';
import { budgetsOf, limitsOf, type Limit } from '../orders/model/limits/budget.ts';

/** Returns the rows of the Account view, and the total that was spent in the account's currency. Makes no request. */
export async function readAccountRows(
  { context, connection }: Session,
  facts: AccountFacts,
): Promise<{ readonly rows: readonly AccountRow[]; readonly spent: number }> {
  await context.journal.sync();
  const [{ months }, ...monthsInOtherCurrencies] = await accountExpenses(context);
  const rows = accountRows({
    facts,
    months,
    monthsInOtherCurrencies,
    spending: await accountSpending(context),
    limits: readLimits(context),
    sandbox: connection.kind === 'sandbox',
    address: connection.baseUrl,
    // As in `createClient`: the embedded sandbox can answer as many requests as production allows.
    rateLimits: connection.kind === 'sandbox' ? 'production' : readSettings().limits,
  });
  return { rows, spent: months.reduce((sum, { credits }) => addCredits(sum, credits), 0) };
}

function readLimits(context: OrderContext): readonly Limit[] | { readonly error: unknown } {
  try {
    const projects = context.openProjects().map(({ id }) => id);
    return limitsOf(budgetsOf(context), policiesOf(context, projects));
  } catch (error) {
    return { error };
  }
}
