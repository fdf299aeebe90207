import type { Attachment, JobComment } from './job.ts';

/** An order: its jobs have consecutive ids. Known jobs that an order was answered with are not part of it. Times in milliseconds since the epoch. */
export interface SandboxOrder {
  readonly id: number;
  readonly at: number;
  readonly firstJob: number;
  readonly jobCount: number;
  readonly cents: number;
  readonly units: number;
  readonly asGroup: boolean;
  readonly comment?: string;
  readonly purpose?: string;
  readonly tone?: string;
  /** The account's own number for a project. */
  readonly referenceId?: number;
  readonly attachments?: readonly Attachment[];
  /** What was said of the order as a whole after it was placed. */
  readonly comments?: readonly JobComment[];
  /** Of the payload, to refuse the same one when it comes again too soon. */
  readonly payloadHash: string;
}

/** Money in hundredths of a credit. */
export interface Account {
  readonly balanceCents: number;
  readonly spentCents: number;
  readonly since: number;
}
