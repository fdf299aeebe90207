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
  /** Of the payload, to refuse the same one when it comes again too soon. */
  readonly payloadHash: string;
}

/** Money in hundredths of a credit. */
export interface Account {
  readonly balanceCents: number;
  readonly spentCents: number;
  readonly since: number;
}
