import type { Comment, Feedback } from '../service/records.ts';

/** One state of a translation, placeholders out of their brackets. */
export interface RevisionView {
  readonly id: string;
  readonly text: string;
  readonly createdAt?: number;
}

/** What only the page of one job shows. */
export interface JobDetail {
  /** Oldest first. */
  readonly revisions: readonly RevisionView[];
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly feedback?: Feedback;
}
