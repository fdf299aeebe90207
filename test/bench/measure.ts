/** A function to measure; its result is ignored. */
export type Contender = () => unknown;

const totalMs = 2000;
const [minRounds, maxRounds, warmUpRounds] = [3, 9, 2];

/**
 * Returns the median time of each contender, in milliseconds of this thread's processor time. They take turns, so that
 * a busy machine affects all equally, and each starts after a garbage collection. The first rounds warm up and don't
 * count, unless the contenders are so slow that there are only three rounds.
 */
export async function measure<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries(contenders) as [Name, Contender][];
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]));
  let spent = 0;
  for (let round = 0; round < maxRounds && (round < minRounds || spent < totalMs); round += 1) {
    for (const [name, run] of entries) {
      const time = await timeOf(run);
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

/** Returns the time of one run, in milliseconds of this thread's processor time. */
export async function timeOf(run: Contender): Promise<number> {
  globalThis.gc?.({ type: 'minor' });
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
