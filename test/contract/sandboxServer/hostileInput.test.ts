import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Announcement } from '../../../src/sandbox/announcement.ts';
import { signature, startFixture } from '../sandboxFixture.ts';
import { runSandbox, type SandboxProcess } from '../sandboxProcess.ts';

const megabyte = 1024 * 1024;

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly json: {
    readonly opstat: string;
    readonly err?: { readonly code?: number; readonly msg?: string };
    readonly response?: unknown;
  };
}

/** Sends a request in pieces while reading the answer; stops sending when the answer arrives early. */
async function send(
  at: Announcement,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: Iterable<Uint8Array> | string,
): Promise<RawAnswer> {
  const outgoing = request(`${new URL(at.baseUrl).origin}${address}`, { method: 'POST', headers });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response');
  let sizes = false;
  answered.then(
    () => (sizes = true),
    () => (sizes = true),
  );
  for (const piece of typeof body === 'string' ? [Buffer.from(body)] : body) {
    if (sizes) break;
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered]);
  }
  if (!sizes) outgoing.end();
  const [incoming] = (await answered) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  outgoing.destroy();
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    json: JSON.parse(Buffer.concat(chunks).toString()) as RawAnswer['json'],
  };
}

/** Returns the answer to raw bytes, which may not be HTTP. */
async function sendRaw(at: Announcement, text: string): Promise<string> {
  const socket = connect(Number(new URL(at.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
    // No further request is sent on this connection.
    socket.end();
  });
  await once(socket, 'close');
  return answer;
}

function* pieces(total: number, piece = Buffer.alloc(megabyte, 'a')): Generator<Uint8Array> {
  for (let left = total; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
}

/** Memory of the process in bytes; 0 where the system does not report it. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) * 1024;
}

async function pidOf(at: Announcement): Promise<number> {
  const answer = await fetch(new URL('/sandbox/state', at.baseUrl), {
    headers: { authorization: `Bearer ${at.controlToken}` },
  });
  return ((await answer.json()) as { response: { pid: number } }).response.pid;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const jobs = '/v2/translate/jobs';
const fileQuote = '/v2/translate/service/quote/file';

describe('contract: hostile input', function () {
  this.timeout(60_000);
  let sandbox: SandboxProcess;
  let at: Announcement;
  let pid: number;
  before(async () => {
    sandbox = runSandbox('--pace', 'instant');
    at = (await sandbox.line)!;
    pid = await pidOf(at);
  });
  after(() => sandbox[Symbol.asyncDispose]());

  /** Checks that the server is running and answers calls correctly. */
  afterEach(async () => {
    const query = new URLSearchParams(signature(at)).toString();
    const answer = (await (await fetch(`${at.baseUrl}/account/me?${query}`)).json()) as RawAnswer['json'];
    assert.equal(answer.opstat, 'ok');
  });

  const expectError = (answer: RawAnswer, status: number, code: number): void => {
    assert.deepEqual(
      [answer.status, answer.json.opstat, answer.json.err?.code],
      [status, 'error', code],
      JSON.stringify(answer.json),
    );
    assert.equal(answer.headers['content-type'], 'application/json');
  };

  describe('large bodies', () => {
    it('refuses a body over 100 MB with a declared length before reading it', async () => {
      expectError(
        await send(at, jobs, { ...form, 'content-length': String(101 * megabyte) }, pieces(101 * megabyte)),
        413,
        413,
      );
    });

    it('refuses a body without a declared length when it reaches the limit', async () => {
      expectError(await send(at, jobs, { ...form, 'transfer-encoding': 'chunked' }, pieces(110 * megabyte)), 413, 413);
    });

    it('refuses before the body is sent if the client asks first', async () => {
      const answer = await sendRaw(
        at,
        `POST ${jobs} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${200 * megabyte}\r\nExpect: 100-continue\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 413 /u);
    });

    it('accepts a body just under 100 MB', async () => {
      const { api_key: key, api_sig: sig, ts } = signature(at);
      const query = new URLSearchParams({ api_key: key!, api_sig: sig!, ts: ts! }).toString();
      const answer = await send(at, `${jobs}?${query}`, form, pieces(99 * megabyte));
      expectError(answer, 200, 1250);
    });

    it('refuses many large bodies at once, so that memory stays bounded', async () => {
      const before = await residentBytes(pid);
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(at, jobs, form, pieces(90 * megabyte))));
      const statuses = answers.map(({ status }) => status);
      assert.ok(statuses.includes(503), statuses.join());
      assert.ok(
        statuses.every((status) => status === 503 || status === 200),
        statuses.join(),
      );
      for (const answer of answers) if (answer.status === 503) assert.equal(answer.headers['retry-after'], '1');
      const grown = (await residentBytes(pid)) - before;
      assert.ok(grown < 900 * megabyte, `${Math.round(grown / megabyte)} MB more`);
    });

    it('does not keep several copies of a large upload in memory', async () => {
      const before = await residentBytes(pid);
      const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n');
      const body = function* (): Generator<Uint8Array> {
        yield head;
        yield* pieces(95 * megabyte);
        yield Buffer.from('\r\n--b--\r\n');
      };
      expectError(await send(at, fileQuote, multipart, body()), 200, 1100);
      const grown = (await residentBytes(pid)) - before;
      assert.ok(grown < 300 * megabyte, `${Math.round(grown / megabyte)} MB more`);
    });
  });

  describe('nested, broken or differently encoded bodies', () => {
    const deep = `${'['.repeat(1e6)}${']'.repeat(1e6)}`;
    const cases: readonly (readonly [
      what: string,
      headers: Readonly<Record<string, string>>,
      body: string | Uint8Array,
      status: number,
      code: number,
    ])[] = [
      ['JSON nested a million times', json, deep, 200, 1251],
      ['objects nested a million times', json, `${'{"a":'.repeat(1e6)}1${'}'.repeat(1e6)}`, 200, 1251],
      ['JSON never closed', json, '['.repeat(1e6), 200, 1251],
      ['two million values', json, `[${'0,'.repeat(2e6)}0]`, 200, 1251],
      ['invalid JSON', json, '{"jobs":', 200, 1251],
      ['JSON with invalid UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 200, 1251],
      ['a form with invalid UTF-8', form, 'data=%ff%fe', 200, 1251],
      ['a form with bare invalid UTF-8', form, Buffer.from([0x64, 0x3d, 0xc3]), 200, 1251],
      ['a form of a million fields', form, Array.from({ length: 1e6 }, (_, index) => `a${index}`).join('&'), 200, 400],
      ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, Buffer.from('{}', 'utf16le'), 415, 1352],
      ['Latin 1', { 'content-type': 'application/x-www-form-urlencoded; charset="ISO-8859-1"' }, 'a=b', 415, 1352],
      ['a compressed body', { ...json, 'content-encoding': 'gzip' }, gzipSync('{}'), 415, 1352],
      ['multipart without a boundary', { 'content-type': 'multipart/form-data' }, '--b\r\n', 400, 400],
      [
        'multipart with another boundary',
        multipart,
        '--other\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--other--\r\n',
        400,
        400,
      ],
      [
        'multipart cut off in a file',
        multipart,
        '--b\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\nhello',
        400,
        400,
      ],
      [
        'multipart cut off in a field',
        multipart,
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello',
        400,
        400,
      ],
      ['multipart cut off in a header', multipart, '--b\r\nContent-Disposition: form-da', 400, 400],
      [
        'multipart of a thousand parts',
        multipart,
        `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1000)}--b--\r\n`,
        400,
        400,
      ],
      [
        'multipart with a field of invalid UTF-8',
        multipart,
        Buffer.concat([
          Buffer.from('--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n'),
          Buffer.from([0xff]),
          Buffer.from('\r\n--b--\r\n'),
        ]),
        200,
        1251,
      ],
    ];
    for (const [what, headers, body, status, code] of cases) {
      it(`${what}: ${status}, code ${code}`, async () => {
        expectError(await send(at, jobs, headers, [typeof body === 'string' ? Buffer.from(body) : body]), status, code);
      });
    }

    it('ignores a part with huge headers and reads the others', async () => {
      const { api_key: key, api_sig: sig, ts } = signature(at);
      const field = (name: string, value: string, more = ''): string =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`;
      const body =
        `${field('junk', 'x', `X-Junk: ${'j'.repeat(100_000)}\r\n`)}${field('api_key', key!)}` +
        `${field('api_sig', sig!)}${field('ts', ts!)}${field('data', '{"jobs":{}}')}--b--\r\n`;
      expectError(await send(at, fileQuote, multipart, body), 200, 1800);
    });
  });

  describe('addresses and methods', () => {
    const head = 'Host: 127.0.0.1\r\nConnection: close\r\n\r\n';
    const cases: readonly (readonly [what: string, text: string, status: RegExp])[] = [
      ['bytes that are no HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', /^HTTP\/1\.1 400 /u],
      ['an unknown method', `BREW /v2/account/me HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 400 /u],
      [
        'a method of HTTP that the service does not have',
        `PATCH /v2/account/me HTTP/1.1\r\n${head}`,
        /^HTTP\/1\.1 200 [\s\S]*"code":404/u,
      ],
      ['a very long address', `GET /v2/${'a'.repeat(100_000)} HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 431 /u],
      [
        'thousands of headers',
        `GET / HTTP/1.1\r\n${'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5000)}${head}`,
        /^HTTP\/1\.1 431 /u,
      ],
      ['CONNECT', `CONNECT example.test:443 HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 405 /u],
      [
        'an upgrade',
        `GET /v2/account/me HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: 127.0.0.1\r\n\r\n`,
        /^HTTP\/1\.1 200 [\s\S]*"code":1100/u,
      ],
      [
        'an absolute address of this machine',
        `GET http://127.0.0.1/v2/account/me HTTP/1.1\r\n${head}`,
        /^HTTP\/1\.1 200 [\s\S]*"code":1100/u,
      ],
      [
        'an absolute address of another machine',
        `GET http://example.test/v2/account/me HTTP/1.1\r\n${head}`,
        /^HTTP\/1\.1 403 /u,
      ],
      ['an invalid address', `GET * HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 400 /u],
      ['a zero byte in a path', `GET /v2/translate/job/%00 HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 200 [\s\S]*"code":1100/u],
      ['an invalid escape', `GET /files/%zz/source/%ff HTTP/1.1\r\n${head}`, /^HTTP\/1\.1 404 /u],
      [
        'a query of invalid UTF-8',
        `GET /v2/account/me?api_key=%ff HTTP/1.1\r\n${head}`,
        /^HTTP\/1\.1 200 [\s\S]*"code":1251/u,
      ],
      ['no host', 'GET /v2/account/me HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 403 /u],
      [
        'an unknown expectation',
        `POST ${jobs} HTTP/1.1\r\nExpect: tea\r\nContent-Length: 3\r\n${head}a=b`,
        /^HTTP\/1\.1 417 /u,
      ],
      [
        'an invalid chunk',
        `POST ${jobs} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
        /^HTTP\/1\.1 400 /u,
      ],
      [
        'two lengths',
        `POST ${jobs} HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${head}`,
        /^HTTP\/1\.1 400 /u,
      ],
    ];
    for (const [what, text, status] of cases) {
      it(what, async () => {
        const answer = await sendRaw(at, text);
        assert.match(answer, status);
        assert.match(answer, /\r\n\r\n\{"opstat":"error",/u);
      });
    }

    it('answers pipelined requests in order', async () => {
      const one = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;
      const socket = connect(Number(new URL(at.baseUrl).port), '127.0.0.1');
      socket.write(
        one('/v2/translate/service/languages') + one('/v2/account/me') + one('/files/x', 'Connection: close\r\n'),
      );
      let answers = '';
      socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
      await once(socket, 'close');
      assert.match(answers, /"lc":"ar"[\s\S]*"code":1100[\s\S]*"code":404/u);
    });
  });

  describe('connections', () => {
    it('closes connections over the limit of thousands', async () => {
      const before = await residentBytes(pid);
      const port = Number(new URL(at.baseUrl).port);
      const sockets: Socket[] = [];
      let closed = 0;
      for (let index = 0; index < 2000; index += 1) {
        const socket = connect(port, '127.0.0.1');
        socket
          .on('error', () => undefined)
          .on('close', () => (closed += 1))
          .resume();
        sockets.push(socket);
      }
      while (closed < 900) await new Promise((resolve) => setTimeout(resolve, 1));
      assert.ok((await residentBytes(pid)) - before < 200 * megabyte);
      for (const socket of sockets) socket.destroy();
      while (closed < sockets.length) await new Promise((resolve) => setTimeout(resolve, 1));
    });

    it('answers and closes a connection whose headers or body never end', async () => {
      await using fixture = await startFixture('manual', {
        sandbox: { connections: { maxConnections: 10, headersMs: 200, requestMs: 400 } },
      });
      const port = Number(new URL(fixture.sandbox.baseUrl).port);
      for (const beginning of [
        'GET /v2/account/me HTTP/1.1\r\nHost: 127',
        `POST ${jobs} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\ndata=`,
      ]) {
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        socket.write(beginning);
        await once(socket, 'close');
        assert.match(answer, /^HTTP\/1\.1 408 [\s\S]*"opstat":"error"/u);
      }
    });
  });
});
