import { maxListCount } from '../../service/interface/limits.ts';
import type { Job } from '../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../service/interface/serviceClient.ts';
import { askJobs } from './askJobs.ts';
import { parseCustomData, type CustomData } from '../journal/customData.ts';
import type { EntryOf, IntentJob } from '../journal/journalEntry.ts';
import type { Inquiry } from './inquiry.ts';
import type { IntentState, Ledger } from '../journal/ledger.ts';
import type { OrderContext } from '../account/orderContext.ts';

/** How far this machine's clock and the service's may differ. */
const clockDoubtMs = 26 * 60 * 60 * 1000;

/** An order that was given up as lost is still looked for this long. */
const givenUpMs = 7 * 24 * 60 * 60 * 1000;

/** The most requests that one listing takes. With the service's largest pages this reaches 40,000 jobs. */
const mostPages = 200;

/** Services have defaults and caps of ten and more: a shorter list is not reported as cut, though it is checked in the same way. */
const smallestCap = 10;

/** Intents of which it is not known whether the service has them. */
export function doubtfulIntents(ledger: Ledger, now: number): readonly IntentState[] {
  return [...ledger.intents.values()].filter(
    ({ outcome, intent }) =>
      outcome === 'open' || outcome === 'unclear' || (outcome === 'acknowledged' && now - intent.at < givenUpMs),
  );
}

/**
 * Looks for the jobs of doubtful orders among all jobs the service has had since, by their custom data, and for those of
 * `unreadable` orders, which are placed and cannot be read. What is found is journaled; what is not found stays doubtful, since
 * an order may be unreadable for a while. `examined` holds the ids of jobs that belong to no doubtful order, and grows: none is
 * asked about twice. Returns the jobs found. What the service cannot tell is noted in the inquiry.
 */
export async function lookUpIntents(
  context: OrderContext,
  examined: Set<string>,
  inquiry: Inquiry,
  unreadable: readonly IntentState[] = [],
): Promise<readonly Job[]> {
  const doubtful = new Map(
    [...doubtfulIntents(context.ledger, context.clock.now()), ...unreadable].map((state) => [state.intent.id, state]),
  );
  if (doubtful.size === 0) return [];
  const since = Math.min(...[...doubtful.values()].map((state) => state.intent.at)) - clockDoubtMs;
  const answer = await inquiry.ask((options) => listJobsSince(context.client, since, options));
  if ('error' in answer) {
    inquiry.note({ item: 'unconfirmed', error: answer.error });
    return [];
  }
  const { ids, isComplete } = answer.value;
  if (!isComplete)
    context.log(
      'The service may have listed only some of its jobs, so an unconfirmed order may exist although it was not found.',
    );
  const { jobs, troubles } = await askJobs(
    context.client,
    ids.filter((id) => !context.ledger.jobs.has(id) && !examined.has(id)),
    inquiry,
  );
  for (const [id, error] of troubles) inquiry.note({ item: 'unconfirmed', id, error });
  const found: Job[] = [];
  const entries: EntryOf<'job'>[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    const state = data === undefined ? undefined : doubtful.get(data.intent);
    const entry =
      data === undefined || state === undefined ? undefined : claimJob(state, data, job, context.clock.now());
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
  return ordered.targetLanguage.toLowerCase() === job.targetLanguage.toLowerCase()
    ? jobEntry(state, data.number, job, at)
    : undefined;
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
  return {
    type: 'job',
    intent: state.intent.id,
    number,
    jobId: job.id,
    at,
    ...(job.orderId === undefined ? {} : { orderId: job.orderId }),
  };
}

/** What a service lists. */
export interface JobListing {
  readonly ids: readonly string[];
  /** False if the service may have more jobs than it has listed: a lookup that finds nothing then proves nothing. */
  readonly isComplete: boolean;
}

/**
 * Lists all jobs created after `since` (milliseconds since the epoch), in pages: the time moves on until nothing new comes,
 * whatever the length of a page, because a service may list ten by default or cap its list lower than was asked for. The
 * service cannot be asked for what is before a time. So a list that begins with the newest jobs, and may be cut, and a second
 * with more jobs than one list holds make the result incomplete.
 */
export async function listJobsSince(
  client: ServiceClient,
  since: number,
  options: CallOptions = {},
): Promise<JobListing> {
  const ids = new Set<string>();
  let isComplete = true;
  let longest = 0;
  let after = Math.max(Math.floor(since / 1000), 1) * 1000;
  const noteUnreadable = (): void => {
    isComplete = false;
  };
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await client.jobs.list(
      { timestampAfter: after, count: maxListCount },
      { ...options, onUnreadable: noteUnreadable },
    );
    const before = ids.size;
    for (const { id } of page) ids.add(id);
    const seconds = page.map(({ createdAt = 0 }) => Math.floor(createdAt / 1000) * 1000);
    const newest = Math.max(0, ...seconds);
    const mayBeCapped = page.length >= smallestCap && page.length <= maxListCount;
    // Without times, or with the newest first, there is no way to go on.
    if (newest === 0 || (seconds[0] ?? 0) > (seconds.at(-1) ?? 0))
      return { ids: [...ids], isComplete: isComplete && !mayBeCapped };
    // A page shorter than another one was not cut, so everything after its time is known.
    if (ids.size === before && page.length < longest) return { ids: [...ids], isComplete };
    longest = Math.max(longest, page.length);
    // Jobs share a second, a page may end among them, and the second asked for may count or not: so it is approached slowly.
    if (ids.size > before && newest - 1000 > after) {
      after = newest - 1000;
    } else if (newest > after && seconds.some((second) => second < newest)) {
      after = newest;
    } else {
      // More jobs in one second than a list holds: the others cannot be reached, those after them can.
      if (mayBeCapped) isComplete = false;
      after = Math.max(newest, after) + 1000;
    }
  }
  return { ids: [...ids], isComplete: false };
}
