/** Runs tasks, starting them in their order, as many at once as there are lanes: as the smallest machine has cores. */
export async function runInLanes(tasks: readonly (() => Promise<void>)[], lanes = 2): Promise<void> {
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
