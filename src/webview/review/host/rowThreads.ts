import { DisposableStore, type Disposable } from '../../../base/disposable.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { Jobs } from '../../../orders/jobs/track/jobs.ts';
import type { Comment } from '../../../service/interface/records.ts';
import { detailsOf, jobVersion, type JobDetails, type JobsWithDetails } from '../../shared/host/jobDetails.ts';
import { ThreadLoader } from './threadLoader.ts';
import { isUnanswered } from '../../../orders/model/waitingJobs.ts';

/** The part of a job's thread and revisions that its row shows. */
export interface ThreadFacts {
  /** Messages of the thread. */
  readonly comments: number;
  /** Whether the last message is the translator's. */
  readonly isUnanswered: boolean;
  /** The translation before the last revision; absent if there is none. */
  readonly previous?: string;
}

/** Knows what the rows of the review page show of their threads, which its loader requests. */
export class RowThreads implements Disposable {
  readonly loader: ThreadLoader;
  readonly #onChange: () => void;
  #jobs: Jobs | undefined;
  #details: JobDetails | undefined;
  #subscriptions = new DisposableStore();

  /** `onChange` is called when a thread has been read, for whichever view, or could not be. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.loader = new ThreadLoader({
      load: (jobId) => this.#load(jobId),
      jobOf: (id) => {
        const job = this.#jobs?.get(id);
        if (job === undefined) return undefined;
        return { id, version: jobVersion(job) };
      },
      onLoaded: onChange,
      now: () => Date.now(),
    });
  }

  /** Follows the threads of another session's jobs. */
  follow(session: JobsWithDetails | undefined): void {
    this.#subscriptions.dispose();
    this.#subscriptions = new DisposableStore();
    this.#jobs = session?.jobs;
    this.#details = session && detailsOf(session);
    if (session !== undefined) {
      this.#subscriptions.add(
        session.jobs.threads.onDidRead((jobId) => {
          // The row of a revised translation also needs the details.
          this.#noteRead(jobId, !this.#isRevised(jobId));
        }),
      );
      this.#subscriptions.add(
        detailsOf(session).onDidRead((jobId) => {
          this.#noteRead(jobId, this.#hasReadComments(jobId));
        }),
      );
    }
    this.loader.reset();
  }

  /** Notes that a thread was read. `isComplete` says whether that is all that the row shows. */
  #noteRead(jobId: string, isComplete: boolean): void {
    if (isComplete) this.loader.noteRead(jobId);
    this.#onChange();
  }

  /** Only a revised translation has an earlier one, which its row shows, too. */
  #isRevised(jobId: string): boolean {
    return this.#jobs?.get(jobId)?.revisionsRequested !== 0;
  }

  #hasReadComments(jobId: string): boolean {
    const lastRead = this.#details?.of(jobId);
    return lastRead?.hasFailed === false && !lastRead.detail.incomplete.includes('comments');
  }

  /** Returns what the row of a job shows; undefined if its thread was not read, or could not be read again. */
  factsOf(job: TrackedJob): ThreadFacts | undefined {
    const comments = this.#jobs?.threads.of(job.id);
    if (comments === undefined || this.loader.hasFailed(job.id)) return undefined;
    const previous = this.#details?.of(job.id)?.detail.revisions.at(-2)?.text;
    return {
      comments: comments.filter((comment) => !isNoteOfOrder(comment, job)).length,
      isUnanswered: isUnanswered(comments),
      ...(previous === undefined ? {} : { previous }),
    };
  }

  /** Reads a thread, and the earlier translation if there is one. Returns whether the thread could be read. */
  async #load(jobId: string): Promise<boolean> {
    const job = this.#jobs?.get(jobId);
    if (job === undefined) return false;
    if (!this.#isRevised(jobId)) {
      const unreadJobs = await this.#jobs?.threads.readMany([jobId]);
      return unreadJobs?.size === 0;
    }
    await this.#details?.read(job);
    return this.#hasReadComments(jobId);
  }

  dispose(): void {
    this.loader.pause(true);
    this.#subscriptions.dispose();
  }
}

/** A message of the user that is at most this much younger than its job is the comment of the order. */
const noteAgeMs = 60_000;

function isNoteOfOrder({ author, createdAt = Infinity }: Comment, job: TrackedJob): boolean {
  return author === 'customer' && createdAt <= (job.createdAt ?? -Infinity) + noteAgeMs;
}
