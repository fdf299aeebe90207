import type { PageAction, PageRevision, PageSnapshot } from '../protocol.ts';

/**
 * What the page remembers while it is hidden: what the person typed and chose, nothing that came from outside.
 * Plain JSON; `jobId` also tells the extension which job to show when VS Code brings the page back after a restart.
 */
export interface PageState {
  readonly jobId: string;
  readonly comment: string;
  /** Absent until the person changes the suggested one. */
  readonly revisionComment?: string | undefined;
  readonly forTranslator: string;
  readonly forService: string;
  /** The feedback may be shown to others. */
  readonly public: boolean;
  /** 1 to 5. */
  readonly rating?: number | undefined;
  /** Ids of the revisions chosen to be compared; absent until the person chooses. */
  readonly compared?: { readonly older: string; readonly newer: string };
  /** `done.count` of the last snapshot; 0 when it had none. */
  readonly doneCount: number;
}

export function emptyState(jobId: string): PageState {
  return { jobId, comment: '', forTranslator: '', forService: '', public: false, doneCount: 0 };
}

/** Reads a state that the page stored earlier; anything else gives undefined. */
export function parseState(value: unknown): PageState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Readonly<Record<keyof PageState, unknown>>;
  const { jobId, comment, forTranslator, doneCount, revisionComment, rating } = stored;
  if (
    typeof jobId !== 'string' ||
    typeof comment !== 'string' ||
    typeof forTranslator !== 'string' ||
    typeof doneCount !== 'number'
  )
    return undefined;
  const compared = parseCompared(stored.compared);
  return {
    jobId,
    comment,
    forTranslator,
    doneCount,
    // States of earlier versions do not have these.
    forService: typeof stored.forService === 'string' ? stored.forService : '',
    public: stored.public === true,
    ...(typeof revisionComment === 'string' ? { revisionComment } : {}),
    ...(typeof rating === 'number' ? { rating } : {}),
    ...(compared === undefined ? {} : { compared }),
  };
}

/**
 * The state after a snapshot has arrived: a form that the extension is done with is cleared, everything else stays as
 * typed.
 */
export function stateAfter(state: PageState | undefined, snapshot: PageSnapshot): PageState {
  const current = state?.jobId === snapshot.jobId ? state : emptyState(snapshot.jobId);
  const doneCount = snapshot.done?.count ?? 0;
  // Counting starts anew with the extension; the first snapshot after that has no `done` and so resets ours.
  if (snapshot.done === undefined || doneCount === current.doneCount) return { ...current, doneCount };
  return { ...cleared(current, snapshot.done.intent), doneCount };
}

/**
 * The two revisions to compare, oldest first: those chosen, else the last two. Undefined while there are fewer than
 * two.
 */
export function comparedRevisions(
  revisions: readonly PageRevision[],
  chosen: PageState['compared'],
): { readonly older: PageRevision; readonly newer: PageRevision } | undefined {
  const find = (id: string | undefined): PageRevision | undefined => revisions.find((revision) => revision.id === id);
  const older = find(chosen?.older) ?? revisions.at(-2);
  const newer = find(chosen?.newer) ?? revisions.at(-1);
  return older === undefined || newer === undefined ? undefined : { older, newer };
}

function cleared(state: PageState, intent: PageAction): PageState {
  if (intent === 'comment') return { ...state, comment: '' };
  if (intent === 'revise') return { ...state, revisionComment: undefined };
  if (intent === 'approve') return { ...state, forTranslator: '', forService: '', public: false, rating: undefined };
  return state;
}

function parseCompared(value: unknown): PageState['compared'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { older, newer } = value as Readonly<Record<string, unknown>>;
  return typeof older === 'string' && typeof newer === 'string' ? { older, newer } : undefined;
}
