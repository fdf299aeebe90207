import type { ReviewAction, ReviewResult } from '../../reviewMessages.ts';
import type { JobDrafts } from './reviewState.ts';

/** What happens to a row's job, or has just failed. */
export type RowStatus =
  | { readonly kind: 'queued' | 'notSent' | 'asking' }
  | { readonly kind: 'sending'; readonly action: ReviewAction }
  | { readonly kind: 'failed'; readonly action: ReviewAction; readonly sentence: string };

/** Returns whether a job waits for the user's decision: none is queued or being sent. */
export function isUndecided(status: RowStatus | undefined): boolean {
  return status?.kind !== 'queued' && status?.kind !== 'sending';
}

/** An action that was sent, with the texts to keep as drafts if it fails. */
export interface SentAction {
  readonly action: ReviewAction;
  readonly drafts: JobDrafts;
}

/** The actions that were sent or failed, and the questions that wait for an answer; at most one for each job. */
export class RowActions {
  readonly #sent = new Map<string, SentAction>();
  readonly #failed = new Map<string, { readonly action: ReviewAction; readonly sentence: string }>();
  readonly #asking = new Set<string>();

  /** Returns whether an action on a job is running, so that no other may be sent. */
  isRunning(jobId: string): boolean {
    return this.#sent.has(jobId);
  }

  statusOf(jobId: string): RowStatus | undefined {
    const sent = this.#sent.get(jobId);
    if (sent !== undefined) return { kind: 'sending', action: sent.action };
    if (this.#asking.has(jobId)) return { kind: 'asking' };
    const failed = this.#failed.get(jobId);
    if (failed === undefined) return undefined;
    return { kind: 'failed', ...failed };
  }

  /** Marks an action on jobs as sent. */
  start(jobIds: readonly string[], sent: SentAction): void {
    for (const id of jobIds) {
      this.#sent.set(id, sent);
      this.clear(id);
    }
  }

  /** Asks whether to approve despite errors. */
  ask(jobId: string): void {
    this.#asking.add(jobId);
    this.#failed.delete(jobId);
  }

  /** Forgets a failure and a question. */
  clear(jobId: string): void {
    this.#failed.delete(jobId);
    this.#asking.delete(jobId);
  }

  /** Ends an action. Returns what was sent; undefined if that was before this page was loaded. */
  finish({ jobId, action, sentence }: ReviewResult): SentAction | undefined {
    const sent = this.#sent.get(jobId);
    this.#sent.delete(jobId);
    if (sentence === undefined) this.clear(jobId);
    else this.#failed.set(jobId, { action, sentence });
    return sent;
  }
}
