import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { retryAfter } from '../../../../src/service/http/transport.ts';
import type { ServiceClient } from '../../../../src/service/interface/serviceClient.ts';
import { failureOf, ok, raw, testClock, withClient, type Received, type Respond } from '../localService.ts';

const order = { order: { order_id: 5, jobs_queued: 0 } };

/** Asks for a pause in the first answer only. */
function pausing(seconds: number | string, status = 429): Respond {
  return (response, received, index) => {
    const balance = received.path.endsWith('/balance') ? { credits: 1 } : {};
    const good = received.path.includes('/order/') ? order : balance;
    (index === 0 ? raw('busy', status, { 'retry-after': String(seconds) }) : ok(good))(response, received, index);
  };
}

function paths(received: readonly Received[]): readonly string[] {
  return received.map((request) => request.path.replace(/^.*\/(\w+\/\d+)$/u, '$1'));
}

describe('the pause that a service asks for', () => {
  it('delays the other requests of its resource group until it is over', async () => {
    const clock = testClock();
    const begin = clock.now();
    await withClient(
      pausing(1800),
      async (client, service) => {
        const failure = await failureOf(client.orders.get('1', { once: true }));
        assert.deepEqual([failure.reason, failure.retryAfterMs], ['throttled', 1_800_000]);
        assert.equal(failure.tryAnyway, undefined, 'The pause must be kept automatically.');
        await client.account.balance();
        assert.ok(clock.now() < begin + 1_800_000, 'Other resource groups must continue.');
        await client.orders.get('2');
        assert.ok(clock.now() >= begin + 1_800_000);
        assert.deepEqual(
          paths(service.received).filter((name) => name.startsWith('order')),
          ['order/1', 'order/2'],
        );
      },
      { clock },
    );
  });

  it('delays the automatic retry of a read, for up to an hour', async () => {
    const clock = testClock();
    const begin = clock.now();
    await withClient(
      pausing(3600),
      async (client, service) => {
        await client.orders.get('1');
        assert.ok(clock.now() >= begin + 3_600_000);
        assert.equal(service.received.length, 2);
      },
      { clock },
    );
  });

  for (const [what, tryAnyway] of [
    ['with the option for it', (client: ServiceClient) => client.orders.get('3', { ignoreHold: true })],
    [
      'after the error has been asked for a try',
      async (client: ServiceClient) => {
        (await failureOf(client.orders.get('9'))).tryAnyway?.();
        return client.orders.get('3');
      },
    ],
  ] as const) {
    it(`is shown if it is longer than an hour, and the user may try anyway: once, ${what}`, async () => {
      const clock = testClock();
      await withClient(
        pausing(3601),
        async (client, service) => {
          const failure = await failureOf(client.orders.get('1'));
          assert.deepEqual(
            [failure.reason, failure.outcome, failure.retryAfterMs, typeof failure.tryAnyway],
            ['throttled', 'unknown', 3_601_000, 'function'],
          );
          const held = await failureOf(client.orders.get('2'));
          assert.deepEqual([held.reason, held.outcome, typeof held.tryAnyway], ['throttled', 'not-sent', 'function']);
          assert.ok((held.retryAfterMs ?? 0) > 3_600_000);
          await tryAnyway(client);
          assert.equal((await failureOf(client.orders.get('4'))).outcome, 'not-sent');
          assert.deepEqual(paths(service.received), ['order/1', 'order/3']);
        },
        { clock },
      );
    });
  }

  it('rejects a change that would be late, with nothing sent', async () => {
    const clock = testClock();
    const begin = clock.now();
    await withClient(
      pausing(60),
      async (client, service) => {
        await failureOf(client.orders.get('1', { once: true }));
        const held = await failureOf(client.orders.cancel('1'));
        assert.deepEqual(
          [held.reason, held.outcome, held.retryAfterMs],
          ['throttled', 'not-sent', begin + 60_000 - clock.now()],
        );
        assert.equal(service.received.length, 1);
      },
      { clock },
    );
  });

  it('applies to the other windows of this machine', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hold-'));
    const clock = testClock();
    const begin = clock.now();
    try {
      await withClient(
        pausing(600),
        async (client, { baseUrl }) => {
          await failureOf(client.orders.get('1', { once: true }));
          // A client with another clock shares no memory with the first, like another window.
          const other = testClock(begin);
          await withClient(
            pausing(600),
            async (second) => {
              await second.orders.get('2');
              assert.ok(other.now() >= begin + 600_000);
            },
            { clock: other, throttleFolder: folder, baseUrl },
          );
        },
        { clock, throttleFolder: folder },
      );
    } finally {
      // A throttle may be writing its file now.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it('does not begin after a successful answer', async () => {
    await withClient(
      (response, received, index) => {
        raw(JSON.stringify({ opstat: 'ok', response: order }), 200, { 'retry-after': '600' })(
          response,
          received,
          index,
        );
      },
      async (client, service) => {
        await client.orders.get('1');
        await client.orders.get('2', { longestHoldMs: 0 });
        assert.equal(service.received.length, 2);
      },
    );
  });
});

describe('retryAfter', () => {
  const now = (): number => Date.UTC(2030, 0, 1, 12, 0, 0);
  const date = 'Tue, 01 Jan 2030 11:00:00 GMT';

  it('reads seconds and each date format, relative to the date of the answer', () => {
    assert.equal(retryAfter('7', undefined, now), 7000);
    assert.equal(retryAfter(' 120 ', undefined, now), 120_000);
    assert.equal(retryAfter('Tue, 01 Jan 2030 12:10:00 GMT', undefined, now), 600_000);
    assert.equal(
      retryAfter('Tue, 01 Jan 2030 11:10:00 GMT', date, now),
      600_000,
      'the clock of this machine is an hour ahead',
    );
    assert.equal(retryAfter('Tuesday, 01-Jan-30 11:10:00 GMT', date, now), 600_000);
    assert.equal(retryAfter('Tue Jan  1 11:10:00 2030', date, now), 600_000);
  });

  it('ignores unexpected values', () => {
    for (const header of [
      '',
      '0',
      '-5',
      '1.5',
      '7s',
      'soon',
      '1e9',
      '1893456000',
      '99999999',
      '2030-01-01',
      'Tue, 99 Foo 2030 11:10:00 GMT',
      'Tue, 01 Jan 2030 10:00:00 GMT',
      'Tue, 01 Jan 2036 12:00:00 GMT',
    ]) {
      assert.equal(retryAfter(header, date, now), undefined, header);
    }
    assert.equal(retryAfter(undefined, date, now), undefined);
    assert.equal(retryAfter(['7', '8'], date, now), undefined);
  });
});
