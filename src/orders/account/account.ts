import { randomBytes } from 'node:crypto';
import { present } from '../../base/present.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { spendingAt, type Spending } from './budget.ts';
import { expensesByMonth, expensesOf, type MonthOfExpenses } from './expenses.ts';
import { hashText } from '../model/hash.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { OrderContext } from './orderContext.ts';
import type { Sibling } from '../journal/siblings.ts';

/**
 * Fetches the account that the keys belong to and writes it to the journal's header, once per journal. The header shows
 * which journals belong to the same account with other keys. Rejects with ServiceError.
 */
export async function identifyAccount(context: OrderContext, options: CallOptions = {}): Promise<void> {
  const { client, journal, ledger, clock, origin, simulated } = context;
  if (ledger.header?.account !== undefined) return;
  const { account, currency } = simulated ? { account: origin } : await askForAccount(client, options);
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
  { account }: OrderContext['client'],
  options: CallOptions,
): Promise<Pick<EntryOf<'header'>, 'currency'> & { readonly account: string }> {
  const [me, { currency }] = await Promise.all([account.me(options), account.stats(options)]);
  // The email address identifies the account. An account without one is identified by its whole record.
  return {
    account: hashText(`account ${me.email === '' ? JSON.stringify(me) : me.email.toLowerCase()}`),
    ...present({ currency }),
  };
}

/** Whether another journal in the folder belongs to the account of this one. */
export type SiblingKind = 'same-account' | 'unknown' | 'other-account';

/**
 * Returns whether a sibling belongs to this journal's account. A sibling without a header was written by an earlier
 * version, so its account is unknown.
 */
export function siblingKind(
  { ledger, origin }: Pick<OrderContext, 'ledger' | 'origin'>,
  { header }: Pick<Sibling, 'header'>,
): SiblingKind {
  if (header?.account === undefined)
    return header === undefined || header.origin === origin ? 'unknown' : 'other-account';
  return header.origin === origin && header.account === ledger.header?.account ? 'same-account' : 'other-account';
}

/**
 * Returns `spendingAt` for all journals of the account on this machine, whatever their keys. The intent `except` does
 * not count.
 */
export async function accountSpending(context: OrderContext, except?: string): Promise<Omit<Spending, 'order'>> {
  return spendingAt(context.ledger, context.clock.now(), { siblings: await ownSiblings(context), except });
}

/** Returns `expensesByMonth` for all journals of the account on this machine, whatever their keys. */
export async function accountExpenses(context: OrderContext): Promise<readonly MonthOfExpenses[]> {
  return expensesByMonth(expensesOf(context.ledger, { siblings: await ownSiblings(context) }));
}

/** Returns the ledgers of the account's other journals, in the same currency. */
async function ownSiblings(context: OrderContext): Promise<readonly Ledger[]> {
  const { ledger, journal } = context;
  return (await journal.siblings())
    .filter(
      (sibling) =>
        siblingKind(context, sibling) === 'same-account' && sibling.header?.currency === ledger.header?.currency,
    )
    .map((sibling) => sibling.ledger);
}
