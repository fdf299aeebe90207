import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { approvedJob, commentsOf, feedbackOf, finish, orderJob, reviewableJob, start, statusOf } from '../jobs.ts';
import { ok, okEmpty, refused, refusedWith, wireDecimal } from '../replies.ts';
import type { Data, Service } from '../service.ts';

/** Checks that each call is refused with its code and does not change the job. */
async function refusesAll(
  service: Service,
  id: string,
  calls: readonly (readonly [code: number, data: Data])[],
): Promise<void> {
  for (const [code, data] of calls) refusedWith(code, await service.put(`/v2/translate/job/${id}`, data));
  assert.equal(await statusOf(service, id), 'reviewable');
}

/** §4: the fields of each action of PUT job. */
export const actionCases: ContractCases = {
  '§4 PUT job, per action, row 1: revise': async (service) => {
    const id = await reviewableJob(service);
    await refusesAll(service, id, [
      [2300, { action: 'revise' }],
      [2300, { action: 'revise', comment: '' }],
      [2300, { action: 'revise', comment: null }],
    ]);
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Less formal, please.' }));
    assert.equal(await statusOf(service, id), 'revising');
    assert.deepEqual(await commentsOf(service, id), ['customer: Less formal, please.']);
    await finish(service, id);
    assert.equal(await statusOf(service, id), 'reviewable');
    refusedWith(
      2250,
      await service.put(`/v2/translate/job/${await orderJob(service, { body_src: 'Not begun' })}`, {
        action: 'revise',
        comment: 'Why?',
      }),
    );
  },

  '§4 PUT job, per action, row 2: approve': async (service) => {
    const id = await reviewableJob(service);
    await refusesAll(service, id, [
      [2501, { action: 'approve', rating: 'good' }],
      [2501, { action: 'approve', rating: 2.5 }],
      [2502, { action: 'approve', rating: 0 }],
      [2502, { action: 'approve', rating: 6 }],
      [2503, { action: 'approve', public: 2 }],
      [2503, { action: 'approve', public: 'yes' }],
    ]);
    okEmpty(
      await service.put(`/v2/translate/job/${id}`, {
        action: 'approve',
        rating: 5,
        for_translator: 'Thanks.',
        for_service: 'All well.',
        public: 1,
      }),
    );
    const feedback = await feedbackOf(service, id);
    assert.deepEqual([wireDecimal(service.wire, feedback['rating']), feedback['for_translator']], [5, 'Thanks.']);
    const bare = await reviewableJob(service, { body_src: 'Approved without a word' });
    okEmpty(await service.put(`/v2/translate/job/${bare}`, { action: 'approve' }));
    assert.equal(wireDecimal(service.wire, (await feedbackOf(service, bare))['rating']), 0);
    // The older name of `for_service`, a rating as text, and the flag's other value.
    const older = await reviewableJob(service, { body_src: 'Approved by an older client' });
    okEmpty(
      await service.put(`/v2/translate/job/${older}`, {
        action: 'approve',
        rating: '4',
        for_mygengo: 'All well.',
        public: 0,
      }),
    );
    assert.equal(wireDecimal(service.wire, (await feedbackOf(service, older))['rating']), 4);
  },

  '§4 PUT job, per action, row 3: reject': async (service) => {
    const id = await reviewableJob(service);
    await refusesAll(service, id, [
      [2350, { action: 'reject', comment: 'No.' }],
      [2300, { action: 'reject', reason: 'quality' }],
      [2450, { action: 'reject', reason: 'quality', comment: 'No.', follow_up: 'sue' }],
    ]);
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'reject', reason: 'taste', comment: 'No.' }));
    assert.equal(await statusOf(service, id), 'reviewable');
    for (const reason of ['quality', 'incomplete', 'other']) {
      for (const [follow_up, status] of [
        [undefined, 'available'],
        ['requeue', 'available'],
        ['cancel', 'canceled'],
      ] as const) {
        const rejected = await reviewableJob(service, { body_src: `${reason} ${follow_up ?? 'default'}` });
        okEmpty(
          await service.put(`/v2/translate/job/${rejected}`, { action: 'reject', reason, comment: 'No.', follow_up }),
        );
        assert.equal(await statusOf(service, rejected), status);
      }
    }
    const again = await reviewableJob(service, { body_src: 'For another translator' });
    okEmpty(
      await service.put(`/v2/translate/job/${again}`, {
        action: 'reject',
        reason: 'incomplete',
        comment: 'Half.',
        follow_up: 'requeue',
      }),
    );
    await start(service, again);
    await finish(service, again, '別の翻訳者');
    ok(await service.put(`/v2/translate/job/${again}`, { action: 'approve' }));
  },

  '§4 PUT job, per action, row 4: archive': async (service) => {
    for (const id of [await orderJob(service), await reviewableJob(service, { body_src: 'Not approved' })]) {
      refusedWith(2650, await service.put(`/v2/translate/job/${id}`, { action: 'archive' }));
    }
    const id = await approvedJob(service, { body_src: 'Approved' });
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'archive' }));
    assert.equal(await statusOf(service, id), 'archived');
  },
};
