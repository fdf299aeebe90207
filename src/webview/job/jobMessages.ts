/**
 * The messages from the extension to the job page: whole snapshots, in plain JSON.
 *
 * The extension runs one intent at a time and ignores others until it has finished. It responds immediately with a
 * snapshot whose `busy` is true, and at the end with one whose `busy` is false, even if the user canceled the action.
 * While `busy` is true, the page sends no intent.
 */
import type { PageSnapshot } from '../shared/pageSnapshot.ts';

export type JobMessage = PageSnapshot | PageUnavailable;

/** Shown instead of a job: there is no such job, or it can't be loaded. */
export interface PageUnavailable {
  readonly type: 'unavailable';
  readonly title: string;
  readonly sentence: string;
  /** Whether the job is being loaded again. */
  readonly busy: boolean;
}
