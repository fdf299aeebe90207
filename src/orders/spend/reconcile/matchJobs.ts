import { present } from '../../../base/present.ts';
import { comparable, withoutBrackets } from '../../../placeholders/protectedAsSent.ts';
import { type Job, isFileJob } from '../../../service/interface/records.ts';
import { parseCustomData, type CustomData } from '../../model/order/customData.ts';
import type { EntryOf, IntentJob } from '../../journal/journalEntry.ts';
import type { IntentState, Ledger } from '../../journal/ledger.ts';
import type { OrderLog, OrderRecord, ServiceAccess } from '../../journal/account/orderContext.ts';
import type { RequestSeries } from '../../../service/calls/requestSeries.ts';
import { listJobsSince } from './listJobsSince.ts';
import { foreignJobs } from './foreignJobs.ts';
import { fetchJobs } from '../../../service/calls/fetchJobs.ts';

/** Jobs of the service, matched with those that were ordered. */
export interface MatchedJobs {
  /** The entries that assign them to their intents. */
  readonly entries: readonly EntryOf<'job'>[];
  readonly unmatched: readonly Job[];
}

/** Matches jobs of the service with ordered ones, except those that the journal already knows. */
export function matchJobs(ledger: Ledger, jobs: readonly Job[], at: number): MatchedJobs {
  const unknownJobs = jobs.filter((job) => !ledger.jobs.has(job.id));
  // Custom data is examined first, so that no ordered job that it names is matched with another job by its text.
  const claimEntries = new Map<string, EntryOf<'job'>>();
  for (const job of unknownJobs) {
    const entry = claimByCustomData(ledger.intents, parseCustomData(job.customData), job, at);
    if (entry !== undefined) claimEntries.set(job.id, entry);
  }
  const matchedKeys = new Set([...claimEntries.values()].map(orderedJobKey));
  const entries: EntryOf<'job'>[] = [];
  const unmatched: Job[] = [];
  for (const job of unknownJobs) {
    const entry = claimEntries.get(job.id) ?? matchByText(ledger, job, matchedKeys, at);
    if (entry === undefined) {
      unmatched.push(job);
      continue;
    }
    matchedKeys.add(orderedJobKey(entry));
    entries.push(entry);
  }
  return { entries, unmatched };
}

/** Matches a job with the intent that its custom data names, if that is one of these. */
function claimByCustomData(
  intents: ReadonlyMap<string, IntentState>,
  data: CustomData | undefined,
  job: Job,
  at: number,
): EntryOf<'job'> | undefined {
  const state = data === undefined ? undefined : intents.get(data.intent);
  if (data === undefined || state === undefined) return undefined;
  return claimJob(state, data, job, at);
}

/**
 * Matches a job without usable custom data by its order and text. `matchedKeys` are the keys (`orderedJobKey`) of
 * ordered jobs that already have a match.
 */
function matchByText(
  ledger: Ledger,
  job: Job,
  matchedKeys: ReadonlySet<string>,
  at: number,
): EntryOf<'job'> | undefined {
  for (const state of ledger.intents.values()) {
    if (state.orderId === undefined || state.orderId !== job.orderId) continue;
    const jobsWithoutMatch = state.intent.jobs.filter(
      ({ number, targetLanguage }) =>
        !state.jobIds.has(number) &&
        !matchedKeys.has(orderedJobKey({ intent: state.intent.id, number })) &&
        targetLanguage === job.targetLanguage,
    );
    const jobOfText = jobsWithoutMatch.find(
      ({ document, protectedText }) => document === undefined && isTextOf(protectedText.text, job),
    );
    const match = jobOfText ?? onlyDocument(jobsWithoutMatch, job);
    if (match !== undefined) return jobEntry(state, match.number, job, at);
  }
  return undefined;
}

function orderedJobKey({ intent, number }: { readonly intent: string; readonly number: number }): string {
  return `${intent}:${number}`;
}

/** Matches a document by its title, all that the service returns about it; undefined if several have that title. */
function onlyDocument(orderedJobs: readonly IntentJob[], job: Job): IntentJob | undefined {
  if (!isFileJob(job)) return undefined;
  const documents = orderedJobs.filter(({ document, title }) => document !== undefined && title === job.title);
  return documents.length === 1 ? documents[0] : undefined;
}

/**
 * Returns the journal entry that assigns a job of the service to an intent; undefined if the job does not match the
 * intent. The check is needed because anyone with access to the account can write custom data.
 */
export function claimJob(state: IntentState, data: CustomData, job: Job, at: number): EntryOf<'job'> | undefined {
  const orderedJob = state.intent.jobs.find(({ number }) => number === data.number);
  if (orderedJob?.sourceHash !== data.sourceHash || !matchesOrder(orderedJob, job)) return undefined;
  if (orderedJob.targetLanguage.toLowerCase() !== job.targetLanguage.toLowerCase()) return undefined;
  return jobEntry(state, data.number, job, at);
}

/**
 * Whether a job of the service can be the one that was ordered. The service does not return the content of a
 * document, so for documents only the hash in the custom data identifies the job.
 */
function matchesOrder({ document, protectedText }: IntentJob, job: Job): boolean {
  if (document === undefined) return isTextOf(protectedText.text, job);
  return isFileJob(job);
}

/**
 * Whether a text is the source of a job. Brackets are not compared, because another version may have found other
 * placeholders; nor are line ends and surrounding whitespace, which the service may change.
 */
function isTextOf(text: string, job: Job): boolean {
  return comparable(withoutBrackets(text)) === comparable(withoutBrackets(job.sourceText));
}

/** Returns the journal entry that assigns a job of the service to job `number` of an intent. */
function jobEntry(state: IntentState, number: number, job: Job, at: number): EntryOf<'job'> {
  const intent = state.intent.id;
  return present({ type: 'job' as const, intent, number, jobId: job.id, at, orderId: job.orderId });
}

/** The largest difference that is expected between the clocks of this machine and of the service. */
const maxClockDifferenceMs = 26 * 60 * 60 * 1000;

/** Time for which an order is still searched for after the user allowed reordering, since it may have arrived. */
const reorderableSearchMs = 7 * 24 * 60 * 60 * 1000;

/** Returns the intents that the service may or may not have received. `now`: milliseconds since the epoch. */
export function unconfirmedIntents(ledger: Ledger, now: number): readonly IntentState[] {
  return [...ledger.intents.values()].filter(({ outcome, intent }) => {
    // 'acknowledged': the user allowed reordering.
    if (outcome === 'acknowledged') return now - intent.at < reorderableSearchMs;
    return outcome === 'open' || outcome === 'unclear';
  });
}

/** What a search for unconfirmed orders found. */
export interface OrderSearch {
  readonly jobs: readonly Job[];
  /** False if an order may exist although none of its jobs was found. */
  readonly isComplete: boolean;
}

/**
 * Searches the service's jobs for those of unconfirmed orders, by custom data. Also searches for jobs of the orders in
 * `unreadable`, which are placed but can't be read. Only looks at jobs created since the oldest of these orders.
 * Journals the jobs it finds. An order that is not found stays unconfirmed, because it may be unreadable for a while.
 * Adds the ids of jobs that belong to no such order to `examined`, so that they are fetched only once. Notes requests
 * that failed in `series`.
 */
export async function reconcileUnconfirmedOrders(
  context: ServiceAccess & OrderRecord & OrderLog,
  examined: Set<string>,
  series: RequestSeries,
  unreadable: readonly IntentState[] = [],
): Promise<OrderSearch> {
  const intents = [...unconfirmedIntents(context.ledger, context.clock.now()), ...unreadable];
  if (intents.length === 0) return { jobs: [], isComplete: true };
  const intentsById = new Map(intents.map((state) => [state.intent.id, state]));
  const oldest = Math.min(...intents.map((state) => state.intent.at));
  const since = oldest - maxClockDifferenceMs;
  const answer = await series.send((options) => listJobsSince(context.client, since, options));
  if ('error' in answer) {
    series.note({ item: 'unconfirmed', error: answer.error });
    return { jobs: [], isComplete: false };
  }
  const { ids, isComplete } = answer.value;
  if (!isComplete)
    context.log(
      'The service may have listed only some of its jobs, so an unconfirmed order may exist although it was not found.',
    );
  const foreign = await context.journal.cache.read(foreignJobs);
  const unknownIds = ids.filter((id) => !context.ledger.jobs.has(id) && !examined.has(id) && !foreign.has(id));
  const { jobs, failures } = await fetchJobs(context.client, unknownIds, series);
  for (const [id, error] of failures) series.note({ item: 'unconfirmed', id, error });

  const jobsOfIntents: Job[] = [];
  const entries: EntryOf<'job'>[] = [];
  const foreignIds: string[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    const entry = claimByCustomData(intentsById, data, job, context.clock.now());
    if (entry === undefined) {
      examined.add(job.id);
      // Without custom data of this extension, another program has ordered it.
      if (data === undefined) foreignIds.push(job.id);
      continue;
    }
    jobsOfIntents.push(job);
    entries.push(entry);
  }
  await context.journal.append(...entries);
  const foreignItems = foreignIds.map((id) => [id, true] as const);
  await context.journal.cache.add(foreignJobs, foreignItems);
  return { jobs: jobsOfIntents, isComplete: isComplete && failures.size === 0 };
}
