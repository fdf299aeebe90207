import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { fileJob, markdown, orderQuotedFiles, quoteFiles } from '../files.ts';
import {
  balance,
  finish,
  idsIn,
  orderJob,
  orderJobs,
  readJob,
  readOrder,
  reviewableJob,
  start,
  statusOf,
  textJob,
  thread,
} from '../jobs.ts';
import {
  fields,
  integer,
  list,
  ok,
  okEmpty,
  okFields,
  refused,
  refusedWith,
  string,
  wireCents,
  wireInteger,
} from '../replies.ts';
import type { Query, Service } from '../service.ts';

/**
 * §4: endpoints that the contract refers to. Their shapes are from public material, and so are the related endpoints.
 */
export const referencedCases: ContractCases = {
  '§4 Referenced endpoints, rule 1: POST of jobs (placing an order, taking the': async (service) => {
    await placesAndReads(service);
    const identifier = string(
      fields(fields(okFields(await quoteFiles(service, { f: fileJob('file_1') }, [markdown]))['jobs'])['f'])[
        'identifier'
      ],
    );
    await orderQuotedFiles(service, [identifier]);
    await answersKnownJobs(service);
    await listsJobs(service);
    await actsOnSeveral(service);
    await discussesAndCancelsAnOrder(service);
    await listsGlossaries(service);
  },
};

async function placesAndReads(service: Service): Promise<void> {
  const placed = okFields(
    await service.post('/v2/translate/jobs', { jobs: { a: textJob(), b: textJob({ body_src: 'Another text' }) } }),
  );
  assert.ok(!('jobs' in placed), 'The answer to a new order must not contain jobs.');
  assert.equal(integer(placed['job_count']), 2);
  assert.match(string(placed['currency']), /^[A-Z]{3}$/u);
  const orderId = String(integer(placed['order_id']));
  const ids = await idsIn(service, orderId, 'jobs_available');
  const prices = await Promise.all(
    ids.map(async (id) => wireCents(service.wire, (await readJob(service, id))['credits'])),
  );
  assert.equal(wireCents('recorded', placed['credits_used']), prices[0]! + prices[1]!);
  await start(service, ids[0]!);
  await finish(service, ids[0]!);
  ok(await service.put(`/v2/translate/job/${ids[0]!}`, { action: 'approve' }));
  const order = await readOrder(service, orderId);
  assert.deepEqual(
    [list(order['jobs_approved']).map(String), list(order['jobs_available']).map(String)],
    [[ids[0]], [ids[1]]],
  );
  assert.deepEqual(
    [wireInteger('recorded', order['total_jobs']), wireCents('recorded', order['total_credits'])],
    [2, wireCents('recorded', placed['credits_used'])],
  );
  for (const path of [`/v2/translate/jobs/${ids.join(',')}/`, `/v2/translate/jobs/${ids.join(',')}`]) {
    const several = list(okFields(await service.get(path))['jobs']).map((job) => String(fields(job)['job_id']));
    assert.deepEqual(several.sort(), [...ids].sort());
  }
  refusedWith(2750, await service.get('/v2/translate/order/1'));
  refusedWith(2100, await service.get('/v2/translate/jobs/1,2'));
  refusedWith(1800, await service.post('/v2/translate/jobs', { jobs: {} }));
}

/** Checks that approved jobs are answered immediately and free of charge, and the rest of the order is placed. */
async function answersKnownJobs(service: Service): Promise<void> {
  const known = textJob({ body_src: 'Said before' });
  const id = await orderJob(service, { body_src: 'Said before', auto_approve: 1, custom_data: 'first' });
  await start(service, id);
  await finish(service, id, '前に言った');
  const mixed = okFields(
    await service.post('/v2/translate/jobs', { jobs: { old: known, new: textJob({ body_src: 'Never said' }) } }),
  );
  const [job, ...others] = list(fields(mixed['jobs'])['old']).map((entry) => fields(entry));
  assert.deepEqual(
    [String(job?.['job_id']), job?.['body_tgt'], job?.['custom_data'], others],
    [id, '前に言った', 'first', []],
  );
  assert.deepEqual([Object.keys(fields(mixed['jobs'])), integer(mixed['job_count'])], [['old'], 2]);
  const old = okFields(await service.post('/v2/translate/jobs', { jobs: { old: known } }));
  assert.equal(wireCents('recorded', old['credits_used']), 0);
}

async function listsJobs(service: Service): Promise<void> {
  const listed = async (query: Query): Promise<readonly string[]> =>
    list(ok(await service.get('/v2/translate/jobs', query))).map((entry) => String(fields(entry)['job_id']));
  await service.pass(10);
  const since = String(integer(okFields(await service.state())['now']));
  const orderId = await orderJobs(
    service,
    ...Array.from({ length: 12 }, (_, index) => textJob({ body_src: `Listed ${index}` })),
  );
  const ids = await idsIn(service, orderId, 'jobs_available');
  assert.equal((await listed({})).length, 10, 'The default must be ten jobs.');
  assert.deepEqual((await listed({ timestamp_after: since })).toSorted(), ids.toSorted());
  assert.equal((await listed({ timestamp_after: since, count: '3' })).length, 3);
  assert.deepEqual(await listed({ timestamp_after: since, status: 'approved' }), []);
  for (const entry of list(ok(await service.get('/v2/translate/jobs')))) integer(fields(entry)['ctime']);
}

/** Checks that an action applies to all jobs, or to none if one job does not allow it. */
async function actsOnSeveral(service: Service): Promise<void> {
  const several = [
    await reviewableJob(service, { body_src: 'One of several' }),
    await reviewableJob(service, { body_src: 'Two of several' }),
  ] as const;
  const ids = several.map((job_id) => ({ job_id: Number(job_id) }));
  const waiting = await orderJob(service, { body_src: 'Not yet' });
  const statuses = (): Promise<readonly string[]> => Promise.all(several.map((id) => statusOf(service, id)));
  okEmpty(
    await service.put('/v2/translate/jobs', {
      action: 'revise',
      comment: 'All of you.',
      job_ids: [{ ...ids[0], comment: 'You.' }, ids[1]],
    }),
  );
  assert.deepEqual(await statuses(), ['revising', 'revising']);
  for (const id of several) await finish(service, id);
  refused(
    await service.put('/v2/translate/jobs', { action: 'approve', job_ids: [...ids, { job_id: Number(waiting) }] }),
  );
  assert.deepEqual(await statuses(), ['reviewable', 'reviewable']);
  okEmpty(await service.put('/v2/translate/jobs', { action: 'approve', job_ids: [{ ...ids[0], rating: 5 }, ids[1]] }));
  okEmpty(await service.put('/v2/translate/jobs', { action: 'archive', job_ids: [Number(several[0]), ids[1]] }));
  assert.deepEqual(await statuses(), ['archived', 'archived']);
}

async function discussesAndCancelsAnOrder(service: Service): Promise<void> {
  const before = await balance(service);
  const orderId = await orderJobs(service, textJob({ body_src: 'To be canceled' }), textJob({ body_src: 'Begun' }));
  const [first, second] = await idsIn(service, orderId, 'jobs_available');
  okEmpty(await service.post(`/v2/translate/order/${orderId}/comment`, { body: 'For all of it.' }));
  assert.deepEqual(
    (await thread(service, `/v2/translate/order/${orderId}/comments`)).map(({ author, body }) => [author, body]),
    [['customer', 'For all of it.']],
  );
  await start(service, second!);
  const price = wireCents(service.wire, (await readJob(service, second!))['credits']);
  ok(await service.delete(`/v2/translate/order/${orderId}`));
  assert.deepEqual([await statusOf(service, first!), await statusOf(service, second!)], ['canceled', 'pending']);
  assert.deepEqual(await idsIn(service, orderId, 'jobs_cancelled'), [first]);
  assert.equal(before - (await balance(service)), price, 'Canceled jobs must be refunded.');
}

async function listsGlossaries(service: Service): Promise<void> {
  const glossaries = list(ok(await service.get('/v2/translate/glossary'))).map((entry) => fields(entry));
  for (const glossary of glossaries) {
    for (const name of ['id', 'title', 'source_language_code', 'target_languages', 'unit_count', 'ctime'])
      assert.ok(name in glossary, name);
    assert.deepEqual(ok(await service.get(`/v2/translate/glossary/${integer(glossary['id'])}`)), glossary);
  }
  refusedWith(404, await service.get('/v2/translate/glossary/1'));
}
