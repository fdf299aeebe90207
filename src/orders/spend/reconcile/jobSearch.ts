import { present } from '../../../base/present.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { parseCustomData, type ParsedCustomData } from '../../model/order/customData.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import type { Ledger } from '../../journal/ledger.ts';
import { isFinished, hasNoResult } from '../../model/trackedJob.ts';
import { CloneFiles } from './cloneFiles.ts';
import { fetchJobs, type FetchedJobs } from '../../../service/calls/fetchJobs.ts';
import { foreignJobs } from './foreignJobs.ts';
import { listJobsSince } from './listJobsSince.ts';
import { noteElsewhere, tryToRecoverJob, type KnownFiles } from './recoverJobs.ts';
import { RequestSeries } from '../../../service/calls/requestSeries.ts';
import { SharedTexts } from './sharedTexts.ts';
import { ownSiblings, unpricedJobs } from '../../journal/account/account.ts';

/** The most jobs that are looked at in one step. One request fetches 50. */
const jobsPerStep = 2000;

/** The longest time for which an order may stay queued, and therefore unlisted, after the creation time of its jobs. */
const maxQueuedMs = 26 * 60 * 60 * 1000;

/** The result of a step. */
export interface SearchStep {
  /** The jobs that were added to the journal. */
  readonly jobs: readonly Job[];
  /** False if the service may have more jobs than it has listed, or some could not be read. */
  readonly isComplete: boolean;
}

/** One pass over the jobs that the service has listed. */
interface Pass {
  /** Ids of the jobs to look at, the newest first. */
  newIds: readonly string[];
  /** Ids of known jobs from elsewhere to look at again, because they may have changed. */
  idsAgain: readonly string[];
  /** Whether the list began with the service's first job. */
  readonly coversAllJobs: boolean;
  /** The creation time of the newest job. */
  until: number;
  /** False if the service may have listed only some of its jobs. */
  readonly isListComplete: boolean;
  /** Whether a job could not be read. */
  hasFailures: boolean;
}

/**
 * Looks for jobs of this extension that the journal does not know: ordered from another machine, with another key, or
 * before the journal was lost. The first time, and after a part of the journal was lost, all jobs of the account are
 * looked at; later, those created since then. They are looked at in steps, the newest first, so that a search in a
 * large account can go on in the background. Each step journals the jobs it has found, and remembers the ids of foreign
 * jobs next to the journal, so a search that was interrupted goes on with the remaining jobs. After the last step, the
 * journal notes that the search is complete.
 *
 * A job of an open project is recovered if the project's own file has a unit with exactly the text that the service
 * has, because custom data is not trusted. The other jobs are journaled as ordered elsewhere, so that nothing is
 * ordered twice.
 */
export class JobSearch {
  static readonly #searches = new WeakMap<OrderContext, JobSearch>();
  readonly #context: OrderContext;
  /** Ids of jobs that need not be looked at again in this window. */
  readonly #seen = new Set<string>();
  /** The pass that has begun and has not ended. */
  #pass: Pass | undefined;
  #wasLastPassComplete = false;
  /** Settles when the latest step ends. */
  #latestStep: Promise<unknown> = Promise.resolve();
  #isAccepted = false;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  /** Returns the search of a context, which all its users share. */
  static of(context: OrderContext): JobSearch {
    const search = JobSearch.#searches.get(context) ?? new JobSearch(context);
    JobSearch.#searches.set(context, search);
    return search;
  }

  /** The number of listed jobs that have not been looked at yet. */
  get remaining(): number {
    return this.#pass?.newIds.length ?? 0;
  }

  /** Whether a pass has begun and has not ended. */
  get isUnfinished(): boolean {
    return this.#pass !== undefined;
  }

  /** Whether all jobs are known: the last pass was complete, or an earlier one, and nothing was lost since. */
  get isComplete(): boolean {
    const { ledger, journal } = this.#context;
    if (this.#pass !== undefined) return this.#pass.newIds.length === 0 && this.#pass.isListComplete;
    const wasEarlierComplete = ledger.askedUntil !== undefined && journal.condition === 'intact';
    return this.#wasLastPassComplete || wasEarlierComplete;
  }

  /** Whether the user orders although jobs have not been looked at. */
  get isAccepted(): boolean {
    return this.#isAccepted && this.remaining > 0;
  }

  /** Notes that the user orders although jobs have not been looked at. */
  accept(): void {
    this.#isAccepted = true;
  }

  /**
   * Looks at the newest of the remaining jobs, after listing them if no pass has begun. Steps of all windows follow one
   * another. Notes requests that failed in `series`. Rejects as `RequestSeries.send`; then the next step goes on.
   */
  async step(series: RequestSeries): Promise<SearchStep> {
    const { journal } = this.#context;
    const step = this.#latestStep.then(() => journal.searching(() => this.#step(series)));
    this.#latestStep = step.catch(() => undefined);
    return step;
  }

  /** Looks at all remaining jobs; `onStep` is called after each step. */
  async finish(series: RequestSeries, onStep: () => void = () => undefined): Promise<SearchStep> {
    const jobs: Job[] = [];
    for (;;) {
      const step = await this.step(series);
      jobs.push(...step.jobs);
      onStep();
      if (this.#pass === undefined) return { jobs, isComplete: step.isComplete };
      series.options.signal?.throwIfAborted();
    }
  }

  async #step(series: RequestSeries): Promise<SearchStep> {
    const { journal, ledger } = this.#context;
    await journal.sync();
    const clones = await CloneFiles.open(this.#context);
    this.#pass ??= await this.#list(series, clones);
    const pass = this.#pass;
    if (pass === undefined) return { jobs: [], isComplete: false };
    const isUnknown = await this.#unknownFilter();
    // Another window may have looked at some of them.
    const unknownIds = pass.newIds.filter(isUnknown);
    const newIdsOfStep = unknownIds.slice(0, jobsPerStep);
    const idsAgainOfStep = pass.idsAgain.slice(0, jobsPerStep - newIdsOfStep.length);
    const fetched = await this.#fetch(series, pass, [...newIdsOfStep, ...idsAgainOfStep], isUnknown);
    const jobs = await this.#journal(fetched.jobs, clones);
    for (const [id, error] of fetched.failures) series.note({ item: 'recovery', id, error });
    pass.hasFailures ||= fetched.failures.size > 0;
    pass.newIds = unknownIds.slice(newIdsOfStep.length);
    pass.idsAgain = pass.idsAgain.slice(idsAgainOfStep.length);
    if (pass.newIds.length + pass.idsAgain.length > 0) return { jobs, isComplete: false };

    this.#pass = undefined;
    this.#isAccepted = false;
    // If jobs could not be read, the pass is not journaled, so that they are fetched again the next time.
    const isComplete = pass.isListComplete && !pass.hasFailures;
    this.#wasLastPassComplete = isComplete;
    if (isComplete && (pass.coversAllJobs || pass.until !== ledger.askedUntil))
      await journal.append({
        type: 'asked',
        at: this.#context.clock.now(),
        until: pass.until,
        complete: true,
        ...present({ whole: pass.coversAllJobs ? (true as const) : undefined }),
      });
    return { jobs, isComplete: this.#wasLastPassComplete };
  }

  /** Lists the jobs to look at; undefined if that failed. */
  async #list(series: RequestSeries, clones: CloneFiles): Promise<Pass | undefined> {
    const { ledger, journal, clock, client, log } = this.#context;
    // Up to this creation time, an earlier pass has looked at all jobs.
    const { askedUntil } = ledger;
    const coversAllJobs = askedUntil === undefined || journal.condition !== 'intact';
    const since = coversAllJobs ? 0 : askedUntil - maxQueuedMs;
    const answer = await series.send((options) => listJobsSince(client, since, options));
    if ('error' in answer) {
      series.note({ item: 'recovery', error: answer.error });
      return undefined;
    }
    const { ids, newest, isComplete } = answer.value;
    if (!isComplete) {
      series.noteCutList();
      log('The service may have listed only some of its jobs, so some may not have been recovered.');
    }
    const isUnknown = await this.#unknownFilter();
    const unpriced = unpricedJobs(ledger, clock.now());
    const idsAgain: string[] = [];
    for (const entry of ledger.jobsElsewhere.values()) {
      const { jobId } = entry;
      if (this.#seen.has(jobId)) continue;
      const mayHaveChanged = !ledger.jobs.has(jobId) && mayBeRecovered(this.#context, clones, entry);
      if (unpriced.has(jobId) || mayHaveChanged) idsAgain.push(jobId);
    }
    return {
      newIds: ids.filter(isUnknown),
      idsAgain: idsAgain.toReversed(), // the newest first
      coversAllJobs,
      until: Math.max(newest ?? 0, askedUntil ?? 0),
      isListComplete: isComplete,
      hasFailures: false,
    };
  }

  /** Returns a function that says whether a job has to be looked at. */
  async #unknownFilter(): Promise<(id: string) => boolean> {
    const { ledger, journal } = this.#context;
    const settled = await settledInSiblings(this.#context);
    const foreign = await journal.cache.read(foreignJobs);
    return (id) =>
      !ledger.jobs.has(id) &&
      !ledger.jobsElsewhere.has(id) &&
      !this.#seen.has(id) &&
      !settled.has(id) &&
      !foreign.has(id);
  }

  async #fetch(
    series: RequestSeries,
    pass: Pass,
    ids: readonly string[],
    isUnknown: (id: string) => boolean,
  ): Promise<Pick<FetchedJobs, 'jobs' | 'failures'>> {
    const { client } = this.#context;
    const fetched = await fetchJobs(client, ids, series);
    for (const { createdAt = 0 } of fetched.jobs) pass.until = Math.max(pass.until, createdAt);
    if (pass.isListComplete) return fetched;
    // Of orders that the list names in part, the other jobs are found by the order.
    const unknownJobs = fetched.jobs.filter(({ id }) => isUnknown(id));
    const unlisted = await fetchJobsOfSameOrders(this.#context, unknownJobs, isUnknown, series);
    const failures = new Map([...fetched.failures, ...unlisted.failures]);
    return { jobs: [...fetched.jobs, ...unlisted.jobs], failures };
  }

  /** Journals what these jobs are, and remembers the foreign ones. Returns the recovered jobs. */
  async #journal(jobs: readonly Job[], clones: CloneFiles): Promise<readonly Job[]> {
    const { ledger, journal, clock } = this.#context;
    const foreignIds: string[] = [];
    const ownJobs: { readonly job: Job; readonly data: ParsedCustomData }[] = [];
    for (const job of jobs) {
      const data = parseCustomData(job.customData);
      if (data === undefined) foreignIds.push(job.id);
      else ownJobs.push({ job, data });
    }
    const customDataOfAll = ownJobs.map(({ data }) => data);
    const shared = new SharedTexts(this.#context, customDataOfAll, clones);
    const files: KnownFiles = { sources: new Map(), clones, shared };
    const recovered: Job[] = [];
    const entries: EntryOf<'job' | 'recovered' | 'elsewhere'>[] = [];
    for (const { job, data } of ownJobs) {
      const recovery = ledger.jobs.has(job.id) ? undefined : await tryToRecoverJob(this.#context, job, data, files);
      if (recovery !== undefined) {
        recovered.push(job);
        entries.push(recovery);
        continue;
      }
      // Its status no longer changes.
      if (hasNoResult(job.status) || isFinished(job)) this.#seen.add(job.id);
      const earlierEntry = ledger.jobsElsewhere.get(job.id);
      const entry = noteElsewhere(job, data, clock.now(), earlierEntry);
      if (earlierEntry?.status !== entry.status || earlierEntry.credits !== entry.credits) entries.push(entry);
    }
    await journal.append(...entries);
    const foreignItems = foreignIds.map((id) => [id, true] as const);
    await journal.cache.add(foreignJobs, foreignItems);
    return recovered;
  }
}

/**
 * Looks at all jobs that are not known yet. Rejects with ServiceError if the service returns no list: without it, an
 * order might repeat an earlier one. A single job that can't be read is not an error.
 */
export async function finishSearch(
  context: OrderContext,
  options: CallOptions = {},
  onStep?: () => void,
): Promise<SearchStep> {
  const series = new RequestSeries(options);
  const lastStep = await JobSearch.of(context).finish(series, onStep);
  series.throwIfUnlisted();
  return lastStep;
}

/** Fetches the other jobs of the orders that these jobs belong to: an order may have more jobs than one list holds. */
async function fetchJobsOfSameOrders(
  { client }: OrderContext,
  jobs: readonly Job[],
  isUnknown: (id: string) => boolean,
  series: RequestSeries,
): Promise<FetchedJobs> {
  const orderIds = new Set<string>();
  for (const { customData, orderId } of jobs)
    if (orderId !== undefined && parseCustomData(customData) !== undefined) orderIds.add(orderId);
  const fetchedIds = new Set(jobs.map(({ id }) => id));
  const unlistedIds: string[] = [];
  for (const orderId of orderIds) {
    const answer = await series.send((options) => client.orders.get(orderId, options));
    if ('error' in answer) {
      series.note({ item: 'order', id: orderId, error: answer.error });
      continue;
    }
    const idsOfOrder = Object.values(answer.value.jobIds).flat();
    unlistedIds.push(...idsOfOrder.filter((id) => isUnknown(id) && !fetchedIds.has(id)));
  }
  return fetchJobs(client, unlistedIds, series);
}

/** Returns the ids of jobs that another journal of the account on this machine has delivered or closed. */
async function settledInSiblings(context: OrderContext): Promise<ReadonlySet<string>> {
  const ledgers = await ownSiblings(context);
  return new Set(ledgers.flatMap(idsOfSettledJobs));
}

function idsOfSettledJobs(ledger: Ledger): readonly string[] {
  const undelivered = new Set(ledger.undeliveredJobs());
  const settled = [...ledger.jobs.values()].filter((job) => job.closedAs !== undefined || !undelivered.has(job));
  return settled.map(({ jobId }) => jobId);
}

/** Whether a job ordered elsewhere may still change, or has a translation for a folder that is open. */
function mayBeRecovered(
  { findProject }: OrderContext,
  clones: CloneFiles,
  { status, project, remotes }: EntryOf<'elsewhere'>,
): boolean {
  const isOpen = findProject(project) !== undefined || clones.has({ remotes });
  return !hasNoResult(status) && (!isFinished({ status }) || isOpen);
}
