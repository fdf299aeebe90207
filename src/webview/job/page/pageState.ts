import { present } from '../../../base/present.ts';
import type { PageAction, PageRevision, PageSnapshot } from '../../shared/pageSnapshot.ts';

/**
 * The state that the page keeps while it is hidden: the user's input and choices, and nothing from outside. It is plain
 * JSON. With `jobId`, the extension also finds the job when VS Code restores the page after a restart.
 */
export interface PageState {
  readonly jobId: string;
  readonly comment: string;
  readonly orderComment: string;
  /** Absent until the user changes the suggested comment. */
  readonly revisionComment?: string | undefined;
  readonly forTranslator: string;
  readonly forService: string;
  /** Whether the feedback may be shown publicly. */
  readonly public: boolean;
  /** 1 to 5, where 5 is the best. */
  readonly rating?: number | undefined;
  /** Whether the form for a revision, the optional fields of an approval, and the order are open. */
  readonly reviseOpen: boolean;
  readonly approveOpen: boolean;
  readonly orderOpen: boolean;
  /** Ids of the revisions to compare; absent until the user selects them. */
  readonly compared?: { readonly older: string; readonly newer: string };
  /** `done.count` of the last snapshot; 0 if it had none. */
  readonly doneCount: number;
}

export function emptyState(jobId: string): PageState {
  return {
    jobId,
    comment: '',
    orderComment: '',
    forTranslator: '',
    forService: '',
    public: false,
    reviseOpen: false,
    approveOpen: false,
    orderOpen: false,
    doneCount: 0,
  };
}

/** Parses a state that the page stored earlier; returns undefined if it is invalid. */
export function parseState(value: unknown): PageState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Readonly<Record<keyof PageState, unknown>>;
  const { jobId, comment, forTranslator, doneCount, revisionComment, rating } = stored;
  const hasTexts = typeof jobId === 'string' && typeof comment === 'string' && typeof forTranslator === 'string';
  if (!hasTexts || typeof doneCount !== 'number') return undefined;
  return {
    jobId,
    comment,
    forTranslator,
    doneCount,
    // States of earlier versions do not have these.
    forService: typeof stored.forService === 'string' ? stored.forService : '',
    public: stored.public === true,
    orderComment: typeof stored.orderComment === 'string' ? stored.orderComment : '',
    reviseOpen: stored.reviseOpen === true,
    approveOpen: stored.approveOpen === true,
    orderOpen: stored.orderOpen === true,
    ...present({
      revisionComment: typeof revisionComment === 'string' ? revisionComment : undefined,
      rating: typeof rating === 'number' ? rating : undefined,
      compared: parseCompared(stored.compared),
    }),
  };
}

/**
 * Returns the state after a snapshot has arrived: without the input of an action that has succeeded since then. All
 * other input is kept.
 */
export function stateAfter(state: PageState | undefined, snapshot: PageSnapshot): PageState {
  const stateOfJob = state?.jobId === snapshot.jobId ? state : emptyState(snapshot.jobId);
  const doneCount = snapshot.done?.count ?? 0;
  // Counting restarts with the extension; the first snapshot after that has no `done`, which resets `doneCount`.
  if (snapshot.done === undefined || doneCount === stateOfJob.doneCount) return { ...stateOfJob, doneCount };
  return { ...withoutInputOf(stateOfJob, snapshot.done.intent), doneCount };
}

/**
 * Returns the two revisions to compare, oldest first: the selected ones, else the last two. Returns undefined if there
 * are fewer than two.
 */
export function comparedRevisions(
  revisions: readonly PageRevision[],
  selectedIds: PageState['compared'],
): { readonly older: PageRevision; readonly newer: PageRevision } | undefined {
  const find = (id: string | undefined): PageRevision | undefined => revisions.find((revision) => revision.id === id);
  const older = find(selectedIds?.older) ?? revisions.at(-2);
  const newer = find(selectedIds?.newer) ?? revisions.at(-1);
  if (older === undefined || newer === undefined) return undefined;
  return { older, newer };
}

/** The fields of an approval before the user has entered something. */
const emptyFeedback = {
  forTranslator: '',
  forService: '',
  public: false,
  rating: undefined,
  approveOpen: false,
} as const satisfies Partial<PageState>;

/** Returns whether the user has entered something that would be lost with the page. */
export function hasDraft(state: PageState): boolean {
  const { comment, orderComment, forTranslator, forService, revisionComment = '', rating } = state;
  const texts = [comment, orderComment, forTranslator, forService, revisionComment];
  return rating !== undefined || state.public || texts.some((text) => text.trim() !== '');
}

function withoutInputOf(state: PageState, intent: PageAction): PageState {
  if (intent === 'comment') return { ...state, comment: '' };
  if (intent === 'orderComment') return { ...state, orderComment: '' };
  if (intent === 'revise') return { ...state, revisionComment: undefined, reviseOpen: false };
  if (intent === 'approve') return { ...state, ...emptyFeedback };
  return state;
}

function parseCompared(value: unknown): PageState['compared'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { older, newer } = value as Readonly<Record<string, unknown>>;
  if (typeof older !== 'string' || typeof newer !== 'string') return undefined;
  return { older, newer };
}
