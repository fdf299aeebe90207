/**
 * The messages from the extension to the review page, in plain JSON.
 *
 * The page gets all rows in portions, then only those that changed. The details of a single job are a `PageSnapshot`,
 * as on the job page. Each action is answered by a result for each of its jobs. Until then, the page sends no other
 * action for these jobs.
 */
import type { PageProblem, PageSnapshot } from '../shared/pageSnapshot.ts';

/** The most characters of a text in a row. The details have the whole text. */
export const maxRowCharacters = 1500;

/** The most visible rows that the page names at a time. */
export const maxVisibleRows = 60;

/** Actions on one or more jobs, which are answered by results. */
export const reviewActions = ['approve', 'revise', 'reject', 'comment'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** A translation to review, without its details. */
export interface ReviewRow {
  readonly id: string;
  /** The key, or the beginning of the text. */
  readonly title: string;
  readonly source: string;
  /** Absent for a document. */
  readonly translation?: string;
  /** Whether a text was truncated: it must be read in the details before the translation can be approved. */
  readonly truncated?: true;
  /** Both locales are BCP 47 tags; `locale` is that of the translation. */
  readonly sourceLocale: string;
  readonly locale: string;
  /** The path of the target file in its project; of the source file if there is no target file. */
  readonly file?: string;
  /** The id of the order. */
  readonly order?: string;
  /** Identifies the translation and its problems as this row shows them. */
  readonly hash?: string;
  readonly problems: readonly PageProblem[];
  /** The placeholders and tags of the source, each once. */
  readonly placeholders: readonly string[];
  /** When the review window ends, in milliseconds since the epoch. */
  readonly until?: number;
  /** True if the review window may end before `until`. */
  readonly mayEndEarlier?: boolean;
  /** The number of revision requests so far. */
  readonly revisions: number;
  readonly actions: readonly ReviewAction[];
  /** Sentences about the job: its source has changed, it is a document, its translation is simulated … */
  readonly notes: readonly string[];
  /** A comment for a revision request, which lists the problems. */
  readonly suggestion?: string;
  /** The number of messages in the thread; absent until it is loaded. */
  readonly comments?: number;
  /** Whether the last message is the translator's. */
  readonly isUnanswered?: boolean;
  /** The translation before the last revision, if there is one; absent until it is loaded. */
  readonly previous?: string;
}

/** The outcome of an action on one job; without `sentence` it succeeded. */
export interface ReviewResult {
  readonly jobId: string;
  readonly action: ReviewAction;
  readonly sentence?: string;
}

/** Rows that are new, changed or gone. */
export interface RowsMessage {
  readonly type: 'rows';
  /** Whether these rows replace all others. */
  readonly reset: boolean;
  /** Whether more portions follow. */
  readonly more: boolean;
  readonly rows: readonly ReviewRow[];
  readonly removed: readonly string[];
  /** Names of the locales of these rows, by their tags. */
  readonly locales: Readonly<Record<string, string>>;
}

/** What the page says about its list. */
export interface ListState {
  readonly type: 'state';
  readonly loading: boolean;
  /** Why the list is empty or may be out of date; absent if it is up to date. */
  readonly notice?: string;
  /** Shown in place of rows while the list is empty, if translations are expected. */
  readonly empty?: string;
}

export type ReviewMessage =
  | RowsMessage
  | ListState
  | PageSnapshot
  | { readonly type: 'results'; readonly results: readonly ReviewResult[] }
  /** Shows only these jobs; all if absent. */
  | { readonly type: 'scope'; readonly jobIds?: readonly string[] }
  /** How many of the jobs of the last `check` have no known thread yet, and how many could not be checked. */
  | { readonly type: 'checked'; readonly remaining: number; readonly failed: number };

export const rejectReasons = ['quality', 'incomplete', 'other'] as const;
export type RejectReason = (typeof rejectReasons)[number];
