import type { Job } from '../../../service/interface/records.ts';
import { claimJob } from './claimJob.ts';
import { fetchJobs } from './fetchJobs.ts';
import { listJobsSince } from './listJobsSince.ts';
import { parseCustomData } from '../../journal/customData.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import type { RequestSeries } from './requestSeries.ts';
import type { IntentState, Ledger } from '../../journal/ledger.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { foreignJobs } from './foreignJobs.ts';

/** The largest difference that is expected between the clocks of this machine and of the service. */
const maxClockDifferenceMs = 26 * 60 * 60 * 1000;

/** Time for which an order is still searched for after the user allowed reordering, since it may have arrived. */
const reorderableSearchMs = 7 * 24 * 60 * 60 * 1000;

/** Returns the intents that the service may or may not have received. */
export function unconfirmedIntents(ledger: Ledger, now: number): readonly IntentState[] {
  return [...ledger.intents.values()].filter(
    ({ outcome, intent }) =>
      outcome === 'open' ||
      outcome === 'unclear' ||
      (outcome === 'acknowledged' && now - intent.at < reorderableSearchMs),
  );
}

/**
 * Searches the jobs that the service has created since then for those of unconfirmed orders, by custom data. Also
 * searches for jobs of the orders in `unreadable`, which are placed but can't be read. Journals the jobs it finds; an
 * order that is not found stays unconfirmed, because it may be unreadable for a while. Adds the ids of jobs that belong
 * to no such order to `examined`, so that they are fetched only once. Returns the jobs found; notes requests that
 * failed in `series`.
 */
export async function reconcileUnconfirmedOrders(
  context: OrderContext,
  examined: Set<string>,
  series: RequestSeries,
  unreadable: readonly IntentState[] = [],
): Promise<readonly Job[]> {
  const unconfirmed = new Map(
    [...unconfirmedIntents(context.ledger, context.clock.now()), ...unreadable].map((state) => [
      state.intent.id,
      state,
    ]),
  );
  if (unconfirmed.size === 0) return [];
  const since = Math.min(...[...unconfirmed.values()].map((state) => state.intent.at)) - maxClockDifferenceMs;
  const answer = await series.send((options) => listJobsSince(context.client, since, options));
  if ('error' in answer) {
    series.note({ item: 'unconfirmed', error: answer.error });
    return [];
  }
  const { ids, isComplete } = answer.value;
  if (!isComplete)
    context.log(
      'The service may have listed only some of its jobs, so an unconfirmed order may exist although it was not found.',
    );
  const foreign = await context.journal.cache.read(foreignJobs);
  const { jobs, failures } = await fetchJobs(
    context.client,
    ids.filter((id) => !context.ledger.jobs.has(id) && !examined.has(id) && !foreign.has(id)),
    series,
  );
  for (const [id, error] of failures) series.note({ item: 'unconfirmed', id, error });
  const found: Job[] = [];
  const entries: EntryOf<'job'>[] = [];
  const others: string[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    const state = data === undefined ? undefined : unconfirmed.get(data.intent);
    const entry =
      data === undefined || state === undefined ? undefined : claimJob(state, data, job, context.clock.now());
    if (entry === undefined) {
      examined.add(job.id);
      if (data === undefined) others.push(job.id);
    } else {
      found.push(job);
      entries.push(entry);
    }
  }
  await context.journal.append(...entries);
  await context.journal.cache.add(
    foreignJobs,
    others.map((id) => [id, true] as const),
  );
  return found;
}
