import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { accountEndpoints } from '../endpoints.ts';
import { orderJob, readJob } from '../jobs.ts';
import { refusesWithoutKeys } from '../keys.ts';
import { fields, list, ok, okEmpty, okFields, refused, wireCents } from '../replies.ts';

/** §4: rows 14 to 17. */
export const accountCases: ContractCases = {
  '§4 Account endpoints, rule 1: All use GET, require authentication, and take no': async (service) => {
    for (const endpoint of accountEndpoints) {
      await refusesWithoutKeys(service, endpoint);
      ok(await service.get(endpoint.path));
      ok(await service.get(`${endpoint.path}/`));
      refused(await service.delete(endpoint.path));
      refused(await service.put(endpoint.path, {}));
    }
  },

  '§4 Account endpoints, row 14: /v2/account/stats': async (service) => {
    const id = await orderJob(service);
    const price = wireCents(service.wire, (await readJob(service, id))['credits']);
    assert.equal(wireCents(service.wire, okFields(await service.get('/v2/account/stats'))['credits_spent']), price);
    okEmpty(await service.delete(`/v2/translate/job/${id}`));
    const stats = okFields(await service.get('/v2/account/stats'));
    assert.equal(wireCents(service.wire, stats['credits_spent']), 0);
    for (const name of ['user_since', 'currency', 'billing_type', 'customer_type']) assert.ok(name in stats, name);
  },

  '§4 Account endpoints, row 15: /v2/account/me': async (service) => {
    const me = okFields(await service.get('/v2/account/me'));
    for (const name of ['email', 'full_name', 'display_name', 'language_code'])
      assert.equal(typeof me[name], 'string', name);
  },

  '§4 Account endpoints, row 16: /v2/account/balance': async (service) => {
    const before = okFields(await service.get('/v2/account/balance'));
    const price = wireCents(service.wire, (await readJob(service, await orderJob(service)))['credits']);
    const after = okFields(await service.get('/v2/account/balance'));
    assert.equal(wireCents(service.wire, before['credits']) - wireCents(service.wire, after['credits']), price);
    assert.equal(after['currency'], before['currency']);
  },

  '§4 Account endpoints, row 17: /v2/account/preferred_translators': async (service) => {
    for (const entry of list(ok(await service.get('/v2/account/preferred_translators'))).map((item) => fields(item))) {
      for (const name of ['lc_src', 'lc_tgt', 'tier', 'translators']) assert.ok(name in entry, name);
      assert.ok(list(entry['translators']).length > 0);
    }
  },
};
