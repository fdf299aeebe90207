import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { orderJob, reviewableJob } from '../jobs.ts';
import { fields, ok, okEmpty, refusedWith } from '../replies.ts';

/** §2: the envelope of every answer. */
export const envelopeCases: ContractCases = {
  '§2 Response envelope, row 1: opstat': async (service) => {
    for (const path of ['/v2/account/me', '/v2/translate/jobs', '/v2/translate/service/languages']) {
      assert.equal(fields((await service.get(path)).body)['opstat'], 'ok', path);
    }
    for (const path of ['/v2/translate/job/1', '/v2/translate/order/1', '/v2/no/such/path']) {
      assert.equal(fields((await service.get(path)).body)['opstat'], 'error', path);
    }
  },

  '§2 Response envelope, row 2: response': async (service) => {
    const id = await reviewableJob(service);
    assert.ok(ok(await service.get('/v2/account/me')));
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'approve' }));
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: 'Thank you.' }));
    okEmpty(await service.delete(`/v2/translate/job/${await orderJob(service, { body_src: 'To be deleted' })}`));
    assert.ok(!('response' in fields((await service.get('/v2/translate/job/1')).body)));
  },

  '§2 Response envelope, row 3: err': async (service) => {
    const reply = await service.get('/v2/translate/job/1');
    refusedWith(2100, reply);
    assert.deepEqual(Object.keys(fields(reply.body)).sort(), ['err', 'opstat']);
    assert.ok(!('err' in fields((await service.get('/v2/account/me')).body)));
  },
};
