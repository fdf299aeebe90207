import assert from 'node:assert/strict';
import { accountEndpoints, jobEndpoints } from '../endpoints.ts';
import { callWith, refusesWithoutKeys } from '../keys.ts';
import type { ContractCases } from '../contractCase.ts';
import { list, ok, okFields, refused, refusedWith } from '../replies.ts';
import type { Service } from '../service.ts';
import { quotedEntry, textJob } from '../jobs.ts';
import { callsAtOnce } from '../throttled.ts';

/** Signatures created by `openssl dgst -sha1 -hmac KEY` from the text of `ts`. */
const vectors = [
  { privateKey: 'test_private_key', ts: '1700000000', signature: '34fd9a54d909d78a5a4fb26c96aa961100b6c213' },
  { privateKey: 'p|r&i=v%a~t$e{k}', ts: '1388016000', signature: '3c163cbf50f396201a6efa1de3d885c022501500' },
  { privateKey: '日本鍵', ts: '1700000000', signature: '49362428f0682e2ee1d6d00ed878da0c36d92cc8' },
] as const;

/** §5: authentication. */
export const authenticationCases: ContractCases = {
  '§5 Authentication, rule 1: Endpoints marked Auth in section 4 require api_key,': async (service) => {
    const marked = [
      ...jobEndpoints,
      { method: 'POST', path: '/v2/translate/service/quote' },
      { method: 'POST', path: '/v2/translate/service/quote/file' },
      ...accountEndpoints,
    ] as const;
    for (const endpoint of marked) await refusesWithoutKeys(service, endpoint);
    const { api_key, api_sig, ts } = service.keys();
    for (const wrong of ['1700000000.5', '-1', '0x10', '17e8', ' ']) {
      refused(await callWith(service, { method: 'GET', path: '/v2/account/me' }, { api_key, api_sig, ts: wrong }));
    }
    ok(await callWith(service, { method: 'GET', path: '/v2/account/me' }, { api_key, api_sig, ts }));
  },

  '§5 Authentication, rule 2: Endpoints 9, 10 and 13 are marked as': async (service) => {
    ok(await service.send('GET', '/v2/translate/service/language_pairs'));
    ok(await service.send('GET', '/v2/translate/service/languages'));
    const data = JSON.stringify([{ text: 'Two words', lc: 'en' }]);
    for (const reply of [
      await service.send('GET', `/service/unit_count?${new URLSearchParams({ data }).toString()}`),
      await service.send('POST', '/service/unit_count', {
        body: data,
        headers: { 'content-type': 'application/json' },
      }),
    ]) {
      assert.deepEqual(reply.body, [{ text: 'Two words', lc: 'en', unit_type: 'word', unit_count: 2 }]);
    }
  },

  // The simulated service's address is on loopback; a start option selects its column of the throttling table.
  '§5 Authentication, rule 3: A separate sandbox environment exists, with lower throttling': async ({ another }) => {
    const taken: number[] = [];
    for (const limits of ['production', 'sandbox'] as const) {
      await using service = await another({ throttle: '429', limits });
      assert.equal(new URL(service.sandbox.baseUrl).hostname, '127.0.0.1');
      taken.push(await callsAtOnce(service, '/v2/account/me', 12));
    }
    assert.deepEqual(taken, [10, 1]);
  },

  '§5 Authentication, rule 4: How api_sig is computed: not shown.': async ({ another }) => {
    for (const { privateKey, ts, signature } of vectors) {
      await using service = await another({ apiKey: 'key', privateKey });
      ok(await service.send('GET', `/v2/account/me?api_key=key&api_sig=${signature}&ts=${ts}`));
      refusedWith(1000, await service.send('GET', `/v2/account/me?api_key=key&api_sig=${signature}&ts=${ts}0`));
    }
  },

  '§5 Authentication, rule 5: Whether the three parameters travel in the query': async (service) => {
    for (const [way, init, query] of waysToAsk(service)) {
      const reply = await service.send('POST', `/v2/translate/service/quote${query}`, init);
      assert.deepEqual(Object.keys(okFields(reply)), ['jobs'], way);
    }
    assert.ok(list(ok(await service.get('/v2/account/preferred_translators'))).length > 0, 'GET: query');
    refusedWith(1100, await service.send('GET', '/v2/account/me', { headers: service.keys() }));
    assert.equal((await quotedEntry(service, textJob()))['type'], 'text');
  },
};

/** The known variants of a POST: a name, the request, the query. */
function waysToAsk(service: Service): readonly (readonly [way: string, init: RequestInit, query: string])[] {
  const keys = service.keys();
  const data = JSON.stringify({ jobs: { job_1: textJob() } });
  const query = `?${new URLSearchParams(keys).toString()}`;
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...keys, data })) multipart.set(name, value);
  const json = { 'content-type': 'application/json' };
  return [
    ['form', { body: new URLSearchParams({ ...keys, data }) }, ''],
    ['multipart', { body: multipart }, ''],
    ['keys in the query, data in the form', { body: new URLSearchParams({ data }) }, query],
    ['keys in the query, bare JSON', { body: data, headers: json }, query],
    ['both in the query and in the form', { body: new URLSearchParams({ ...keys, data }) }, query],
  ];
}
