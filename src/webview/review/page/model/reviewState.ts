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
  /** The first row in view, and how many pixels of it are out of view. */
  readonly top?: ScrollPlace | undefined;
}

export interface ScrollPlace {
  readonly jobId: string;
  readonly offset: number;
}

/** The most jobs whose drafts are kept; the ones entered last. */
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
  const entries = Object.entries(otherDrafts);
  // Ids are numbers, which objects sort, so the oldest can't be found; any other is better than the one in use.
  if (Object.keys(changedDrafts).length === 0) return otherDrafts;
  const limited = entries.length < maxDrafts ? otherDrafts : Object.fromEntries(entries.slice(1));
  return { ...limited, [jobId]: changedDrafts };
}

/** Returns a state without what was selected or open in rows that are gone; the same object if nothing was. */
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
    selected: strings(selected),
    hasDetails: hasDetails === true,
    drafts: parseDrafts(drafts),
    queued: strings(queued),
    ...present({
      scope: Array.isArray(scope) ? strings(scope) : undefined,
      focused: typeof focused === 'string' ? focused : undefined,
      editor: parseEditor(editor),
      top: parsePlace(top),
    }),
  };
}

function parseFilter(value: unknown): RowFilter {
  if (!isRecord(value)) return noFilter;
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  return {
    text: text('text'),
    locale: text('locale'),
    file: text('file'),
    order: text('order'),
    findings: value['findings'] === true,
    questions: value['questions'] === true,
    expiring: value['expiring'] === true,
  };
}

function parseEditor(value: unknown): OpenEditor | undefined {
  if (!isRecord(value)) return undefined;
  const { jobId, action } = value;
  if (typeof jobId !== 'string' || (action !== 'revise' && action !== 'reject' && action !== 'comment'))
    return undefined;
  return { jobId, action };
}

function parsePlace(value: unknown): ScrollPlace | undefined {
  if (!isRecord(value)) return undefined;
  const { jobId, offset } = value;
  const isOffset = typeof offset === 'number' && offset >= 0;
  if (typeof jobId !== 'string' || !isOffset) return undefined;
  return { jobId, offset };
}

function parseDrafts(value: unknown): ReviewState['drafts'] {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([jobId, drafts]) => (isRecord(drafts) ? [[jobId, parseJobDrafts(drafts)]] : [])),
  );
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

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
