/**
 * The page's own labels and sentences. The extension supplies them as JSON in `<body data-strings>`, so that they are
 * localized with all others. The page replaces `{0}` and `{1}`.
 */
export type PageStrings = Readonly<Record<PageString, string>>;

export const pageStrings = [
  'source',
  'translation',
  'revisions',
  'noRevisions',
  'compare',
  'compareWith',
  'compareRevisions',
  'noDifference',
  /** Heading of the changes since the approved translation was shown. */
  'changedSinceShown',
  /** Heading of the changes of the source since the order. */
  'sourceChanges',
  /** Cancels the job and orders the text as it is now. */
  'cancelAndOrder',
  /** Puts the suggested comment into the comment box. */
  'messageTranslator',
  'comments',
  'noComments',
  'writeComment',
  'send',
  /** Heading and text box of the comments on the order. */
  'order',
  'orderComments',
  'writeOrderComment',
  'orderJobs',
  'approve',
  'approveAnyway',
  /** Summary of the optional fields of an approval. */
  'approveOptions',
  /** The button after these fields. */
  'approveWithFeedback',
  'rating',
  'ratingNone',
  'forTranslator',
  'forService',
  /** Allows that the feedback is shown publicly … */
  'public',
  /** … and explains this while it is selected. */
  'publicMeaning',
  'requestRevision',
  /** Opens the form. */
  'openRevision',
  'sendRevision',
  'revisionComment',
  'reject',
  'cancelJob',
  'archive',
  'showChanges',
  'deliver',
  /** Replaces `deliver` if the delivery is held. */
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
  /** Text next to the icon of a problem or a failure. */
  'error',
  'warning',
  /** The name of a problem in a text; {0} is its number. */
  'errorNumber',
  'warningNumber',
  /** Moves the focus from a problem to its location; {0} is one of the two names above. */
  'showInText',
  /** {0} is a word before a sentence that is rendered on its own. */
  'label',
  /** {0} is a label, {1} its value. */
  'labeled',
  /** {0} is a name, {1} a fact about it. */
  'annotated',
  /** Asks for confirmation before a translation with errors is approved. */
  'approveHasErrors',
  /** Cancels this confirmation. */
  'back',
  /** Explains 1 and 5. */
  'ratingScale',
  /** A rating that was given; {0} is the rating. */
  'ratingValue',
  /** {0} is the number of a revision; the oldest is 1. */
  'revisionNumber',
  /** {0} is the length of a comment, {1} the maximum. */
  'characterCount',
  /** {0} is a key combination such as Ctrl+Enter. */
  'sendShortcut',
  'sendKeys',
  'sendKeysOnMac',
  /** Announced to screen readers while an intent is running. */
  'working',
  /** Says how to open the accessibility help; {0} is a key combination. */
  'helpHint',
  /** Announced to screen readers when an intent succeeded; {0} is the label of its button. */
  'finished',
] as const;
export type PageString = (typeof pageStrings)[number];
