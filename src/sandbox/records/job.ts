/** A job as the sandbox keeps it. Plain data: it is stored as JSON and every change makes a new one. Times are milliseconds since the epoch. */

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

/** What was ordered: never changes. */
export interface OrderedJob {
  readonly id: number;
  readonly orderId: number;
  readonly slug: string;
  /** Empty for the job of a file. */
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
  /** A second person edits the translation before it is handed in. */
  readonly edit?: boolean;
  /** One translator for it and the other grouped jobs of its order, languages and tier. */
  readonly grouped?: boolean;
  /** Only translators whom the account prefers. */
  readonly usePreferred?: boolean;
  readonly purpose?: string;
  readonly tone?: string;
  readonly glossaryId?: number;
  readonly attachments?: readonly Attachment[];
  /** The quoted file that is to be translated. */
  readonly file?: OrderedFile;
}

export interface OrderedFile {
  /** Of its quote. */
  readonly identifier: string;
  /** As the client named it. */
  readonly filename: string;
}

/** Something to look at beside the text: a public address. */
export interface Attachment {
  readonly url: string;
  readonly filename?: string;
  readonly mimeType?: string;
}

/** How far it has come. */
export interface JobProgress {
  readonly status: JobStatus;
  /** When it came into its status. */
  readonly since: number;
  /** When it left the queue: the service's `ctime`. Absent while queued, when the job has no id for the outside either. */
  readonly createdAt?: number;
  /** The latest translation. */
  readonly bodyTgt?: string;
  readonly revisions: readonly JobRevision[];
  readonly thread: readonly JobComment[];
  /** A comment of the customer from this time has had no answer yet. */
  readonly unansweredSince?: number;
  /** How often the customer asked for a revision. */
  readonly revisionRequests: number;
  /** How often a translation was handed in: a new one differs from the last. */
  readonly submissions: number;
  /** The number of the translator who has it, or had it last. */
  readonly translator?: number;
  /** How many translators have taken it; absent before the first. */
  readonly starts?: number;
  readonly feedback?: JobFeedback;
  readonly rejection?: JobRejection;
  /** While on hold: the status before, and for how long it had lasted. */
  readonly held?: { readonly status: JobStatus; readonly elapsed: number };
}

export interface JobRevision {
  readonly id: number;
  /** Empty for the job of a file. */
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
  /** 1 poor to 5 fantastic. */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** For the staff alone: kept, never shown. */
  readonly forService?: string;
  readonly public: boolean;
}

export interface JobRejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/** The first state of what was ordered; the order's comment opens the thread. */
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
