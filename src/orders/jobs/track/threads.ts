import { Emitter, type Event, notifyViews } from '../../../base/event.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { errorMessage } from '../../../base/errorMessage.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import type { Comment, UnreadableRow } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { hashText } from '../../model/hash.ts';
import type { TrackedJob } from '../../model/trackedJob.ts';
import { isAbort, RequestSeries } from '../../../service/calls/requestSeries.ts';
import { isUnanswered, mayHaveQuestion } from '../../model/waitingJobs.ts';

/** A job's thread is read again after this time, because the service's lists don't say that a comment was added. */
const rereadMs = 30 * 60_000;
/** The same for the sandbox, which runs on this machine. */
const rereadSandboxMs = 60_000;

/** The maximum age of a thread that a page shows: a comment changes nothing else about a job, so it is polled. */
const maxShownAgeMs = 60_000;
/** The same for the sandbox. */
const maxShownAgeSandboxMs = 2000;

/** The most threads that are read with one poll. */
const threadsPerPoll = 2;

/** The most threads that are read at the same time for one caller. */
const requestsAtOnce = 4;

/** The last message of a thread, if it is a translator's. */
export interface OpenQuestion {
  /** Identifies the message in its thread. */
  readonly id: string;
  readonly text: string;
}

type ThreadContext = Pick<OrderContext, 'clock' | 'simulated' | 'log'> & {
  readonly client: { readonly jobs: Pick<ServiceClient['jobs'], 'comments'> };
};

export interface ReadOptions extends CallOptions {
  /** Threads that were requested less than this time ago are not requested again. By default, all are. */
  readonly maxAgeMs?: number;
}

/** A job's thread as it was last read. */
interface KnownThread {
  /** The number of the request that returned it. */
  readonly request: number;
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly question: OpenQuestion | undefined;
}

/**
 * The threads of all jobs, as far as they have been read. Nothing else remembers comments of jobs, so that a thread
 * that is read for one view is shown by all of them.
 */
export class Threads implements Disposable {
  readonly #context: ThreadContext;
  readonly #threads = new Map<string, KnownThread>();
  /** When each thread was last requested, in milliseconds since the epoch, also if the request failed. */
  readonly #requestedAt = new Map<string, number>();
  readonly #wasRead = new Emitter<string>();
  #requestCount = 0;
  #version = 0;

  constructor(context: ThreadContext) {
    this.#context = context;
  }

  /** Fires with the id of a job when its thread has been read. */
  get onDidRead(): Event<string> {
    return this.#wasRead.event;
  }

  /** The maximum age of a thread that a page shows, in milliseconds. */
  get maxShownAgeMs(): number {
    return this.#context.simulated ? maxShownAgeSandboxMs : maxShownAgeMs;
  }

  /** Increases when a question was found or answered. */
  get version(): number {
    return this.#version;
  }

  /** Returns the comments of a job, the oldest first; undefined if they have not been read. */
  of(jobId: string): readonly Comment[] | undefined {
    return this.#threads.get(jobId)?.comments;
  }

  /** Returns the question of a job's translator that waits for an answer, if one is known. */
  readonly questionOf = (job: Pick<TrackedJob, 'id' | 'hasServiceId' | 'status'>): OpenQuestion | undefined =>
    mayHaveQuestion(job) ? this.#threads.get(job.id)?.question : undefined;

  /** Reads the thread of a job. Rejects with ServiceError. */
  async read(jobId: string, options: CallOptions = {}): Promise<void> {
    const isStored = await this.#fetch(jobId, options);
    if (isStored) this.#notify(jobId);
  }

  /** Returns whether the fetched thread was stored: a later request may have been answered first. */
  async #fetch(jobId: string, options: CallOptions): Promise<boolean> {
    const { client, clock } = this.#context;
    this.#requestCount += 1;
    const request = this.#requestCount;
    this.#requestedAt.set(jobId, clock.now());
    const unreadable: UnreadableRow[] = [];
    const comments = await client.jobs.comments(jobId, {
      ...options,
      onUnreadable: (row) => {
        unreadable.push(row);
        options.onUnreadable?.(row);
      },
    });
    const storedThread = this.#threads.get(jobId);
    if (storedThread !== undefined && storedThread.request > request) return false;
    // The message that can't be read may be the last one.
    const question = unreadable.length === 0 ? openQuestion(comments) : storedThread?.question;
    this.#threads.set(jobId, { request, comments, question });
    if (storedThread?.question?.id !== question?.id) this.#version += 1;
    return true;
  }

  #notify(jobId: string): void {
    notifyViews(this.#wasRead, jobId, this.#context.log);
  }

  /**
   * Reads the threads of these jobs. Views are notified after all of them, so that several questions are one
   * notification. Returns the jobs whose threads could not be read, which are logged. Never rejects.
   */
  async readMany(
    jobIds: readonly string[],
    { maxAgeMs = 0, ...options }: ReadOptions = {},
  ): Promise<ReadonlySet<string>> {
    const { clock, log } = this.#context;
    const now = clock.now();
    const outdatedIds = jobIds.filter((jobId) => now - this.#lastRequestAt(jobId) >= maxAgeMs);
    const unreadIds = new Set(outdatedIds);
    const storedIds: string[] = [];
    const series = new RequestSeries(options);
    try {
      await mapLimited(outdatedIds, requestsAtOnce, async (jobId) => {
        const answer = await series.send((callOptions) => this.#fetch(jobId, callOptions));
        if ('error' in answer) {
          log(`The thread of job ${jobId} could not be read: ${answer.error.message}`);
          return;
        }
        unreadIds.delete(jobId);
        const isStored = answer.value;
        if (isStored) storedIds.push(jobId);
      });
    } catch (error) {
      if (!isAbort(error)) log(`The threads of jobs could not be read: ${errorMessage(error)}`);
    }
    for (const jobId of storedIds) this.#notify(jobId);
    return unreadIds;
  }

  /** Reads the few threads that have waited longest, of those that are due. Never rejects. */
  async readDue(jobs: readonly TrackedJob[], options: CallOptions = {}): Promise<void> {
    const { clock, simulated } = this.#context;
    const dueIfRequestedBefore = clock.now() - (simulated ? rereadSandboxMs : rereadMs);
    const dueIds = jobs
      .filter((job) => mayHaveQuestion(job) && this.#lastRequestAt(job.id) <= dueIfRequestedBefore)
      .map(({ id }) => id);
    dueIds.sort((a, b) => this.#lastRequestAt(a) - this.#lastRequestAt(b));
    await this.readMany(dueIds.slice(0, threadsPerPoll), options);
  }

  /** In milliseconds since the epoch; the lowest number if the thread was never requested. */
  #lastRequestAt(jobId: string): number {
    return this.#requestedAt.get(jobId) ?? Number.MIN_SAFE_INTEGER;
  }

  dispose(): void {
    this.#wasRead.dispose();
  }
}

function openQuestion(comments: readonly Comment[]): OpenQuestion | undefined {
  const lastComment = comments.at(-1);
  if (lastComment === undefined || !isUnanswered(comments)) return undefined;
  return { id: hashText(`${comments.length} ${lastComment.body}`), text: lastComment.body };
}
