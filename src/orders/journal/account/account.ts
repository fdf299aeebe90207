import { randomBytes } from 'node:crypto';
import { present } from '../../../base/present.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { spendingAt, type PeriodSpending } from './budget.ts';
import { byCurrency, expensesByMonth, type CurrencyMonths, type ExpensesInCurrency } from './expenses.ts';
import { noteCreditsSpent } from './creditsSpent.ts';
import { hashText } from '../../model/hash.ts';
import type { EntryOf } from '../journalEntry.ts';
import type { OrderContext } from './orderContext.ts';
import { expensesOfAccount, ownSiblings } from './ownJournals.ts';

/**
 * Fetches the account that the keys belong to and writes it to the journal's header, once per journal. The header shows
 * which journals belong to the same account with other keys. Rejects with ServiceError.
 */
export async function identifyAccount(context: OrderContext, options: CallOptions = {}): Promise<void> {
  const { journal, ledger, clock, origin, simulated } = context;
  if (ledger.header?.account !== undefined) return;
  const { account, currency } = simulated ? { account: origin } : await askForAccount(context, options);
  await journal.append({
    type: 'header',
    at: clock.now(),
    journal: ledger.header?.journal ?? randomBytes(6).toString('hex'),
    origin,
    account,
    ...present({ currency }),
  });
}

async function askForAccount(
  context: OrderContext,
  options: CallOptions,
): Promise<Pick<EntryOf<'header'>, 'currency'> & { readonly account: string }> {
  const { account } = context.client;
  const [me, stats] = await Promise.all([account.me(options), account.stats(options)]);
  const { currency } = stats;
  await noteCreditsSpent(context, stats);
  // The email address identifies the account. An account without one is identified by its whole record.
  return {
    account: hashText(`account ${me.email === '' ? JSON.stringify(me) : me.email.toLowerCase()}`),
    ...present({ currency }),
  };
}

/**
 * Returns `spendingAt` for all journals of the account on this machine, whatever their keys. The intent `except` does
 * not count. Counts what was spent in `currency`, or in the account's if it is undefined.
 */
export async function accountSpending(
  context: OrderContext,
  { except, currency = context.ledger.header?.currency }: { readonly except?: string; readonly currency?: string } = {},
): Promise<PeriodSpending> {
  const { ledger, clock, simulated } = context;
  return spendingAt(ledger, clock.now(), { siblings: await ownSiblings(context), except, currency, simulated });
}

/**
 * Returns `expensesByMonth` for all journals of the account on this machine, whatever their keys. The first entry has
 * the account's currency. Jobs with an unknown price are omitted.
 */
export async function accountExpenses(context: OrderContext): Promise<readonly [CurrencyMonths, ...CurrencyMonths[]]> {
  const [main, ...others] = byCurrency(await expensesOfAccount(context), context.ledger.header?.currency);
  const months = ({ currency, expenses }: ExpensesInCurrency): CurrencyMonths => ({
    currency,
    months: expensesByMonth(expenses.filter(({ isPriceUnknown }) => isPriceUnknown !== true)),
  });
  return [months(main), ...others.map(months)];
}
