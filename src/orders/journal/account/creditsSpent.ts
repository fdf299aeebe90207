import * as v from 'valibot';
import { errorMessage } from '../../../base/errorMessage.ts';
import { present } from '../../../base/present.ts';
import type { AccountStats } from '../../../service/interface/records.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { CacheSection } from '../journalCache.ts';
import { addCredits } from '../../model/credits.ts';
import { totalOf, type PeriodKind } from './budget.ts';
import { byCurrency } from './expenses.ts';
import type { OrderContext } from './orderContext.ts';
import { expensesOfAccount } from './ownJournals.ts';

/** The account's lifetime total at the first reading in a period: time in milliseconds since the epoch. */
const reading = v.object({ at: v.number(), credits: v.number() });

const firstReadings: CacheSection<v.InferOutput<typeof reading>> = {
  name: 'credits-spent',
  item: reading,
  maxItems: 100,
  keep: 'first',
};

/** Smaller differences are rounding errors of the service. */
const creditTolerance = 0.005;

/**
 * Notes the account's lifetime total of credits if it is the first reading of the day or of the month. While an order
 * is being sent, nothing is noted, because the total may include its price or not. Never rejects.
 */
export async function noteCreditsSpent(context: OrderContext, stats: AccountStats): Promise<void> {
  const { ledger, journal, clock, simulated } = context;
  if (simulated || [...ledger.intents.values()].some(({ outcome }) => outcome === 'open')) return;
  const item = { at: clock.now(), credits: stats.creditsSpent };
  const known = await journal.cache.read(firstReadings);
  const keys = (['day', 'month'] as const).map((kind) => readingKey(kind, stats, item.at));
  await journal.cache.add(
    firstReadings,
    keys.filter((key) => !known.has(key)).map((key) => [key, item] as const),
  );
}

/** Credits that were spent since the first reading of a period, and that the journals don't know. */
export type UnknownSpending = Partial<Readonly<Record<PeriodKind, number>>>;

/**
 * Compares the account's lifetime total with what the journals know: another program, or another user of the account,
 * may spend credits, too. A period without an earlier reading, or without such spending, is absent.
 */
async function unknownSpending(context: OrderContext, stats: AccountStats): Promise<UnknownSpending> {
  const readings = await context.journal.cache.read(firstReadings);
  const [{ expenses }] = byCurrency(
    await expensesOfAccount(context),
    stats.currency ?? context.ledger.header?.currency,
  );
  const since = (kind: PeriodKind): number | undefined => {
    const first = readings.get(readingKey(kind, stats, context.clock.now()));
    if (first === undefined) return undefined;
    const known = totalOf(expenses.filter(({ at }) => at > first.at));
    const unknown = addCredits(stats.creditsSpent, -addCredits(first.credits, known));
    return unknown > creditTolerance ? unknown : undefined;
  };
  return present({ day: since('day'), month: since('month') });
}

/**
 * Fetches and notes the account's total. Returns what the journals don't know of it; nothing if the total cannot be
 * fetched, because an order is possible without it. Sends no request for simulated orders. Rejects only with the
 * signal's reason.
 */
export async function readUnknownSpending(context: OrderContext, options: CallOptions = {}): Promise<UnknownSpending> {
  if (context.simulated) return {};
  try {
    const stats = await context.client.account.stats(options);
    await context.journal.sync();
    const unknown = await unknownSpending(context, stats);
    await noteCreditsSpent(context, stats);
    return unknown;
  } catch (error) {
    options.signal?.throwIfAborted();
    const message = errorMessage(error);
    context.log(`What was spent with the account could not be read: ${message}`);
    return {};
  }
}

/** Returns the key of a period's reading: a calendar day or month in this machine's time zone, in one currency. */
function readingKey(kind: PeriodKind, { currency = '' }: AccountStats, at: number): string {
  const date = new Date(at);
  const month = `${date.getFullYear()}-${date.getMonth() + 1}`;
  return kind === 'month' ? `${month} ${currency}` : `${month}-${date.getDate()} ${currency}`;
}
