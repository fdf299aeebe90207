/**
 * The messages between the extension and the review page. They are plain JSON. Both sides import this file and parse the
 * messages that they receive; it imports nothing that needs Node or VS Code.
 *
 * The page gets all rows in portions, then only those that changed. Details of a single job are a `PageSnapshot`, as on
 * the job page. Each action is answered by a result for each of its jobs; until then, the page sends no other action for
 * these jobs.
 */
import { isRecord } from '../../base/isRecord.ts';
import { present } from '../../base/present.ts';
import type { PageProblem } from '../protocol.ts';

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
  /** BCP 47. */
  readonly sourceLocale: string;
  readonly locale: string;
  /** Path of the target file, without its folder's. */
  readonly file?: string;
  readonly order?: string;
  /** Identifies the translation and its problems as this row shows them. */
  readonly hash?: string;
  readonly problems: readonly PageProblem[];
  /** The placeholders and tags of the source, each once. */
  readonly placeholders: readonly string[];
  /** When the review window ends, in milliseconds since the epoch. */
  readonly until?: number;
  /** True if the review may end before that. */
  readonly mayEndEarlier?: boolean;
  /** Revision requests so far. */
  readonly revisions: number;
  readonly actions: readonly ReviewAction[];
  /** Sentences about the job: its source has changed, it is a document, its translation is simulated … */
  readonly notes: readonly string[];
  /** A comment for a revision request, which lists the problems. */
  readonly suggestion?: string;
  /** Messages of the thread; absent until they are known. */
  readonly comments?: number;
  /** Whether the last message is the translator's. */
  readonly isUnanswered?: boolean;
  /** The translation before the last revision; absent until it is known. */
  readonly previous?: string;
}

/** The outcome of an action on one job; without `sentence` it succeeded. */
export interface ReviewResult {
  readonly jobId: string;
  readonly action: ReviewAction;
  readonly sentence?: string;
}

export type ReviewMessage =
  | {
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
  | { readonly type: 'results'; readonly results: readonly ReviewResult[] }
  /** Shows only these jobs; all if absent. */
  | { readonly type: 'scope'; readonly jobIds?: readonly string[] }
  /** How many of the jobs of the last `check` have no known thread yet, and how many could not be checked. */
  | { readonly type: 'checked'; readonly remaining: number; readonly failed: number }
  /**
   * `notice` says why the list is empty or may be out of date; absent if it is up to date. `empty` is shown in place of
   * rows while the list is empty, if translations are expected.
   */
  | { readonly type: 'state'; readonly loading: boolean; readonly notice?: string; readonly empty?: string };

/** An approval of a translation as it was shown. */
export interface ShownApproval {
  readonly jobId: string;
  /** `hash` of the row. */
  readonly hash?: string;
  /** Whether to approve despite errors. */
  readonly override: boolean;
}

export const rejectReasons = ['quality', 'incomplete', 'other'] as const;
export type RejectReason = (typeof rejectReasons)[number];

export type ReviewIntent =
  | { readonly type: 'ready' | 'refresh' }
  | { readonly type: 'approve'; readonly items: readonly ShownApproval[] }
  | { readonly type: 'revise'; readonly jobIds: readonly string[]; readonly comment: string }
  | {
      readonly type: 'reject';
      readonly jobIds: readonly string[];
      readonly reason: RejectReason;
      readonly comment: string;
      readonly followUp: 'requeue' | 'cancel';
    }
  | { readonly type: 'comment'; readonly jobId: string; readonly comment: string }
  | { readonly type: 'openFile' | 'openJob'; readonly jobId: string }
  /** Loads the details of a job, and keeps them up to date; without a job, of none. */
  | { readonly type: 'details'; readonly jobId?: string }
  /** The approvals that the page sends in a few seconds, unless it is left. */
  | { readonly type: 'queued'; readonly jobIds: readonly string[] }
  /** The rows in view: their threads are loaded, one after another. */
  | { readonly type: 'visible'; readonly jobIds: readonly string[] }
  /** Loads the threads of jobs before they are approved together; an empty list cancels that. */
  | { readonly type: 'check'; readonly jobIds: readonly string[] };

/** The page's own labels and sentences, which the extension supplies. The page replaces `{0}` and `{1}`. */
export type ReviewStrings = Readonly<Record<ReviewString, string>>;

export const reviewStrings = [
  'title',
  'loading',
  'toReview',
  'shownOf',
  'selected',
  'nothing',
  'nothingMatches',
  'search',
  'filters',
  'allLocales',
  'allFiles',
  'allOrders',
  'locale',
  'file',
  'order',
  'findings',
  'questions',
  'expiring',
  'sort',
  'byUrgency',
  'byFile',
  'byLocale',
  'scoped',
  'showAll',
  'clear',
  'refresh',
  'approveClean',
  'approveCleanTitle',
  'approveCleanMeaning',
  'approveSelectedTitle',
  'approveList',
  'notIncluded',
  'checking',
  'checkFailed',
  'finalMeaning',
  'cancel',
  'selection',
  'list',
  'source',
  'translation',
  'information',
  'keys',
  'helpHint',
  'approve',
  'approveAnyway',
  'hasErrors',
  'requestRevision',
  'reject',
  'comment',
  'openFile',
  'openJob',
  'details',
  'closeDetails',
  'undo',
  'approving',
  'approvedUndo',
  'approvedSeveralUndo',
  'undone',
  'notSent',
  'approveNotSent',
  'sending',
  'retry',
  'error',
  'warning',
  'done',
  'doneSeveral',
  'failed',
  'failedSeveral',
  'changedSinceApproved',
  'readFirst',
  'cannot',
  'cannotForAll',
  'remaining',
  'atMost',
  'expired',
  'commentCount',
  'unanswered',
  'revisionCount',
  'changes',
  'added',
  'removed',
  'revisionComment',
  'revisionCommentAll',
  'commentLabel',
  'rejectComment',
  'rejectCommentAll',
  'reason',
  'quality',
  'incomplete',
  'other',
  'followUp',
  'requeue',
  'cancelJob',
  'send',
  'sendKeys',
  'keepDraft',
  'commentEmpty',
  'commentTooLong',
  'draft',
  'revisions',
  'revisionNumber',
  'noRevisions',
  'noDifference',
  'comments',
  'noComments',
  'feedback',
  'ratingValue',
  /** {0} is a word before a sentence that is rendered on its own. */
  'label',
  /** {0} is a label, {1} its value. */
  'labeled',
  'selectRow',
  'andMore',
  'truncated',
] as const;
export type ReviewString = (typeof reviewStrings)[number];

/** Parses a message from the page; returns undefined if it is not an intent. */
export function parseReviewIntent(message: unknown): ReviewIntent | undefined {
  if (!isRecord(message)) return undefined;
  const { type, jobId, jobIds, comment, items, reason, followUp } = message;
  switch (type) {
    case 'ready':
    case 'refresh':
      return { type };
    case 'approve':
      return isList(items, isApproval) ? { type, items: items.map(approvalOf) } : undefined;
    case 'revise':
      return isStrings(jobIds) && isString(comment) ? { type, jobIds, comment } : undefined;
    case 'reject':
      return isStrings(jobIds) &&
        isString(comment) &&
        isReason(reason) &&
        (followUp === 'requeue' || followUp === 'cancel')
        ? { type, jobIds, reason, comment, followUp }
        : undefined;
    case 'comment':
      return isString(jobId) && isString(comment) ? { type, jobId, comment } : undefined;
    case 'openFile':
    case 'openJob':
      return isString(jobId) ? { type, jobId } : undefined;
    case 'details':
      if (jobId !== undefined && !isString(jobId)) return undefined;
      return { type, ...present({ jobId }) };
    case 'visible':
      return isStrings(jobIds) ? { type, jobIds: jobIds.slice(0, maxVisibleRows) } : undefined;
    case 'queued':
    case 'check':
      return isStrings(jobIds) ? { type, jobIds } : undefined;
    default:
      return undefined;
  }
}

/** Parses a message from the extension; returns undefined if it is none of `ReviewMessage`. */
export function parseReviewMessage(message: unknown): ReviewMessage | undefined {
  return isRecord(message) && isMessage(message) ? (message as unknown as ReviewMessage) : undefined;
}

function isMessage(message: Readonly<Record<string, unknown>>): boolean {
  switch (message['type']) {
    case 'rows':
      return (
        isBoolean(message['reset']) &&
        isBoolean(message['more']) &&
        isList(message['rows'], isRow) &&
        isStrings(message['removed']) &&
        isRecord(message['locales']) &&
        Object.values(message['locales']).every(isString)
      );
    case 'results':
      return isList(message['results'], isResult);
    case 'scope':
      return isOptional(message['jobIds'], isStrings);
    case 'checked':
      return isCount(message['remaining']) && isCount(message['failed']);
    case 'state':
      return isBoolean(message['loading']) && ['notice', 'empty'].every((name) => isOptional(message[name], isString));
    default:
      return false;
  }
}

function isRow(row: unknown): boolean {
  return (
    isRecord(row) &&
    ['id', 'title', 'source', 'sourceLocale', 'locale'].every((name) => isString(row[name])) &&
    ['translation', 'file', 'order', 'hash', 'suggestion', 'previous'].every((name) =>
      isOptional(row[name], isString),
    ) &&
    isOptional(row['truncated'], isBoolean) &&
    isOptional(row['isUnanswered'], isBoolean) &&
    isOptional(row['until'], isNumber) &&
    isOptional(row['mayEndEarlier'], isBoolean) &&
    isOptional(row['comments'], isCount) &&
    isCount(row['revisions']) &&
    isStrings(row['placeholders']) &&
    isStrings(row['notes']) &&
    isList(row['actions'], isAction) &&
    isList(row['problems'], isProblem)
  );
}

function isProblem(problem: unknown): boolean {
  return (
    isRecord(problem) &&
    isString(problem['sentence']) &&
    (problem['severity'] === 'error' || problem['severity'] === 'warning') &&
    isOptional(problem['location'], isLocation)
  );
}

function isLocation(location: unknown): boolean {
  return (
    isRecord(location) &&
    (location['passage'] === 'source' || location['passage'] === 'translation') &&
    isCount(location['start']) &&
    isCount(location['end'])
  );
}

function isResult(result: unknown): boolean {
  return (
    isRecord(result) &&
    isString(result['jobId']) &&
    isAction(result['action']) &&
    isOptional(result['sentence'], isString)
  );
}

function isApproval(item: unknown): item is ShownApproval {
  return isRecord(item) && isString(item['jobId']) && isBoolean(item['override']) && isOptional(item['hash'], isString);
}

function approvalOf({ jobId, hash, override }: ShownApproval): ShownApproval {
  return { jobId, override, ...present({ hash }) };
}

function isAction(value: unknown): value is ReviewAction {
  return reviewActions.includes(value as ReviewAction);
}

function isReason(value: unknown): value is RejectReason {
  return rejectReasons.includes(value as RejectReason);
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value);
}

function isList<T>(value: unknown, test: (item: unknown) => item is T): value is readonly T[];
function isList(value: unknown, test: (item: unknown) => boolean): boolean;
function isList(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isStrings(value: unknown): value is readonly string[] {
  return isList(value, isString);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
