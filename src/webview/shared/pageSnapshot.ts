/** The source or the translation. */
export interface PagePassage {
  /** BCP 47. */
  readonly locale: string;
  /** Name of the language. */
  readonly label: string;
  readonly direction: 'ltr' | 'rtl';
  readonly text: string;
}

/** A problem that the checks found in a translation. */
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
  /** The changed source text: the page marks how it differs from the ordered one. */
  readonly currentText?: string;
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

/** A job as a page shows it. */
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
  /** The translation whose approval was refused, because it has changed since then: the page marks the difference. */
  readonly previousText?: string;
  /** A sentence that is shown as long as there is no translation. */
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
