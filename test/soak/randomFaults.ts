import { systemClock } from '../../src/base/clock.ts';
import { faultKinds } from '../../src/sandbox/http/faults.ts';
import type { SoakSandbox } from './soakSandbox.ts';

/** The calls that the faults affect. */
const routes = [
  'POST /v2/translate/jobs',
  'POST /v2/translate/service/quote',
  'GET /v2/translate/jobs',
  'GET /v2/translate/order',
  'PUT /v2/translate/job',
  'GET /v2/account/balance',
] as const;

export interface RandomFaults {
  readonly faults: () => Readonly<Record<string, number>>;
  /** Removes pending faults and adds no more. */
  stop(): Promise<void>;
}

/** Adds random faults repeatedly. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export function startRandomFaults(sandbox: SoakSandbox, random: () => number, pauseMs: number): RandomFaults {
  const ended = new AbortController();
  const counts = new Map<string, number>();
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  const addFaults = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const fault = pick(faultKinds);
      // One at a time: otherwise pending faults would accumulate and all affect the next order.
      await sandbox.control('DELETE', '/faults').catch(() => undefined);
      // Far below the client's timeout: requests that arrive after it are covered by another test.
      await sandbox.control('POST', '/faults', { match: pick(routes), fault, ms: 200 }).catch(() => undefined);
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      await systemClock.sleep(pauseMs * (0.5 + random()), ended.signal).catch(() => undefined);
    }
  };
  const addingFaults = addFaults();
  return {
    faults: () => Object.fromEntries(counts),
    stop: async () => {
      ended.abort();
      await addingFaults;
      await sandbox.control('DELETE', '/faults');
    },
  };
}

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), reproducible by its seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
