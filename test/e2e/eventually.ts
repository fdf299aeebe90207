const timeoutMs = 60_000;
const pauseMs = 50;

/**
 * Waits until `condition` holds. For conditions outside the window, such as files and other processes. A condition that
 * throws does not hold yet: a file may be read while it is being written.
 */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      if (await condition()) return;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`Timed out waiting for ${what}.`, { cause });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Waits until a file has another text, and returns it. VS Code empties a file before it writes to it, so a text counts
 * once it was read twice.
 */
export async function changedText(what: string, before: string, read: () => Promise<string>): Promise<string> {
  let text = before;
  await eventually(what, async () => {
    const last = text;
    text = await read();
    return text !== before && text !== '' && text === last;
  });
  return text;
}
