import * as l10n from '@vscode/l10n';

/** The labels and sentences of the job page. */
export type JobStrings = ReturnType<typeof jobStrings>;

/** Returns the labels and sentences of the job page, which replaces `{0}` and `{1}` itself. */
export function jobStrings() {
  return {
    source: l10n.t('Source'),
    translation: l10n.t('Translation'),
    revisions: l10n.t('Revisions'),
    noRevisions: l10n.t('No revisions yet.'),
    compare: l10n.t('Compare revision'),
    compareWith: l10n.t('With revision'),
    compareRevisions: l10n.t('Compare in Editor'),
    noDifference: l10n.t('These two revisions are identical.'),
    /** Heading of the changes since the approved translation was shown. */
    changedSinceShown: l10n.t('Changes since the translation was shown'),
    /** Heading of the changes of the source since the order. */
    sourceChanges: l10n.t('Source changes since the order'),
    /** Cancels the job and orders the text as it is now. */
    cancelAndOrder: l10n.t('Cancel and Order Again…'),
    /** Puts the suggested comment into the comment box. */
    messageTranslator: l10n.t('Message the Translator'),
    comments: l10n.t('Comments'),
    noComments: l10n.t('No messages yet.'),
    writeComment: l10n.t('Message to the translator'),
    send: l10n.t('Send'),
    /** Heading and text box of the comments on the order. */
    order: l10n.t({ message: 'Order', comment: 'noun' }),
    orderComments: l10n.t('Comments on the order'),
    writeOrderComment: l10n.t('Message to all translators of this order'),
    orderJobs: l10n.t('Other jobs of this order'),
    approve: l10n.t('Approve'),
    approveAnyway: l10n.t('Approve Anyway'),
    /** Summary of the optional fields of an approval. */
    approveOptions: l10n.t('Rating and feedback'),
    /** The button after these fields. */
    approveWithFeedback: l10n.t('Approve with Feedback'),
    rating: l10n.t('Rating'),
    ratingNone: l10n.t('None'),
    forTranslator: l10n.t('Feedback for the translator'),
    forService: l10n.t('Private comment for the service’s staff'),
    /** Allows that the feedback is shown publicly … */
    public: l10n.t('Allow this feedback to be shown publicly'),
    /** … and explains this while it is selected. */
    publicMeaning: l10n.t(
      'Anyone may see your feedback, the source, and the translation. Don’t select this for confidential strings.',
    ),
    requestRevision: l10n.t('Request Revision'),
    /** Opens the form. */
    openRevision: l10n.t('Request Revision…'),
    sendRevision: l10n.t('Send Request'),
    revisionComment: l10n.t('What should the translator change?'),
    reject: l10n.t('Reject…'),
    cancelJob: l10n.t('Cancel Job…'),
    archive: l10n.t('Archive Job'),
    deliver: l10n.t('Deliver'),
    /** Replaces `deliver` if the delivery is held. */
    deliverAnyway: l10n.t('Deliver Anyway…'),
    undoDelivery: l10n.t('Undo Delivery'),
    showChanges: l10n.t('Show Changes'),
    insert: l10n.t('Insert'),
    copy: l10n.t('Copy'),
    openFile: l10n.t('Open File'),
    refresh: l10n.t('Refresh'),
    problems: l10n.t('Problems'),
    loading: l10n.t('Loading…'),
    commentTooLong: l10n.t('A comment can have at most {0} characters. Shorten it.'),
    commentEmpty: l10n.t('Enter a comment first.'),
    feedback: l10n.t('Your feedback'),
    added: l10n.t('Added:'),
    removed: l10n.t('Removed:'),
    details: l10n.t('Details'),
    /** Text next to the icon of a problem or a failure. */
    error: l10n.t('Error'),
    warning: l10n.t('Warning'),
    /** The name of a problem in a text; {0} is its number. */
    errorNumber: l10n.t('Error {0}'),
    warningNumber: l10n.t('Warning {0}'),
    /** Moves the focus from a problem to its location; {0} is one of the two names above. */
    showInText: l10n.t('Show {0} in the text'),
    /** {0} is a word before a sentence that is rendered on its own. */
    label: l10n.t('{0}:'),
    /** {0} is a label, {1} its value. */
    labeled: l10n.t('{0}: {1}'),
    /** {0} is a name, {1} a fact about it. */
    annotated: l10n.t('{0} ({1})'),
    /** Asks for confirmation before a translation with errors is approved. */
    approveHasErrors: l10n.t(
      'The translation has the errors listed below. Request a revision instead; an approval can’t be undone.',
    ),
    /** Cancels this confirmation. */
    back: l10n.t('Back'),
    /** Explains 1 and 5. */
    ratingScale: l10n.t('1 is poor, 5 is fantastic.'),
    /** A rating that was given; {0} is the rating. */
    ratingValue: l10n.t('{0} of 5'),
    /** {0} is the number of a revision; the oldest is 1. */
    revisionNumber: l10n.t('Revision {0}'),
    /** {0} is the length of a comment, {1} the maximum. */
    characterCount: l10n.t('{0} of {1} characters'),
    /** {0} is a key combination such as Ctrl+Enter. */
    sendShortcut: l10n.t('Press {0} to send'),
    sendKeys: l10n.t('Ctrl+Enter'),
    sendKeysOnMac: l10n.t('⌘ Enter'),
    /** Announced to screen readers while an intent is running. */
    working: l10n.t('Working…'),
    /** Says how to open the accessibility help; {0} is a key combination. */
    helpHint: l10n.t('Press {0} for accessibility help.'),
    /** Announced to screen readers when an intent succeeded; {0} is the label of its button. */
    finished: l10n.t('Done: {0}'),
  };
}
