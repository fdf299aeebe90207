/** The ids of all commands of the extension. The manifest's test compares them with the manifest. */
export const commandIds = [
  'humanTranslation.quoteSelection',
  'humanTranslation.orderSelection',
  'humanTranslation.quoteFile',
  'humanTranslation.orderFile',
  'humanTranslation.quoteProject',
  'humanTranslation.orderProject',
  'humanTranslation.orderBranch',
  'humanTranslation.previewProject',
  'humanTranslation.quoteFolder',
  'humanTranslation.orderFolder',
  'humanTranslation.previewFolder',
  'humanTranslation.orderRest',
  'humanTranslation.quoteDocument',
  'humanTranslation.orderDocument',
  'humanTranslation.previewSent',
  'humanTranslation.backToQuote',
  'humanTranslation.orderPreviewed',
  'humanTranslation.checkCount',
  'humanTranslation.approve',
  'humanTranslation.revise',
  'humanTranslation.reject',
  'humanTranslation.cancel',
  'humanTranslation.cancelOrder',
  'humanTranslation.archive',
  'humanTranslation.openJob',
  'humanTranslation.reviewTranslations',
  'humanTranslation.refresh',
  'humanTranslation.groupJobs',
  'humanTranslation.groupByStatus',
  'humanTranslation.groupedByStatus',
  'humanTranslation.groupByOrder',
  'humanTranslation.groupedByOrder',
  'humanTranslation.groupByFile',
  'humanTranslation.groupedByFile',
  'humanTranslation.groupByLocale',
  'humanTranslation.groupedByLocale',
  'humanTranslation.filterJobs',
  'humanTranslation.clearFilter',
  'humanTranslation.showMoreJobs',
  'humanTranslation.showChanges',
  'humanTranslation.reviewAsChanges',
  'humanTranslation.threadReply',
  'humanTranslation.threadRevise',
  'humanTranslation.threadApprove',
  'humanTranslation.threadReject',
  'humanTranslation.threadOpenJob',
  'humanTranslation.threadRetry',
  'humanTranslation.threadDiscard',
  'humanTranslation.deliver',
  'humanTranslation.undoDelivery',
  'humanTranslation.insertTranslation',
  'humanTranslation.copyTranslation',
  'humanTranslation.goToSource',
  'humanTranslation.goToTranslation',
  'humanTranslation.orderAgain',
  'humanTranslation.connect',
  'humanTranslation.useSandbox',
  'humanTranslation.disconnect',
  'humanTranslation.switchService',
  'humanTranslation.refreshAccount',
  'humanTranslation.exportSpending',
  'humanTranslation.setBudget',
  'humanTranslation.exportJournal',
  'humanTranslation.openSample',
  'humanTranslation.showLog',
  'humanTranslation.reportIssue',
  'humanTranslation.accessibilityHelp',
  'humanTranslation.sandboxStart',
  'humanTranslation.sandboxFinish',
  'humanTranslation.sandboxComment',
  'humanTranslation.sandboxHold',
  'humanTranslation.sandboxRelease',
  'humanTranslation.sandboxExpire',
] as const;

export type CommandId = (typeof commandIds)[number];

/** Commands that order translations. */
export const orderingCommands: ReadonlySet<CommandId> = new Set([
  'humanTranslation.orderSelection',
  'humanTranslation.orderFile',
  'humanTranslation.orderProject',
  'humanTranslation.orderBranch',
  'humanTranslation.orderFolder',
  'humanTranslation.orderRest',
  'humanTranslation.orderDocument',
  'humanTranslation.orderPreviewed',
]);

export const jobsViewId = 'humanTranslation.jobs';
export const accountViewId = 'humanTranslation.account';
export const jobPageType = 'humanTranslation.job';
export const reviewPageType = 'humanTranslation.review';
/** VS Code's id of the walkthrough: the publisher, the name, and the id in the manifest. */
export const walkthroughId = 'human-translation.human-translation#start';

/** Context keys that the manifest's `when` clauses use. */
export const contextKeys = {
  /** Whether the sandbox is in use. */
  sandbox: 'humanTranslation.sandbox',
  /** Why the tree is empty: an `EmptyState`. */
  state: 'humanTranslation.state',
  /** How the jobs are grouped: a `Grouping`. */
  grouping: 'humanTranslation.grouping',
  /** Why the Account view is empty: an `EmptyState`. */
  accountState: 'humanTranslation.accountState',
  /** Whether a filter hides jobs. */
  filtered: 'humanTranslation.filtered',
  /** Whether an order of this workspace was interrupted. */
  unfinished: 'humanTranslation.unfinished',
  /** Paths of open previews from which an order can be placed, and of those with a quote to go back to. */
  orderPreviews: 'humanTranslation.orderPreviews',
  quotePreviews: 'humanTranslation.quotePreviews',
  /** Paths of locale files, each as a member of an object. */
  localeFiles: 'humanTranslation.localeFiles',
  /** Whether `localeFiles` has all files that menus would otherwise recognize by their names. */
  scanned: 'humanTranslation.scanned',
  /** Whether the open folders were searched and have no locale files. */
  noLocaleFiles: 'humanTranslation.noLocaleFiles',
  /** Events that have happened; each completes a step of the walkthrough. */
  sampleOpened: 'humanTranslation.sampleOpened',
  ordered: 'humanTranslation.ordered',
  delivered: 'humanTranslation.delivered',
  connected: 'humanTranslation.connected',
  budgetSet: 'humanTranslation.budgetSet',
} as const;

/** `none`: nothing was ordered, or the jobs have not been loaded yet. `filtered`: the filter hides jobs. */
export type EmptyState = 'loading' | 'failed' | 'notConnected' | 'keysGone' | 'filtered' | 'none';

/** The argument of the command that opens a job: the jobs of a string, one of which the user picks. */
export interface JobChoiceArgument {
  readonly jobIds: readonly string[];
}

/** The second argument of the command that orders a file: the locales that are selected at first. */
export interface FileArgument {
  readonly locales: readonly string[];
}

/**
 * The argument of job commands: a row of the tree, or the job's id with the answers that the command would otherwise
 * ask for.
 */
export interface JobArgument {
  readonly jobId: string;
  /**
   * Approve: `translationHash` of the job as it was shown. Without it, this window's state of the job counts as shown.
   */
  readonly translationHash?: string;
}

/** A group of the tree: commands apply to all of its jobs. */
export interface JobsArgument {
  readonly jobs: readonly JobArgument[];
}
