/**
 * Runs tasks, starting them in their order.
 * @param laneCount number of tasks that run at once; by default, as many as the smallest machine has cores
 */
export async function runInLanes(tasks: readonly (() => Promise<void>)[], laneCount = 2): Promise<void> {
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
}
