import type { Problem, ProtectedText } from '../../placeholders/read/placeholder.ts';
import { isDocument, type UnitRef } from './unitRef.ts';

/** What has become of an approved translation. */
export type DeliveryState =
  | { readonly kind: 'none' }
  | { readonly kind: 'delivered'; readonly at: number; readonly simulated: boolean }
  | { readonly kind: 'undone' }
  /** Not written, and why: a code that `editor/` has a sentence for. */
  | { readonly kind: 'held'; readonly reason: HoldReason };

export type HoldReason =
  | 'problems' // the checks found errors
  | 'target-changed' // somebody changed the value since the order
  | 'source-changed' // the source text is not what was ordered any more
  | 'waits-for-branches' // other branches of the same message are not approved yet
  | 'unit-gone' // the source file has no such unit any more
  | 'unreadable' // the target file cannot be read, or cannot hold the text
  | 'target-exists' // a document's place is taken by a file that was not delivered there
  | 'target-unsaved' // a document's place is open with unsaved changes
  | 'leads-outside' // symbolic links lead out of the open folders, and the user has not agreed to deliver there
  | 'interrupted' // a crash interrupted its delivery, and the file holds neither what was there before nor what was written
  | 'not-downloaded' // the translated document could not be fetched
  | 'no-project'; // the project it belongs to is not open

/** What is wrong with the service's last answer about a job, which is shown as it was last known. */
export type JobTrouble =
  | 'unreadable' // the answer cannot be read
  | 'unanswered' // the service answered with an error
  | 'amount'; // its price or its length cannot be read; everything else is as the service says

/** The file of a job. */
export interface TrackedDocument {
  /** Without folders. */
  readonly name: string;
  /** Bytes of the source as it was ordered. */
  readonly size: number;
  /** The translated file can be fetched. */
  readonly ready: boolean;
}

/** A job as the person sees it: texts without brackets, times in milliseconds since the epoch. */
export interface TrackedJob {
  /** The service's job id; while it has given none, `intentId:number`. */
  readonly id: string;
  /** True once the service has given an id: only then can it be opened, approved and so on. */
  readonly hasServiceId: boolean;
  readonly orderId?: string;
  /** The service's status, or 'unclear' while it is not known whether the order arrived. */
  readonly status: string;
  /** What to call it: the first unit's key, or the beginning of the text. */
  readonly title: string;
  readonly units: readonly UnitRef[];
  /** Locales, BCP 47. */
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly tier: string;
  readonly sourceText: string;
  /** The source text as a translator sees it, its placeholders in brackets; absent for a document. */
  readonly protectedText?: ProtectedText;
  /** The translation with its placeholders taken out of their brackets; absent until there is one, and for a document. */
  readonly translatedText?: string;
  /** Identifies the translation and its problems, or the translated file: an approval is about exactly what this was computed from. */
  readonly translationHash?: string;
  /** A file is translated instead of a text: `sourceText` is empty then. */
  readonly document?: TrackedDocument;
  /** What the checks say of `translatedText`. */
  readonly problems: readonly Problem[];
  readonly unitCount: number;
  readonly credits: number;
  readonly currency?: string;
  readonly createdAt?: number;
  /** When it is expected to be done. */
  readonly dueAt?: number;
  /** When the review window ends and the service approves by itself; an estimate (first seen reviewable + 120 hours). */
  readonly reviewUntil?: number;
  readonly revisionsRequested: number;
  readonly autoApprove: boolean;
  readonly delivery: DeliveryState;
  /** Translated by the sandbox, not by a person. */
  readonly simulated: boolean;
  /** Absent if the service's last answer about the job could be read. */
  readonly trouble?: JobTrouble;
}

/** The status of a job whose answer could not be read since this window was opened. */
export const unreadableStatus = 'unreadable';

/** The contract's limit of revision requests a job. */
export const maxRevisionRequests = 3;

/** The contract's review window. */
export const reviewWindowMs = 120 * 60 * 60 * 1000;

/** What can be done with a job now; menus and buttons follow these, never the status itself. */
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

/** The contract's transitions, from the client's side. */
export function actionsFor(job: TrackedJob): ReadonlySet<JobAction> {
  const actions = new Set<JobAction>(['open']);
  if (job.status === 'unclear') return actions.add('orderAgain');
  if (!job.hasServiceId) return actions;
  actions.add('comment');
  // What was shown before says nothing about the job now, so its status is not changed.
  const isKnown = job.trouble === undefined || job.trouble === 'amount';
  if (isKnown && job.status === 'reviewable') {
    actions.add('approve').add('reject');
    if (job.revisionsRequested < maxRevisionRequests) actions.add('revise');
  }
  if (isKnown && job.status === 'available') actions.add('cancel');
  if (isKnown && job.status === 'approved') actions.add('archive');
  const isTranslated = job.translatedText !== undefined || job.document?.ready === true;
  if (isTranslated && job.delivery.kind !== 'delivered' && job.units.some((unit) => unit.targetFile !== undefined))
    actions.add('showChanges');
  if (isFinished(job) && isTranslated) {
    if (job.delivery.kind === 'delivered') actions.add('undoDelivery');
    else if (!waitsForOthers(job) && job.units.some((unit) => unit.targetFile !== undefined)) actions.add('deliver');
    if (job.units.some((unit) => unit.key === undefined && !isDocument(unit))) actions.add('insert');
  }
  return actions;
}

/** Only the approval of other branches of its message can bring it into the file. */
export function waitsForOthers({ delivery }: Pick<TrackedJob, 'delivery'>): boolean {
  return delivery.kind === 'held' && delivery.reason === 'waits-for-branches';
}

/** Whether the checks found what stops an approval, and a delivery by itself. */
export function hasErrors({ problems }: { readonly problems: readonly Problem[] }): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Approved and held for a reason that a person has to look at. */
export function needsDecision({ delivery }: Pick<TrackedJob, 'delivery'>): boolean {
  return delivery.kind === 'held' && delivery.reason !== 'waits-for-branches' && delivery.reason !== 'no-project';
}

/** Approved: the text is final and paid. */
export function isFinished(job: Pick<TrackedJob, 'status'>): boolean {
  return job.status === 'approved' || job.status === 'archived';
}

/** Its translation is final and not in the file yet. */
export function waitsForDelivery(job: Pick<TrackedJob, 'status' | 'delivery' | 'units'>): boolean {
  return (
    isFinished(job) &&
    (job.delivery.kind === 'none' || job.delivery.kind === 'held') &&
    job.units.some((unit) => unit.targetFile !== undefined)
  );
}

/** Its document is final and still to be fetched: not ready yet, or out of reach the last time. */
export function waitsForFile(job: Pick<TrackedJob, 'status' | 'delivery' | 'units' | 'document'>): boolean {
  return (
    job.document !== undefined &&
    waitsForDelivery(job) &&
    (job.delivery.kind === 'none' || (job.delivery.kind === 'held' && job.delivery.reason === 'not-downloaded'))
  );
}

/** Nothing will happen to it any more by itself. */
export function isClosed(job: Pick<TrackedJob, 'status'>): boolean {
  return ['approved', 'archived', 'canceled', 'deleted', 'duplicate'].includes(job.status);
}
