import { present } from '../../base/present.ts';
import type {
  Attachment,
  JobComment,
  JobFeedback,
  JobProgress,
  JobRejection,
  JobStatus,
  SandboxJob,
} from '../records/job.ts';
import { nextTranslator } from './nextTranslator.ts';

/**
 * The customer's time to review (contract §1), and a translator's time to revise before the job returns to the pool
 * (support pages).
 */
export const reviewWindowMs = 120 * 3_600_000;
export const revisingWindowMs = 24 * 3_600_000;
/** Maximum number of revision requests per job (contract §8). */
export const maxRevisionRequests = 3;

/** An event of a job, caused by the customer, a translator, the staff or time. */
export type JobEvent =
  | { readonly kind: 'drain' } // the job leaves the queue
  | { readonly kind: 'start' } // a translator takes the job
  | { readonly kind: 'submit'; readonly text: string } // a translator submits a translation; empty text for a file
  | { readonly kind: 'window-ends' } // the review period ends without a review
  | { readonly kind: 'return' } // the revision period ends without a revision
  | { readonly kind: 'settle' } // the staff decides about a rejection
  | { readonly kind: 'approve'; readonly feedback?: JobFeedback }
  | { readonly kind: 'revise'; readonly comment: string }
  | { readonly kind: 'reject'; readonly rejection: JobRejection }
  | { readonly kind: 'archive' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'release' }
  | { readonly kind: 'withdraw' } // support cancels the job
  | {
      readonly kind: 'comment';
      readonly author: JobComment['author'];
      readonly body: string;
      readonly attachments?: readonly Attachment[];
    };

export type JobEventKind = JobEvent['kind'];

/** The statuses in which each event is possible (contract §3; otherwise public material). */
const allowedIn: Readonly<Record<JobEventKind, readonly JobStatus[]>> = {
  drain: ['queued'],
  start: ['available'],
  submit: ['pending', 'revising'],
  'window-ends': ['reviewable'],
  return: ['revising'],
  settle: ['rejected'],
  approve: ['reviewable'],
  revise: ['reviewable'],
  reject: ['reviewable'],
  archive: ['approved'],
  cancel: ['available'],
  hold: ['available', 'pending', 'reviewable', 'revising', 'rejected'],
  release: ['hold'],
  withdraw: ['available', 'pending', 'reviewable', 'revising', 'rejected', 'hold'],
  comment: ['available', 'pending', 'reviewable', 'approved', 'revising', 'rejected', 'canceled', 'hold', 'archived'],
};

export type Refusal = 'wrong-status' | 'no-revisions-left';

/** Returns why the event is not possible now; undefined if it is. */
export function refusal(job: SandboxJob, kind: JobEventKind): Refusal | undefined {
  if (!allowedIn[kind].includes(job.status)) return 'wrong-status';
  if (kind === 'revise' && job.revisionRequests >= maxRevisionRequests) return 'no-revisions-left';
  return undefined;
}

/**
 * Returns the job after the event. Pure: the same job, event and time give the same job. Throws if the event is
 * refused; callers check `refusal` first.
 */
export function applyEvent(job: SandboxJob, event: JobEvent, now: number): SandboxJob {
  const reason = refusal(job, event.kind);
  if (reason !== undefined) throw new Error(`A job that is ${job.status} cannot ${event.kind}: ${reason}.`);
  switch (event.kind) {
    case 'drain':
      return enter(job, 'available', now, { createdAt: now });
    case 'start':
      return enter(job, 'pending', now, { translator: nextTranslator(job), starts: (job.starts ?? 0) + 1 });
    case 'submit':
      return submit(job, event.text, now);
    case 'window-ends':
      return enter(job, 'approved', now);
    case 'return':
      return enter(job, 'available', now);
    case 'settle':
      return enter(job, job.rejection?.followUp === 'cancel' ? 'canceled' : 'available', now);
    case 'approve':
      return enter(job, 'approved', now, present({ feedback: event.feedback }));
    case 'revise':
      return enter(addComment(job, { author: 'customer', body: event.comment, at: now }), 'revising', now, {
        revisionRequests: job.revisionRequests + 1,
      });
    case 'reject':
      return enter(job, 'rejected', now, { rejection: event.rejection });
    case 'archive':
      return enter(job, 'archived', now);
    case 'cancel':
    case 'withdraw':
      return enter(job, 'canceled', now);
    case 'hold':
      return enter(job, 'hold', now, { held: { status: job.status, elapsed: now - job.since } });
    case 'release':
      return release(job, now);
    case 'comment':
      return addComment(job, commentOf(event, now));
  }
}

function enter(job: SandboxJob, status: JobStatus, now: number, changes: Partial<JobProgress> = {}): SandboxJob {
  return { ...job, ...changes, status, since: now };
}

/**
 * Records a revision whenever the text changes, including the first text; resubmitting the same text records none. A
 * file has no text here to compare, so every submission is a change.
 */
function submit(job: SandboxJob, text: string, now: number): SandboxJob {
  const revisions = [...job.revisions];
  if (job.file !== undefined || text !== job.bodyTgt)
    revisions.push({ id: job.id * 100 + job.revisions.length + 1, text, at: now });
  return enter(job, job.autoApprove ? 'approved' : 'reviewable', now, {
    bodyTgt: text,
    revisions,
    submissions: job.submissions + 1,
  });
}

/** Restores the previous status, with the same part of its time window used up as when the job was put on hold. */
function release(job: SandboxJob, now: number): SandboxJob {
  const { held, ...rest } = job;
  if (held === undefined) throw new Error('A job on hold has no previous status.');
  return { ...rest, status: held.status, since: now - held.elapsed };
}

function commentOf({ author, body, attachments }: Extract<JobEvent, { kind: 'comment' }>, now: number): JobComment {
  return present({ author, body, at: now, attachments });
}

function addComment(job: SandboxJob, comment: JobComment): SandboxJob {
  const { unansweredSince, ...rest } = job;
  const thread = [...job.thread, comment];
  if (comment.author !== 'customer') return { ...rest, thread };
  return { ...rest, thread, unansweredSince: unansweredSince ?? comment.at };
}
