const patienceMs = 20_000;
const pauseMs = 50;

/** Waits until `condition` holds, for what no locator can see: files, other processes. Throws, naming `what`, when it does not come. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
