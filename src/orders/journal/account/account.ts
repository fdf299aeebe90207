import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import { present } from '../../../base/present.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { spendingAt, type PeriodSpending, totalOf } from './periodSpending.ts';
import {
  byCurrency,
  expensesByMonth,
  type CurrencyMonths,
  type ExpensesInCurrency,
  type Expense,
  expensesOf,
} from './expenses.ts';
import { hashText } from '../../model/hash.ts';
import type { EntryOf } from '../journalEntry.ts';
import type { OrderLog, OrderRecord, ServiceAccess } from './orderContext.ts';
import type { Ledger } from '../ledger.ts';
import type { CacheSection } from '../journalCache.ts';
import type { AccountStats } from '../../../service/interface/records.ts';
import type { PeriodKind } from '../../model/limits/budget.ts';
import { addCredits } from '../../model/addCredits.ts';
import { errorMessage } from '../../../base/errorMessage.ts';
import { csvLine } from '../../../base/text/csvLine.ts';
import type { Sibling } from '../journalReader.ts';

/**
 * Fetches the account that the keys belong to and writes it to the journal's header, once per journal. The header shows
 * which journals belong to the same account with other keys. Rejects with ServiceError.
 */
export async function identifyAccount(context: ServiceAccess & OrderRecord, options: CallOptions = {}): Promise<void> {
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
  context: ServiceAccess & OrderRecord,
  options: CallOptions,
): Promise<Pick<EntryOf<'header'>, 'currency'> & { readonly account: string }> {
  const { account } = context.client;
  const [me, stats] = await Promise.all([account.me(options), account.stats(options)]);
  await noteCreditsSpent(context, stats);
  // The email address identifies the account. An account without one is identified by its whole record.
  const identity = me.email === '' ? JSON.stringify(me) : me.email.toLowerCase();
  return { account: hashText(`account ${identity}`), ...present({ currency: stats.currency }) };
}

/**
 * Returns `spendingAt` for all journals of the account on this machine, whatever their keys. The intent `except` does
 * not count. Counts what was spent in `currency`, or in the account's if it is undefined.
 */
export async function accountSpending(
  context: OrderRecord,
  { except, currency = context.ledger.header?.currency }: { readonly except?: string; readonly currency?: string } = {},
): Promise<PeriodSpending> {
  const { ledger, clock, simulated } = context;
  return spendingAt(ledger, clock.now(), { siblings: await ownSiblings(context), except, currency, simulated });
}

/**
 * Returns `expensesByMonth` for all journals of the account on this machine, whatever their keys. The first entry has
 * the account's currency. Jobs with an unknown price are omitted.
 */
export async function accountExpenses(context: OrderRecord): Promise<readonly [CurrencyMonths, ...CurrencyMonths[]]> {
  const [mainGroup, ...otherGroups] = byCurrency(await expensesOfAccount(context), context.ledger.header?.currency);
  const toMonths = ({ currency, expenses }: ExpensesInCurrency): CurrencyMonths => ({
    currency,
    months: expensesByMonth(expenses.filter(({ isPriceUnknown }) => isPriceUnknown !== true)),
  });
  return [toMonths(mainGroup), ...otherGroups.map(toMonths)];
}

/** Whether another journal in the folder belongs to the account of this one. */
export type SiblingKind = 'same-account' | 'unknown' | 'other-account';

/**
 * Returns whether a sibling belongs to this journal's account. A sibling without a header was written by an earlier
 * version, so its account is unknown.
 */
export function siblingKind({ ledger, origin }: OrderRecord, { header }: Pick<Sibling, 'header'>): SiblingKind {
  if (header === undefined) return 'unknown';
  // Another service has other accounts.
  if (header.origin !== origin) return 'other-account';
  if (header.account === undefined) return 'unknown';
  return header.account === ledger.header?.account ? 'same-account' : 'other-account';
}

/** Returns `expensesOf` for all journals of the account on this machine. */
export async function expensesOfAccount(context: OrderRecord): Promise<readonly Expense[]> {
  const { ledger, simulated } = context;
  return expensesOf(ledger, { siblings: await ownSiblings(context), simulated });
}

/** Returns the ledgers of the account's other journals. */
export async function ownSiblings(context: OrderRecord): Promise<readonly Ledger[]> {
  const siblings = await context.journal.siblings();
  return siblings
    .filter((sibling) => siblingKind(context, sibling) === 'same-account')
    .map((sibling) => sibling.ledger);
}

/** When the credits that an account has ever spent were first read in a period, and how many they were. */
const reading = v.object({ at: v.number(), credits: v.number() });

const firstReadings: CacheSection<v.InferOutput<typeof reading>> = {
  name: 'credits-spent',
  item: reading,
  maxItems: 100,
  keep: 'first',
};

/** In credits. Smaller differences are rounding errors of the service. */
const creditTolerance = 0.005;

/**
 * Notes the account's lifetime total of credits if it is the first reading of the day or of the month. While an order
 * is being sent, nothing is noted, because the total may include its price or not. Never rejects.
 */
export async function noteCreditsSpent(context: OrderRecord, stats: AccountStats): Promise<void> {
  const { ledger, journal, clock, simulated } = context;
  if (simulated || [...ledger.intents.values()].some(({ outcome }) => outcome === 'open')) return;
  const now = clock.now();
  const notedReadings = await journal.cache.read(firstReadings);
  const periodKeys = [readingKey('day', stats, now), readingKey('month', stats, now)];
  const newReadings = periodKeys
    .filter((key) => !notedReadings.has(key))
    .map((key) => [key, { at: now, credits: stats.creditsSpent }] as const);
  await journal.cache.add(firstReadings, newReadings);
}

/** Credits that were spent since the first reading of a period, and that the journals don't know. */
export type UnknownSpending = Partial<Readonly<Record<PeriodKind, number>>>;

/**
 * Compares the account's lifetime total with what the journals know: another program, or another user of the account,
 * may spend credits, too. A period without an earlier reading, or without such spending, is absent.
 */
async function unknownSpending(context: OrderRecord, stats: AccountStats): Promise<UnknownSpending> {
  const readings = await context.journal.cache.read(firstReadings);
  const currency = stats.currency ?? context.ledger.header?.currency;
  const [{ expenses }] = byCurrency(await expensesOfAccount(context), currency);
  const unknownIn = (kind: PeriodKind): number | undefined => {
    const firstReading = readings.get(readingKey(kind, stats, context.clock.now()));
    if (firstReading === undefined) return undefined;
    const knownSpending = totalOf(expenses.filter(({ at }) => at > firstReading.at));
    const unknown = addCredits(stats.creditsSpent, -addCredits(firstReading.credits, knownSpending));
    return unknown > creditTolerance ? unknown : undefined;
  };
  return present({ day: unknownIn('day'), month: unknownIn('month') });
}

/**
 * Fetches and notes the account's total of spent credits. Returns the part that the journals don't know; none if the
 * total cannot be fetched, or for simulated orders. Rejects only with the signal's reason.
 */
export async function readUnknownSpending(
  context: ServiceAccess & OrderRecord & OrderLog,
  options: CallOptions = {},
): Promise<UnknownSpending> {
  if (context.simulated) return {};
  try {
    const stats = await context.client.account.stats(options);
    await context.journal.sync();
    const unknown = await unknownSpending(context, stats);
    await noteCreditsSpent(context, stats);
    return unknown;
  } catch (error) {
    options.signal?.throwIfAborted();
    context.log(`What was spent with the account could not be read: ${errorMessage(error)}`);
    return {};
  }
}

/** Returns the key of a day's or month's reading, in this machine's time zone: `2026-3-31 USD`, `2026-3 USD`. */
function readingKey(kind: PeriodKind, { currency = '' }: AccountStats, at: number): string {
  const date = new Date(at);
  const month = `${date.getFullYear()}-${date.getMonth() + 1}`;
  return kind === 'month' ? `${month} ${currency}` : `${month}-${date.getDate()} ${currency}`;
}

/**
 * Returns the ids of the jobs from elsewhere whose prices must be looked up, because they concern the budgets of this
 * month. The entries of earlier versions have no prices. `now` is in milliseconds since the epoch.
 */
export function unpricedJobs({ jobsElsewhere, jobs }: Ledger, now: number): ReadonlySet<string> {
  const today = new Date(now);
  const monthStart = new Date(today.getFullYear(), today.getMonth()).getTime();
  const jobIds = new Set<string>();
  for (const { jobId, credits, createdAt, status } of jobsElsewhere.values()) {
    const isOfEarlierMonth = createdAt !== undefined && createdAt < monthStart;
    if (credits !== undefined || status === 'duplicate' || isOfEarlierMonth) continue;
    const origin = jobs.get(jobId)?.origin;
    const isPriced = origin !== undefined && (!('recovered' in origin) || origin.recovered.credits !== undefined);
    if (!isPriced) jobIds.add(jobId);
  }
  return jobIds;
}

/**
 * Returns expenses as CSV with a line for each currency, month and target locale, newest month first, and with a byte
 * order mark so that Excel recognizes UTF-8.
 */
export function formatExpenses(currencies: readonly CurrencyMonths[]): string {
  let lines = csvLine(['month', 'targetLocale', 'credits', 'currency']);
  for (const { currency, months } of currencies)
    for (const { month, byLocale } of months) {
      const date = new Date(month);
      const monthName = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
      for (const [locale, credits] of byLocale) lines += csvLine([monthName, locale, credits, currency ?? null]);
    }
  return `\uFEFF${lines}`;
}
