import { maxJobsPerCall } from '../../../service/interface/limits.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { ServiceError, type ServiceErrorReason } from '../../../service/interface/serviceError.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { Jobs } from '../track/jobs.ts';

/** The account's orders, and this window's jobs. */
export interface ReviewContext {
  readonly context: OrderContext;
  readonly jobs: Jobs;
}

/** The outcome of an action on one job; without `error`, it was performed. */
export interface JobOutcome {
  readonly jobId: string;
  readonly error?: unknown;
}

/** An action as it is sent to the service. */
export interface JobCalls {
  /** Returns the errors of jobs that must not be sent. Called immediately before each call. */
  readonly findObstacles: (jobIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  readonly sendOne: (jobId: string) => Promise<void>;
  /** Absent if the service accepts only one job per call. */
  readonly sendSeveral?: (jobIds: readonly string[]) => Promise<void>;
  /** Returns what the journal records of a job when the service has accepted the action. */
  readonly journalEntry?: (jobId: string) => JournalEntry;
}

/** Reasons that may be those of a single job of a call. All others would be the same for every half of the call. */
const reasonsOfOneJob: ReadonlySet<ServiceErrorReason> = new Set(['invalid', 'not-found', 'wrong-state', 'service']);

/**
 * Performs an action on jobs, and returns the outcome for each of them. Rejects with no error of the service: after an
 * error that concerns all jobs, the remaining ones are not sent, and have this error. Refreshes the jobs afterwards,
 * even if the service refuses the action or its answer is lost.
 */
export async function actOnJobs(
  { context, jobs }: ReviewContext,
  jobIds: readonly string[],
  calls: JobCalls,
  options: CallOptions,
): Promise<readonly JobOutcome[]> {
  const ids = [...new Set(jobIds)];
  if (ids.length === 0) return [];
  const run = new ActionRun(context, calls);
  const perCall = calls.sendSeveral === undefined ? 1 : maxJobsPerCall;
  try {
    for (let first = 0; first < ids.length; first += perCall) await run.perform(ids.slice(first, first + perCall));
  } catch (error) {
    run.failAll(run.undecided(ids), error);
  }
  const outcomes = ids.map((id) => run.outcomeOf(id));
  try {
    await jobs.refreshJobs(ids, options);
  } catch (error) {
    // The outcomes say more than the error of the refresh, unless all is done.
    if (outcomes.every((outcome) => outcome.error === undefined)) throw error;
  }
  return outcomes;
}

/** The calls of one action, and what became of the action on each job so far. */
class ActionRun {
  readonly #context: OrderContext;
  readonly #calls: JobCalls;
  readonly #done = new Set<string>();
  readonly #errors = new Map<string, unknown>();

  constructor(context: OrderContext, calls: JobCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /**
   * Sends jobs in one call. The service refuses a call as a whole because of a single job: a refused call is split in
   * half until the refused jobs are isolated, and the action is performed on all others.
   */
  async perform(jobIds: readonly string[]): Promise<void> {
    try {
      await this.#send(await this.#withoutObstacles(jobIds));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const refused = this.undecided(jobIds);
      if (refused.length <= 1 || !reasonsOfOneJob.has(error.reason)) {
        this.failAll(refused, error);
        return;
      }
      const half = Math.ceil(refused.length / 2);
      await this.perform(refused.slice(0, half));
      await this.perform(refused.slice(half));
    }
  }

  async #withoutObstacles(jobIds: readonly string[]): Promise<readonly string[]> {
    const obstacles = await this.#calls.findObstacles(jobIds);
    for (const [id, error] of obstacles) this.#errors.set(id, error);
    return jobIds.filter((id) => !obstacles.has(id));
  }

  async #send(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const { sendOne, sendSeveral, journalEntry } = this.#calls;
    if (sendSeveral !== undefined && jobIds.length > 1) await sendSeveral(jobIds);
    else for (const id of jobIds) await sendOne(id);
    if (journalEntry !== undefined) await this.#context.journal.append(...jobIds.map(journalEntry));
    for (const id of jobIds) this.#done.add(id);
  }

  /** Returns the jobs that the action was not performed on, and that have no error yet. */
  undecided(jobIds: readonly string[]): readonly string[] {
    return jobIds.filter((id) => !this.#done.has(id) && !this.#errors.has(id));
  }

  failAll(jobIds: readonly string[], error: unknown): void {
    for (const id of jobIds) this.#errors.set(id, error);
  }

  outcomeOf(jobId: string): JobOutcome {
    return this.#errors.has(jobId) ? { jobId, error: this.#errors.get(jobId) } : { jobId };
  }
}

/** Returns whether the service refused a call, so that none of its jobs was changed. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'refused';
}

/** Throws the error of the first job on which an action was not performed. */
export function requireDone(outcomes: readonly JobOutcome[]): void {
  const failed = outcomes.find(({ error }) => error !== undefined);
  if (failed !== undefined) throw failed.error;
}
