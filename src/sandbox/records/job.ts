/**
 * A job as the sandbox stores it: plain data, stored as JSON; every change makes a new object. Times are milliseconds
 * since the epoch.
 */

export const jobStatuses = [
  'queued',
  'available',
  'pending',
  'reviewable',
  'approved',
  'revising',
  'rejected',
  'canceled',
  'hold',
  'archived',
] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface SandboxJob extends OrderedJob, JobProgress {}

/** The ordered work, which never changes. */
export interface OrderedJob {
  readonly id: number;
  readonly orderId: number;
  readonly slug: string;
  /** Empty for a file job. */
  readonly bodySrc: string;
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Charged words or characters. */
  readonly unitCount: number;
  /** Price in hundredths of a credit. */
  readonly cents: number;
  readonly autoApprove: boolean;
  readonly position: number;
  readonly comment?: string;
  readonly customData?: string;
  readonly callbackUrl?: string;
  /** Character limit of the translation. */
  readonly maxChars?: number;
  /** Whether a second person edits the translation before it is submitted. */
  readonly edit?: boolean;
  /** Whether one translator does all grouped jobs of the order that have the same languages and tier. */
  readonly grouped?: boolean;
  /** Whether only the account's preferred translators may take the job. */
  readonly usePreferred?: boolean;
  readonly purpose?: string;
  readonly tone?: string;
  readonly glossaryId?: number;
  readonly attachments?: readonly Attachment[];
  /** The quoted file to translate. */
  readonly file?: OrderedFile;
}

export interface OrderedFile {
  /** The identifier from the file's quote. */
  readonly identifier: string;
  /** The file name given by the client. */
  readonly filename: string;
}

/** Reference material for the translator: a public address. */
export interface Attachment {
  readonly url: string;
  readonly filename?: string;
  readonly mimeType?: string;
}

/** The job's progress. */
export interface JobProgress {
  readonly status: JobStatus;
  /** When the job entered its status. */
  readonly since: number;
  /**
   * When the job left the queue: the service's `ctime`. Absent while queued; until then the job has no public id
   * either.
   */
  readonly createdAt?: number;
  /** The latest translation. */
  readonly bodyTgt?: string;
  readonly revisions: readonly JobRevision[];
  readonly thread: readonly JobComment[];
  /** When the oldest customer comment without an answer was posted. */
  readonly unansweredSince?: number;
  /** Number of revisions that the customer has requested. */
  readonly revisionRequests: number;
  /** Number of submitted translations; each differs from the previous one. */
  readonly submissions: number;
  /** The number of the current translator, or of the last one. */
  readonly translator?: number;
  /** Number of translators who have taken the job; absent before the first. */
  readonly starts?: number;
  readonly feedback?: JobFeedback;
  readonly rejection?: JobRejection;
  /** While on hold: the previous status and how long it had lasted. */
  readonly held?: { readonly status: JobStatus; readonly elapsed: number };
}

export interface JobRevision {
  readonly id: number;
  /** Empty for a file job. */
  readonly text: string;
  readonly at: number;
}

export interface JobComment {
  readonly author: 'customer' | 'translator';
  readonly body: string;
  readonly at: number;
  readonly attachments?: readonly Attachment[];
}

export interface JobFeedback {
  /** From 1 (poor) to 5 (fantastic). */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** For the staff only: stored, never shown. */
  readonly forService?: string;
  readonly public: boolean;
}

export interface JobRejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/** Returns the initial state of ordered work; the order's comment opens the thread. */
export function queueJob(ordered: OrderedJob, now: number): SandboxJob {
  return {
    ...ordered,
    status: 'queued',
    since: now,
    revisions: [],
    thread: ordered.comment === undefined ? [] : [{ author: 'customer', body: ordered.comment, at: now }],
    revisionRequests: 0,
    submissions: 0,
  };
}
