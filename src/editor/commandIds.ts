/** Every command of the extension and its arguments. The manifest's test compares the two lists. */
export const commandIds = [
  'humanTranslation.quoteSelection',
  'humanTranslation.orderSelection',
  'humanTranslation.quoteFile',
  'humanTranslation.orderFile',
  'humanTranslation.quoteDocument',
  'humanTranslation.orderDocument',
  'humanTranslation.previewSent',
  'humanTranslation.approve',
  'humanTranslation.revise',
  'humanTranslation.reject',
  'humanTranslation.cancel',
  'humanTranslation.cancelOrder',
  'humanTranslation.archive',
  'humanTranslation.openJob',
  'humanTranslation.refresh',
  'humanTranslation.showChanges',
  'humanTranslation.deliver',
  'humanTranslation.undoDelivery',
  'humanTranslation.insertTranslation',
  'humanTranslation.copyTranslation',
  'humanTranslation.orderAgain',
  'humanTranslation.connect',
  'humanTranslation.useSandbox',
  'humanTranslation.disconnect',
  'humanTranslation.exportJournal',
  'humanTranslation.showLog',
  'humanTranslation.sandboxStart',
  'humanTranslation.sandboxFinish',
  'humanTranslation.sandboxComment',
  'humanTranslation.sandboxHold',
  'humanTranslation.sandboxRelease',
  'humanTranslation.sandboxExpire',
] as const;

export type CommandId = (typeof commandIds)[number];

export const jobsViewId = 'humanTranslation.jobs';
export const jobPageType = 'humanTranslation.job';

/** Keys that `when` clauses of the manifest read. */
export const contextKeys = {
  /** The sandbox translates. */
  sandbox: 'humanTranslation.sandbox',
  /** Why the tree is empty, an EmptyState. */
  state: 'humanTranslation.state',
  /** Paths of locale files, each as a member of an object. */
  localeFiles: 'humanTranslation.localeFiles',
  /** Whether `localeFiles` has all files that menus would otherwise recognize by their names. */
  scanned: 'humanTranslation.scanned',
} as const;

/** `none`: nothing was ordered, or nobody has looked yet. */
export type EmptyState = 'loading' | 'failed' | 'notConnected' | 'none';

/**
 * The argument of commands on a job: a row of the tree, or the job's id with the answers that the command would ask
 * for.
 */
export interface JobArgument {
  readonly jobId: string;
  /**
   * Approve: `translationHash` of the job as it was shown. Without it, the job as this window has it counts as shown.
   */
  readonly translationHash?: string;
}
