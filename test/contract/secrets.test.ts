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
import { createServiceClient } from '../../src/service/createServiceClient.ts';
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

// Runs after all tests: no line that was logged and no error that was seen during the run may contain a secret.
after('no log line and no error of the contract suite contains a key', () => {
  assert.deepEqual(suiteLog.leaks(), []);
});

/** Kinds of answers that repeat the request, in every part of an answer that can hold text. */
const echoes: Readonly<Record<string, (request: string) => Respond>> = {
  "a gateway's page with the address": (request) =>
    raw(`<html><body>Bad gateway: GET ${request}</body></html>`, 502, { 'content-type': 'text/html' }),
  'a page with status 200': (request) => raw(`<!DOCTYPE html><p>${request}</p>`),
  'an error of the service': (request) =>
    raw(JSON.stringify({ opstat: 'error', err: { code: 1000, msg: `authentication failed: ${request}` } })),
  'an error without a code': (request) => raw(JSON.stringify({ opstat: 'error', err: { msg: request } }), 500),
  'an error that is a string': (request) => raw(JSON.stringify({ opstat: 'error', err: request }), 500),
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
  'several concatenated answers': (request) =>
    raw([500, 1000].map((code) => JSON.stringify({ opstat: 'error', err: { code, msg: request } })).join('')),
  'a success with wrong types': (request) =>
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
  'an answer that is an array': (request) => raw(JSON.stringify([request])),
  'truncated JSON': (request) => raw(`{"opstat":"ok","response":{"credits":"${request}`),
  'a redirect': (request) => raw('', 302, { location: `https://elsewhere.example/${request}` }),
  'too many requests': (request) => raw(request, 429, { 'retry-after': '1' }),
  'an invalid header': (request) => (response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\n${request}\r\n\r\n`);
  },
  'an answer that is not HTTP': (request) => (response) => {
    response.socket?.end(request);
  },
  'a header that is too long': (request) => (response) => {
    response.writeHead(200, { 'x-request': request.repeat(1000).slice(0, 100_000) }).end('{}');
  },
  'a cut connection': () => cut,
  'a connection cut in the middle of the body': (request) => (response) => {
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

/** Makes a call that should fail, and returns everything that was logged and thrown. */
async function failingCall(
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

/** Checks that there was an error, and that neither it nor the log contains a key. */
function assertFailedWithoutKeys(sink: LogSink): void {
  assert.ok(sink.sources.has('error'), 'The call did not fail.');
  assert.deepEqual(sink.leaks(), []);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The last request as an echoing service would repeat it: unchanged, decoded, and escaped for HTML. */
function echoedRequest({ received }: LocalService): string {
  const { path: requestPath = '', query = new URLSearchParams(), body = '' } = received.at(-1) ?? {};
  const decoded = [...query, ...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join(' ');
  const onPage = decoded.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${requestPath}?${query.toString()} ${body} ${decoded} ${onPage}`;
}

describe('contract: keys in failed calls', function () {
  this.timeout(20_000);

  for (const [call, make] of Object.entries(calls)) {
    for (const [what, echo] of Object.entries(echoes)) {
      it(`appear in no log and no error: ${call}, answered with ${what}`, async () => {
        await using service = await localService((response, received, index) => {
          echo(echoedRequest(service))(response, received, index);
        });
        const sink = await failingCall({ baseUrl: service.baseUrl }, make);
        // The request that the service repeated contained the keys.
        assert.ok(echoedRequest(service).includes(apiKey) && /api_sig=[0-9a-f]{40}/u.test(echoedRequest(service)));
        assert.ok(sink.sources.has('log'));
        // The client ignores a successful answer to a cancellation, whatever it contains.
        assert.ok(sink.sources.has('error') || call === 'a cancellation', 'The call did not fail.');
        assert.deepEqual(sink.leaks(), []);
      });
    }

    it(`appear in no log and no error: ${call} that times out, is aborted, or ends with the client`, async () => {
      const arrived: (() => void)[] = [];
      await using service = await localService(() => arrived.shift()?.());
      assertFailedWithoutKeys(await failingCall({ baseUrl: service.baseUrl, timeoutMs: 50 }, make));
      const aborter = new AbortController();
      arrived.push(() => {
        aborter.abort(new Error(`${apiKey} ${privateKey}`));
      });
      assertFailedWithoutKeys(
        await failingCall({ baseUrl: service.baseUrl }, (client) =>
          client.jobs.cancel('7', { signal: aborter.signal }),
        ),
      );
      const closing = await failingCall({ baseUrl: service.baseUrl }, async (client) => {
        const requested = Promise.withResolvers<undefined>();
        arrived.push(() => {
          requested.resolve(undefined);
        });
        const answer = client.account.balance();
        answer.catch(() => undefined);
        await requested.promise;
        await client.close();
        return answer;
      });
      assertFailedWithoutKeys(closing);
    });
  }

  it("appear in no log and no error without a connection, and neither does the proxy's password", async () => {
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
        for (const make of Object.values(calls)) assertFailedWithoutKeys(await failingCall(option, make));
      }
    } finally {
      proxy.close();
      selfSigned.close();
    }
  });

  it('appear in no error: key storage that fails, and invalid base addresses', async () => {
    await using service = await localService(cut);
    const failing = {
      baseUrl: service.baseUrl,
      credentials: () => Promise.reject(new Error(`cannot decrypt ${apiKey} ${privateKey}`)),
    };
    assertFailedWithoutKeys(await failingCall(failing, calls['a read']!));
    for (const baseUrl of [
      'https://user:proxy-password@service.example/v2',
      `https://service.example/v2?api_key=${encodeURIComponent(apiKey)}`,
      privateKey,
    ]) {
      assertFailedWithoutKeys(await failingCall({ baseUrl }, calls['a read']!));
    }
  });
});

/** Runs a window in a process of its own, whose service answers with `listener`. Returns its standard error. */
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
  // The environment is empty, because a report contains all of it, and a commit hash in it looks like a signature.
  const child = spawn(
    process.execPath,
    [...nodeOptions, path.join(import.meta.dirname, 'secrets', 'crashingWindow.ts')],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  );
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
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
  return errorOutput;
}

function sinkOf(...texts: readonly string[]): LogSink {
  const sink = createLogSink();
  sink.noteSecrets(apiKey, privateKey);
  for (const text of texts) sink.note('crash', text);
  return sink;
}

describe('contract: keys in the report of a crashed window', function () {
  this.timeout(20_000);

  it('are not in a diagnostic report during requests', async () => {
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
        // Checks that the report is of that process, and lists the connections of the requests.
        assert.ok(report.includes('crashingWindow.ts') && report.includes('"type":"tcp"'));
        assert.deepEqual(sinkOf(report).leaks(), []);
      },
    );
  });

  it('are not in the stack and the report of an uncaught error', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'crash-'));
    try {
      const errorOutput = await withWindow(
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
      assert.ok(name !== undefined, 'No report was written.');
      const crashReport = await readFile(path.join(folder, name), 'utf8');
      assert.match(errorOutput, /ServiceError/u);
      assert.match(crashReport, /ServiceError|The service gave/u);
      assert.deepEqual(sinkOf(errorOutput, crashReport).leaks(), []);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});

describe('contract: createLogSink', () => {
  it('finds keys unchanged, escaped, in base64, in causes and hidden properties, and signatures', () => {
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
      sinkOf('GET /v2/account/balance → 200 in 3 ms', 'sent with api_key=…&api_sig=…', 'a'.repeat(64)).leaks(),
      [],
    );
  });

  it('receives the logs of client and sandbox, and the errors that tests receive', async () => {
    const before = suiteLog.size;
    await using fixture = await startFixture('manual');
    await assert.rejects(fixture.client.jobs.getOne('1'));
    assert.ok(suiteLog.size >= before + 3);
    for (const source of ['client', 'sandbox', 'client.jobs.getOne']) assert.ok(suiteLog.sources.has(source), source);
  });

  it('is used by every contract test that starts a client or a sandbox', async () => {
    const withoutSink: string[] = [];
    for await (const name of glob('**/*.ts', { cwd: import.meta.dirname })) {
      const text = await readFile(path.join(import.meta.dirname, name), 'utf8');
      const starts = /\b(?:createServiceClient|withClient|startSandbox)\(|sandbox\/main\.ts/u.test(text);
      if (starts && !text.includes("logSink.ts'")) withoutSink.push(name);
    }
    // The parent process searches what this process prints.
    assert.deepEqual(
      withoutSink.filter((name) => name !== path.join('secrets', 'crashingWindow.ts')),
      [],
    );
  });
});
