import { existsSync } from 'node:fs';
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
  return [taskset, '--cpu-list', String(lane)];
}
