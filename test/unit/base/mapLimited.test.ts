import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mapLimited } from '../../../src/base/mapLimited.ts';

describe('mapLimited', () => {
  it('returns the results in the order of the items, and never runs more than the limit', async () => {
    let running = 0;
    let most = 0;
    const results = await mapLimited([5, 1, 4, 2, 3], 2, async (steps) => {
      running += 1;
      most = Math.max(most, running);
      for (let step = 0; step < steps; step += 1) await setImmediate();
      running -= 1;
      return steps * 10;
    });
    assert.deepEqual([results, most], [[50, 10, 40, 20, 30], 2]);
  });

  it('rejects with the first error, and starts no further item', async () => {
    const started: number[] = [];
    const run = mapLimited([1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      await setImmediate();
      if (item === 1) throw new Error('one');
      return item;
    });
    await assert.rejects(run, { message: 'one' });
    await setImmediate();
    assert.deepEqual(started, [1, 2]);
  });

  it('aborts the signal of the other items after an error, and together with the signal of the caller', async () => {
    const waitForAbort = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const failed = Promise.withResolvers<unknown>();
    const run = mapLimited(['fails', 'waits'], 2, (item, signal) => {
      if (item === 'fails') return Promise.reject(new Error('first'));
      const waiting = waitForAbort(signal);
      waiting.catch(failed.resolve);
      return waiting;
    });
    await assert.rejects(run, { message: 'first' });
    assert.equal(String(await failed.promise), 'Error: aborted');

    const caller = new AbortController();
    const aborted = mapLimited([1], 1, (_, signal) => waitForAbort(signal), caller.signal);
    caller.abort();
    await assert.rejects(aborted, { message: 'aborted' });
  });

  it('accepts no items', async () => {
    assert.deepEqual(await mapLimited([], 3, () => Promise.reject(new Error('never'))), []);
  });
});
