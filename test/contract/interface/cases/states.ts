import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import {
  approvedJob,
  balance,
  feedbackOf,
  finish,
  idsIn,
  orderJob,
  orderJobs,
  readJob,
  readOrder,
  reviewableJob,
  revisionsOf,
  start,
  statusOf,
  textJob,
} from '../jobs.ts';
import { fields, integer, list, ok, okEmpty, refused, refusedWith, wireDecimal } from '../replies.ts';
import type { Service } from '../service.ts';

const hour = 3600;

/** Starts a sandbox whose simulated people take about a second per step; its clock moves only by control calls. */
function startFast({ another }: Service): Promise<Service> {
  return another({ pace: 'fast' });
}

/** Moves the clock second by second until the job has left the queue; returns its id. */
async function drained(service: Service, orderId: string): Promise<string> {
  for (let second = 0; second < 60; second += 1) {
    const { jobs_queued, jobs_available } = await readOrder(service, orderId);
    const [id] = list(jobs_available).map(String);
    if (integer(jobs_queued) === 0 && id !== undefined) return id;
    await service.pass(0.5);
  }
  return assert.fail('the queue is drained');
}

/** Returns a reviewable job in a sandbox whose staff does not act immediately. */
async function slowlyReviewableJob(service: Service): Promise<string> {
  const id = await drained(service, await orderJobs(service, textJob()));
  await start(service, id);
  await finish(service, id);
  return id;
}

/** §3: a job's status changes. */
export const stateCases: ContractCases = {
  '§3 States and transitions, rule 1: Job statuses named: available, pending, reviewable, approved. Jobs': async (
    given,
  ) => {
    await using service = await startFast(given);
    const orderId = await orderJobs(service, textJob());
    const order = await readOrder(service, orderId);
    assert.equal(integer(order['jobs_queued']), 1);
    for (const name of ['jobs_available', 'jobs_pending', 'jobs_reviewable', 'jobs_approved'])
      assert.deepEqual(order[name], [], name);
    assert.deepEqual(ok(await service.get('/v2/translate/jobs')), [], 'A queued job has an id.');
    const id = await drained(service, orderId);
    const seen = new Set<string>();
    for (let step = 0; step < 20; step += 1) {
      seen.add(await statusOf(service, id));
      await service.pass(0.5);
    }
    ok(await service.put(`/v2/translate/job/${id}`, { action: 'approve' }));
    seen.add(await statusOf(service, id));
    assert.deepEqual([...seen], ['available', 'pending', 'reviewable', 'approved']);
  },

  '§3 States and transitions, row 1: (queued) background processing': async (given) => {
    await using service = await startFast(given);
    const orderId = await orderJobs(service, textJob());
    assert.equal(integer((await readOrder(service, orderId))['jobs_queued']), 1);
    const id = await drained(service, orderId);
    assert.equal(await statusOf(service, id), 'available');
    assert.equal(list(ok(await service.get('/v2/translate/jobs', { status: 'available' }))).length, 1);
  },

  '§3 States and transitions, row 2: available translator starts work': async (service) => {
    const id = await orderJob(service);
    assert.equal(await statusOf(service, id), 'available');
    await start(service, id);
    await service.pass(240 * hour);
    assert.equal(await statusOf(service, id), 'pending', 'The status must not change before the work is completed.');
    assert.deepEqual(await idsIn(service, String((await readJob(service, id))['order_id']), 'jobs_pending'), [id]);
  },

  '§3 States and transitions, row 3: pending translator completes': async (service) => {
    const id = await reviewableJob(service);
    await service.pass(120 * hour - 60);
    assert.equal(await statusOf(service, id), 'reviewable');
    await service.pass(120);
    assert.notEqual(await statusOf(service, id), 'reviewable');
  },

  '§3 States and transitions, row 4: pending translator completes': async (service) => {
    const id = await orderJob(service, { auto_approve: 1 });
    await start(service, id);
    await finish(service, id, '訳');
    const job = await readJob(service, id);
    assert.deepEqual([job['status'], job['body_tgt']], ['approved', '訳']);
    refusedWith(2250, await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Too late.' }));
    refusedWith(
      2650,
      await service.put(`/v2/translate/job/${id}`, { action: 'reject', reason: 'other', comment: 'Too late.' }),
    );
  },

  '§3 States and transitions, row 5: reviewable PUT job, action approve': async (service) => {
    const id = await reviewableJob(service);
    okEmpty(
      await service.put(`/v2/translate/job/${id}`, { action: 'approve', rating: 4, for_translator: 'Well done.' }),
    );
    assert.equal(await statusOf(service, id), 'approved');
    const feedback = await feedbackOf(service, id);
    assert.deepEqual([wireDecimal(service.wire, feedback['rating']), feedback['for_translator']], [4, 'Well done.']);
    refusedWith(2250, await service.put(`/v2/translate/job/${id}`, { action: 'approve' }));
    refusedWith(
      2250,
      await service.put(`/v2/translate/job/${await orderJob(service, { body_src: 'Not begun' })}`, {
        action: 'approve',
      }),
    );
  },

  '§3 States and transitions, row 6: reviewable PUT job, action revise': async (service) => {
    const id = await reviewableJob(service);
    refusedWith(2300, await service.put(`/v2/translate/job/${id}`, { action: 'revise' }));
    for (let round = 1; round <= 3; round += 1) {
      okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: `Round ${round}` }));
      assert.equal(await statusOf(service, id), 'revising');
      await finish(service, id, `訳 ${round}`);
      assert.equal((await revisionsOf(service, id)).length, round + 1, 'A new text must create a record.');
    }
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'A fourth time' }));
    assert.equal(await statusOf(service, id), 'reviewable');
    const unchanged = await orderJob(service, { body_src: 'As good as it gets' });
    await start(service, unchanged);
    await finish(service, unchanged, '最高');
    okEmpty(await service.put(`/v2/translate/job/${unchanged}`, { action: 'revise', comment: 'Better?' }));
    await finish(service, unchanged, '最高');
    assert.equal((await revisionsOf(service, unchanged)).length, 1, 'An unchanged text must not create a record.');
  },

  '§3 States and transitions, row 7: reviewable PUT job, action reject': async (given) => {
    await using service = await startFast(given);
    const before = await balance(service);
    const requeued = await slowlyReviewableJob(service);
    const paid = await balance(service);
    okEmpty(
      await service.put(`/v2/translate/job/${requeued}`, { action: 'reject', reason: 'quality', comment: 'No.' }),
    );
    assert.equal(await statusOf(service, requeued), 'rejected', 'The staff must review it first.');
    await service.pass(1);
    assert.equal(await statusOf(service, requeued), 'available', 'Requeuing must be the default.');
    assert.equal(await balance(service), paid);
    await start(service, requeued);
    await finish(service, requeued);
    okEmpty(
      await service.put(`/v2/translate/job/${requeued}`, {
        action: 'reject',
        reason: 'other',
        comment: 'Never mind.',
        follow_up: 'cancel',
      }),
    );
    await service.pass(1);
    assert.equal(await statusOf(service, requeued), 'canceled');
    assert.equal(await balance(service), before, 'The price must be refunded.');
  },

  '§3 States and transitions, row 8: approved PUT job, action archive': async (service) => {
    const id = await approvedJob(service);
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'archive' }));
    assert.equal(await statusOf(service, id), 'archived');
    refusedWith(2650, await service.put(`/v2/translate/job/${id}`, { action: 'archive' }));
    refusedWith(
      2650,
      await service.put(`/v2/translate/job/${await reviewableJob(service, { body_src: 'Other' })}`, {
        action: 'archive',
      }),
    );
  },

  '§3 States and transitions, row 9: available DELETE job': async (service) => {
    const before = await balance(service);
    const id = await orderJob(service);
    okEmpty(await service.delete(`/v2/translate/job/${id}`));
    assert.equal(await statusOf(service, id), 'canceled');
    assert.equal(await balance(service), before);
    const started = await orderJob(service, { body_src: 'Begun' });
    await start(service, started);
    refusedWith(2252, await service.delete(`/v2/translate/job/${started}`));
    assert.equal(await statusOf(service, started), 'pending');
  },

  '§3 States and transitions, rule 2: Resulting status values of revise, reject, archive and': async (service) => {
    const [revised, held, left] = [
      await reviewableJob(service, { body_src: 'To be revised' }),
      await orderJob(service, { body_src: 'To be held' }),
      await reviewableJob(service, { body_src: 'To be left alone' }),
    ];
    okEmpty(await service.put(`/v2/translate/job/${revised}`, { action: 'revise', comment: 'Again.' }));
    assert.equal(await statusOf(service, revised), 'revising');
    ok(await service.control(`/jobs/${held}/hold`));
    assert.equal(await statusOf(service, held), 'hold');
    await service.pass(25 * hour);
    assert.equal(await statusOf(service, revised), 'available', 'A revision must return to the pool after a day.');
    assert.equal(await statusOf(service, held), 'hold');
    ok(await service.control(`/jobs/${held}/release`));
    assert.equal(await statusOf(service, held), 'available');
    await service.pass(96 * hour);
    assert.equal(await statusOf(service, left), 'approved', 'The job must be approved at the end of the window.');
    for (const [status, ids] of [
      ['approved', [left]],
      ['available', [revised, held]],
    ] as const) {
      const listed = list(ok(await service.get('/v2/translate/jobs', { status })));
      assert.deepEqual(listed.map((entry) => String(fields(entry)['job_id'])).sort(), [...ids].sort(), status);
    }
  },
};
