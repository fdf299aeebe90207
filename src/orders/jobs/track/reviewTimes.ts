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

/** A list that did not have the time of the newest revision is read again after this time. */
const retryMs = 30 * 60_000;

/** A review that ends within this time is read once more: since it was read, a revision may have been returned. */
const endingMs = 24 * 60 * 60_000;

/** The largest difference between the clocks of this machine and of the service that is expected. */
const clockToleranceMs = 10 * 60_000;

/**
 * Finds out when the review period of each job has begun. It begins when the newest revision is made, which only a
 * job's list of revisions says. The times are journaled.
 */
export class ReviewTimes {
  readonly #context: ServiceAccess & OrderRecord & OrderLog;
  readonly #jobs: Pick<ServiceJobs, 'get'>;
  /** When a job's list was last read in this process, and the review that it was read for. */
  readonly #lastReadings = new Map<string, { readonly at: number; readonly review: string }>();

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
    const dueRecords = this.#dueRecords().slice(0, listsPerPoll);
    if (dueRecords.length === 0) return [];
    const entries: EntryOf<'reviewable'>[] = [];
    const readOne = async (record: JobRecord, signal: AbortSignal): Promise<void> => {
      const { jobId } = record;
      const answer = await series.send((options) => client.jobs.revisions(jobId, { ...options, signal }));
      this.#lastReadings.set(jobId, { at: clock.now(), review: reviewOf(record) });
      if ('error' in answer) return;
      const times = answer.value.flatMap(({ createdAt }) => createdAt ?? []);
      const entry = this.#entryFor(jobId, Math.max(...times));
      if (entry !== undefined) entries.push(entry);
    };
    try {
      await mapLimited(dueRecords, listsAtOnce, readOne, series.options.signal);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.reason === 'aborted') throw error;
      log(`The beginning of some reviews is not known: ${error.message}`);
    }
    // `append` changes the records, so this is determined first.
    const timedRecords = dueRecords.filter(({ reviewSince }) => reviewSince !== undefined);
    const timedIds = new Set(timedRecords.map(({ jobId }) => jobId));
    await journal.append(...entries);
    return entries.map(({ jobId }) => jobId).filter((jobId) => timedIds.has(jobId));
  }

  /**
   * Returns the entry for a newest revision made at `newest` (-Infinity if unknown); undefined if it says nothing new.
   */
  #entryFor(jobId: string, newest: number): EntryOf<'reviewable'> | undefined {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record?.reviewableSince === undefined || !Number.isFinite(newest)) return undefined;
    // The list may not have the revision yet that was requested last.
    if (newest < (record.revisionRequestedAt ?? -Infinity) - clockToleranceMs) return undefined;
    const since = Math.min(newest, this.#context.clock.now());
    if (record.reviewSince === since) return undefined;
    return { type: 'reviewable', jobId, at: record.reviewableSince, since };
  }

  /** Returns the jobs whose lists are to be read; the reviews that end soonest come first. */
  #dueRecords(): readonly JobRecord[] {
    const now = this.#context.clock.now();
    const due: { readonly record: JobRecord; readonly since: number }[] = [];
    for (const record of this.#context.ledger.undeliveredJobs()) {
      const { jobId, reviewableSince, reviewSince } = record;
      if (reviewableSince === undefined || this.#jobs.get(jobId)?.status !== 'reviewable') continue;
      const lastReading = this.#lastReadings.get(jobId);
      const readAt = lastReading?.review === reviewOf(record) ? lastReading.at : -Infinity;
      if (now - readAt < retryMs) continue;
      if (reviewSince !== undefined) {
        const end = reviewSince + reviewWindowMs;
        const endingSince = end - endingMs;
        // A time that was read once suffices until shortly before the end, and is then read once more. A review that is
        // over should have ended, so its time must be wrong.
        const isUpToDate = now < end && (now < endingSince || readAt >= endingSince);
        if (isUpToDate) continue;
      }
      due.push({ record, since: reviewSince ?? reviewableSince });
    }
    return due.sort((a, b) => a.since - b.since).map(({ record }) => record);
  }
}

/** Identifies one review of a job: after a revision, another one begins. */
function reviewOf({ revisionsRequested, reviewableSince }: JobRecord): string {
  return `${revisionsRequested} ${reviewableSince ?? ''}`;
}
