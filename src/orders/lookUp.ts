import type { Job, JobStub } from '../service/records.ts';
import type { CallOptions, ServiceClient } from '../service/serviceClient.ts';
import { parseCustomData } from './customData.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { IntentState, Ledger } from './ledger.ts';
import type { OrderContext } from './orderContext.ts';

/** How far this machine's clock and the service's may differ. */
const clockDoubtMs = 26 * 60 * 60 * 1000;

/** The most entries the service gives in one list. */
const pageSize = 200;

/** Intents of which it is not known whether the service has them. */
export function doubtfulIntents(ledger: Ledger): readonly IntentState[] {
  return [...ledger.intents.values()].filter(({ outcome }) => outcome === 'open' || outcome === 'unclear' || outcome === 'acknowledged');
}

/**
 * Looks for the jobs of doubtful orders among all jobs the service has had since, by their custom data.
 * What is found is journalled; what is not found stays doubtful, since an order may be unreadable for a while.
 * Returns the jobs found.
 */
export async function lookUpIntents(context: OrderContext, options: CallOptions = {}): Promise<readonly Job[]> {
  const doubtful = new Map(doubtfulIntents(context.ledger).map((state) => [state.intent.id, state]));
  if (doubtful.size === 0) return [];
  const since = Math.min(...[...doubtful.values()].map((state) => state.intent.at)) - clockDoubtMs;
  const ids = await listJobsSince(context.client, since, options);
  const jobs = await context.client.jobs.get(
    ids.filter((id) => !context.ledger.jobs.has(id)),
    options,
  );
  const found: Job[] = [];
  const entries: JournalEntry[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    const state = data === undefined ? undefined : doubtful.get(data.intent);
    if (data === undefined || state === undefined) continue;
    found.push(job);
    entries.push(jobEntry(state, data.number, job, context.clock.now()));
  }
  await context.journal.append(...entries);
  return found;
}

export function jobEntry(state: IntentState, number: number, job: Job, at: number): JournalEntry {
  return { type: 'job', intent: state.intent.id, number, jobId: job.id, at, ...(job.orderId === undefined ? {} : { orderId: job.orderId }) };
}

/** Ids of all jobs created after `since` (milliseconds since the epoch), page by page where the service cuts its list. */
export async function listJobsSince(client: ServiceClient, since: number, options: CallOptions = {}): Promise<readonly string[]> {
  const ids = new Set<string>();
  let after = Math.max(since, 1000);
  for (;;) {
    const page: readonly JobStub[] = await client.jobs.list({ timestampAfter: after }, options);
    const before = ids.size;
    for (const stub of page) ids.add(stub.id);
    const newest = Math.max(0, ...page.map((stub) => stub.createdAt ?? 0));
    // One second less, since several jobs share a second and a page may end among them.
    if (page.length < pageSize || ids.size === before || newest - 1000 <= after) return [...ids];
    after = newest - 1000;
  }
}
