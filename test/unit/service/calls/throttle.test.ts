import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import { sharedThrottle } from '../../../../src/service/calls/sharedThrottle.ts';
import { rateLimitFor, Throttle } from '../../../../src/service/calls/throttle.ts';

/** A clock that the test advances; sleepers wake in the order of their times. */
class ManualClock implements Clock {
  #now = 1000;
  #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sleepers.push({ until: this.#now + ms, wake: resolve });
      signal?.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  }

  async moveTo(time: number): Promise<void> {
    this.#now = time;
    const due = this.#sleepers.filter(({ until }) => until <= time);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > time);
    for (const { wake } of due) wake();
    // Runs the callbacks of the sleepers.
    await new Promise(setImmediate);
  }
}

describe('rateLimitFor', () => {
  it('converts the published rates to short windows', () => {
    assert.deepEqual(rateLimitFor('production', 'jobs'), { requests: 6, windowMs: 100 });
    assert.deepEqual(rateLimitFor('production', 'account'), { requests: 10, windowMs: 100 });
    assert.deepEqual(rateLimitFor('sandbox', 'jobs'), { requests: 1, windowMs: 200 });
    assert.deepEqual(rateLimitFor('production', 'new-jobs'), { requests: 3, windowMs: 1000 });
    assert.deepEqual(rateLimitFor('sandbox', 'order'), { requests: 1, windowMs: 100 });
  });
});

describe('Throttle', () => {
  it('starts requests up to the limit immediately and the rest in later windows, in order', async () => {
    const clock = new ManualClock();
    const throttle = new Throttle({ requests: 2, windowMs: 100 }, clock);
    const started: string[] = [];
    for (let index = 0; index < 5; index += 1) void throttle.wait().then(() => started.push(`${index}@${clock.now()}`));
    await clock.moveTo(1000);
    assert.deepEqual(started, ['0@1000', '1@1000']);
    await clock.moveTo(1099);
    assert.equal(started.length, 2);
    await clock.moveTo(1100);
    await clock.moveTo(1200);
    assert.deepEqual(started, ['0@1000', '1@1000', '2@1100', '3@1100', '4@1200']);
  });

  it('never starts more requests than allowed in any window', async () => {
    const clock = new ManualClock();
    const throttle = new Throttle({ requests: 3, windowMs: 100 }, clock);
    const starts: number[] = [];
    const waits = Array.from({ length: 40 }, () => throttle.wait().then(() => starts.push(clock.now())));
    // Steps that do not divide the window, and a long one for a busy process.
    for (let time = 1000; starts.length < waits.length; time += time === 1390 ? 1000 : 13) await clock.moveTo(time);
    starts.forEach((start, index) => {
      const third = starts[index + 3];
      if (third !== undefined) assert.ok(third - start >= 100, `${index}: ${start}, ${third}`);
    });
  });

  it('passes the slot of an aborted caller to the next', async () => {
    const clock = new ManualClock();
    const throttle = new Throttle({ requests: 1, windowMs: 100 }, clock);
    await throttle.wait();
    const controller = new AbortController();
    const refused = assert.rejects(throttle.wait(controller.signal));
    controller.abort();
    await refused;
    let started = false;
    void throttle.wait().then(() => (started = true));
    await clock.moveTo(1100);
    assert.equal(started, true);
  });

  it('rejects an aborted caller immediately while others wait', async () => {
    const throttle = new Throttle({ requests: 1, windowMs: 100 }, new ManualClock());
    await throttle.wait();
    void throttle.wait();
    const reason = new Error('enough');
    await assert.rejects(throttle.wait(AbortSignal.abort(reason)), reason);
  });

  it('does not wait for hours when the clock is set back', async () => {
    const clock = new ManualClock();
    const throttle = new Throttle({ requests: 1, windowMs: 100 }, clock);
    await clock.moveTo(10_000_000);
    await throttle.wait();
    await clock.moveTo(5000);
    let started = false;
    void throttle.wait().then(() => (started = true));
    await clock.moveTo(5000);
    await clock.moveTo(5100);
    assert.equal(started, true);
  });

  describe('with transit time', () => {
    const rateLimit = { requests: 2, windowMs: 100, transitMs: 1000 };

    it('counts an unanswered request until it must have arrived', async () => {
      const clock = new ManualClock();
      const throttle = new Throttle(rateLimit, clock);
      const started: number[] = [];
      for (let index = 0; index < 3; index += 1) void throttle.wait().then(() => started.push(clock.now()));
      await clock.moveTo(1000);
      await clock.moveTo(2099);
      assert.deepEqual(started, [1000, 1000]);
      await clock.moveTo(2100);
      assert.deepEqual(started, [1000, 1000, 2100]);
    });

    it('counts an answered request for one more window', async () => {
      const clock = new ManualClock();
      const throttle = new Throttle(rateLimit, clock);
      const [first] = [await throttle.wait(), await throttle.wait()];
      const started: number[] = [];
      void throttle.wait().then(() => started.push(clock.now()));
      await clock.moveTo(1050);
      first();
      await clock.moveTo(1149);
      assert.deepEqual(started, []);
      await clock.moveTo(1150);
      assert.deepEqual(started, [1150]);
    });

    it('never has more requests than allowed arrive in any window, however late they arrive', async () => {
      const clock = new ManualClock();
      const throttle = new Throttle(rateLimit, clock);
      const underWay: { readonly arrives: number; readonly answered: number; readonly answer: () => void }[] = [];
      const arrivals: number[] = [];
      let seed = 7;
      const random = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
      for (let index = 0; index < 60; index += 1) {
        void throttle.wait().then((answer) => {
          const arrives = clock.now() + random(400);
          underWay.push({ arrives, answered: arrives + random(100), answer });
        });
      }
      for (let time = 1000; arrivals.length < 60; time += 1) {
        await clock.moveTo(time);
        for (const request of underWay) {
          if (request.arrives === time) arrivals.push(time);
          if (request.answered === time) request.answer();
        }
      }
      arrivals.forEach((arrival, index) => {
        const second = arrivals[index + 2];
        if (second !== undefined) assert.ok(second - arrival >= 100, `${index}: ${arrival}, ${second}`);
      });
    }).timeout(20_000);
  });

  it('does not block when its store fails', async () => {
    const throttle = new Throttle({ requests: 1, windowMs: 100 }, new ManualClock(), {
      change: () => Promise.reject(new Error('torn')),
    });
    await Promise.all([throttle.wait(), throttle.wait(), throttle.wait()]);
  });

  it('is shared by all callers of a service and group', () => {
    const clock = new ManualClock();
    const of = (origin: string, group: 'jobs' | 'order'): Throttle =>
      sharedThrottle({ origin, limits: 'sandbox', group, clock, log: () => undefined }).throttle;
    const throttle = of('https://a', 'jobs');
    assert.equal(of('https://a', 'jobs'), throttle);
    assert.notEqual(of('https://a', 'order'), throttle);
    assert.notEqual(of('https://b', 'jobs'), throttle);
  });
});
