import type { Clock } from '../../../base/clock.ts';
import { Emitter, type Event, notifyViews } from '../../../base/event.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { JobDetail } from '../../../orders/jobs/track/jobDetail.ts';
import type { Jobs } from '../../../orders/jobs/track/jobs.ts';

/** The details of a job as they were last read. */
export interface ReadDetail {
  readonly detail: JobDetail;
  /** Whether the last attempt to read them failed: they are empty, or those that were read before. */
  readonly hasFailed: boolean;
}

/** A request for details. */
interface DetailRequest {
  /** The `jobVersion` of the job at that time. */
  readonly version: string;
  /** In milliseconds since the epoch. */
  readonly requestedAt: number;
}

interface DetailContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (line: string) => void;
}

/** The details of the jobs that pages show. What is read for one page is shown by all of them. */
export class JobDetails {
  readonly #jobs: Jobs;
  readonly #context: DetailContext;
  readonly #detailsByJob = new Map<string, ReadDetail & DetailRequest>();
  /** The last request for each job, until it is answered. */
  readonly #runningRequests = new Map<string, DetailRequest>();
  readonly #wasRead = new Emitter<string>();

  constructor(jobs: Jobs, context: DetailContext) {
    this.#jobs = jobs;
    this.#context = context;
  }

  /** Fires with the id of a job when its details have been read, or could not be. */
  get onDidRead(): Event<string> {
    return this.#wasRead.event;
  }

  /** Returns the details of a job; undefined if they have not been read. */
  of(jobId: string): ReadDetail | undefined {
    return this.#detailsByJob.get(jobId);
  }

  /** Reads the details of a job, unless they have been requested since it changed. Never rejects. */
  async readIfChanged(job: TrackedJob): Promise<void> {
    const { version } = this.#runningRequests.get(job.id) ?? this.#detailsByJob.get(job.id) ?? {};
    if (version !== jobVersion(job)) await this.read(job);
  }

  /** Keeps what a page shows up to date: reads the thread of a job if it is old. Never rejects. */
  async poll(job: TrackedJob): Promise<void> {
    const lastRead = this.#detailsByJob.get(job.id);
    if (lastRead?.version !== jobVersion(job) || this.#runningRequests.has(job.id)) {
      await this.readIfChanged(job);
      return;
    }
    const { threads } = this.#jobs;
    const maxAgeMs = threads.maxShownAgeMs;
    const isComplete = !lastRead.hasFailed && lastRead.detail.incomplete.length === 0;
    if (isComplete) {
      const unreadJobs = await threads.readMany([job.id], { maxAgeMs });
      if (unreadJobs.size === 0) return;
    } else if (this.#context.clock.now() - lastRead.requestedAt < maxAgeMs) return;
    // Also after its thread could not be read: the details say so on the page.
    await this.read(job);
  }

  /** Reads the details of a job and its thread. Never rejects. */
  async read(job: TrackedJob): Promise<void> {
    const request = { version: jobVersion(job), requestedAt: this.#context.clock.now() };
    this.#runningRequests.set(job.id, request);
    const detail = await this.#fetch(job.id);
    // Only the answer to the last request counts.
    if (this.#runningRequests.get(job.id) !== request) return;
    this.#runningRequests.delete(job.id);
    const earlierDetail = this.#detailsByJob.get(job.id)?.detail ?? { revisions: [], incomplete: [] };
    this.#detailsByJob.set(job.id, { ...request, detail: detail ?? earlierDetail, hasFailed: detail === undefined });
    notifyViews(this.#wasRead, job.id, this.#context.log);
  }

  async #fetch(jobId: string): Promise<JobDetail | undefined> {
    try {
      return await this.#jobs.detail(jobId);
    } catch (error) {
      this.#context.log(`The details of job ${jobId} could not be loaded: ${String(error)}`);
      return undefined;
    }
  }
}

/** Changes whenever the revisions of a job may have changed, and its thread with them. */
export function jobVersion({ status, translationHash, revisionsRequested }: TrackedJob): string {
  return [status, translationHash, revisionsRequested].join(' ');
}

/** The part of a session that the details of its jobs need. */
export interface JobsWithDetails {
  readonly jobs: Jobs;
  readonly context: DetailContext;
}

const detailsByJobs = new WeakMap<Jobs, JobDetails>();

/** Returns the details that all pages of a session share. */
export function detailsOf({ jobs, context }: JobsWithDetails): JobDetails {
  const details = detailsByJobs.get(jobs) ?? new JobDetails(jobs, context);
  detailsByJobs.set(jobs, details);
  return details;
}
