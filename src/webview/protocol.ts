/**
 * The messages between the extension and the job page: whole snapshots to the page, intents back.
 * Plain JSON; no import of anything else, so that both sides may use it. Both sides parse what they receive.
 *
 * The extension carries out one intent at a time and ignores others meanwhile. It answers each at once with a
 * snapshot whose `busy` is true, and with one whose `busy` is false when it is through, also when the person
 * cancelled it: until then the page offers nothing that could send a second one.
 */

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
   * Where it stands in one of the texts, UTF-16 offsets; a point where only the place is known. Absent where not even
   * that is.
   */
  readonly place?: { readonly passage: 'source' | 'translation'; readonly start: number; readonly end: number };
}

export interface PageRevision {
  readonly id: string;
  readonly text: string;
  /** Already in the person's own date style. */
  readonly when: string;
}

export interface PageComment {
  readonly author: 'customer' | 'translator' | 'other';
  /** How the author is called on the page. */
  readonly authorLabel: string;
  readonly body: string;
  readonly when: string;
}

export type PageAction =
  | 'approve'
  | 'revise'
  | 'reject'
  | 'cancel'
  | 'archive'
  | 'comment'
  | 'showChanges'
  | 'deliver'
  | 'undoDelivery'
  | 'insert'
  | 'copy'
  | 'openFile'
  | 'refresh';

export interface PageSnapshot {
  readonly type: 'snapshot';
  readonly jobId: string;
  readonly title: string;
  /** Status as words. */
  readonly statusLabel: string;
  readonly status: string;
  /** Label and value: tier, price, unit count, ordered, due, review ends, revisions used, order, file … */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Set when the sandbox translates: says so. */
  readonly simulatedNotice?: string;
  /** A sentence on what has become of the translation, or why it is held. */
  readonly deliveryNotice?: { readonly severity: 'info' | 'warning'; readonly sentence: string };
  readonly source: PagePassage;
  /** Without a text while there is none; locale and direction are those of the revisions too. */
  readonly translation: Omit<PagePassage, 'text'> & { readonly text?: string };
  /** Identifies the translation and its problems as this snapshot shows them. */
  readonly translationHash?: string;
  /**
   * The translation that was shown when its approval was refused because it had changed: the page marks the
   * difference.
   */
  readonly previousText?: string;
  /** Shown where the translation will be. */
  readonly translationPending?: string;
  readonly problems: readonly PageProblem[];
  /** A file is translated: source and translation are told of in words, and its revisions may have no texts. */
  readonly document?: true;
  /** Oldest first; absent while loading. */
  readonly revisions?: readonly PageRevision[];
  readonly comments?: readonly PageComment[];
  readonly feedback?: { readonly rating?: number; readonly forTranslator?: string };
  /** The actions that are possible now. */
  readonly actions: readonly PageAction[];
  /** Why an action that one might expect is missing, e.g. all three revision requests used. */
  readonly notes: readonly string[];
  /** A comment already written for *Request Revision*, naming what is wrong. */
  readonly suggestedRevisionComment?: string;
  /** An intent of the page is being carried out. */
  readonly busy: boolean;
  /** The last intent failed; the page keeps what was typed. */
  readonly failure?: { readonly intent: PageAction; readonly sentence: string };
  /** Counts up each time an intent succeeded, so that the page clears its form. */
  readonly done?: { readonly intent: PageAction; readonly count: number };
}

export type PageIntent =
  | { readonly type: 'ready' }
  | {
      readonly type: 'approve';
      readonly rating?: number;
      readonly forTranslator?: string;
      /** For the service's staff alone. */
      readonly forService?: string;
      /** The feedback may be shown to others, with the source text and the translation. */
      readonly public?: boolean;
      readonly override: boolean;
      /** That of the snapshot on the screen. */
      readonly translationHash?: string;
    }
  | { readonly type: 'revise'; readonly comment: string }
  | { readonly type: 'comment'; readonly body: string }
  | {
      readonly type:
        | 'reject'
        | 'cancel'
        | 'archive'
        | 'showChanges'
        | 'deliver'
        | 'undoDelivery'
        | 'insert'
        | 'copy'
        | 'openFile'
        | 'refresh';
    };

/** The longest comment the service takes, in characters. */
export const maxCommentLength = 25_000;

/** Length of a comment in characters, as `maxCommentLength` counts them: code points, not UTF-16 units. */
export function commentLength(text: string): number {
  return Array.from(text).length;
}

/**
 * Words of the page that the extension supplies as JSON in `<body data-strings>`, so that they can be localised
 * with the rest. `{0}` and `{1}` are filled in by the page.
 */
export type PageStrings = Readonly<Record<PageString, string>>;

export const pageStrings = [
  'source',
  'translation',
  'revisions',
  'noRevisions',
  'compare',
  'compareWith',
  'noDifference',
  /** Heading over what has changed since the person approved. */
  'changedSinceShown',
  'comments',
  'noComments',
  'writeComment',
  'send',
  'approve',
  'approveAnyway',
  'approveTitle',
  'rating',
  'ratingNone',
  'forTranslator',
  'forService',
  /** The feedback may be shown to others … */
  'public',
  /** … and what that means, shown once it is ticked. */
  'publicMeaning',
  'requestRevision',
  'revisionComment',
  'reject',
  'cancelJob',
  'archive',
  'showChanges',
  'deliver',
  /** The same where the delivery is held. */
  'deliverAnyway',
  'undoDelivery',
  'insert',
  'copy',
  'openFile',
  'refresh',
  'problems',
  'loading',
  'commentTooLong',
  'commentEmpty',
  'feedback',
  'added',
  'removed',
  'details',
  /** Heading over the forms to approve and to request a revision. */
  'review',
  /** Text next to the icon of a problem or a failure. */
  'error',
  'warning',
  /** What a problem is called where it stands; {0} is its number. */
  'errorNumber',
  'warningNumber',
  /** Leads from a problem to its place; {0} is one of the two names above. */
  'showInText',
  /** Why approving takes a second step. */
  'approveHasErrors',
  /** Leaves that second step. */
  'back',
  /** What 1 and 5 mean. */
  'ratingScale',
  /** A rating that was given; {0} is the rating. */
  'ratingValue',
  /** {0} is a running number, oldest 1. */
  'revisionNumber',
  /** {0} of {1} characters are used. */
  'characterCount',
  /** {0} is a key combination such as Ctrl+Enter. */
  'sendShortcut',
  /** Read out while an intent is being carried out. */
  'working',
  /** Read out when one succeeded; {0} is the label of its button. */
  'finished',
] as const;
export type PageString = (typeof pageStrings)[number];

const simpleIntents: readonly string[] = [
  'reject',
  'cancel',
  'archive',
  'showChanges',
  'deliver',
  'undoDelivery',
  'insert',
  'copy',
  'openFile',
  'refresh',
  'ready',
];

/** Reads a message from the page; anything that is not exactly an intent gives undefined. */
export function parseIntent(message: unknown): PageIntent | undefined {
  if (!isRecord(message)) return undefined;
  const { type, comment, body } = message;
  if (type === 'approve') return parseApproval(message);
  if (type === 'revise') return typeof comment === 'string' ? { type, comment } : undefined;
  if (type === 'comment') return typeof body === 'string' ? { type, body } : undefined;
  if (typeof type === 'string' && simpleIntents.includes(type)) return { type } as PageIntent;
  return undefined;
}

function parseApproval(message: Record<string, unknown>): PageIntent | undefined {
  const { rating, forTranslator, forService, public: isPublic, override, translationHash } = message;
  const isRating =
    rating === undefined || (typeof rating === 'number' && Number.isInteger(rating) && rating >= 1 && rating <= 5);
  const isWhole =
    isRating &&
    isBoolean(override) &&
    isOptional(forTranslator, isString) &&
    isOptional(forService, isString) &&
    isOptional(isPublic, isBoolean) &&
    isOptional(translationHash, isString);
  if (!isWhole) return undefined;
  return {
    type: 'approve',
    override,
    ...(rating === undefined ? {} : { rating }),
    ...(isString(forTranslator) ? { forTranslator } : {}),
    ...(isString(forService) ? { forService } : {}),
    ...(isBoolean(isPublic) ? { public: isPublic } : {}),
    ...(isString(translationHash) ? { translationHash } : {}),
  };
}

/** Reads a message from the extension; anything that is not wholly a snapshot gives undefined. */
export function parseSnapshot(message: unknown): PageSnapshot | undefined {
  return isRecord(message) && isSnapshot(message) ? (message as unknown as PageSnapshot) : undefined;
}

function isSnapshot(message: Record<string, unknown>): boolean {
  const strings = ['jobId', 'title', 'status', 'statusLabel'];
  const optionalStrings = [
    'simulatedNotice',
    'translationHash',
    'previousText',
    'translationPending',
    'suggestedRevisionComment',
  ];
  return (
    message['type'] === 'snapshot' &&
    strings.every((name) => isString(message[name])) &&
    optionalStrings.every((name) => isOptional(message[name], isString)) &&
    isBoolean(message['busy']) &&
    isOptional(message['document'], isBoolean) &&
    isList(message['facts'], (fact) => hasStrings(fact, ['label', 'value'])) &&
    isOptional(
      message['deliveryNotice'],
      (notice) => hasStrings(notice, ['sentence']) && isOneOf(notice['severity'], ['info', 'warning']),
    ) &&
    isPlace(message['source']) &&
    isString(message['source']['text']) &&
    isPlace(message['translation']) &&
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

const actions: readonly PageAction[] = [
  'approve',
  'revise',
  'reject',
  'cancel',
  'archive',
  'comment',
  'showChanges',
  'deliver',
  'undoDelivery',
  'insert',
  'copy',
  'openFile',
  'refresh',
];

function isAction(value: unknown): boolean {
  return isOneOf(value, actions);
}

function isPlace(value: unknown): value is Record<string, unknown> {
  return hasStrings(value, ['locale', 'label']) && isOneOf(value['direction'], ['ltr', 'rtl']);
}

function isProblem(value: unknown): boolean {
  return (
    hasStrings(value, ['sentence']) &&
    isOneOf(value['severity'], ['error', 'warning']) &&
    isOptional(value['place'], isPlaceInText)
  );
}

function isPlaceInText(value: unknown): boolean {
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

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value);
}

function isList(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isOneOf(value: unknown, values: readonly string[]): boolean {
  return isString(value) && values.includes(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
