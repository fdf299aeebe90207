import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServiceClient } from '../../../../src/service/createServiceClient.ts';
import { acceptsOnlyNegotiation } from '../../../../src/service/http/proxySignIn.ts';
import type { NewOrder } from '../../../../src/service/interface/records.ts';
import type {
  FindProxy,
  ServiceClient,
  ServiceClientOptions,
} from '../../../../src/service/interface/serviceClient.ts';
import { credentials, cut, failureOf, localService, ok, testClock, type LocalService } from '../localService.ts';

/** An address that only a proxy knows. */
const baseUrl = 'http://service.invalid/v2';

const order: NewOrder = {
  jobs: [{ key: 'job_1', text: 'Save', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
};
const placed = { order_id: 5, job_count: 1, credits_used: '0.05' };

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function addressOf(proxy: LocalService): string {
  return new URL(proxy.baseUrl).origin;
}

/** Runs `use` with a client; `find` returns the address of the proxy. Returns the addresses that it was asked for. */
async function withFinder(
  find: FindProxy,
  use: (client: ServiceClient) => Promise<void>,
  options: Partial<ServiceClientOptions> = {},
): Promise<readonly string[]> {
  const asked: string[] = [];
  const client = createServiceClient({
    baseUrl,
    credentials: () => Promise.resolve(credentials),
    userAgent: 'Test',
    clock: testClock(),
    allowPlainHttp: true,
    findProxy: (url) => {
      asked.push(url);
      return find(url);
    },
    ...options,
  });
  try {
    await use(client);
  } finally {
    await client.close();
  }
  return asked;
}

/** A SOCKS5 proxy without a password that leads every host to `port` of this machine. */
function socksTo(port: number): { readonly server: Server; readonly asked: string[] } {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        asked.push(request.toString('latin1', 5, 5 + (request[4] ?? 0)));
        const onward = connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
        onward.on('close', () => socket.destroy());
      });
    });
  });
  return { server, asked };
}

describe('a proxy that only the system knows', function () {
  this.timeout(20_000);
  const before = new Map(proxyVariables.map((name) => [name, process.env[name]]));
  beforeEach(() => {
    for (const name of proxyVariables) Reflect.deleteProperty(process.env, name);
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });

  it('is learned when the service can’t be reached, and used from then on', async () => {
    await using proxy = await localService(ok({ credits: 3 }));
    const asked = await withFinder(
      () => Promise.resolve(addressOf(proxy)),
      async (client) => {
        assert.equal((await client.account.balance()).credits, 3);
        await Promise.all([client.account.balance(), client.account.balance()]);
      },
    );
    assert.deepEqual([asked, proxy.received.length], [[baseUrl], 3]);
  });

  it('gets an order once, although the first attempt failed', async () => {
    await using proxy = await localService(ok(placed));
    await withFinder(
      () => Promise.resolve(addressOf(proxy)),
      async (client) => {
        assert.equal((await client.orders.place(order)).orderId, '5');
      },
    );
    assert.equal(proxy.received.length, 1);
  });

  it('loses the answer to an order: unknown, and sent once', async () => {
    await using proxy = await localService(cut);
    const asked = await withFinder(
      () => Promise.resolve(addressOf(proxy)),
      async (client) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], ['network', 'unknown']);
      },
    );
    assert.deepEqual([asked.length, proxy.received.length], [1, 1]);
  });

  it('is learned again when it can’t be reached, without sending anything twice', async () => {
    await using second = await localService(ok(placed));
    const first = await localService(ok({ credits: 3 }));
    const addresses = [addressOf(first), addressOf(second)];
    const asked = await withFinder(
      () => Promise.resolve(addresses.shift()),
      async (client) => {
        await client.account.balance();
        await first[Symbol.asyncDispose]();
        assert.equal((await client.orders.place(order)).orderId, '5');
      },
    );
    assert.deepEqual([asked.length, second.received.length], [2, 1]);
  });

  for (const [what, find] of [
    ['none is found', () => Promise.resolve(undefined)],
    ['the search fails', () => Promise.reject(new Error('offline'))],
    ['it can’t be reached either', () => Promise.resolve('http://127.0.0.1:1')],
    ['it is of an unknown kind', () => Promise.resolve('quic://127.0.0.1:1')],
  ] as const)
    it(`reports that nothing was sent if ${what}`, async () => {
      await withFinder(find, async (client) => {
        const failure = await failureOf(client.orders.place(order));
        assert.equal(failure.outcome, 'not-sent');
      });
    });

  it('is not searched if an option or the environment names one', async () => {
    await using proxy = await localService(cut);
    const never = (): Promise<undefined> => assert.fail('searched');
    await withFinder(never, async (client) => void (await failureOf(client.jobs.cancel('7'))), {
      proxy: 'http://127.0.0.1:1',
    });
    process.env['HTTP_PROXY'] = addressOf(proxy);
    const asked = await withFinder(never, async (client) => void (await failureOf(client.jobs.cancel('7'))));
    assert.deepEqual([asked, proxy.received.length], [[], 1]);
  });

  it('is not searched for this machine', async () => {
    const asked = await withFinder(
      () => Promise.resolve('http://127.0.0.1:2'),
      async (client) => void (await failureOf(client.jobs.cancel('7'))),
      { baseUrl: 'http://127.0.0.1:1/v2' },
    );
    assert.deepEqual(asked, []);
  });
});

describe('a SOCKS proxy', function () {
  this.timeout(20_000);

  for (const scheme of ['socks5', 'socks', 'socks5h'])
    it(`with ${scheme}:// leads to the service, whose name it resolves`, async () => {
      await using service = await localService(ok({ credits: 3 }));
      const socks = socksTo(Number(new URL(service.baseUrl).port));
      const proxy = `${scheme}://127.0.0.1:${await listen(socks.server)}`;
      await withFinder(
        () => assert.fail('searched'),
        async (client) => {
          assert.equal((await client.account.balance()).credits, 3);
        },
        { proxy },
      );
      assert.deepEqual(socks.asked, ['service.invalid']);
      socks.server.close();
    });

  it('loses the answer to an order: unknown, and sent once', async () => {
    await using service = await localService(cut);
    const socks = socksTo(Number(new URL(service.baseUrl).port));
    const proxy = `socks5://127.0.0.1:${await listen(socks.server)}`;
    await withFinder(
      () => assert.fail('searched'),
      async (client) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], ['network', 'unknown']);
      },
      { proxy },
    );
    assert.equal(service.received.length, 1);
    socks.server.close();
  });

  it('that can’t be reached: nothing was sent', async () => {
    await withFinder(
      () => assert.fail('searched'),
      async (client) => {
        const failure = await failureOf(client.orders.place(order));
        assert.deepEqual([failure.reason, failure.outcome], ['network', 'not-sent']);
      },
      { proxy: 'socks5://127.0.0.1:1' },
    );
  });

  for (const proxy of ['socks4://127.0.0.1:1', 'ftp://127.0.0.1:1'])
    it(`is not taken for another kind: ${proxy}`, async () => {
      await withFinder(
        () => assert.fail('searched'),
        async (client) => {
          const failure = await failureOf(client.orders.place(order));
          assert.deepEqual([failure.reason, failure.outcome], ['proxy-address', 'not-sent']);
        },
        { proxy },
      );
    });
});

describe('a proxy that asks its users to sign in', function () {
  this.timeout(20_000);

  for (const [headers, reason] of [
    [['Negotiate'], 'proxy-negotiation'],
    [['NTLM', 'Negotiate'], 'proxy-negotiation'],
    [['Negotiate', 'Basic realm="company"'], 'proxy-authentication'],
    [[], 'proxy-authentication'],
  ] as const)
    it(`with ${headers.join(' or ') || 'no scheme'}: ${reason}, not sent`, async () => {
      const server = createHttpServer();
      server.on('connect', (_request, socket: Socket) => {
        const lines = headers.map((header) => `Proxy-Authenticate: ${header}\r\n`).join('');
        socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines}Content-Length: 0\r\n\r\n`);
      });
      const port = await listen(server);
      await withFinder(
        () => assert.fail('searched'),
        async (client) => {
          const failure = await failureOf(client.orders.place(order));
          assert.deepEqual([failure.reason, failure.outcome, failure.httpStatus], [reason, 'not-sent', 407]);
        },
        { baseUrl: 'https://service.invalid/v2', proxy: `http://127.0.0.1:${port}` },
      );
      server.close();
    });

  it('is told by the schemes of the header, not by their parameters', () => {
    assert.equal(acceptsOnlyNegotiation('Negotiate, NTLM'), true);
    assert.equal(acceptsOnlyNegotiation('NTLM TlRMTVNTUAAC'), true);
    assert.equal(acceptsOnlyNegotiation('Digest realm="x", nonce="Negotiate"'), false);
    assert.equal(acceptsOnlyNegotiation(['Negotiate', 'Basic realm="NTLM"']), false);
    assert.equal(acceptsOnlyNegotiation(undefined), false);
  });
});
