/** After this time, VS Code has moved a notification to its list, and the next one may be shown. */
const shownMs = 5 * 60_000;

/** Shows the notifications that no command of the user led to, one at a time. */
export class NotificationQueue {
  /** Resolves when no notification of the queue is shown. Never rejects. */
  #untilFree: Promise<void> = Promise.resolve();

  /**
   * Shows a notification after those before it. `show` resolves when the user has closed it. Resolves then, or once the
   * notification is only in VS Code's list. Rejects if `show` does.
   */
  show(show: () => Promise<void>): Promise<void> {
    const untilClosed = this.#untilFree.then(() => untilHidden(show()));
    this.#untilFree = untilClosed.catch(() => undefined);
    return untilClosed;
  }
}

async function untilHidden(untilClosed: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, shownMs, undefined);
  try {
    await Promise.race([untilClosed, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
