import type { Attachment, JobComment } from './job.ts';

/**
 * An order. Its jobs have consecutive ids; identical jobs from earlier orders are not part of it. Times are
 * milliseconds since the epoch.
 */
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
  /** Comments posted on the order as a whole after it was placed. */
  readonly comments?: readonly JobComment[];
  /** Hash of the payload, used to reject the same payload if it is sent again too soon. */
  readonly payloadHash: string;
}

/** Amounts are in hundredths of a credit. */
export interface Account {
  readonly balanceCents: number;
  readonly spentCents: number;
  readonly since: number;
}
