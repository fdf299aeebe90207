import { mapLimited } from '../../../base/mapLimited.ts';
import { ServiceError } from '../../../service/interface/serviceError.ts';
import type { OrderLog, OrderRecord, ServiceAccess } from '../../journal/account/orderContext.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import type { JobRecord } from '../../journal/ledger.ts';
import { reviewWindowMs } from '../../model/trackedJob.ts';
import type { RequestSeries } from '../../../service/calls/requestSeries.ts';
import type { ServiceJobs } from './serviceJobs.ts';

/** The most lists of revisions that are read with one poll; each is a request. */
const listsPerPoll = 200;

const listsAtOnce = 4;

/** A list that did not have the time is read again after this time. */
const retryMs = 30 * 60_000;

/** The time of a review that ends sooner is read once more: since it was read, a revision may have been returned. */
const endingMs = 24 * 60 * 60_000;

/** The largest difference between the clocks of this machine and of the service that is expected. */
const clockToleranceMs = 10 * 60_000;

/**
 * Finds out when the review period of each job has begun: when the newest revision was made, which only a job's list of
 * revisions says. The times are journaled.
 */
export class ReviewTimes {
  readonly #context: ServiceAccess & OrderRecord & OrderLog;
  readonly #jobs: Pick<ServiceJobs, 'get'>;
  /** When a job's list was last read in this process, and the review that it was read for. */
  readonly #readAt = new Map<string, { readonly at: number; readonly review: string }>();

  constructor(context: ServiceAccess & OrderRecord & OrderLog, jobs: Pick<ServiceJobs, 'get'>) {
    this.#context = context;
    this.#jobs = jobs;
  }

  /**
   * Reads the lists of the reviews that end soonest, of at most 200 jobs. Until a time is known, a review may end
   * earlier than it seems. Returns the ids of jobs with a revision that was unknown, whose translations have changed.
   * Rejects only if the series is aborted.
   */
  async read(series: RequestSeries): Promise<readonly string[]> {
    const { client, journal, clock, log } = this.#context;
    const due = this.#due().slice(0, listsPerPoll);
    if (due.length === 0) return [];
    const entries: EntryOf<'reviewable'>[] = [];
    try {
      await mapLimited(
        due,
        listsAtOnce,
        async (record, signal) => {
          const { jobId } = record;
          const answer = await series.send((options) => client.jobs.revisions(jobId, { ...options, signal }));
          this.#readAt.set(jobId, { at: clock.now(), review: reviewOf(record) });
          if ('error' in answer) return;
          const times = answer.value.flatMap(({ createdAt }) => createdAt ?? []);
          const entry = this.#entryFor(record, Math.max(...times));
          if (entry !== undefined) entries.push(entry);
        },
        series.options.signal,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.reason === 'aborted') throw error;
      log(`The beginning of some reviews is not known: ${error.message}`);
    }
    const reviewSinceOf = new Map(due.map(({ jobId, reviewSince }) => [jobId, reviewSince]));
    await journal.append(...entries);
    return entries.filter(({ jobId }) => reviewSinceOf.get(jobId) !== undefined).map(({ jobId }) => jobId);
  }

  /** Returns the entry for a job whose newest revision was made at `newest`; undefined if there is nothing to note. */
  #entryFor(read: JobRecord, newest: number): EntryOf<'reviewable'> | undefined {
    const record = this.#context.ledger.jobs.get(read.jobId);
    if (record?.reviewableSince === undefined || !Number.isFinite(newest)) return undefined;
    // The list may not have the revision yet that was requested last.
    if (newest < (record.revisionRequestedAt ?? -Infinity) - clockToleranceMs) return undefined;
    const since = Math.min(newest, this.#context.clock.now());
    if (record.reviewSince === since) return undefined;
    return { type: 'reviewable', jobId: record.jobId, at: record.reviewableSince, since };
  }

  /** Returns the jobs whose lists are to be read; the reviews that end soonest come first. */
  #due(): readonly JobRecord[] {
    const now = this.#context.clock.now();
    const due: { readonly record: JobRecord; readonly since: number }[] = [];
    for (const record of this.#context.ledger.undeliveredJobs()) {
      const { jobId, reviewableSince, reviewSince } = record;
      if (reviewableSince === undefined || this.#jobs.get(jobId)?.status !== 'reviewable') continue;
      const read = this.#readAt.get(jobId);
      const readAt = read?.review === reviewOf(record) ? read.at : -Infinity;
      if (now - readAt < retryMs) continue;
      const end = reviewSince === undefined ? -Infinity : reviewSince + reviewWindowMs;
      // Known, and either far from its end or confirmed near it. A review that is over should have ended.
      const isKnown = now < end && (now < end - endingMs || readAt >= end - endingMs);
      if (!isKnown) due.push({ record, since: reviewSince ?? reviewableSince });
    }
    return due.sort((a, b) => a.since - b.since).map(({ record }) => record);
  }
}

/** Identifies one review of a job: after a revision, another one begins. */
function reviewOf({ revisionsRequested, reviewableSince }: JobRecord): string {
  return `${revisionsRequested} ${reviewableSince ?? ''}`;
}
