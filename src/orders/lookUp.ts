import type { Job, JobStub } from '../service/records.ts';
import type { CallOptions, ServiceClient } from '../service/serviceClient.ts';
import { parseCustomData, type CustomData } from './customData.ts';
import type { EntryOf, IntentJob } from './journalEntry.ts';
import type { IntentState, Ledger } from './ledger.ts';
import type { OrderContext } from './orderContext.ts';

/** How far this machine's clock and the service's may differ. */
const clockDoubtMs = 26 * 60 * 60 * 1000;

/** An order that was given up as lost is still looked for this long. */
const givenUpMs = 7 * 24 * 60 * 60 * 1000;

/** The most entries the service gives in one list. */
const pageSize = 200;

/** Intents of which it is not known whether the service has them. */
export function doubtfulIntents(ledger: Ledger, now: number): readonly IntentState[] {
  return [...ledger.intents.values()].filter(
    ({ outcome, intent }) => outcome === 'open' || outcome === 'unclear' || (outcome === 'acknowledged' && now - intent.at < givenUpMs),
  );
}

/**
 * Looks for the jobs of doubtful orders among all jobs the service has had since, by their custom data.
 * What is found is journalled; what is not found stays doubtful, since an order may be unreadable for a while.
 * `examined` holds the ids of jobs that belong to no doubtful order, and grows: nobody is asked about twice.
 * Returns the jobs found.
 */
export async function lookUpIntents(context: OrderContext, examined: Set<string>, options: CallOptions = {}): Promise<readonly Job[]> {
  const doubtful = new Map(doubtfulIntents(context.ledger, context.clock.now()).map((state) => [state.intent.id, state]));
  if (doubtful.size === 0) return [];
  const since = Math.min(...[...doubtful.values()].map((state) => state.intent.at)) - clockDoubtMs;
  const ids = await listJobsSince(context.client, since, options);
  const jobs = await context.client.jobs.get(
    ids.filter((id) => !context.ledger.jobs.has(id) && !examined.has(id)),
    options,
  );
  const found: Job[] = [];
  const entries: EntryOf<'job'>[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    const state = data === undefined ? undefined : doubtful.get(data.intent);
    const entry = data === undefined || state === undefined ? undefined : claimJob(state, data, job, context.clock.now());
    if (entry === undefined) {
      examined.add(job.id);
    } else {
      found.push(job);
      entries.push(entry);
    }
  }
  await context.journal.append(...entries);
  return found;
}

/** The entry that makes a job of the service the intent's, when its custom data is right: it comes from outside. */
export function claimJob(state: IntentState, data: CustomData, job: Job, at: number): EntryOf<'job'> | undefined {
  const ordered = state.intent.jobs.find((candidate) => candidate.number === data.number);
  if (ordered?.sourceHash !== data.sourceHash || !isOf(ordered, job)) return undefined;
  return ordered.targetLanguage.toLowerCase() === job.targetLanguage.toLowerCase() ? jobEntry(state, data.number, job, at) : undefined;
}

/** Whether a job of the service can be the one that was ordered. The service does not tell what stands in a document, so that there the hash alone speaks. */
function isOf({ document, protectedText }: IntentJob, job: Job): boolean {
  return document === undefined ? isTextOf(protectedText.text, job) : isFileJob(job);
}

/** A record without a text is a file's too: some name the file only once it is there. */
export function isFileJob(job: Job): boolean {
  return job.file !== undefined || job.sourceText.trim() === '';
}

/** Whether a job carries a text; the service may have touched its line ends and the blanks around it. */
export function isTextOf(text: string, job: Job): boolean {
  const plain = (written: string): string => written.replace(/\r\n?/gu, '\n').trim();
  return plain(text) === plain(job.sourceText);
}

export function jobEntry(state: IntentState, number: number, job: Job, at: number): EntryOf<'job'> {
  return { type: 'job', intent: state.intent.id, number, jobId: job.id, at, ...(job.orderId === undefined ? {} : { orderId: job.orderId }) };
}

/** Ids of all jobs created after `since` (milliseconds since the epoch), page by page where the service cuts its list. */
export async function listJobsSince(client: ServiceClient, since: number, options: CallOptions = {}): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let after = Math.max(since, 1000); ; ) {
    const page: readonly JobStub[] = await client.jobs.list({ timestampAfter: after }, options);
    const before = ids.size;
    for (const stub of page) ids.add(stub.id);
    const newest = page.reduce((latest, stub) => Math.max(latest, stub.createdAt ?? 0), 0);
    // A short page is the last one; so is a long one of a service that does not heed the time.
    if (page.length < pageSize || newest === 0 || (ids.size === before && newest < after)) return [...ids];
    // Several jobs share a second and a page may end among them, so the second is asked for again, unless that led nowhere.
    after = newest - 1000 > after ? newest - 1000 : Math.max(newest, after + 1000);
  }
}
