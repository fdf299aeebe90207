import { isRecord } from '../../../../base/isRecord.ts';
import { present } from '../../../../base/present.ts';
import { rejectReasons, type RejectReason } from '../../reviewMessages.ts';
import { noFilter, sortings, type RowFilter, type Sorting } from './rowFilter.ts';

/** Texts that the user has entered for a job and not sent. */
export interface JobDrafts {
  readonly revise?: string;
  readonly comment?: string;
  readonly reject?: RejectDraft;
}

export interface RejectDraft {
  readonly reason: RejectReason;
  readonly followUp: 'requeue' | 'cancel';
  readonly comment: string;
}

/** The editor that is open in a row. */
export interface OpenEditor {
  readonly jobId: string;
  readonly action: 'revise' | 'reject' | 'comment';
}

/**
 * The state that the page keeps while it is hidden and across restarts: the user's input and choices, and nothing from
 * outside. It is plain JSON.
 */
export interface ReviewState {
  readonly filter: RowFilter;
  readonly sorting: Sorting;
  /** The only jobs to show; all if absent. */
  readonly scope?: readonly string[] | undefined;
  readonly focused?: string | undefined;
  readonly selected: readonly string[];
  readonly hasDetails: boolean;
  readonly editor?: OpenEditor | undefined;
  readonly drafts: Readonly<Record<string, JobDrafts>>;
  /** Approvals that were not sent yet when this was stored. A page that is loaded later doesn't send them. */
  readonly queued: readonly string[];
  /** The first row in view. */
  readonly top?: ScrollAnchor | undefined;
}

/** A scroll position that remains meaningful when rows change: a row, and how many pixels of it are out of view. */
export interface ScrollAnchor {
  readonly jobId: string;
  readonly offset: number;
}

/** The most jobs whose drafts are kept. */
const maxDrafts = 500;

export const emptyReviewState: ReviewState = {
  filter: noFilter,
  sorting: 'urgency',
  selected: [],
  hasDetails: false,
  drafts: {},
  queued: [],
};

/** Returns the drafts with one job's changed; a job without any is removed. */
export function withDrafts(
  drafts: ReviewState['drafts'],
  jobId: string,
  changes: { readonly [K in keyof JobDrafts]: JobDrafts[K] | undefined },
): ReviewState['drafts'] {
  const { [jobId]: jobDrafts, ...otherDrafts } = drafts;
  const changedDrafts: JobDrafts = present({ ...jobDrafts, ...changes });
  if (Object.keys(changedDrafts).length === 0) return otherDrafts;
  const otherEntries = Object.entries(otherDrafts);
  // Objects sort ids, which are numbers, so the oldest drafts can't be found: those of any other job are removed.
  const limitedDrafts = otherEntries.length < maxDrafts ? otherDrafts : Object.fromEntries(otherEntries.slice(1));
  return { ...limitedDrafts, [jobId]: changedDrafts };
}

/** Returns a state without the selection and the editor of rows that are gone; the same object if none is. */
export function withoutGone(state: ReviewState, rows: ReadonlyMap<string, unknown>): ReviewState {
  const selected = state.selected.filter((id) => rows.has(id));
  const isEditorGone = state.editor !== undefined && !rows.has(state.editor.jobId);
  if (selected.length === state.selected.length && !isEditorGone) return state;
  return { ...state, selected, editor: isEditorGone ? undefined : state.editor };
}

/** Parses a state that the page stored earlier. Members that are invalid get their defaults. */
export function parseReviewState(value: unknown): ReviewState {
  if (!isRecord(value)) return emptyReviewState;
  const { filter, sorting, scope, focused, selected, hasDetails, editor, drafts, queued, top } = value;
  return {
    filter: parseFilter(filter),
    sorting: sortings.find((name) => name === sorting) ?? 'urgency',
    selected: stringsOf(selected),
    hasDetails: hasDetails === true,
    drafts: parseDrafts(drafts),
    queued: stringsOf(queued),
    ...present({
      scope: Array.isArray(scope) ? stringsOf(scope) : undefined,
      focused: typeof focused === 'string' ? focused : undefined,
      editor: parseEditor(editor),
      top: parseAnchor(top),
    }),
  };
}

function parseFilter(value: unknown): RowFilter {
  if (!isRecord(value)) return noFilter;
  const textOf = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  return {
    text: textOf('text'),
    locale: textOf('locale'),
    file: textOf('file'),
    order: textOf('order'),
    findings: value['findings'] === true,
    questions: value['questions'] === true,
    expiring: value['expiring'] === true,
  };
}

function parseEditor(value: unknown): OpenEditor | undefined {
  if (!isRecord(value)) return undefined;
  const { jobId, action } = value;
  const isEditorAction = action === 'revise' || action === 'reject' || action === 'comment';
  if (typeof jobId !== 'string' || !isEditorAction) return undefined;
  return { jobId, action };
}

function parseAnchor(value: unknown): ScrollAnchor | undefined {
  if (!isRecord(value)) return undefined;
  const { jobId, offset } = value;
  const isValidOffset = typeof offset === 'number' && offset >= 0;
  if (typeof jobId !== 'string' || !isValidOffset) return undefined;
  return { jobId, offset };
}

function parseDrafts(value: unknown): ReviewState['drafts'] {
  if (!isRecord(value)) return {};
  const entries: [string, JobDrafts][] = [];
  for (const [jobId, drafts] of Object.entries(value))
    if (isRecord(drafts)) entries.push([jobId, parseJobDrafts(drafts)]);
  return Object.fromEntries(entries);
}

function parseJobDrafts({ revise, comment, reject }: Readonly<Record<string, unknown>>): JobDrafts {
  return present({
    revise: typeof revise === 'string' ? revise : undefined,
    comment: typeof comment === 'string' ? comment : undefined,
    reject: parseRejectDraft(reject),
  });
}

function parseRejectDraft(value: unknown): RejectDraft | undefined {
  if (!isRecord(value) || typeof value['comment'] !== 'string') return undefined;
  const reason = rejectReasons.find((reason) => reason === value['reason']) ?? 'quality';
  return { reason, followUp: value['followUp'] === 'cancel' ? 'cancel' : 'requeue', comment: value['comment'] };
}

function stringsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((element) => typeof element === 'string');
}
