import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { signature, startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { textJob } from '../sandboxRules/calls.ts';

/** Returns the header section of the last answer to a request, byte for byte. */
async function headOf(
  { sandbox }: SandboxFixture,
  request: string,
): Promise<{ readonly status: number; readonly names: readonly string[] }> {
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.end();
  });
  await once(socket, 'close');
  const [statusLine, ...lines] = (Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')[0] ?? '').split('\r\n');
  return { status: Number(statusLine?.split(' ')[1]), names: lines.map((line) => line.slice(0, line.indexOf(':'))) };
}

function requestFor(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const all = { Host: '127.0.0.1', 'Content-Length': String(body.length), Connection: 'close', ...headers };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
}

/** PHP programs look headers up in an array by their usual names. */
describe('contract: names of response headers', () => {
  const canonical = [
    'Cache-Control',
    'Connection',
    'Content-Disposition',
    'Content-Length',
    'Content-Type',
    'Date',
    'Keep-Alive',
    'Retry-After',
    'X-Content-Type-Options',
  ];
  const cases: readonly (readonly [
    title: string,
    status: number,
    expected: readonly string[],
    request: (fixture: SandboxFixture) => string | Promise<string>,
  ])[] = [
    [
      'an answer',
      200,
      ['Content-Type', 'Content-Length'],
      ({ sandbox }) => requestFor('GET', `/v2/account/me?${new URLSearchParams(signature(sandbox)).toString()}`),
    ],
    ['a refusal', 200, ['Content-Type', 'Content-Length'], () => requestFor('GET', '/v2/account/me')],
    [
      'a download',
      200,
      ['Content-Type', 'Content-Disposition', 'X-Content-Type-Options', 'Cache-Control'],
      async (fixture) => requestFor('GET', await downloadPath(fixture)),
    ],
    ['a download that does not exist', 404, ['Content-Type'], () => requestFor('GET', '/files/x/source/y')],
    ['a throttled call', 429, ['Content-Type', 'Retry-After'], (fixture) => fault(fixture, 'throttle')],
    ['an internal error', 500, ['Content-Type'], (fixture) => fault(fixture, '500')],
    ['a page of a gateway', 502, ['Content-Type'], (fixture) => fault(fixture, 'html')],
    ['half an answer', 200, ['Content-Type', 'Content-Length'], (fixture) => fault(fixture, 'truncate')],
    ['an injected error', 200, ['Content-Type'], (fixture) => fault(fixture, 'error')],
    [
      'a call of the control interface without its token',
      401,
      ['Content-Type'],
      () => requestFor('GET', '/sandbox/state'),
    ],
    ['a foreign host', 403, ['Content-Type'], () => requestFor('GET', '/v2/account/me', { Host: 'example.com' })],
    [
      'a request that is too large, answered before it has arrived',
      413,
      ['Content-Type', 'Connection'],
      () => requestFor('POST', '/v2/translate/jobs', { 'Content-Length': '999999999' }, 'data'),
    ],
    [
      'an expectation that cannot be met',
      417,
      ['Content-Type', 'Content-Length', 'Connection'],
      () => requestFor('GET', '/v2/account/me', { Expect: 'miracles' }),
    ],
    [
      'headers that are too long',
      431,
      ['Content-Type', 'Content-Length', 'Connection'],
      () => requestFor('GET', `/v2/account/me?${'x'.repeat(40_000)}`),
    ],
    ['what is no HTTP', 400, ['Content-Type', 'Content-Length', 'Connection'], () => 'HELLO\r\n\r\n'],
  ];
  for (const [title, status, expected, request] of cases) {
    it(`are canonical in ${title}`, async () => {
      await using fixture = await startFixture('instant');
      const head = await headOf(fixture, await request(fixture));
      assert.equal(head.status, status);
      assert.deepEqual(
        expected.filter((name) => !head.names.includes(name)),
        [],
      );
      assert.deepEqual(
        head.names.filter((name) => !canonical.includes(name)),
        [],
      );
    });
  }
});

async function fault(fixture: SandboxFixture, kind: string): Promise<string> {
  await fixture.control('POST', '/faults', { match: 'GET /v2/account/me', fault: kind, code: 1951 });
  return requestFor('GET', '/v2/account/me');
}

async function downloadPath({ sandbox, call }: SandboxFixture): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signature(sandbox))) form.set(name, value);
  form.set('data', JSON.stringify({ jobs: { a: textJob({ type: 'file', file_key: 'f' }) } }));
  form.set('f', new Blob(['Hello']), 'a.txt');
  const quoted = (await (
    await fetch(`${sandbox.baseUrl}/translate/service/quote`, { method: 'POST', body: form })
  ).json()) as { response: { jobs: { a: { identifier: string } } } };
  const { identifier } = quoted.response.jobs.a;
  await call('POST', '/translate/jobs', { jobs: { a: { type: 'file', identifier } } });
  return `/files/${identifier}/source/a.txt`;
}
