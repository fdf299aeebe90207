import assert from 'node:assert/strict';
import { faultKinds, type FaultKind } from '../../../src/sandbox/http/faults.ts';
import { signature, startFixture, type SandboxFixture } from '../sandboxFixture.ts';

type Call = (fixture: SandboxFixture) => Promise<Response>;

function quoteFile({ sandbox }: SandboxFixture): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signature(sandbox))) form.set(name, value);
  form.set(
    'data',
    JSON.stringify({ jobs: { one: { type: 'file', file_key: 'f', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' } } }),
  );
  form.set('f', new Blob(['Hello']), 'a.txt');
  return fetch(`${sandbox.baseUrl}/translate/service/quote/file`, { method: 'POST', body: form });
}

async function downloadAddress(fixture: SandboxFixture): Promise<string> {
  const answer = (await (await quoteFile(fixture)).json()) as { response: { jobs: { one: { identifier: string } } } };
  return `/files/${answer.response.jobs.one.identifier}/source/a.txt`;
}

const form =
  (method: string, path: string, data: object): Call =>
  ({ sandbox }) =>
    fetch(sandbox.baseUrl + path, {
      method,
      body: new URLSearchParams({ ...signature(sandbox), data: JSON.stringify(data) }),
    });
const get =
  (path: string): Call =>
  ({ sandbox }) =>
    fetch(`${sandbox.baseUrl}${path}?${new URLSearchParams(signature(sandbox)).toString()}`);

const calls: readonly (readonly [match: string, call: Call])[] = [
  ['GET /v2/account', get('/account/balance')],
  [
    'POST /v2/translate/jobs',
    form('POST', '/translate/jobs', { jobs: { one: { body_src: 'Hello', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' } } }),
  ],
  ['PUT /v2/translate/job/', form('PUT', '/translate/job/1', { action: 'approve' })],
  [
    'DELETE /v2/translate/job/',
    ({ sandbox }) =>
      fetch(`${sandbox.baseUrl}/translate/job/1?${new URLSearchParams(signature(sandbox)).toString()}`, {
        method: 'DELETE',
      }),
  ],
  ['POST /v2/translate/service/quote/file', quoteFile],
  ['GET /v2/translate/service/languages', get('/translate/service/languages')],
  ['GET /files/', async (fixture) => fetch(new URL(await downloadAddress(fixture), fixture.sandbox.baseUrl))],
];

async function codeIn(answer: Promise<Response>): Promise<unknown> {
  return ((await (await answer).json()) as { readonly err?: { readonly code?: unknown } }).err?.code;
}

/** The effect of each fault on a client. */
const expected: Readonly<Record<FaultKind, (answer: Promise<Response>) => Promise<unknown>>> = {
  'drop-after': (answer) => assert.rejects(answer),
  'drop-before': (answer) => assert.rejects(answer),
  truncate: async (answer) => {
    await assert.rejects((await answer).arrayBuffer());
  },
  '500': async (answer) => {
    assert.equal((await answer).status, 500);
  },
  throttle: async (answer) => {
    assert.equal((await answer).status, 429);
    assert.equal(await codeIn(answer), 2800);
  },
  error: async (answer) => {
    assert.equal((await answer).status, 200);
    assert.equal(await codeIn(answer), 1951);
  },
  html: async (answer) => {
    assert.equal((await answer).headers.get('content-type'), 'text/html');
  },
  slow: async (answer) => {
    assert.equal((await answer).status, 200);
  },
};

describe('contract: faults on every route', () => {
  for (const [match, call] of calls) {
    it(match, async () => {
      await using fixture = await startFixture('instant');
      for (const fault of faultKinds) {
        await fixture.control('POST', '/faults', { match, fault, ms: 1, code: 1951 });
        await expected[fault](call(fixture));
      }
      assert.equal((await call(fixture)).status, 200);
    });
  }

  it('slow does not wait for a clock that is not moved', async () => {
    const still = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
    await using fixture = await startFixture('instant', { sandbox: { clock: still } });
    await fixture.control('POST', '/faults', { match: 'GET /v2/account', fault: 'slow', ms: 10 });
    assert.equal((await fixture.call('GET', '/account/me')).opstat, 'ok');
  });

  it('slow does not delay the end of the sandbox', async () => {
    const fixture = await startFixture('instant');
    await fixture.control('POST', '/faults', { match: 'GET /v2/account', fault: 'slow', ms: 600_000 });
    const late = fixture.call('GET', '/account/me').then(
      () => 'answered',
      () => 'dropped',
    );
    await fixture.control('GET', '/state');
    await fixture[Symbol.asyncDispose]();
    assert.match(await late, /answered|dropped/u);
  }).timeout(10_000);
});
