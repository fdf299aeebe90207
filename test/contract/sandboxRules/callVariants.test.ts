import assert from 'node:assert/strict';
import { signature, startFixture, type Answer } from '../sandboxFixture.ts';
import { codeOf, idsIn, okOf, placeJobs, readJob, send, sendSigned, textJob } from './calls.ts';

const json = { 'content-type': 'application/json' };

describe('sandbox rules: variants of calls', () => {
  it('accepts an action in every variant', async () => {
    await using fixture = await startFixture('manual');
    const keys = signature(fixture.sandbox);
    const query = new URLSearchParams(keys).toString();
    const data = JSON.stringify({ action: 'archive' });
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...keys, data })) multipart.set(name, value);
    const ways: readonly (readonly [string, RequestInit])[] = [
      ['', { method: 'PUT', body: new URLSearchParams({ ...keys, data }) }],
      ['/', { method: 'PUT', body: new URLSearchParams({ ...keys, data }) }],
      ['', { method: 'PUT', body: multipart }],
      [`?${query}`, { method: 'PUT', body: new URLSearchParams({ data }) }],
      [`?${query}`, { method: 'PUT', body: data, headers: json }],
      [`/?${query}&format=xml`, { method: 'PUT', body: new URLSearchParams({ data }) }],
      ['', { method: 'PUT', body: JSON.stringify({ ...keys, data: { action: 'archive' } }), headers: json }],
      ['', { method: 'POST', body: new URLSearchParams({ ...keys, data, _method: 'put' }) }],
      [`?${query}&_method=PUT`, { method: 'POST', body: new URLSearchParams({ data }) }],
    ];
    const ids = await idsIn(
      fixture,
      await placeJobs(
        fixture,
        ways.map((_way, index) => textJob({ body_src: `text ${index}`, auto_approve: '1' })),
      ),
      'jobs_available',
    );
    for (const [index, [suffix, init]] of ways.entries()) {
      const id = ids[index]!;
      await fixture.control('POST', `/jobs/${id}/start`);
      await fixture.control('POST', `/jobs/${id}/finish`);
      assert.deepEqual(okOf(await send(fixture, `/v2/translate/job/${id}${suffix}`, init)), {}, `way ${index}`);
      assert.equal((await readJob(fixture, id))['status'], 'archived', `way ${index}`);
    }
  });

  it('answers with JSON, whatever format is requested', async () => {
    await using fixture = await startFixture('manual');
    const answer = await fetch(
      `${fixture.sandbox.baseUrl}/account/me?` +
        new URLSearchParams({ ...signature(fixture.sandbox), format: 'xml' }).toString(),
      { headers: { accept: 'application/xml' } },
    );
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal(((await answer.json()) as Answer).opstat, 'ok');
  });

  it('accepts `body` as well as `body_src`, which has priority', async () => {
    await using fixture = await startFixture('manual');
    const jobs = [
      textJob({ body_src: undefined, body: "the contract's word" }),
      textJob({ body: 'not this', body_src: 'this' }),
    ];
    const ids = await idsIn(fixture, await placeJobs(fixture, jobs), 'jobs_available');
    const texts = await Promise.all(ids.map(async (id) => (await readJob(fixture, id))['body_src']));
    assert.deepEqual(texts, ["the contract's word", 'this']);
  });

  it('needs no keys for languages and pairs, and does not check keys that are sent', async () => {
    await using fixture = await startFixture('manual');
    const { apiKey } = fixture.sandbox;
    const queries: readonly Readonly<Record<string, string>>[] = [
      {},
      { api_key: apiKey },
      { api_key: 'wrong' },
      { api_key: 'wrong', api_sig: 'x', ts: 'y' },
      signature(fixture.sandbox),
    ];
    for (const parameters of queries) {
      const query = new URLSearchParams({ ...parameters, lc_src: 'ja' }).toString();
      const pairs = okOf(await send(fixture, `/v2/translate/service/language_pairs?${query}`)) as readonly {
        readonly lc_src: string;
      }[];
      assert.ok(pairs.length > 0 && pairs.every(({ lc_src }) => lc_src === 'ja'), query);
      assert.equal(
        (okOf(await send(fixture, `/v2/translate/service/languages/?${query}`)) as unknown[]).length,
        37,
        query,
      );
    }
  });

  it('reports errors in keys before other errors, in a fixed order', async () => {
    await using fixture = await startFixture('manual');
    const { apiKey } = fixture.sandbox;
    const good = signature(fixture.sandbox);
    const bad: readonly (readonly [code: number, parameters: Readonly<Record<string, string>>])[] = [
      [1100, {}],
      [1100, { api_key: apiKey, ts: good['ts']! }],
      [1150, { api_sig: good['api_sig']! }],
      [1200, { api_sig: good['api_sig']!, api_key: apiKey }],
      [1201, { ...good, ts: 'today' }],
      [1000, { ...good, api_key: 'other' }],
      [1000, { ...good, ts: '1' }],
    ];
    for (const [code, parameters] of bad) {
      const query = new URLSearchParams(parameters).toString();
      assert.equal(codeOf(await send(fixture, `/v2/translate/job/999?${query}`)), code);
      assert.equal(
        codeOf(await send(fixture, '/v2/translate/jobs', { method: 'POST', body: new URLSearchParams(parameters) })),
        code,
      );
      assert.equal(codeOf(await send(fixture, `/v2/no/such/path?${query}`)), code);
    }
  });

  it('answers an incomplete path with the code for the missing id', async () => {
    await using fixture = await startFixture('manual');
    const missing: readonly (readonly [code: number, path: string])[] = [
      [2050, '/v2/translate/job'],
      [2050, '/v2/translate/job/'],
      [2050, '/v2/translate/jobs/,'],
      [2550, '/v2/translate/jobs/group'],
      [2750, '/v2/translate/order/'],
      [404, '/v2/translate'],
      [404, '/v2/translate/job/1/preview'],
    ];
    for (const [code, path] of missing) assert.equal(codeOf(await sendSigned(fixture, path)), code, path);
  });
});
