import assert from 'node:assert/strict';
import { request } from 'node:http';
import { signature, startFixture, type SandboxFixture } from './sandboxFixture.ts';

const data = JSON.stringify({ jobs: [{ body_src: 'Hello', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' }] });

async function send(
  fixture: SandboxFixture,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; type: string | null; body: Record<string, unknown> }> {
  const answer = await fetch(new URL(path, fixture.sandbox.baseUrl), init);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: (await answer.json()) as Record<string, unknown>,
  };
}

/** Sends a request with headers that fetch does not allow. */
function sendWith(
  fixture: SandboxFixture,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(fixture.sandbox.baseUrl);
    request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const code = ({ body }: { body: Record<string, unknown> }): unknown =>
  (body['err'] as { code?: unknown } | undefined)?.code;

describe('contract: the wire', () => {
  it('answers with HTTP 200 and exactly `application/json`, including business errors', async () => {
    await using fixture = await startFixture('instant');
    for (const path of ['/v2/translate/service/languages', '/v2/account/me', '/v2/no/such/path', '/']) {
      const { status, type } = await send(fixture, path);
      assert.deepEqual([status, type], [200, 'application/json'], path);
    }
  });

  it('answers an unknown path with 1100 without keys, and with 404 with them', async () => {
    await using fixture = await startFixture('instant');
    assert.equal(code(await send(fixture, '/v2/no/such/path')), 1100);
    assert.deepEqual((await fixture.call('GET', '/no/such/path')).err, {
      code: 404,
      msg: 'Requested Resource Not Found',
    });
  });

  it('needs no keys for languages, pairs and unit counts', async () => {
    await using fixture = await startFixture('instant');
    assert.equal((await send(fixture, '/v2/translate/service/languages/')).body['opstat'], 'ok');
    assert.equal((await send(fixture, '/v2/translate/service/language_pairs?lc_src=en')).body['opstat'], 'ok');
    const items = JSON.stringify([{ text: 'one two', lc: 'en' }]);
    const counted = [{ text: 'one two', lc: 'en', unit_type: 'word', unit_count: 2 }];
    assert.deepEqual(
      (
        await send(fixture, '/service/unit_count', {
          method: 'POST',
          body: items,
          headers: { 'content-type': 'application/json' },
        })
      ).body,
      counted,
    );
    assert.deepEqual((await send(fixture, `/service/unit_count?data=${encodeURIComponent(items)}`)).body, counted);
    assert.deepEqual(
      (
        await send(fixture, '/service/unit_count', {
          method: 'POST',
          body: JSON.stringify({ data: JSON.parse(items) as unknown }),
        })
      ).body,
      counted,
    );
    assert.equal(code(await send(fixture, '/service/unit_count')), 1250);
  });

  it('accepts an order in every form that clients send', async () => {
    await using fixture = await startFixture('instant');
    const keys = signature(fixture.sandbox);
    const query = new URLSearchParams(keys).toString();
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...keys, data })) multipart.set(name, value);
    const ways: readonly (readonly [string, RequestInit])[] = [
      ['', { body: new URLSearchParams({ ...keys, data }) }],
      ['/', { body: new URLSearchParams({ ...keys, data }) }],
      ['', { body: multipart }],
      [`?${query}`, { body: new URLSearchParams({ data }) }],
      [`?${query}`, { body: data, headers: { 'content-type': 'application/json' } }],
      [
        '',
        {
          body: JSON.stringify({ ...keys, data: JSON.parse(data) as unknown }),
          headers: { 'content-type': 'application/json' },
        },
      ],
    ];
    for (const [index, [suffix, init]] of ways.entries()) {
      const { body } = await send(fixture, `/v2/translate/jobs${suffix}`, { method: 'POST', ...init });
      assert.equal(body['opstat'], 'ok', `way ${index}: ${JSON.stringify(body)}`);
      // The same payload would be refused for five minutes.
      await fixture.control('POST', '/clock', { advance_s: 301 });
    }
  });

  it('accepts `_method` as the verb', async () => {
    await using fixture = await startFixture('manual');
    await fixture.call('POST', '/translate/jobs', JSON.parse(data) as Record<string, unknown>);
    const { response } = await fixture.call('GET', '/translate/jobs');
    const [{ job_id: id }] = response as [{ job_id: string }];
    const body = new URLSearchParams({ ...signature(fixture.sandbox), _method: 'delete' });
    assert.equal((await send(fixture, `/v2/translate/job/${id}`, { method: 'POST', body })).body['opstat'], 'ok');
    assert.equal((await fixture.client.jobs.getOne(id)).status, 'canceled');
  });

  const badCalls: readonly (readonly [
    code: number,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    fields: Record<string, string>,
  ])[] = [
    [1250, 'POST', '/translate/jobs', {}],
    [1251, 'POST', '/translate/jobs', { data: '{' }],
    [1251, 'POST', '/translate/jobs', { data: '[]' }],
    [1251, 'POST', '/translate/jobs', { data: '['.repeat(200_000) }],
    [1800, 'POST', '/translate/service/quote', { data: '{}' }],
    [400, 'GET', '/translate/jobs', { count: 'many' }],
    [2100, 'GET', '/translate/job/x', {}],
    [2100, 'GET', '/translate/jobs/1,2', {}],
    [2100, 'PUT', '/translate/job/1', { data: '{"action":"approve"}' }],
    [2750, 'GET', '/translate/order/1', {}],
  ];
  for (const [expected, method, path, fields] of badCalls) {
    it(`answers ${expected} to ${method} ${path} with ${JSON.stringify(fields).slice(0, 40)}`, async () => {
      await using fixture = await startFixture('instant');
      const parameters = new URLSearchParams({ ...signature(fixture.sandbox), ...fields });
      const answer =
        method === 'GET'
          ? await send(fixture, `/v2${path}?${parameters.toString()}`)
          : await send(fixture, `/v2${path}`, { method, body: parameters });
      assert.equal(code(answer), expected);
    });
  }

  const badActions: readonly (readonly [code: number, data: Record<string, unknown>])[] = [
    [400, {}],
    [400, { action: 'purchase' }],
    [2300, { action: 'revise' }],
    [400, { action: 'revise', comment: 'x'.repeat(25_001) }],
    [2501, { action: 'approve', rating: 'good' }],
    [2501, { action: 'approve', rating: 3.5 }],
    [2502, { action: 'approve', rating: 6 }],
    [2503, { action: 'approve', public: 'yes' }],
    [2350, { action: 'reject', comment: 'x' }],
    [2350, { action: 'reject', reason: 'taste', comment: 'x' }],
    [2300, { action: 'reject', reason: 'quality' }],
    [2450, { action: 'reject', reason: 'quality', comment: 'x', follow_up: 'sue' }],
    [2650, { action: 'archive' }],
  ];
  it('checks the fields of every action on a job', async () => {
    await using fixture = await startFixture('instant');
    await fixture.call('POST', '/translate/jobs', JSON.parse(data) as Record<string, unknown>);
    const [{ job_id: id }] = (await fixture.call('GET', '/translate/jobs')).response as [{ job_id: string }];
    for (const [expected, action] of badActions) {
      const { err } = await fixture.call('PUT', `/translate/job/${id}`, action);
      assert.equal((err as { code?: unknown }).code, expected, JSON.stringify(action).slice(0, 80));
    }
    assert.equal(
      ((await fixture.call('POST', `/translate/job/${id}/comment`, {})).err as { code?: unknown }).code,
      2000,
    );
    assert.equal((await fixture.client.jobs.getOne(id)).status, 'reviewable');
  });
});

describe('contract: who may call the sandbox', () => {
  it('answers only under loopback names', async () => {
    await using fixture = await startFixture('instant');
    const path = '/v2/translate/service/languages';
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', 'LOCALHOST'])
      assert.equal(await sendWith(fixture, 'GET', path, { host }), 200, host);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])
      assert.equal(await sendWith(fixture, 'GET', path, { host }), 403, host);
  });

  it('requires the token for control calls, and refuses browser pages', async () => {
    await using fixture = await startFixture('instant');
    const authorization = `Bearer ${fixture.sandbox.controlToken}`;
    assert.equal(await sendWith(fixture, 'GET', '/sandbox/state', {}), 401);
    assert.equal(await sendWith(fixture, 'GET', '/sandbox/state', { authorization: 'Bearer x' }), 401);
    assert.equal(
      await sendWith(fixture, 'GET', '/sandbox/state', { authorization, origin: 'http://localhost:3000' }),
      403,
    );
    assert.equal(await sendWith(fixture, 'GET', '/sandbox/state', { authorization, host: 'evil.example' }), 403);
    assert.equal(await sendWith(fixture, 'GET', '/sandbox/state', { authorization }), 200);
  });

  it('refuses a request over 100 MB before it has arrived', async () => {
    await using fixture = await startFixture('instant');
    assert.equal(
      await sendWith(fixture, 'POST', '/v2/translate/jobs', { 'content-length': String(101 * 1024 * 1024) }),
      413,
    );
    assert.equal((await fixture.call('GET', '/account/me')).opstat, 'ok');
  });

  it('handles invalid methods and addresses', async () => {
    await using fixture = await startFixture('instant');
    assert.equal(await sendWith(fixture, 'PATCH', '/v2/account/me', {}), 200);
    assert.equal(await sendWith(fixture, 'TRACE', '/v2/account/me', {}), 200);
    assert.equal(await sendWith(fixture, 'GET', '/v2/translate/job/%ff%fe', {}), 200);
    assert.equal(await sendWith(fixture, 'GET', '//x/[', {}), 200);
  });
});

describe('contract: moving jobs by hand', () => {
  it("restores the previous status on release, and answers 2650 if a job's status does not allow a move", async () => {
    await using fixture = await startFixture('manual');
    await fixture.call('POST', '/translate/jobs', JSON.parse(data) as Record<string, unknown>);
    const [{ job_id: id }] = (await fixture.call('GET', '/translate/jobs')).response as [{ job_id: string }];
    const move = async (verb: string, body?: Record<string, unknown>): Promise<unknown> => {
      const answer = await fixture.control('POST', `/jobs/${id}/${verb}`, body);
      return answer.opstat === 'ok'
        ? (answer.response as { job: { status: string } }).job.status
        : (answer.err as { code: number }).code;
    };
    assert.equal(await move('finish'), 2650);
    assert.equal(await move('release'), 2650);
    assert.equal(await move('start'), 'pending');
    assert.equal(await move('start'), 2650);
    assert.equal(await move('hold'), 'hold');
    assert.equal(await move('finish'), 2650);
    assert.equal(await move('release'), 'pending');
    assert.equal(await move('expire'), 2650);
    assert.equal(await move('comment', { body: 'Hello?' }), 'pending');
    assert.equal(await move('comment'), 2000);
    assert.equal(await move('finish', { body_tgt: 'Bonjour' }), 'reviewable');
    assert.equal(await move('expire'), 'approved');
    assert.equal(await move('hold'), 2650);
    assert.equal(await move('jump'), 404);
    assert.equal((await fixture.client.jobs.getOne(id)).translatedText, 'Bonjour');
  });

  it('refuses to set the clock back', async () => {
    await using fixture = await startFixture('manual');
    for (const advance_s of [-1, '5', null])
      assert.equal((await fixture.control('POST', '/clock', { advance_s })).opstat, 'error');
  });
});
