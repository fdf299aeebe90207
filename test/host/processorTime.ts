import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the processor (`man 5 proc`). */
const ticksPerSecond = 100;
const sampleMs = 500;

const clocks = new AsyncLocalStorage<ProcessorClock>();

/** Counts a process and its descendants from now on for the suite that starts it, if there is any. */
export function countProcess(pid: number | undefined): void {
  if (pid !== undefined) clocks.getStore()?.add(pid);
}

/** Runs something whose processes belong to no suite. */
export function uncounted<T>(run: () => T): T {
  return clocks.exit(run);
}

/**
 * Runs something, and returns the processor time (user and system, in seconds) of the processes that it starts and of
 * their descendants; undefined where the system does not say. The last half second of a process may be missing.
 */
export async function withProcessorTime<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly processorSeconds: number | undefined }> {
  const clock = new ProcessorClock();
  const timer = setInterval(() => {
    clock.sample();
  }, sampleMs);
  try {
    const result = await clocks.run(clock, run);
    clock.sample();
    return { result, processorSeconds: process.platform === 'linux' ? clock.ticks / ticksPerSecond : undefined };
  } finally {
    clearInterval(timer);
  }
}

class ProcessorClock {
  /** What each counted process had used when it was added, and when it was last seen, in ticks. */
  readonly #used = new Map<number, { readonly from: number; to: number }>();

  get ticks(): number {
    return [...this.#used.values()].reduce((sum, { from, to }) => sum + to - from, 0);
  }

  add(pid: number): void {
    const ticks = ticksOf(pid, runningProcesses());
    this.#used.set(pid, { from: ticks, to: ticks });
  }

  sample(): void {
    if (this.#used.size === 0) return;
    const running = runningProcesses();
    for (const [pid, used] of this.#used) used.to = Math.max(used.to, ticksOf(pid, running));
  }
}

interface RunningProcess {
  readonly parent: number;
  /** Its own, and of its children that have ended. */
  readonly ticks: number;
}

/** Returns what a process and its descendants have used. */
function ticksOf(pid: number, running: ReadonlyMap<number, RunningProcess>): number {
  let ticks = running.get(pid)?.ticks ?? 0;
  for (const [child, { parent }] of running) if (parent === pid) ticks += ticksOf(child, running);
  return ticks;
}

function runningProcesses(): ReadonlyMap<number, RunningProcess> {
  const running = new Map<number, RunningProcess>();
  if (process.platform !== 'linux') return running;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The second field, a name in parentheses, may contain spaces: fields are counted after it, from the third.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      running.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // The process has ended.
    }
  }
  return running;
}
