/**
 * The messages between the extension and the job page: whole snapshots to the page, intents back. They are plain JSON.
 * Both sides import this file and parse the messages that they receive; it imports nothing that needs Node or VS Code.
 *
 * The extension runs one intent at a time and ignores others until it has finished. It responds immediately with a
 * snapshot whose `busy` is true, and at the end with one whose `busy` is false, even if the user canceled the action.
 * While `busy` is true, the page sends no intent.
 */
import { isRecord } from '../base/isRecord.ts';
import { present } from '../base/present.ts';

export interface PagePassage {
  /** BCP 47. */
  readonly locale: string;
  /** Name of the language. */
  readonly label: string;
  readonly direction: 'ltr' | 'rtl';
  readonly text: string;
}

export interface PageProblem {
  readonly severity: 'error' | 'warning';
  /** A whole sentence. */
  readonly sentence: string;
  /**
   * The problem's range in one of the texts, in UTF-16 offsets; empty if only a position is known. Absent if the
   * problem has no location.
   */
  readonly location?: { readonly passage: 'source' | 'translation'; readonly start: number; readonly end: number };
}

export interface PageRevision {
  readonly id: string;
  readonly text: string;
  /** Formatted for the display language. */
  readonly when: string;
}

export interface PageComment {
  readonly author: 'customer' | 'translator' | 'other';
  /** The author's name on the page. */
  readonly authorLabel: string;
  readonly body: string;
  readonly when: string;
}

/** What has happened to the source of one or more strings since the order. */
export interface PageSourceChange {
  readonly severity: 'info' | 'warning';
  readonly sentence: string;
  /** The source text as it is now: the page marks the difference from the one that was ordered. */
  readonly now?: string;
}

/** The order that the job belongs to. */
export interface PageOrder {
  readonly facts: readonly PageFact[];
  /** The other jobs of the order, at most some dozens. */
  readonly jobs: readonly { readonly jobId: string; readonly title: string; readonly statusLabel: string }[];
  /** Says how many more jobs there are; absent if all are listed. */
  readonly moreJobs?: string;
  /** The comments on the order, oldest first; absent until they are loaded. */
  readonly comments?: readonly PageComment[];
  /** Set if `comments` couldn't be loaded: they are empty, or those that were loaded before. */
  readonly commentsFailed?: true;
  /** Says that some of this couldn't be loaded. */
  readonly note?: string;
}

/** A label with its value. */
export interface PageFact {
  readonly label: string;
  readonly value: string;
}

/** Shown instead of a job: there is no such job, or it can't be loaded. */
export interface PageUnavailable {
  readonly type: 'unavailable';
  readonly title: string;
  readonly sentence: string;
  /** Whether the job is being loaded again. */
  readonly busy: boolean;
}

/** Everything that the user can do on the page. */
export const pageActions = [
  'approve',
  'revise',
  'reject',
  'cancel',
  'cancelAndOrder',
  'archive',
  'comment',
  'orderComment',
  'compareRevisions',
  'openJob',
  'showChanges',
  'deliver',
  'undoDelivery',
  'insert',
  'copy',
  'openFile',
  'refresh',
] as const;
export type PageAction = (typeof pageActions)[number];

/** Actions with a form on the page; their intents contain what the user entered. */
export const formActions = ['approve', 'revise', 'comment', 'orderComment'] as const satisfies readonly PageAction[];
/** Actions whose intents name what they are about. */
const actionsWithSubject = ['compareRevisions', 'openJob'] as const satisfies readonly PageAction[];
/** Actions that need no form on the page. */
export type SimpleAction = Exclude<PageAction, (typeof formActions)[number] | (typeof actionsWithSubject)[number]>;

export interface PageSnapshot {
  readonly type: 'snapshot';
  readonly jobId: string;
  readonly title: string;
  /** The label of the status. */
  readonly statusLabel: string;
  readonly status: string;
  /** Labels and values: tier, price, dates, revisions requested, order, file … */
  readonly facts: readonly PageFact[];
  /** The facts that stay in view: the remaining time to review, the revisions requested … */
  readonly highlights: readonly string[];
  /** "1 error, 2 warnings"; absent if the checks found nothing. */
  readonly problemCount?: string;
  /** Says that the sandbox simulated the translation; absent otherwise. */
  readonly simulatedNotice?: string;
  /** Says whether the translation was delivered, or why it is held. */
  readonly deliveryNotice?: { readonly severity: 'info' | 'warning'; readonly sentence: string };
  readonly source: PagePassage;
  readonly sourceChanges?: readonly PageSourceChange[];
  /** A comment for the translator about the new source text, which the user can edit and send. */
  readonly suggestedComment?: string;
  /** Has no text until there is a translation. Locale and direction also apply to the revisions. */
  readonly translation: Omit<PagePassage, 'text'> & { readonly text?: string };
  /** Identifies the translation and its problems as this snapshot shows them. */
  readonly translationHash?: string;
  /**
   * The translation that was shown when its approval was refused because it had changed: the page marks the
   * difference.
   */
  readonly previousText?: string;
  /** A sentence that is shown instead of a translation. */
  readonly translationPending?: string;
  readonly problems: readonly PageProblem[];
  /** Set if a file is translated: sentences replace the source and the translation, and revisions may have no text. */
  readonly document?: true;
  /** Oldest first; absent while loading. */
  readonly revisions?: readonly PageRevision[];
  readonly comments?: readonly PageComment[];
  /** Set if `comments` couldn't be loaded: they are empty, or those that were loaded before. */
  readonly commentsFailed?: true;
  readonly feedback?: { readonly rating?: number; readonly forTranslator?: string };
  /** Absent until the service has confirmed the order. */
  readonly order?: PageOrder;
  /** The actions that are possible now. */
  readonly actions: readonly PageAction[];
  /** Sentences that say why an action is not possible, for example because all revision requests have been used. */
  readonly notes: readonly string[];
  /** A suggested comment for Request Revision, which lists the problems. */
  readonly suggestedRevisionComment?: string;
  /** Whether an intent is running. */
  readonly busy: boolean;
  /** Set if the last intent failed; the page keeps the entered text. */
  readonly failure?: { readonly intent: PageAction; readonly sentence: string };
  /** The last intent that succeeded. `count` increases with each one, so that the page clears its form. */
  readonly done?: { readonly intent: PageAction; readonly count: number };
}

export type PageIntent =
  | { readonly type: 'ready' }
  /** The user has entered something, so the tab must not be replaced by the next one. */
  | { readonly type: 'keepOpen' }
  /** Whether the order is shown: only then it is loaded. */
  | { readonly type: 'showOrder'; readonly shown: boolean }
  | {
      readonly type: 'approve';
      readonly rating?: number;
      readonly forTranslator?: string;
      /** Visible only to the service's staff. */
      readonly forService?: string;
      /** Whether the feedback may be shown publicly, with the source and the translation. */
      readonly public?: boolean;
      readonly override: boolean;
      /** The hash in the snapshot that the page shows. */
      readonly translationHash?: string;
    }
  | { readonly type: 'revise'; readonly comment: string }
  | { readonly type: 'comment' | 'orderComment'; readonly body: string }
  | { readonly type: 'compareRevisions'; readonly older: string; readonly newer: string }
  | { readonly type: 'openJob'; readonly jobId: string }
  | { readonly type: SimpleAction };

/** The longest comment that the service accepts, in characters. */
export const maxCommentLength = 25_000;

/** Returns the length of a comment in code points, as `maxCommentLength` counts it. */
export function commentLength(text: string): number {
  return Array.from(text).length;
}

/** Parses a message from the page; returns undefined if it is not an intent. */
export function parseIntent(message: unknown): PageIntent | undefined {
  if (!isRecord(message)) return undefined;
  const { type, comment, body } = message;
  if (type === 'approve') return parseApproval(message);
  if (type === 'revise') return typeof comment === 'string' ? { type, comment } : undefined;
  if (type === 'comment' || type === 'orderComment') return typeof body === 'string' ? { type, body } : undefined;
  if (type === 'compareRevisions') {
    const { older, newer } = message;
    return isString(older) && isString(newer) ? { type, older, newer } : undefined;
  }
  if (type === 'showOrder') return isBoolean(message['shown']) ? { type, shown: message['shown'] } : undefined;
  if (type === 'openJob') return isString(message['jobId']) ? { type, jobId: message['jobId'] } : undefined;
  return type === 'ready' || type === 'keepOpen' || isSimpleAction(type) ? { type } : undefined;
}

function parseApproval(message: Record<string, unknown>): PageIntent | undefined {
  const { rating, forTranslator, forService, public: isPublic, override, translationHash } = message;
  const isValid =
    isBoolean(override) &&
    isOptional(rating, isRating) &&
    isOptional(forTranslator, isString) &&
    isOptional(forService, isString) &&
    isOptional(isPublic, isBoolean) &&
    isOptional(translationHash, isString);
  if (!isValid) return undefined;
  return {
    type: 'approve',
    override,
    ...present({ rating, forTranslator, forService, public: isPublic, translationHash }),
  };
}

/** Parses a message from the extension; returns undefined if it is not a snapshot. */
export function parseSnapshot(message: unknown): PageSnapshot | undefined {
  return isRecord(message) && isSnapshot(message) ? (message as unknown as PageSnapshot) : undefined;
}

/** Parses a message from the extension; returns undefined if it doesn't say that there is no job. */
export function parseUnavailable(message: unknown): PageUnavailable | undefined {
  const isUnavailable =
    hasStrings(message, ['title', 'sentence']) && message['type'] === 'unavailable' && isBoolean(message['busy']);
  return isUnavailable ? (message as unknown as PageUnavailable) : undefined;
}

function isSnapshot(message: Record<string, unknown>): boolean {
  const strings = ['jobId', 'title', 'status', 'statusLabel'];
  const optionalStrings = [
    'simulatedNotice',
    'translationHash',
    'previousText',
    'translationPending',
    'suggestedRevisionComment',
    'suggestedComment',
    'problemCount',
  ];
  return (
    message['type'] === 'snapshot' &&
    strings.every((name) => isString(message[name])) &&
    optionalStrings.every((name) => isOptional(message[name], isString)) &&
    isBoolean(message['busy']) &&
    isOptional(message['document'], isBoolean) &&
    isOptional(message['commentsFailed'], isBoolean) &&
    isList(message['facts'], isFact) &&
    isList(message['highlights'], isString) &&
    isOptional(message['order'], isOrder) &&
    isOptional(
      message['deliveryNotice'],
      (notice) => hasStrings(notice, ['sentence']) && isOneOf(notice['severity'], ['info', 'warning']),
    ) &&
    isPassage(message['source']) &&
    isString(message['source']['text']) &&
    isOptional(message['sourceChanges'], (list) => isList(list, isSourceChange)) &&
    isPassage(message['translation']) &&
    isOptional(message['translation']['text'], isString) &&
    isList(message['problems'], isProblem) &&
    isOptional(message['revisions'], (list) =>
      isList(list, (revision) => hasStrings(revision, ['id', 'text', 'when'])),
    ) &&
    isOptional(message['comments'], (list) => isList(list, isComment)) &&
    isOptional(message['feedback'], isFeedback) &&
    isList(message['actions'], isAction) &&
    isList(message['notes'], isString) &&
    isOptional(message['failure'], (failure) => hasStrings(failure, ['sentence']) && isAction(failure['intent'])) &&
    isOptional(
      message['done'],
      (done) => isRecord(done) && isAction(done['intent']) && Number.isSafeInteger(done['count']),
    )
  );
}

function isFact(value: unknown): boolean {
  return hasStrings(value, ['label', 'value']);
}

function isOrder(value: unknown): boolean {
  return (
    isRecord(value) &&
    isList(value['facts'], isFact) &&
    isList(value['jobs'], (job) => hasStrings(job, ['jobId', 'title', 'statusLabel'])) &&
    isOptional(value['moreJobs'], isString) &&
    isOptional(value['note'], isString) &&
    isOptional(value['commentsFailed'], isBoolean) &&
    isOptional(value['comments'], (list) => isList(list, isComment))
  );
}

function isAction(value: unknown): value is PageAction {
  return isOneOf(value, pageActions);
}

function isSimpleAction(value: unknown): value is SimpleAction {
  return isAction(value) && !isOneOf(value, formActions) && !isOneOf(value, actionsWithSubject);
}

function isRating(value: unknown): value is number {
  return isOneOf(value, [1, 2, 3, 4, 5]);
}

function isPassage(value: unknown): value is Record<string, unknown> {
  return hasStrings(value, ['locale', 'label']) && isOneOf(value['direction'], ['ltr', 'rtl']);
}

function isProblem(value: unknown): boolean {
  return (
    hasStrings(value, ['sentence']) &&
    isOneOf(value['severity'], ['error', 'warning']) &&
    isOptional(value['location'], isRange)
  );
}

function isSourceChange(value: unknown): boolean {
  return (
    hasStrings(value, ['sentence']) &&
    isOneOf(value['severity'], ['info', 'warning']) &&
    isOptional(value['now'], isString)
  );
}

function isRange(value: unknown): boolean {
  if (!isRecord(value) || !isOneOf(value['passage'], ['source', 'translation'])) return false;
  const { start, end } = value;
  return isOffset(start) && isOffset(end) && start <= end;
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isComment(value: unknown): boolean {
  return (
    hasStrings(value, ['authorLabel', 'body', 'when']) && isOneOf(value['author'], ['customer', 'translator', 'other'])
  );
}

function isFeedback(value: unknown): boolean {
  return (
    isRecord(value) && isOptional(value['rating'], Number.isFinite) && isOptional(value['forTranslator'], isString)
  );
}

function hasStrings(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => isString(value[name]));
}

function isOptional<T>(value: unknown, test: (value: unknown) => value is T): value is T | undefined;
function isOptional(value: unknown, test: (value: unknown) => boolean): boolean;
function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value);
}

function isList(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  return values.includes(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
