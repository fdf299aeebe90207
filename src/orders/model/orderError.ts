/** The reason why the domain refuses an action. `words/` has a sentence for each. */
export type OrderErrorReason =
  | 'not-a-locale-file'
  | 'no-locale-files' // in the selected folders
  | 'source-unknown' // always an UnknownSourceError, which has the languages that the source may be in
  | 'locale-unsupported' // the service does not translate from or into this locale
  | 'pair-unsupported'
  | 'nothing-to-order'
  | 'not-a-document' // a file outside the open folders
  | 'mixed-documents' // documents of several folders or languages at once
  | 'no-document' // the translated file does not exist yet
  | 'in-flight' // the same units have been ordered since the plan was made
  | 'plan-stale' // a unit was ordered, delivered, or edited after the plan was made
  | 'interrupted' // this process was suspended, and another one may have continued since then
  | 'over-budget' // always an OverBudgetError, which has the figures
  | 'not-allowed' // always a PolicyError, which names the policies
  | 'journal-newer' // a later version wrote journal lines that this one does not understand
  | 'busy' // another window holds the journal
  | 'disk-full' // the journal could not be written
  | 'read-only' // the target file's permissions forbid writing
  | 'unknown-job'
  | 'wrong-state'
  | 'already-started' // cancel and order again: a translator has started the job
  | 'problems' // approve: the checks found errors
  | 'changed-since-shown' // approve: always a ChangedSinceShownError, which has the translation that was shown
  | 'comment-empty'
  | 'comment-too-long'
  | 'no-project'
  | 'changed-since' // undo: the file was changed after the delivery
  | 'nothing-to-undo'
  | 'not-delivered'; // deliver: held, see the job's delivery state

export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly reason: OrderErrorReason;
  /** The locale, path or job title that the sentence names. */
  readonly subject: string | undefined;

  constructor(reason: OrderErrorReason, subject?: string) {
    super(subject === undefined ? reason : `${reason}: ${subject}`);
    this.reason = reason;
    this.subject = subject;
  }
}
