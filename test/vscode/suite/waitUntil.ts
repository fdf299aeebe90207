const timeoutMs = 15_000;
const pauseMs = 50;

/** Waits until `condition` holds. Rejects with `what` after a timeout. */
export async function waitUntil(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`Timed out waiting for ${what}.`);
}
