import { errorMessage } from '../../base/errorMessage.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import type { OrderContext } from '../account/orderContext.ts';
import type { Comment } from '../../service/interface/records.ts';
import { hashText } from '../model/hash.ts';
import type { TrackedJob } from '../model/trackedJob.ts';

/** Statuses in which a translator may wait for an answer. */
const openStatuses = new Set(['pending', 'revising', 'hold', 'reviewable']);

/** Whether the translator of a job may wait for an answer. */
export function mayHaveQuestion({ hasServiceId, status }: Pick<TrackedJob, 'hasServiceId' | 'status'>): boolean {
  return hasServiceId && openStatuses.has(status);
}

/** A job's thread is read again after this time, because the service's lists don't say that a comment was added. */
const rereadMs = 30 * 60_000;
/** The same for the sandbox, which runs on this machine. */
const rereadSandboxMs = 60_000;

/** The most threads that are read with one poll. */
const threadsPerPoll = 2;

/** The last message of a thread, if it is a translator's. */
export interface OpenQuestion {
  /** Identifies the message in its thread. */
  readonly id: string;
  readonly text: string;
}

/** The questions of translators that wait for an answer, as far as the threads of the jobs have been read. */
export class OpenQuestions {
  readonly #read = new Map<string, { readonly at: number; readonly question: OpenQuestion | undefined }>();
  #version = 0;

  /** Increases when a question was found or answered. */
  get version(): number {
    return this.#version;
  }

  /** Returns a job's open question; undefined if none is known. */
  of({ id, status }: Pick<TrackedJob, 'id' | 'status'>): OpenQuestion | undefined {
    return openStatuses.has(status) ? this.#read.get(id)?.question : undefined;
  }

  /** Notes a job's thread, the oldest comment first, as it was read at the time `at`. */
  note(jobId: string, thread: readonly Comment[], at: number): void {
    const last = thread.at(-1);
    const question =
      last?.author === 'translator' ? { id: hashText(`${thread.length} ${last.body}`), text: last.body } : undefined;
    if (this.#read.get(jobId)?.question?.id !== question?.id) this.#version += 1;
    this.#read.set(jobId, { at, question });
  }

  /**
   * Reads threads: of the jobs with these ids, or of those jobs that are due. One that can't be read is tried again
   * later. Never rejects.
   */
  async read(
    jobs: readonly (string | TrackedJob)[],
    { client, clock, simulated, log }: Pick<OrderContext, 'client' | 'clock' | 'simulated' | 'log'>,
    options: CallOptions,
  ): Promise<void> {
    const ids = jobs.filter((job) => typeof job === 'string');
    const due = this.due(
      jobs.filter((job) => typeof job !== 'string'),
      clock.now(),
      simulated,
    );
    for (const jobId of [...ids, ...due]) {
      if (options.signal?.aborted === true) return;
      try {
        this.note(jobId, await client.jobs.comments(jobId, options), clock.now());
      } catch (error) {
        this.#read.set(jobId, { at: clock.now(), question: this.#read.get(jobId)?.question });
        log(`The thread of job ${jobId} could not be read: ${errorMessage(error)}`);
      }
    }
  }

  /** Returns the jobs whose threads are to be read with a poll: those that have waited longest. */
  due(jobs: readonly TrackedJob[], now: number, simulated: boolean): readonly string[] {
    const before = now - (simulated ? rereadSandboxMs : rereadMs);
    const readAt = (id: string): number => this.#read.get(id)?.at ?? -Infinity;
    return jobs
      .filter((job) => mayHaveQuestion(job) && readAt(job.id) <= before)
      .sort((a, b) => (readAt(a.id) < readAt(b.id) ? -1 : readAt(a.id) > readAt(b.id) ? 1 : 0))
      .slice(0, threadsPerPoll)
      .map(({ id }) => id);
  }
}
