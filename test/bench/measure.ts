/** One side of a comparison; what it gives is dropped. */
export type Contender = () => unknown;

const BUDGET_MS = 2000;
const [MIN_ROUNDS, MAX_ROUNDS, WARM_UPS] = [3, 9, 2];

/**
 * The median of each contender's times, in milliseconds of this thread's processor time. They take turns, so that a busy
 * machine disturbs all alike, and nobody pays for another's garbage. The first rounds warm up; there are fewer rounds
 * where one takes long, and where there are only three, the first counts too: a median bears it.
 */
export async function measure<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries(contenders) as [Name, Contender][];
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]));
  let spent = 0;
  for (let round = 0; round < MAX_ROUNDS && (round < MIN_ROUNDS || spent < BUDGET_MS); round += 1) {
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
  return times.slice(Math.min(WARM_UPS, times.length - MIN_ROUNDS));
}

/** Milliseconds of this thread's processor time. */
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
