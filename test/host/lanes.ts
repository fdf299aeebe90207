import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Number of tasks that run at once: as many as the smallest machine has cores. */
const laneCount = 2;

/** Runs tasks, starting them in their order. Each gets the number of its lane, from 0. */
export async function runInLanes(tasks: readonly ((lane: number) => Promise<void>)[]): Promise<void> {
  const waiting = tasks.values();
  const run = async (lane: number): Promise<void> => {
    for (const task of waiting) await task(lane);
  };
  await Promise.all(Array.from({ length: laneCount }, (_, lane) => run(lane)));
}

const taskset = '/usr/bin/taskset';

/**
 * Returns the beginning of a command that keeps a program and its children on the core of a lane; empty if there are
 * more cores than lanes, or not on Linux. A VS Code window consists of ten processes, which wake each other up all the
 * time: on two cores of a virtual machine, two windows took 7% more processor time than on a core each.
 */
export function onCoreOf(lane: number): readonly string[] {
  if (process.platform !== 'linux' || availableParallelism() !== laneCount || !existsSync(taskset)) return [];
  // Such as `0-1`, or `4,6` in a container.
  const allowed = /^Cpus_allowed_list:\s*(\d+)[,-](\d+)$/mu.exec(readFileSync('/proc/self/status', 'utf8'));
  const core = allowed?.[lane + 1];
  return core === undefined ? [] : [taskset, '--cpu-list', core];
}
