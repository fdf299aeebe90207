import type { Problem, ProtectedText } from '../../placeholders/read/placeholder.ts';
import type { ComparedUnit } from './sourceState.ts';
import { isDocument, type UnitRef } from './unitRef.ts';
import type { Job } from '../../service/interface/records.ts';

/** The state of an approved translation's delivery. */
export type DeliveryState =
  | { readonly kind: 'none' }
  | { readonly kind: 'delivered'; readonly at: number; readonly simulated: boolean }
  | { readonly kind: 'undone' }
  /** Not written, for a reason that `words/` has a sentence for. */
  | { readonly kind: 'held'; readonly reason: HoldReason };

/** Why the translation of an approved job is not written to its file. */
export type HoldReason =
  | 'problems' // the checks found errors
  | 'target-changed' // the target's value was changed after the order
  | 'source-changed' // the source text was changed after the order
  | 'waits-for-branches' // other branches of the same message are not approved yet
  | 'unit-gone' // the source file no longer has this unit
  | 'several-places' // the key was renamed or the file moved, and several places have its text: the user decides
  | 'source-missing' // the source file does not exist, for example because another branch is checked out
  | 'conflict-markers' // the source or the target file has conflict markers of a merge
  | 'unreadable' // the source or the target file cannot be read, or the target cannot hold the text
  | 'target-exists' // the document's target path is taken by a file that was not delivered there
  | 'target-unsaved' // the document's target file is open with unsaved changes
  | 'leads-outside' // symbolic links lead out of the open folders, and the user has not agreed to deliver there
  | 'refused-file' // the target is a link to another file, no regular file, or one that belongs to a tool
  | 'not-seen' // approved before by somebody with the account, and its text was not shown on this machine
  | 'interrupted' // a crash interrupted the delivery, and the file has neither its old nor its new content
  | 'not-downloaded' // the translated document could not be fetched
  | 'no-project'; // the project it belongs to is not open

/** The problem with the service's last response about a job. The job is shown as it was last known. */
export type ResponseProblem =
  | 'unreadable' // the response cannot be read
  | 'unanswered' // the service responded with an error
  | 'unreached' // the service was not reached since this window was opened: its keys are missing, or the network
  | 'amount'; // the price or the length cannot be read; everything else is up to date

/** The options that a job was ordered with; absent ones were not used. */
export interface OrderedOptions {
  /** Another person edits the translation. */
  readonly edit?: boolean;
  readonly purpose?: string;
  readonly tone?: string;
  readonly glossaryId?: string;
  /** Only preferred translators may translate. */
  readonly usePreferred?: boolean;
  /** One translator gets all jobs of the order. */
  readonly asGroup?: boolean;
  /** The customer's number for a project. */
  readonly referenceId?: number;
  /** Names of the attached files. */
  readonly attachments?: readonly string[];
}

/** The file of a job. */
export interface TrackedDocument {
  /** Without folders. */
  readonly name: string;
  /** Bytes of the source as it was ordered. */
  readonly size: number;
  /** True if the translated file can be downloaded. */
  readonly ready: boolean;
}

/** A job as it is shown to the user: texts without brackets, times in milliseconds since the epoch. */
export interface TrackedJob {
  /** The service's job id; `intentId:number` until the service has assigned one. */
  readonly id: string;
  /** True once the service has assigned an id. Only then can the job be opened, approved and so on. */
  readonly hasServiceId: boolean;
  readonly orderId?: string;
  /** The service's status, or 'unclear' while the order is unconfirmed. */
  readonly status: string;
  /** The name of the job: the first unit's key, or the beginning of the text. */
  readonly title: string;
  readonly units: readonly UnitRef[];
  /** Locales, BCP 47. */
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly tier: string;
  readonly sourceText: string;
  /** The source text as translators see it, with placeholders in brackets; absent for a document. */
  readonly protectedText?: ProtectedText;
  /** The translation without the brackets around placeholders; absent until it exists, and for a document. */
  readonly translatedText?: string;
  /** Hash of the translation and its problems, or of the translated file. An approval is only valid for this hash. */
  readonly translationHash?: string;
  /** Present if a file is translated instead of a text. `sourceText` is empty then. */
  readonly document?: TrackedDocument;
  /** The problems that the checks found in `translatedText`. */
  readonly problems: readonly Problem[];
  readonly unitCount: number;
  readonly credits: number;
  readonly currency?: string;
  readonly createdAt?: number;
  /** The expected completion time. */
  readonly dueAt?: number;
  /** When the review period ends and the service approves the job: 120 hours after its newest revision. */
  readonly reviewUntil?: number;
  /**
   * True if the time of the newest revision is unknown, so that the review may end before `reviewUntil`, which is 120
   * hours after this machine has noticed that the job can be reviewed.
   */
  readonly reviewMayEndEarlier?: true;
  readonly revisionsRequested: number;
  readonly autoApprove: boolean;
  /** Absent for a job without options, and for one whose order this journal doesn't have. */
  readonly options?: OrderedOptions;
  /** The comment that the translators of the order received. */
  readonly orderComment?: string;
  /** The most characters that the translation may have. */
  readonly maxChars?: number;
  readonly delivery: DeliveryState;
  /** Translated by the sandbox, not by a person. */
  readonly simulated: boolean;
  /** Units whose source is no longer as it was ordered. Absent without such units, or before they are compared. */
  readonly sourceChanges?: readonly ComparedUnit[];
  /** Absent if the service's last response about the job could be read. */
  readonly responseProblem?: ResponseProblem;
  /** True if the last known message of the job's thread is a translator's, so that it waits for an answer. */
  readonly hasOpenQuestion?: true;
}

/** The status of a job for which no response could be read since this window was opened. */
export const unreadableStatus = 'unreadable';

/** The status of a job if the service was not reached since this window was opened. */
export const unreachedStatus = 'unreached';

/** The service's limit of revision requests per job. */
export const maxRevisionRequests = 3;

/** The service's review period, in milliseconds. */
export const reviewWindowMs = 120 * 60 * 60 * 1000;

/** An action that is available for a job. Menus and buttons depend on these, never on the status itself. */
export type JobAction =
  | 'approve'
  | 'revise'
  | 'reject'
  | 'cancel'
  | 'archive'
  | 'comment'
  | 'open'
  | 'showChanges'
  | 'deliver'
  | 'undoDelivery'
  | 'insert'
  | 'orderAgain';

/** Returns the actions that a client may take in a job's current state. */
export function actionsFor(job: TrackedJob): ReadonlySet<JobAction> {
  const actions = new Set<JobAction>(['open']);
  if (job.status === 'unclear') return actions.add('orderAgain');
  if (!job.hasServiceId) return actions;
  actions.add('comment');
  // The current status is unknown if the last response could not be read, so the job's status must not be changed.
  const isKnown = job.responseProblem === undefined || job.responseProblem === 'amount';
  if (isKnown && job.status === 'reviewable') {
    actions.add('approve').add('reject');
    if (job.revisionsRequested < maxRevisionRequests) actions.add('revise');
  }
  if (isKnown && job.status === 'available') actions.add('cancel');
  if (isKnown && job.status === 'approved') actions.add('archive');
  const hasTranslation = job.translatedText !== undefined || job.document?.ready === true;
  const hasTarget = job.units.some((unit) => unit.targetFile !== undefined);
  const hasPassage = job.units.some((unit) => unit.key === undefined && !isDocument(unit));
  const isDelivered = job.delivery.kind === 'delivered';
  if (hasTranslation && hasTarget && !isDelivered) actions.add('showChanges');
  if (isFinished(job) && hasTranslation) {
    if (isDelivered) actions.add('undoDelivery');
    else if (hasTarget && !waitsForOthers(job)) actions.add('deliver');
    if (hasPassage) actions.add('insert');
  }
  return actions;
}

/** Returns whether a job can only be delivered after other branches of the same message are approved. */
export function waitsForOthers({ delivery }: Pick<TrackedJob, 'delivery'>): boolean {
  return delivery.kind === 'held' && delivery.reason === 'waits-for-branches';
}

/** Returns whether the checks found errors, which prevent approval and automatic delivery. */
export function hasErrors({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Returns whether a job is approved, and its delivery is held for a reason that the user has to decide on. */
export function needsDecision({ delivery }: Pick<TrackedJob, 'delivery'>): boolean {
  return delivery.kind === 'held' && !isExpectedHold(delivery.reason);
}

/** Returns whether a job waits for the user: for a review, an answer to the translator, or a decision on a delivery. */
export function waitsForUser(job: Pick<TrackedJob, 'status' | 'hasOpenQuestion' | 'delivery'>): boolean {
  return job.status === 'reviewable' || job.hasOpenQuestion === true || needsDecision(job);
}

/** Returns whether a delivery is held only until something else happens, without a decision of the user. */
export function isExpectedHold(reason: HoldReason): boolean {
  return reason === 'waits-for-branches' || reason === 'no-project' || reason === 'source-missing';
}

/** Returns whether a delivery is held because of the source, so that a change of its file may end that. */
export function isSourceHold(reason: HoldReason): boolean {
  return isLostHold(reason) || reason === 'source-changed';
}

/** Returns whether a delivery is held because the key or the source file is gone. */
export function isLostHold(reason: HoldReason): boolean {
  return reason === 'unit-gone' || reason === 'several-places' || reason === 'source-missing';
}

/** Returns whether a job is approved: its translation is final and paid for. */
export function isFinished(job: Pick<TrackedJob, 'status'>): boolean {
  return job.status === 'approved' || job.status === 'archived';
}

/** Returns whether a job's translation is final and not yet in its file. */
export function waitsForDelivery(job: Pick<TrackedJob, 'status' | 'delivery' | 'units'>): boolean {
  const hasTarget = job.units.some((unit) => unit.targetFile !== undefined);
  return isFinished(job) && hasTarget && (job.delivery.kind === 'none' || job.delivery.kind === 'held');
}

/** Returns whether a job's document is final but not downloaded yet: it was not ready, or the last download failed. */
export function waitsForFile(job: Pick<TrackedJob, 'status' | 'delivery' | 'units' | 'document'>): boolean {
  if (job.document === undefined || !waitsForDelivery(job)) return false;
  return job.delivery.kind !== 'held' || job.delivery.reason === 'not-downloaded';
}

/** Returns whether the service will make no more changes to a job. */
export function isClosed(job: Pick<TrackedJob, 'status'>): boolean {
  return ['approved', 'archived', 'canceled', 'deleted', 'duplicate'].includes(job.status);
}

/** Statuses of jobs that produce no translation, or (`archived`) no other one: their units may be ordered again. */
const withoutResult = new Set(['canceled', 'deleted', 'duplicate', 'archived']);

/** Returns whether a job with this status will not produce a translation. */
export function hasNoResult(status: string): boolean {
  return withoutResult.has(status);
}

/** Statuses in which the service's text is a finished translation. */
const translatedStatuses = new Set(['reviewable', 'approved', 'archived']);

/** Whether the text that the service returns for a job is a finished translation. */
export function isTranslated({ status }: Pick<Job, 'status'>): boolean {
  return translatedStatuses.has(status);
}

/** Whether the translated file of a job is final or reviewable, and can be downloaded. */
export function isReady({ status, file }: Job): boolean {
  return isTranslated({ status }) && file?.ready === true && file.targetUrl !== undefined;
}

/** Jobs, sorted by whether an action can be performed on all of them at once. */
export interface JobChoice {
  readonly ready: readonly TrackedJob[];
  /** Jobs with errors: these are approved one by one, after the user has seen the errors. */
  readonly withErrors: readonly TrackedJob[];
  /** Jobs that do not support the action, or no longer. */
  readonly notPossible: readonly TrackedJob[];
}

/** Sorts jobs by whether an action can be performed on all of them at once. */
export function chooseReady(jobs: readonly TrackedJob[], action: JobAction): JobChoice {
  const possible = jobs.filter((job) => actionsFor(job).has(action));
  const isExcluded = (job: TrackedJob): boolean => action === 'approve' && hasErrors(job);
  return {
    ready: possible.filter((job) => !isExcluded(job)),
    withErrors: possible.filter(isExcluded),
    notPossible: jobs.filter((job) => !possible.includes(job)),
  };
}

/** Returns the jobs of an order that no translator has started. */
export function cancelableJobs(jobs: readonly TrackedJob[], orderId: string): readonly TrackedJob[] {
  return jobs.filter((job) => job.orderId === orderId && actionsFor(job).has('cancel'));
}
