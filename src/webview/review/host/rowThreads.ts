import type { Disposable } from '../../../base/disposable.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { JobDetail } from '../../../orders/jobs/track/jobDetail.ts';
import type { Jobs } from '../../../orders/jobs/track/jobs.ts';
import { isUnanswered } from '../../../orders/jobs/track/threads.ts';
import type { Comment } from '../../../service/interface/records.ts';
import { ThreadLoader } from './threadLoader.ts';

/** The part of a job's thread and revisions that its row shows. */
export interface ThreadFacts {
  /** Messages of the thread. */
  readonly comments: number;
  /** Whether the last message is the translator's. */
  readonly isUnanswered: boolean;
  /** The translation before the last revision; absent if there is none. */
  readonly previous?: string;
}

/** What the rows of the review page show of their threads, which the loader requests. */
export class RowThreads implements Disposable {
  readonly loader: ThreadLoader;
  readonly #onChange: () => void;
  /** The translation before the last revision, by the job's id. */
  readonly #previousTexts = new Map<string, string>();
  #jobs: Jobs | undefined;
  #subscription: Disposable | undefined;

  /** `onChange` is called when a thread has been read, for whichever view, or could not be. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.loader = new ThreadLoader({
      load: (jobId) => this.#load(jobId),
      jobOf: (id) => {
        const job = this.#jobs?.get(id);
        return job === undefined ? undefined : { id, version: detailVersion(job) };
      },
      onLoaded: onChange,
      now: () => Date.now(),
    });
  }

  /** Follows the threads of another session's jobs. */
  follow(jobs: Jobs | undefined): void {
    this.#subscription?.dispose();
    this.#jobs = jobs;
    this.#previousTexts.clear();
    this.#subscription = jobs?.threads.onDidRead((jobId) => {
      // The row of a revised translation also shows the earlier one.
      if (jobs.get(jobId)?.revisionsRequested === 0) this.loader.noteRead(jobId);
      this.#onChange();
    });
    this.loader.reset();
  }

  /** Notes what the details of a job say, whose thread has been read with them. */
  noteDetail(jobId: string, { revisions, incomplete }: JobDetail): void {
    const previous = revisions.at(-2)?.text;
    if (previous === undefined) this.#previousTexts.delete(jobId);
    else this.#previousTexts.set(jobId, previous);
    if (!incomplete.includes('comments')) this.loader.noteRead(jobId);
  }

  /** Returns what the row of a job shows; undefined if its thread was not read, or could not be read again. */
  factsOf(job: TrackedJob): ThreadFacts | undefined {
    const comments = this.#jobs?.threads.of(job.id);
    if (comments === undefined || this.loader.hasFailed(job.id)) return undefined;
    const previous = this.#previousTexts.get(job.id);
    return {
      comments: comments.filter((comment) => !isNoteOfOrder(comment, job)).length,
      isUnanswered: isUnanswered(comments),
      ...(previous === undefined ? {} : { previous }),
    };
  }

  /** Reads a thread, and the earlier translation if there is one. Returns whether the thread could be read. */
  async #load(jobId: string): Promise<boolean> {
    const jobs = this.#jobs;
    const job = jobs?.get(jobId);
    if (jobs === undefined || job === undefined) return false;
    // Only a revised translation has an earlier one, which takes more requests.
    if (job.revisionsRequested === 0) return (await jobs.threads.want([jobId])).size === 0;
    try {
      const detail = await jobs.detail(jobId);
      this.noteDetail(jobId, detail);
      return !detail.incomplete.includes('comments');
    } catch {
      return false;
    }
  }

  dispose(): void {
    this.loader.pause(true);
    this.#subscription?.dispose();
  }
}

/** Changes whenever the revisions of a job may have changed, and its thread with them. */
export function detailVersion({ status, translationHash, revisionsRequested }: TrackedJob): string {
  return [status, translationHash, revisionsRequested].join(' ');
}

/** A message that is at most this much younger than its job is the note that was ordered with it. */
const noteAgeMs = 60_000;

function isNoteOfOrder({ author, createdAt = Infinity }: Comment, job: TrackedJob): boolean {
  return author === 'customer' && createdAt <= (job.createdAt ?? -Infinity) + noteAgeMs;
}
