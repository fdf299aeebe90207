import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServiceClient } from '../../src/service/client.ts';
import type { ServiceClient, ServiceClientOptions } from '../../src/service/interface/serviceClient.ts';
import {
  cut,
  credentials,
  localService,
  raw,
  testClock,
  type LocalService,
  type Respond,
} from '../unit/service/localService.ts';
import { makeSelfSigned } from '../unit/service/selfSigned.ts';
import { createLogSink, suiteLog, type LogSink } from './logSink.ts';
import { startFixture } from './sandboxFixture.ts';

const { apiKey, privateKey } = credentials;

// Of the whole run: when every test has ended, nothing that was logged, and no error that was seen, holds a secret.
after('no line and no error of the contract suite holds a key', () => {
  assert.deepEqual(suiteLog.leaks(), []);
});

/** A service that shows the request that it was asked with, wherever an answer has room for it. */
const echoes: Readonly<Record<string, (request: string) => Respond>> = {
  "a gateway's page with the address": (request) =>
    raw(`<html><body>Bad gateway: GET ${request}</body></html>`, 502, { 'content-type': 'text/html' }),
  'a page with status 200': (request) => raw(`<!DOCTYPE html><p>${request}</p>`),
  'an error of the service': (request) =>
    raw(JSON.stringify({ opstat: 'error', err: { code: 1000, msg: `authentication failed: ${request}` } })),
  'an error without a code': (request) => raw(JSON.stringify({ opstat: 'error', err: { msg: request } }), 500),
  'an error that is a text': (request) => raw(JSON.stringify({ opstat: 'error', err: request }), 500),
  'errors of single jobs': (request) =>
    raw(
      JSON.stringify({
        opstat: 'error',
        err: { job_1: [{ code: 1351, msg: request }], [request]: [{ code: 1351, msg: request }] },
      }),
    ),
  'errors of single jobs inside an ok answer': (request) =>
    raw(JSON.stringify({ opstat: 'ok', response: { jobs: { job_1: { err: { code: 1351, msg: request } } } } })),
  'an error inside an ok answer': (request) => raw(JSON.stringify({ opstat: 'ok', err: { code: 1000, msg: request } })),
  'several answers glued together': (request) =>
    raw(
      `{"opstat":"error","err":{"code":500,"msg":${JSON.stringify(request)}}}{"opstat":"error","err":{"code":1000,"msg":${JSON.stringify(request)}}}`,
    ),
  'an answer that makes no sense': (request) =>
    raw(
      JSON.stringify({
        opstat: 'ok',
        response: {
          credits: request,
          order_id: { [request]: request },
          jobs: { [request]: { job_id: { [request]: 1 } } },
        },
      }),
    ),
  'an answer of no shape': (request) => raw(JSON.stringify([request])),
  'half an answer': (request) => raw(`{"opstat":"ok","response":{"credits":"${request}`),
  'a redirect': (request) => raw('', 302, { location: `https://elsewhere.example/${request}` }),
  'too many requests': (request) => raw(request, 429, { 'retry-after': '1' }),
  'a header of no shape': (request) => (response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\n${request}\r\n\r\n`);
  },
  'no HTTP': (request) => (response) => {
    response.socket?.end(request);
  },
  'a header that is too long': (request) => (response) => {
    response.writeHead(200, { 'x-request': request.repeat(1000).slice(0, 100_000) }).end('{}');
  },
  'a cut connection': () => cut,
  'a cut after half': (request) => (response) => {
    response.writeHead(200, { 'content-length': '5000' }).write(request, () => response.destroy());
  },
};

const calls: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'a read': (client) => client.account.balance(),
  'a change': (client) =>
    client.orders.place({
      jobs: [{ key: 'job_1', text: 'Hello', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }],
    }),
  'a cancellation': (client) => client.jobs.cancel('7'),
  'a quote': (client) =>
    client.service.quote([{ key: 'job_1', text: 'Hello', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }]),
};

/** Makes a call, and gives what was logged and thrown. */
async function troubled(
  options: Partial<ServiceClientOptions> & { readonly baseUrl: string },
  call: (client: ServiceClient) => Promise<unknown>,
): Promise<LogSink> {
  const sink = createLogSink();
  sink.noteSecrets(apiKey, privateKey, 'proxy-password');
  const log = (line: string): void => {
    sink.note('log', line);
  };
  try {
    const client = createServiceClient({
      credentials: () => Promise.resolve(credentials),
      userAgent: 'contract tests',
      clock: testClock(),
      log,
      ...options,
    });
    try {
      await call(client);
    } finally {
      await client.close();
    }
  } catch (error) {
    sink.noteError('error', error);
  }
  return sink;
}

/** There was an error, and it says nothing of keys. */
function assertSilent(sink: LogSink): void {
  assert.ok(sink.sources.has('error'), 'The call did not fail.');
  assert.deepEqual(sink.leaks(), []);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** What arrived, as an echoing service would write it: as it came, decoded, and for a page. */
function written({ received }: LocalService): string {
  const { path: asked = '', query = new URLSearchParams(), body = '' } = received.at(-1) ?? {};
  const decoded = [...query, ...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join(' ');
  const onPage = decoded.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${asked}?${query.toString()} ${body} ${decoded} ${onPage}`;
}

describe('contract: keys, when calls fail', function () {
  this.timeout(20_000);

  for (const [call, make] of Object.entries(calls)) {
    for (const [what, echo] of Object.entries(echoes)) {
      it(`${call}, answered with ${what}: neither log nor error holds them`, async () => {
        await using service = await localService((response, received, index) => {
          echo(written(service))(response, received, index);
        });
        const sink = await troubled({ baseUrl: service.baseUrl }, make);
        // They were in what the service had to echo.
        assert.ok(written(service).includes(apiKey) && /api_sig=[0-9a-f]{40}/u.test(written(service)));
        assert.ok(sink.sources.has('log'));
        // Only what a cancellation is answered beside an error is of no interest to anybody.
        assert.ok(sink.sources.has('error') || call === 'a cancellation', 'The call did not fail.');
        assert.deepEqual(sink.leaks(), []);
      });
    }

    it(`${call}, not answered in time, given up, and cut by closing: neither log nor error holds them`, async () => {
      const arrived: (() => void)[] = [];
      await using service = await localService(() => arrived.shift()?.());
      assertSilent(await troubled({ baseUrl: service.baseUrl, timeoutMs: 50 }, make));
      const given = new AbortController();
      arrived.push(() => {
        given.abort(new Error(`${apiKey} ${privateKey}`));
      });
      assertSilent(
        await troubled({ baseUrl: service.baseUrl }, (client) => client.jobs.cancel('7', { signal: given.signal })),
      );
      const closing = await troubled({ baseUrl: service.baseUrl }, async (client) => {
        const asked = Promise.withResolvers<undefined>();
        arrived.push(() => {
          asked.resolve(undefined);
        });
        const answer = client.account.balance();
        answer.catch(() => undefined);
        await asked.promise;
        await client.close();
        return answer;
      });
      assertSilent(closing);
    });
  }

  it("no connection, no trust, and a proxy that refuses: neither log nor error holds keys or the proxy's password", async () => {
    const closed = createServer();
    const closedPort = await listen(closed);
    closed.close();
    const selfSigned = createTlsServer(await makeSelfSigned(), (_request, response) => response.end('{}'));
    const proxy = createServer();
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const proxyUrl = `http://user:proxy-password@127.0.0.1:${await listen(proxy)}`;
    const options: readonly (Partial<ServiceClientOptions> & { readonly baseUrl: string })[] = [
      { baseUrl: `http://127.0.0.1:${closedPort}/v2` },
      { baseUrl: `https://localhost:${await listen(selfSigned)}/v2` },
      { baseUrl: 'https://service.example/v2', proxy: proxyUrl },
      { baseUrl: 'https://service.example/v2', proxy: 'no address of user:proxy-password@' },
    ];
    try {
      for (const option of options) {
        for (const make of Object.values(calls)) assertSilent(await troubled(option, make));
      }
    } finally {
      proxy.close();
      selfSigned.close();
    }
  });

  it('a store of keys that fails, and addresses that are none: no error holds them', async () => {
    await using service = await localService(cut);
    const failing = {
      baseUrl: service.baseUrl,
      credentials: () => Promise.reject(new Error(`cannot decrypt ${apiKey} ${privateKey}`)),
    };
    assertSilent(await troubled(failing, calls['a read']!));
    for (const baseUrl of [
      'https://user:proxy-password@service.example/v2',
      `https://service.example/v2?api_key=${encodeURIComponent(apiKey)}`,
      privateKey,
    ]) {
      assertSilent(await troubled({ baseUrl }, calls['a read']!));
    }
  });
});

/** A window in a process of its own, at a service that answers when it is told. */
async function withWindow(
  listener: RequestListener,
  nodeOptions: readonly string[],
  use: (window: {
    readonly send: (line: string) => void;
    readonly lines: AsyncIterator<string>;
    readonly ended: Promise<unknown>;
  }) => Promise<void>,
): Promise<string> {
  const server = createServer(listener);
  const baseUrl = `http://127.0.0.1:${await listen(server)}/v2`;
  // No environment: a report holds all of it, and one that names a commit has what looks like a signature.
  const child = spawn(
    process.execPath,
    [...nodeOptions, path.join(import.meta.dirname, 'secrets', 'crashingWindow.ts')],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const send = (line: string): void => {
    child.stdin.write(`${line}\n`);
  };
  try {
    send(JSON.stringify({ baseUrl, ...credentials }));
    await use({ send, lines: createInterface(child.stdout)[Symbol.asyncIterator](), ended: once(child, 'close') });
  } finally {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
  return complaints;
}

function sinkOf(...texts: readonly string[]): LogSink {
  const sink = createLogSink();
  sink.noteSecrets(apiKey, privateKey);
  for (const text of texts) sink.note('crash', text);
  return sink;
}

describe('contract: keys, when a window crashes', function () {
  this.timeout(20_000);

  it('a diagnostic report with requests in flight does not hold them', async () => {
    const arrived = Promise.withResolvers<undefined>();
    let requests = 0;
    await withWindow(
      () => {
        requests += 1;
        if (requests === 2) arrived.resolve(undefined);
      },
      [],
      async ({ send, lines }) => {
        await arrived.promise;
        send('report');
        const report = String((await lines.next()).value);
        // It is the report of that process, with the connections that the requests are on.
        assert.ok(report.includes('crashingWindow.ts') && report.includes('"type":"tcp"'));
        assert.deepEqual(sinkOf(report).leaks(), []);
      },
    );
  });

  it('an error that nobody catches leaves a stack and a dump without them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'crash-'));
    try {
      const complaints = await withWindow(
        (request, response) => {
          response.writeHead(502).end(`<html>Bad gateway: ${request.url ?? ''}</html>`);
        },
        ['--report-uncaught-exception', `--report-directory=${folder}`],
        async ({ send, ended }) => {
          send('wait');
          await ended;
        },
      );
      const [name] = await readdir(folder);
      assert.ok(name !== undefined, 'There is no dump.');
      const dump = await readFile(path.join(folder, name), 'utf8');
      assert.match(complaints, /ServiceError/u);
      assert.match(dump, /ServiceError|The service gave/u);
      assert.deepEqual(sinkOf(complaints, dump).leaks(), []);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});

describe('contract: what searches for keys', () => {
  it('finds them as they are, escaped, in base64, in causes and hidden properties, and signatures by their shape', () => {
    const hidden = Object.defineProperty(new Error('x'), 'request', {
      value: { headers: [apiKey] },
      enumerable: false,
    });
    const [query] = new URLSearchParams({ k: apiKey }).toString().split('=').slice(1);
    for (const text of [
      apiKey,
      `x${privateKey}x`,
      encodeURIComponent(apiKey),
      query!,
      encodeURIComponent(apiKey).replaceAll(/%../gu, (escape) => escape.toLowerCase()),
      JSON.stringify({ apiKey }),
      apiKey.replaceAll('&', '&amp;'),
      Buffer.from(apiKey).toString('base64'),
      '?ts=1&api_sig=ab',
      'a'.repeat(40),
    ]) {
      assert.equal(sinkOf(text).leaks().length, 1, text);
    }
    for (const error of [
      hidden,
      new Error('x', { cause: new Error(privateKey) }),
      new AggregateError([new Error(apiKey)]),
    ]) {
      const sink = sinkOf();
      sink.noteError('error', error);
      assert.equal(sink.leaks().length, 1);
    }
    assert.deepEqual(
      sinkOf('GET /v2/account/balance → 200 in 3 ms', 'asked with api_key=…&api_sig=…', 'a'.repeat(64)).leaks(),
      [],
    );
  });

  it('sees what client and sandbox log, and the errors that tests are handed', async () => {
    const before = suiteLog.size;
    await using fixture = await startFixture('manual');
    await assert.rejects(fixture.client.jobs.getOne('1'));
    assert.ok(suiteLog.size >= before + 3);
    for (const source of ['client', 'sandbox', 'client.jobs.getOne']) assert.ok(suiteLog.sources.has(source), source);
  });

  it('is told of every client and every sandbox that a contract test starts', async () => {
    const deaf: string[] = [];
    for await (const name of glob('**/*.ts', { cwd: import.meta.dirname })) {
      const text = await readFile(path.join(import.meta.dirname, name), 'utf8');
      const starts = /\b(?:createServiceClient|withClient|startSandbox)\(|sandbox\/main\.ts/u.test(text);
      if (starts && !text.includes("logSink.ts'")) deaf.push(name);
    }
    // It notes what it prints itself: its parent reads it.
    assert.deepEqual(
      deaf.filter((name) => name !== path.join('secrets', 'crashingWindow.ts')),
      [],
    );
  });
});
