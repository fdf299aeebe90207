import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { createServiceClient } from '../../../src/service/client.ts';
import type { ServiceClient, ServiceClientOptions } from '../../../src/service/serviceClient.ts';
import { credentials, failureOf, localService, ok, testClock } from './localService.ts';
import { makeSelfSigned } from './selfSigned.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function withClientOf(options: Partial<ServiceClientOptions> & { readonly baseUrl: string }, use: (client: ServiceClient) => Promise<void>): Promise<void> {
  const client = createServiceClient({ credentials: () => Promise.resolve(credentials), userAgent: 'Test', limits: 'production', clock: testClock(), ...options });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** A proxy that notes what it is asked to connect to, and connects to `port` of this machine instead. */
function proxyTo(port: number): { readonly server: Server; readonly asked: string[] } {
  const asked: string[] = [];
  const server = createHttpServer((_request, response) => response.writeHead(500).end());
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      end.on('error', () => {
        socket.destroy();
        onward.destroy();
      });
    }
  });
  return { server, asked };
}

describe('the transport', () => {
  it('verifies certificates, on this machine too, whatever the environment says', async () => {
    let requests = 0;
    const server = createTlsServer(await makeSelfSigned(), (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    const port = await listen(server);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await withClientOf({ baseUrl: `https://localhost:${port}/v2`, proxyStrictTls: false }, async (client) => {
        const failure = await failureOf(client.account.balance());
        assert.deepEqual([failure.reason, failure.outcome], ['insecure', 'not-sent']);
        assert.match(failure.message, /certificate/);
        assert.equal(requests, 0);
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
      server.close();
    }
  }).timeout(10_000);

  it('goes through the proxy, and verifies the service behind it though the proxy need not be', async () => {
    let requests = 0;
    const service = createTlsServer(await makeSelfSigned(), (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    const proxy = proxyTo(await listen(service));
    const proxyPort = await listen(proxy.server);
    const options = { baseUrl: 'https://service.example/v2', proxy: `http://user:hunter2@127.0.0.1:${proxyPort}`, proxyStrictTls: false };
    await withClientOf(options, async (client) => {
      const failure = await failureOf(client.orders.place({ jobs: [{ key: 'a', text: 'x', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }] }));
      assert.deepEqual([failure.reason, failure.outcome], ['insecure', 'not-sent']);
      assert.doesNotMatch(inspect(failure, { depth: 20, showHidden: true }), /hunter2/);
    });
    assert.deepEqual(proxy.asked, ['service.example:443']);
    assert.equal(requests, 0);
    proxy.server.close();
    service.close();
  }).timeout(10_000);

  it('says that nothing was sent when the proxy refuses', async () => {
    const server = createHttpServer();
    server.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const port = await listen(server);
    await withClientOf({ baseUrl: 'https://service.example/v2', proxy: `http://127.0.0.1:${port}` }, async (client) => {
      const failure = await failureOf(client.jobs.cancel('7'));
      assert.deepEqual([failure.reason, failure.outcome], ['network', 'not-sent']);
    });
    server.close();
  }).timeout(10_000);

  it('says that nothing was sent when the proxy address is none', async () => {
    await withClientOf({ baseUrl: 'https://service.example/v2', proxy: 'no address' }, async (client) => {
      const failure = await failureOf(client.account.balance());
      assert.deepEqual([failure.reason, failure.outcome], ['invalid', 'not-sent']);
    });
  });

  it('asks no proxy for this machine', async () => {
    await using service = await localService(ok({ credits: 3 }));
    await withClientOf({ baseUrl: service.baseUrl, proxy: 'http://127.0.0.1:1' }, async (client) => {
      assert.equal((await client.account.balance()).credits, 3);
    });
  });

  it('takes a base address with a path and a trailing slash', async () => {
    await using service = await localService(ok({ credits: 3 }));
    const baseUrl = `${service.baseUrl.replace(/v2$/, 'api/v2')}/`;
    await withClientOf({ baseUrl }, async (client) => {
      await client.account.balance();
      await failureOf(client.service.unitCount([{ text: 'x', language: 'en' }]));
      assert.equal(client.baseUrl, baseUrl.slice(0, -1));
    });
    assert.equal(service.received[0]?.path, '/api/v2/account/balance');
    assert.equal(service.received[1]?.path, '/api/service/unit_count');
  });
});
