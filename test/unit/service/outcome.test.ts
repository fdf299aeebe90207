import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { systemClock } from '../../../src/base/clock.ts';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import type { NewOrder } from '../../../src/service/interface/records.ts';
import { signature } from '../../../src/service/http/signature.ts';
import {
  credentials,
  cut,
  err,
  failureOf,
  localService,
  ok,
  raw,
  testClock,
  withClient,
  type Respond,
} from './localService.ts';

const order: NewOrder = {
  jobs: [{ key: 'job_1', text: 'Save', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
};
const placed = { order_id: 5, job_count: 1, credits_used: '0.05' };

const never: Respond = () => undefined;
const headersThenCut: Respond = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"opstat":"ok","response":{"order_id":5');
  void setImmediate().then(() => response.destroy());
};

describe('placing an order: outcome of a failure', () => {
  const table: Readonly<Record<string, readonly [Respond, reason: string, outcome: string]>> = {
    'an error from the catalog': [err({ code: 2700, msg: '' }), 'credits', 'refused'],
    'an error of a job': [err({ job_1: [{ code: 1551, msg: '' }] }), 'invalid', 'refused'],
    'the same payload again': [err({ code: 1754, msg: '' }), 'duplicate-submit', 'unknown'],
    'one job of which came before': [err({ job_1: [{ code: 1754, msg: '' }] }), 'duplicate-submit', 'unknown'],
    'code 2800': [err({ code: 2800, msg: '' }), 'unavailable', 'unknown'],
    'code 500': [err({ code: 500, msg: '' }, 500), 'unavailable', 'unknown'],
    'an unknown code': [err({ code: 7777, msg: '' }), 'service', 'unknown'],
    'a message alone': [err({ msg: 'pq: invalid input' }), 'service', 'unknown'],
    'a cut connection': [cut, 'network', 'unknown'],
    'a cut answer': [headersThenCut, 'network', 'unknown'],
    'half an answer': [raw('{"opstat":"ok","respo'), 'unreadable', 'unknown'],
    'a page': [raw('<html>oops</html>'), 'unreadable', 'unknown'],
    'a gateway page': [raw('<html>oops</html>', 502), 'unavailable', 'unknown'],
    nothing: [raw(''), 'unreadable', 'unknown'],
    'a page that asks for authentication': [raw('<html>log in</html>', 401), 'authentication', 'unknown'],
    'a page that forbids': [raw('<html>blocked</html>', 403), 'forbidden', 'unknown'],
    'JSON of a gateway that forbids': [raw('{"message":"Forbidden"}', 403), 'forbidden', 'unknown'],
    'an error without a code, with 403': [err({}, 403), 'forbidden', 'unknown'],
    'a code with 403': [err({ code: 2700, msg: '' }, 403), 'credits', 'refused'],
    'a page of a proxy': [raw('<html>proxy</html>', 407), 'proxy-authentication', 'unknown'],
    'too many requests': [raw('slow down', 429), 'throttled', 'unknown'],
    'no order and no jobs': [ok({}), 'unreadable', 'unknown'],
    'an order without its price': [ok({ order_id: 5 }), 'unreadable', 'unknown'],
    'a redirect': [raw('', 307, { location: 'https://example.com/v2' }), 'insecure', 'unknown'],
  };
  for (const [what, [respond, reason, outcome]] of Object.entries(table)) {
    it(`${what}: ${reason}, ${outcome}, sent once`, async () => {
      await withClient(respond, async (client, service) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], [reason, outcome]);
        assert.equal(service.received.length, 1);
      });
    });
  }

  it('no answer in time: timeout, unknown', async () => {
    await withClient(
      never,
      async (client, service) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], ['timeout', 'unknown']);
        assert.equal(service.received.length, 1);
      },
      { timeoutMs: 200 },
    );
  });

  it('no server: network, not sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const client = createServiceClient({
      baseUrl: `http://127.0.0.1:${port}/v2`,
      credentials: () => Promise.resolve(credentials),
      userAgent: 'Test',
      limits: 'production',
    });
    const failure = await failureOf(client.orders.place(order));
    assert.deepEqual([failure.reason, failure.outcome], ['network', 'not-sent']);
    assert.match(failure.message, /ECONNREFUSED/);
    await client.close();
  });

  it('a name that does not exist: network, not sent', async () => {
    const client = createServiceClient({
      baseUrl: 'https://service.invalid/v2',
      credentials: () => Promise.resolve(credentials),
      userAgent: 'Test',
      limits: 'production',
      timeoutMs: 5000,
    });
    const failure = await failureOf(client.orders.place(order));
    assert.equal(failure.outcome, 'not-sent');
    await client.close();
  });

  it('aborted in advance: aborted, not sent', async () => {
    await withClient(ok(placed), async (client, service) => {
      const failure = await failureOf(client.orders.place(order, { signal: AbortSignal.abort() }));
      assert.deepEqual([failure.reason, failure.outcome], ['aborted', 'not-sent']);
      assert.equal(service.received.length, 0);
    });
  });

  it('aborted while throttled: aborted, not sent', async () => {
    await withClient(
      ok(placed),
      async (client, service) => {
        const order1 = client.orders.place(order);
        const impatient = new AbortController();
        const order2 = failureOf(client.orders.place(order, { signal: impatient.signal }));
        await order1;
        impatient.abort();
        const failure = await order2;
        assert.deepEqual([failure.reason, failure.outcome], ['aborted', 'not-sent']);
        assert.equal(service.received.length, 1);
      },
      // Never wakes: the sandbox allows one request in 200 ms, so the second waits until it is aborted.
      {
        limits: 'sandbox',
        clock: {
          now: () => 0,
          sleep: (_, signal) =>
            new Promise((_resolve, reject) =>
              signal?.addEventListener('abort', () => {
                reject(new Error());
              }),
            ),
        },
      },
    );
  });

  it('not confirmed before sending: aborted, not sent, with the reason', async () => {
    await withClient(ok(placed), async (client, service) => {
      const reason = new Error('changed its mind');
      const failure = await failureOf(client.orders.place(order, { confirm: () => Promise.reject(reason) }));
      assert.deepEqual([failure.reason, failure.outcome, failure.cause], ['aborted', 'not-sent', reason]);
      assert.equal(service.received.length, 0);
    });
  });

  it('is confirmed once, after the throttle', async () => {
    const events: string[] = [];
    let now = 0;
    await withClient(
      (response, ...rest) => {
        events.push('sent');
        ok(placed)(response, ...rest);
      },
      async (client) => {
        await client.orders.place(order);
        await client.orders.place(order, {
          confirm: () => Promise.resolve(events.push('confirmed')).then(() => undefined),
        });
        assert.deepEqual(events, ['sent', 'waited', 'confirmed', 'sent']);
      },
      // One request in 200 ms.
      {
        limits: 'sandbox',
        clock: {
          now: () => now,
          sleep: (ms) => {
            now += ms;
            if (!events.includes('waited')) events.push('waited');
            return Promise.resolve();
          },
        },
      },
    );
  });

  it('aborted while the service works: aborted, unknown', async () => {
    const impatient = new AbortController();
    const respond: Respond = () => {
      impatient.abort();
    };
    await withClient(respond, async (client) => {
      const failure = await failureOf(client.orders.place(order, { signal: impatient.signal }));
      assert.deepEqual([failure.reason, failure.outcome], ['aborted', 'unknown']);
    });
  });

  it('closed while the service works: aborted, unknown; and nothing is sent afterwards', async () => {
    await withClient(never, async (client, service) => {
      const failing = failureOf(client.orders.place(order));
      while (service.received.length === 0) await setImmediate();
      await client.close();
      assert.deepEqual([(await failing).reason, (await failing).outcome], ['aborted', 'unknown']);
      const late = await failureOf(client.orders.place(order));
      assert.deepEqual([late.reason, late.outcome], ['aborted', 'not-sent']);
    });
  });

  it('no keys: no-credentials, not sent; keys that cannot be read, too', async () => {
    await withClient(
      ok(placed),
      async (client) => {
        assert.equal((await failureOf(client.orders.place(order))).reason, 'no-credentials');
      },
      {
        credentials: () => Promise.resolve(undefined),
      },
    );
    await withClient(
      ok(placed),
      async (client, service) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], ['no-credentials', 'not-sent']);
        assert.doesNotMatch(inspect(failure, { depth: 9 }), /hunter2/);
        assert.equal(service.received.length, 0);
      },
      { credentials: () => Promise.reject(new Error('cannot decrypt hunter2')) },
    );
  });

  it('returns the order although the log throws', async () => {
    await withClient(
      ok(placed),
      async (client) => {
        assert.equal((await client.orders.place(order)).orderId, '5');
      },
      {
        log: () => {
          throw new Error('disk full');
        },
      },
    );
  });

  it('uses a new connection, because a stale one could lose the request', async () => {
    const sockets = new Set<Socket>();
    const respond: Respond = (response, received, index) => {
      if (response.socket) sockets.add(response.socket);
      ok(received.method === 'GET' ? { credits: 1 } : placed)(response, received, index);
    };
    await withClient(respond, async (client, service) => {
      await client.account.balance();
      // The kept-alive connection is free one tick after its answer.
      await setImmediate();
      await client.account.balance();
      assert.equal(sockets.size, 1);
      await client.orders.place(order);
      await client.orders.place(order);
      assert.equal(sockets.size, 3);
      assert.equal(service.connections(), 3);
    });
  });
});

describe('retrying reads', () => {
  const transientErrors: Readonly<Record<string, Respond>> = {
    'code 2800': err({ code: 2800, msg: '' }),
    'status 429': raw('', 429),
    'status 502': raw('<html>', 502),
    'status 503': raw('', 503),
    'a cut connection': cut,
    'a page': raw('<html>'),
  };
  for (const [what, failing] of Object.entries(transientErrors)) {
    it(`after ${what}, with growing pauses`, async () => {
      const clock = testClock();
      const respond: Respond = (response, received, index) => {
        (index < 3 ? failing : ok({ credits: '1' }))(response, received, index);
      };
      await withClient(
        respond,
        async (client, service) => {
          assert.equal((await client.account.balance()).credits, 1);
          assert.equal(service.received.length, 4);
          assert.equal(clock.slept.length, 3);
          clock.slept.forEach((ms, index) => {
            assert.ok(ms >= 375 * 2 ** index && ms <= 625 * 2 ** index, `${ms}`);
          });
          assert.equal(
            new Set(service.received.map(({ query }) => query.get('api_sig'))).size > 1,
            true,
            'signed again',
          );
        },
        { clock },
      );
    });
  }

  it('at most three times', async () => {
    await withClient(raw('', 503), async (client, service) => {
      assert.equal((await failureOf(client.account.balance())).reason, 'unavailable');
      assert.equal(service.received.length, 4);
    });
  });

  it('after the time named by the service', async () => {
    const clock = testClock();
    const respond: Respond = (response, received, index) => {
      (index === 0 ? raw('', 429, { 'retry-after': '7' }) : ok({ credits: '1' }))(response, received, index);
    };
    await withClient(
      respond,
      async (client) => {
        await client.account.balance();
        assert.deepEqual(clock.slept, [7000]);
      },
      { clock },
    );
  });

  it('not after a permanent error', async () => {
    await withClient(err({ code: 1000, msg: '' }), async (client, service) => {
      assert.equal((await failureOf(client.account.balance())).reason, 'authentication');
      assert.equal(service.received.length, 1);
    });
  });

  it('until it is aborted', async () => {
    const impatient = new AbortController();
    const respond: Respond = (response, received, index) => {
      raw('', 503)(response, received, index);
      void setImmediate().then(() => {
        impatient.abort();
      });
    };
    await withClient(
      respond,
      async (client) => {
        assert.equal((await failureOf(client.account.balance({ signal: impatient.signal }))).reason, 'aborted');
      },
      { clock: systemClock },
    );
  });

  it('never for changes', async () => {
    await withClient(raw('', 503), async (client, service) => {
      const changes = [
        () => client.jobs.approve('7'),
        () => client.jobs.cancel('7'),
        () => client.jobs.comment('7', 'x'),
      ];
      for (const change of changes) assert.equal((await failureOf(change())).outcome, 'unknown');
      assert.equal(service.received.length, changes.length);
    });
  });

  it('aborts the other batches after a failed one', async () => {
    const respond: Respond = (response, received, index) => {
      if (received.path.includes('/0,')) err({ code: 1000, msg: '' })(response, received, index);
    };
    await withClient(respond, async (client) => {
      const ids = Array.from({ length: 400 }, (_, index) => String(index));
      assert.equal((await failureOf(client.jobs.get(ids))).reason, 'authentication');
    });
  });
});

describe('redirects', () => {
  it('are not followed, so that keys are not sent elsewhere', async () => {
    await using elsewhere = await localService(ok({ credits: 1 }));
    await withClient(raw('', 302, { location: `${elsewhere.baseUrl}/account/balance` }), async (client, service) => {
      const failure = await failureOf(client.account.balance());
      assert.deepEqual([failure.reason, failure.httpStatus], ['insecure', 302]);
      assert.equal(service.received.length, 1);
      assert.equal(elsewhere.received.length, 0);
    });
  });
});

describe('secrets', () => {
  const secrets = [
    credentials.apiKey,
    encodeURIComponent(credentials.apiKey),
    credentials.privateKey,
    signature(credentials.privateKey, 1_700_000_000),
    'api_sig=',
    'timestamp_after',
  ];
  const echo: Respond = (response, received, index) => {
    raw(`<p>${received.path}?${received.query.toString()} ${received.body} ${credentials.apiKey}</p>`, 200)(
      response,
      received,
      index,
    );
  };
  const echoError: Respond = (response, received, index) => {
    err({ code: 1000, msg: `wrong key ${credentials.apiKey}, ${signature(credentials.privateKey, 1_700_000_000)}` })(
      response,
      received,
      index,
    );
  };
  const respond: Readonly<Record<string, Respond>> = {
    'a cut connection': cut,
    'a page that echoes': echo,
    'an error that echoes': echoError,
    'a redirect': raw('', 302),
  };
  for (const [what, answer] of Object.entries(respond)) {
    it(`are in no error and no log after ${what}`, async () => {
      await withClient(answer, async (client, _service, lines) => {
        for (const call of [
          () => client.jobs.list({ timestampAfter: 1 }),
          () => client.orders.place(order),
          () => client.jobs.cancel('7'),
        ]) {
          const failure = await failureOf(call());
          const shown = `${inspect(failure, { depth: 20, showHidden: true })}\n${lines.join('\n')}`;
          for (const secret of secrets) assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
        }
        assert.ok(lines.length >= 3);
      });
    });
  }

  it('logs method, path, status and time', async () => {
    await withClient(ok({ credits: 1 }), async (client, _service, lines) => {
      await client.account.balance();
      assert.deepEqual(lines, ['GET /v2/account/balance → 200 in 0 ms']);
    });
    await withClient(cut, async (client, _service, lines) => {
      await failureOf(client.orders.place(order));
      assert.deepEqual(lines, ['POST /v2/translate/jobs → network in 0 ms']);
    });
  });
});
