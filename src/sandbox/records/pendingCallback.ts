/** A callback to send, or to send again. Times are milliseconds since the epoch on the sandbox's clock. */
export interface PendingCallback {
  readonly id: number;
  readonly job: number;
  readonly url: string;
  /** The name of the form field that carries `body`. */
  readonly field: 'job' | 'comment';
  /** JSON, as it was when the event happened. */
  readonly payload: string;
  readonly madeAt: number;
  /** When the next attempt is due. */
  readonly at: number;
}
