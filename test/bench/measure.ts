/** A function to measure; its result is ignored. */
export type Contender = () => unknown;

const totalMs = 2000;
const [minRounds, maxRounds, warmUpRounds] = [3, 9, 2];

/** Starts to measure; the returned function returns the milliseconds since then. */
export type Stopwatch = () => () => number;

/** This thread's processor time, which other programs on the machine hardly change. */
const processorTime: Stopwatch = () => {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
};

/** The time that the user waits, for work that also waits for the disk. */
export const elapsedTime: Stopwatch = () => {
  const before = performance.now();
  return () => performance.now() - before;
};

/**
 * Returns the median time of each contender, in milliseconds. They take turns, so that
 * a busy machine affects all equally, and each starts after a garbage collection. The first rounds warm up and don't
 * count, unless the contenders are so slow that there are only three rounds.
 */
export async function measure<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  stopwatch = processorTime,
): Promise<Record<Name, number>> {
  const entries = Object.entries(contenders) as [Name, Contender][];
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]));
  let spent = 0;
  for (let round = 0; round < maxRounds && (round < minRounds || spent < totalMs); round += 1) {
    for (const [name, run] of entries) {
      const time = await timeOf(run, stopwatch);
      spent += time;
      samples.get(name)?.push(time);
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(afterWarmUp(samples.get(name) ?? []))])) as Record<
    Name,
    number
  >;
}

function afterWarmUp(times: readonly number[]): readonly number[] {
  return times.slice(Math.min(warmUpRounds, times.length - minRounds));
}

/** Returns the time of one run, in milliseconds. */
export async function timeOf(run: Contender, stopwatch = processorTime): Promise<number> {
  globalThis.gc?.({ type: 'minor' });
  const read = stopwatch();
  await run();
  return read();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
