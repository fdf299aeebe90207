import { systemClock } from '../../src/base/clock.ts';
import { faultKinds } from '../../src/sandbox/http/faults.ts';
import type { SoakSandbox } from './soakSandbox.ts';

/** What the faults hit: the calls of an order's life. */
const routes = [
  'POST /v2/translate/jobs',
  'POST /v2/translate/service/quote',
  'GET /v2/translate/jobs',
  'GET /v2/translate/order',
  'PUT /v2/translate/job',
  'GET /v2/account/balance',
] as const;

export interface Weather {
  readonly faults: () => Readonly<Record<string, number>>;
  /** Takes back the faults that hit nothing yet, and makes no more. */
  stop(): Promise<void>;
}

/** Makes a fault come up at random, again and again. `random` gives numbers from 0 up to 1. */
export function startWeather(sandbox: SoakSandbox, random: () => number, pauseMs: number): Weather {
  const ended = new AbortController();
  const counts = new Map<string, number>();
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  const blow = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const fault = pick(faultKinds);
      // One at a time: faults that wait for a call add up otherwise, and the next order would meet a wall of them.
      await sandbox.control('DELETE', '/faults').catch(() => undefined);
      // Far below the client's time limit: what is given up and arrives later is another test's matter.
      await sandbox.control('POST', '/faults', { match: pick(routes), fault, ms: 200 }).catch(() => undefined);
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      await systemClock.sleep(pauseMs * (0.5 + random()), ended.signal).catch(() => undefined);
    }
  };
  const blowing = blow();
  return {
    faults: () => Object.fromEntries(counts),
    stop: async () => {
      ended.abort();
      await blowing;
      await sandbox.control('DELETE', '/faults');
    },
  };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32), so that a run can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
