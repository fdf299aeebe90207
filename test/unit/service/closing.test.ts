import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { failureOf, ok, withClient, type Respond } from './localService.ts';

/** The system's clock, except that sleeps of three seconds last until `letGo` is called. */
function controlledClock(): { readonly clock: Clock; readonly wake: () => void; readonly slept: () => number } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let slept = 0;
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (ms !== 3000) {
      await systemClock.sleep(ms, signal);
      return;
    }
    slept += 1;
    await promise;
  };
  return {
    clock: { now: () => Date.now(), sleep },
    wake: () => {
      resolve(undefined);
    },
    slept: () => slept,
  };
}

/** Answers when `answer` is called. */
function holding(response: unknown): { readonly respond: Respond; readonly answer: () => void } {
  const held: (() => void)[] = [];
  return {
    respond: (...given) => {
      held.push(() => {
        ok(response)(...given);
      });
    },
    answer: () => {
      for (const answer of held.splice(0)) answer();
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

describe('closing the client', () => {
  it('aborts reads immediately, waits for the answer to a change, and refuses later calls', async () => {
    const { clock, slept } = controlledClock();
    const { respond, answer } = holding({});
    await withClient(
      respond,
      async (client, service) => {
        const read = failureOf(client.account.balance());
        const change = client.jobs.archive('7');
        await until(() => service.received.length === 2);
        const closing = client.close();
        assert.deepEqual([(await read).reason, (await read).outcome], ['aborted', 'unknown']);
        for (const late of [
          client.jobs.archive('8'),
          client.account.balance(),
          client.files.download('https://example.com/x', { maxBytes: 1 }),
        ]) {
          const failure = await failureOf(late);
          assert.deepEqual([failure.reason, failure.outcome], ['aborted', 'not-sent']);
        }
        await until(() => slept() === 1);
        answer();
        await change;
        await closing;
        assert.equal(service.received.length, 2);
      },
      { clock },
    );
  });

  it('aborts a change without an answer after three seconds, with unknown outcome', async () => {
    const { clock, wake, slept } = controlledClock();
    const { respond } = holding({});
    await withClient(
      respond,
      async (client, service) => {
        const change = failureOf(client.jobs.archive('7'));
        await until(() => service.received.length === 1);
        const closing = client.close();
        await until(() => slept() === 1);
        wake();
        assert.deepEqual([(await change).reason, (await change).outcome], ['aborted', 'unknown']);
        await closing;
      },
      { clock },
    );
  });

  it('aborts a change that waits for the throttle, with nothing sent', async () => {
    const { clock } = controlledClock();
    const { respond, answer } = holding({ order_id: 1, credits_used: 1 });
    await withClient(
      respond,
      async (client, service) => {
        const order = (key: string) =>
          client.orders.place({ jobs: [{ key, text: key, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }] });
        const first = order('a');
        await until(() => service.received.length === 1);
        // The sandbox allows one request in 200 ms, and the first has no answer yet.
        const second = failureOf(order('b'));
        const closing = client.close();
        assert.deepEqual([(await second).reason, (await second).outcome], ['aborted', 'not-sent']);
        answer();
        await first;
        await closing;
        assert.equal(service.received.length, 1);
      },
      { clock, limits: 'sandbox' },
    );
  });

  it('stops a read between two attempts, and a series of changes between two calls', async () => {
    const { respond, answer } = holding({});
    await withClient(
      respond,
      async (client, service) => {
        const row = failureOf(client.jobs.archiveMany(Array.from({ length: 60 }, (_, index) => String(index + 1))));
        await until(() => service.received.length === 1);
        const closing = client.close();
        answer();
        assert.deepEqual([(await row).reason, (await row).outcome], ['aborted', 'not-sent']);
        await closing;
        assert.equal(service.received.length, 1);
      },
      { clock: controlledClock().clock },
    );
  });

  it('can be repeated, and needs no earlier call', async () => {
    await withClient(ok({}), async (client) => {
      await Promise.all([client.close(), client.close()]);
      await client.close();
    });
  });
});

describe('connections', () => {
  it('are kept alive for reads', async () => {
    await withClient(
      ok({ credits: 1 }),
      async (client, service) => {
        for (let turn = 0; turn < 5; turn += 1) {
          await client.account.balance();
          // The kept-alive connection is free one tick after its answer.
          await setImmediate();
        }
        assert.equal(service.received.length, 5);
        assert.equal(service.connections(), 1);
      },
      { clock: systemClock },
    );
  });

  it('are limited to eight, and no read waits for an aborted one', async () => {
    const { respond, answer } = holding({ credits: 1 });
    await withClient(
      respond,
      async (client, service) => {
        const impatient = new AbortController();
        const reads = Array.from({ length: 9 }, () => client.account.balance());
        const given = Array.from({ length: 5 }, () => failureOf(client.account.balance({ signal: impatient.signal })));
        await until(() => service.received.length === 8);
        impatient.abort();
        for (const failure of await Promise.all(given))
          assert.deepEqual([failure.reason, failure.outcome], ['aborted', 'not-sent']);
        answer();
        await until(() => service.received.length === 9);
        answer();
        await Promise.all(reads);
        assert.ok(service.connections() <= 8);
        assert.equal(service.received.length, 9);
      },
      { clock: systemClock },
    );
  });
});
