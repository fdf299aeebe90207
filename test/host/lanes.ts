/** Number of tasks that run at once: as many as the smallest machine has cores. */
const laneCount = 2;

/** Runs tasks, starting them in their order. */
export async function runInLanes(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
}
