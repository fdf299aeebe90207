/** A callback that is to be sent, or to be tried again. Times are milliseconds since the epoch, as the sandbox sees it. */
export interface PendingCallback {
  readonly id: number;
  readonly job: number;
  readonly url: string;
  /** The form field that carries it. */
  readonly field: 'job' | 'comment';
  /** JSON, as it was when it happened. */
  readonly payload: string;
  readonly madeAt: number;
  /** When it is due. */
  readonly at: number;
}
