import type { Ledger } from '../ledger.ts';
import type { Sibling } from '../siblings.ts';
import { expensesOf, type Expense } from './expenses.ts';
import type { OrderContext } from './orderContext.ts';

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

/** Returns `expensesOf` for all journals of the account on this machine. */
export async function expensesOfAccount(context: OrderContext): Promise<readonly Expense[]> {
  const { ledger, simulated } = context;
  return expensesOf(ledger, { siblings: await ownSiblings(context), simulated });
}

/** Returns the ledgers of the account's other journals. */
export async function ownSiblings(context: OrderContext): Promise<readonly Ledger[]> {
  return (await context.journal.siblings())
    .filter((sibling) => siblingKind(context, sibling) === 'same-account')
    .map((sibling) => sibling.ledger);
}
