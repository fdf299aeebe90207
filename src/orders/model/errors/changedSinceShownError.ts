import type { TrackedJob } from '../trackedJob.ts';
import { OrderError } from '../orderError.ts';

/** A job as the user saw it when deciding to approve it. */
export type ShownJob = Pick<TrackedJob, 'id' | 'title' | 'translationHash'>;

/** The translation or its problems changed since they were shown, so the translation was not approved. */
export class ChangedSinceShownError extends OrderError {
  readonly jobId: string;
  /** The translation that was shown; undefined if it is no longer known. */
  readonly previousText: string | undefined;

  constructor({ id, title }: ShownJob, previousText: string | undefined) {
    super('changed-since-shown', title);
    this.jobId = id;
    this.previousText = previousText;
  }
}
