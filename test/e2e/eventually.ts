const timeoutMs = 20_000;
const pauseMs = 50;

/** Waits until `condition` holds. For conditions outside the window, such as files and other processes. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`Timed out waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
