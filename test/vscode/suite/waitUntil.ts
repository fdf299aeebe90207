const patienceMs = 15_000;
const pauseMs = 50;

/** Asks again and again until the answer is true. Rejects with `what` when that does not come. */
export async function waitUntil(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`This did not come: ${what}.`);
}
