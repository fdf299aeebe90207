import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { parseBaseAddress } from '../../../../src/service/interface/baseAddress.ts';
import { createServiceClient } from '../../../../src/service/createServiceClient.ts';
import type { ServiceClient, ServiceClientOptions } from '../../../../src/service/interface/serviceClient.ts';
import { createTransport } from '../../../../src/service/http/transport.ts';
import { credentials, failureOf, localService, ok, testClock } from '../localService.ts';
import { makeSelfSigned } from '../selfSigned.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function withClientOf(
  options: Partial<ServiceClientOptions> & { readonly baseUrl: string },
  use: (client: ServiceClient) => Promise<void>,
): Promise<void> {
  const client = createServiceClient({
    credentials: () => Promise.resolve(credentials),
    userAgent: 'Test',
    limits: 'production',
    clock: testClock(),
    ...options,
  });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** Creates a proxy that records the requested hosts and connects to `port` of this machine instead. */
function proxyTo(port: number): { readonly server: HttpServer; readonly asked: string[] } {
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
  it('verifies certificates, even on this machine, whatever the environment says', async () => {
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

  it('verifies the service through a proxy, even if the proxy is not verified', async () => {
    let requests = 0;
    const service = createTlsServer(await makeSelfSigned(), (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    const proxy = proxyTo(await listen(service));
    const proxyPort = await listen(proxy.server);
    const options = {
      baseUrl: 'https://service.example/v2',
      proxy: `http://user:hunter2@127.0.0.1:${proxyPort}`,
      proxyStrictTls: false,
    };
    await withClientOf(options, async (client) => {
      const failure = await failureOf(
        client.orders.place({
          jobs: [{ key: 'a', text: 'x', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }],
        }),
      );
      assert.deepEqual([failure.reason, failure.outcome], ['insecure', 'not-sent']);
      assert.doesNotMatch(inspect(failure, { depth: 20, showHidden: true }), /hunter2/);
    });
    assert.deepEqual(proxy.asked, ['service.example:443']);
    assert.equal(requests, 0);
    proxy.server.close();
    service.close();
  }).timeout(10_000);

  for (const [status, reason] of [
    [407, 'proxy-authentication'],
    [403, 'forbidden'],
    [502, 'network'],
  ] as const) {
    it(`reports that nothing was sent if the proxy refuses with ${status}`, async () => {
      const server = createHttpServer();
      server.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`));
      const port = await listen(server);
      try {
        await withClientOf(
          { baseUrl: 'https://service.example/v2', proxy: `http://127.0.0.1:${port}` },
          async (client) => {
            const failure = await failureOf(client.jobs.cancel('7'));
            assert.deepEqual([failure.reason, failure.outcome, failure.httpStatus], [reason, 'not-sent', status]);
          },
        );
      } finally {
        server.close();
      }
    }).timeout(10_000);
  }

  it('reports that nothing was sent if the proxy address is not valid', async () => {
    await withClientOf({ baseUrl: 'https://service.example/v2', proxy: 'no address' }, async (client) => {
      const failure = await failureOf(client.account.balance());
      assert.deepEqual([failure.reason, failure.outcome], ['proxy-address', 'not-sent']);
    });
  });

  it('uses no proxy for this machine', async () => {
    await using service = await localService(ok({ credits: 3 }));
    await withClientOf({ baseUrl: service.baseUrl, proxy: 'http://127.0.0.1:1' }, async (client) => {
      assert.equal((await client.account.balance()).credits, 3);
    });
  });

  it('accepts a base address with a path and a trailing slash', async () => {
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

  it('allows plain http to another machine only with `allowPlainHttp`', async () => {
    const asked: string[] = [];
    const proxy = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')} for ${request.headers.host}`);
      response.end('{"opstat":"ok","response":{"credits":3}}');
    });
    const port = await listen(proxy);
    const options = { baseUrl: 'http://service.example/v2', proxy: `http://127.0.0.1:${port}` };
    assert.throws(
      () => createServiceClient({ credentials: () => Promise.resolve(credentials), userAgent: 'Test', ...options }),
      { reason: 'insecure', outcome: 'not-sent' },
    );
    await withClientOf({ ...options, allowPlainHttp: true }, async (client) => {
      assert.equal((await client.account.balance()).credits, 3);
    });
    assert.deepEqual(asked, ['GET http://service.example/v2/account/balance for service.example']);
    proxy.close();
  });

  for (const strict of [true, false]) {
    const title = `${strict ? 'verifies' : 'does not verify'} the proxy’s own certificate`;
    it(`${title} when it is ${strict ? '' : 'not '}strict`, async () => {
      let asked = 0;
      const proxy = createTlsServer(await makeSelfSigned());
      proxy.on('connect', (_request, socket: Socket) => {
        asked += 1;
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      });
      const port = await listen(proxy);
      await withClientOf(
        { baseUrl: 'https://service.example/v2', proxy: `https://localhost:${port}`, proxyStrictTls: strict },
        async (client) => {
          const failure = await failureOf(client.jobs.cancel('7'));
          assert.deepEqual(
            [failure.reason, failure.outcome, asked],
            strict ? ['insecure', 'not-sent', 0] : ['forbidden', 'not-sent', 1],
          );
        },
      );
      proxy.close();
    }).timeout(10_000);
  }

  describe('with the environment’s proxy variables', () => {
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
    const before = new Map(names.map((name) => [name, process.env[name]]));
    beforeEach(() => {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    });
    afterEach(() => {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    });

    async function isProxied(
      options: Partial<ServiceClientOptions>,
      variables: (port: number) => Readonly<Record<string, string>>,
    ): Promise<boolean> {
      const { server, asked } = proxyTo(1);
      Object.assign(process.env, variables(await listen(server)));
      // Without a proxy, the name does not exist.
      await withClientOf({ baseUrl: 'https://service.invalid/v2', timeoutMs: 5000, ...options }, async (client) => {
        assert.equal((await failureOf(client.jobs.cancel('7'))).outcome, 'not-sent');
      });
      server.closeAllConnections();
      server.close();
      assert.ok(asked.every((host) => host === 'service.invalid:443'));
      return asked.length > 0;
    }

    const table = [
      ['HTTPS_PROXY', {}, (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }), true],
      ['https_proxy without a scheme', {}, (port: number) => ({ https_proxy: `127.0.0.1:${port}` }), true],
      ['HTTP_PROXY alone', {}, (port: number) => ({ HTTP_PROXY: `http://127.0.0.1:${port}` }), true],
      [
        'NO_PROXY',
        {},
        (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'other.example, service.invalid' }),
        false,
      ],
      [
        'no_proxy of a domain',
        {},
        (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, no_proxy: '.invalid' }),
        false,
      ],
      [
        'NO_PROXY of others',
        {},
        (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'other.example' }),
        true,
      ],
      [
        'the option noProxy',
        { noProxy: ['a.example', 'service.invalid'] },
        (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'other.example' }),
        false,
      ],
      [
        'noProxy for other hosts, in addition to NO_PROXY',
        { noProxy: ['a.example'] },
        (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'service.invalid' }),
        false,
      ],
    ] as const;
    for (const [what, options, variables, proxied] of table) {
      it(`${what}: ${proxied ? 'a proxy' : 'no proxy'} is used`, async () => {
        assert.equal(await isProxied(options, variables), proxied);
      }).timeout(10_000);
    }

    it('uses the option’s proxy instead of the environment’s', async () => {
      const { server, asked } = proxyTo(1);
      const port = await listen(server);
      assert.equal(
        await isProxied({ proxy: `http://127.0.0.1:${port}` }, (other) => ({
          HTTPS_PROXY: `http://127.0.0.1:${other}`,
        })),
        false,
      );
      assert.equal(asked.length, 1);
      server.closeAllConnections();
      server.close();
    }).timeout(10_000);

    it('uses none for this machine', async () => {
      Object.assign(process.env, { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' });
      await using service = await localService(ok({ credits: 3 }));
      await withClientOf({ baseUrl: service.baseUrl }, async (client) => {
        assert.equal((await client.account.balance()).credits, 3);
      });
    });
  });

  it('trusts the certificates in NODE_EXTRA_CA_CERTS', async () => {
    const certificate = await makeSelfSigned();
    const folder = await mkdtemp(path.join(tmpdir(), 'certificates-'));
    const file = path.join(folder, 'extra.pem');
    await writeFile(file, certificate.cert);
    const service = createTlsServer(certificate, (_request, response) =>
      response.end('{"opstat":"ok","response":{"credits":3}}'),
    );
    const port = await listen(service);
    const clientModule = path.resolve(import.meta.dirname, '../../../../src/service/createServiceClient.ts');
    const script = `
      import { createServiceClient } from ${JSON.stringify(clientModule)};
      const client = createServiceClient({
        baseUrl: 'https://localhost:${port}/v2',
        userAgent: 'Test',
        credentials: () => Promise.resolve({ apiKey: 'k', privateKey: 'p' }),
      });
      console.log((await client.account.balance()).credits);
      await client.close();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errorOutput] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    assert.equal(out.trim(), '3', errorOutput);
    service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }).timeout(20_000);

  it('does not fetch a file from a host with an address that is not public', async () => {
    const server = createHttpServer((_request, response) => response.end('x'));
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const port = await listen(server);
    const asked: string[] = [];
    const transport = createTransport({
      address: parseBaseAddress('https://service.example/v2'),
      timeoutMs: 5000,
      noProxy: ['*'],
      proxyStrictTls: true,
      resolve: (hostname, callback) => {
        asked.push(hostname);
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    const failure = await failureOf(
      transport.fetchFile(
        { url: new URL(`https://files.example:${port}/x`), headers: {}, maxBytes: 10 },
        new AbortController().signal,
      ),
    );
    assert.deepEqual([failure.reason, failure.outcome], ['insecure', 'not-sent']);
    assert.match(failure.message, /public Internet/);
    assert.deepEqual([asked, connections], [['files.example'], 0]);
    await transport.close();
    server.close();
  });
});
