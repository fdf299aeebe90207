import assert from 'node:assert/strict';
import { startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import {
  codeOf,
  idsIn,
  jobCodesOf,
  okOf,
  placeJobs,
  readJob,
  readOrder,
  reviewableJobs,
  textJob,
  translateJobs,
  type Data,
} from './calls.ts';

function order({ call }: SandboxFixture, data: Data): Promise<Answer> {
  return call('POST', '/translate/jobs', data);
}

/** Returns the sentence of a refusal. */
function sentenceOf(answer: Answer): unknown {
  assert.equal(answer.opstat, 'error', JSON.stringify(answer.response));
  return (answer.err as { readonly msg?: unknown }).msg;
}

describe('sandbox rules: variants sent by public clients', () => {
  it('accepts JSON booleans for every flag', async () => {
    await using fixture = await startFixture('manual');
    const flags = { auto_approve: true, as_group: false, force: true, use_preferred: false };
    const orderId = await placeJobs(fixture, [textJob(flags), textJob({ ...flags, body_src: 'two' })], {
      as_group: true,
      process: true,
    });
    assert.equal(Number((await readOrder(fixture, orderId))['as_group']), 1);
    const [one, two] = await idsIn(fixture, orderId, 'jobs_available');
    assert.equal(Number((await readJob(fixture, one!))['auto_approve']), 1);
    await translateJobs(fixture, [one!]);
    assert.deepEqual(
      (await Promise.all([one!, two!].map((id) => readJob(fixture, id)))).map(({ status }) => status),
      ['approved', 'pending'],
    );
    okOf(await fixture.call('POST', '/translate/service/quote', { jobs: { a: textJob(flags) }, as_group: true }));
    const [plain] = await reviewableJobs(fixture, [textJob({ body_src: 'three', auto_approve: false })]);
    assert.equal(Number((await readJob(fixture, plain!))['auto_approve']), 0);
    okOf(await fixture.call('PUT', `/translate/job/${plain!}`, { action: 'approve', public: true }));
  });

  it('refuses other values of flags', async () => {
    await using fixture = await startFixture('manual');
    const codes = { auto_approve: 1651, as_group: 1851, force: 400, use_preferred: 1701 };
    for (const [name, code] of Object.entries(codes)) {
      for (const value of ['yes', 'true', 2, {}])
        assert.deepEqual(
          jobCodesOf(await order(fixture, { jobs: { a: textJob({ [name]: value }) } })),
          { a: [code] },
          name,
        );
    }
  });

  for (const as_group of [1, '1', true]) {
    it(`accepts a single job with as_group ${JSON.stringify(as_group)} of the order, and groups nothing`, async () => {
      await using fixture = await startFixture('manual');
      const orderId = await placeJobs(fixture, [textJob()], { as_group });
      const [id] = await idsIn(fixture, orderId, 'jobs_available');
      okOf(await fixture.control('POST', `/jobs/${id!}/start`));
      assert.equal((await readJob(fixture, id!))['status'], 'pending');
    });
  }

  it('accepts dictionaries that PHP made from arrays', async () => {
    await using fixture = await startFixture('manual');
    const attachments = { 1: { url: 'https://example.com/a.png', filename: 'a.png', mime_type: 'image/png' } };
    const orderId = await placeJobs(fixture, [textJob({ attachments, services: { 0: 'translation', 1: 'edit' } })]);
    assert.equal(Number((await readOrder(fixture, orderId))['total_credits']), 0.15);
  });

  it('has the error sentences that tests of public clients compare', async () => {
    await using fixture = await startFixture('manual');
    const { call } = fixture;
    const [id] = await idsIn(fixture, await placeJobs(fixture, [textJob()]), 'jobs_available');
    const refusalSentence = async (data: Data): Promise<unknown> =>
      sentenceOf(await call('PUT', `/translate/job/${id!}`, data));
    assert.equal(await refusalSentence({ action: 'approve' }), 'job is not reviewable');
    assert.equal(await refusalSentence({ action: 'revise', comment: 'Again.' }), 'job is not reviewable');
    assert.equal(await refusalSentence({ action: 'reject', reason: 'other', comment: 'No.' }), 'invalid job status');
    assert.equal(await refusalSentence({ action: 'archive' }), 'invalid job status');
    assert.equal(
      sentenceOf(await call('PUT', '/translate/jobs', { action: 'archive', job_ids: [{ job_id: id }] })),
      'invalid job status',
    );
    assert.equal(
      sentenceOf(await order(fixture, { jobs: { a: textJob() }, reference_id: 'gengo' })),
      '"reference_id" must be an integer greater or equal 0',
    );
    assert.equal(sentenceOf(await call('GET', '/translate/glossary/123')), 'Requested Resource Not Found');
    assert.equal(sentenceOf(await call('GET', `/translate/job/${id!}/revision/1`)), 'unauthorized revision access');
  });
});

describe('sandbox rules: an identical payload within five minutes', () => {
  it('is accepted and charged again if each of its jobs is forced', async () => {
    await using fixture = await startFixture('manual');
    const orders = new Set<string>();
    for (const force of [1, 1, true, true, '1', '1'])
      orders.add(await placeJobs(fixture, [textJob({ force })], { as_group: 1 }));
    assert.equal(orders.size, 6);
    assert.equal(Number((okOf(await fixture.call('GET', '/account/stats')) as Data)['credits_spent']), 0.6);
  });

  it('is refused if one of its jobs is not forced', async () => {
    await using fixture = await startFixture('manual');
    const data = { jobs: [textJob({ force: 1 }), textJob({ body_src: 'other' })] };
    okOf(await order(fixture, data));
    assert.equal(codeOf(await order(fixture, data)), 1754);
  });
});

describe('sandbox rules: an order whose jobs are all known', () => {
  it('has an id, and can be read as an order without jobs', async () => {
    await using fixture = await startFixture('instant');
    const { call } = fixture;
    await placeJobs(fixture, [textJob({ auto_approve: 1 })]);
    const spent = okOf(await call('GET', '/account/stats'));
    const answer = okOf(
      await order(fixture, { jobs: { a: textJob({ custom_data: 'again' }) }, comment: 'For the menu.' }),
    ) as Data;
    assert.deepEqual([Number(answer['job_count']), Number(answer['credits_used'])], [1, 0]);
    assert.deepEqual(Object.keys(answer['jobs'] as Data), ['a']);
    const orderId = String(answer['order_id']);
    const read = await readOrder(fixture, orderId);
    assert.equal(String(read['order_id']), orderId);
    assert.deepEqual(
      ['total_jobs', 'total_units', 'total_credits', 'jobs_queued'].map((name) => Number(read[name])),
      [0, 0, 0, 0],
    );
    assert.deepEqual(
      Object.entries(read).filter(([, value]) => Array.isArray(value) && value.length > 0),
      [],
    );
    assert.deepEqual(okOf(await call('GET', '/account/stats')), spent);
    const { thread } = okOf(await call('GET', `/translate/order/${orderId}/comments`)) as {
      readonly thread: readonly Data[];
    };
    assert.deepEqual(
      thread.map(({ body }) => body),
      ['For the menu.'],
    );
    okOf(await call('DELETE', `/translate/order/${orderId}`));
  });

  it('does not use up the id of a later job or order', async () => {
    await using fixture = await startFixture('instant');
    await placeJobs(fixture, [textJob({ auto_approve: 1 })]);
    const known = await placeJobs(fixture, [textJob({ custom_data: 'again' })]);
    const next = await placeJobs(fixture, [textJob({ body_src: 'new' })]);
    assert.notEqual(known, next);
    assert.equal((await idsIn(fixture, next, 'jobs_reviewable')).length, 1);
    assert.equal(Number((await readOrder(fixture, known))['total_jobs']), 0);
  });
});

describe('sandbox rules: canceling several jobs in one call', () => {
  const texts = ['one', 'two', 'three'].map((body_src) => textJob({ body_src }));
  const statusesOf = async (fixture: SandboxFixture, ids: readonly string[]): Promise<readonly unknown[]> =>
    (await Promise.all(ids.map((id) => readJob(fixture, id)))).map(({ status }) => status);
  /** The ways in which public clients name the jobs. */
  const ways: Readonly<Record<string, (ids: readonly string[]) => readonly [path: string, query: Data]>> = {
    'in the path': (ids) => [`/translate/jobs/${ids.join(',')}`, {}],
    'in the path, with a slash at the end': (ids) => [`/translate/jobs/${ids.join(',')}/`, {}],
    'as job_ids in the query': (ids) => ['/translate/jobs', { job_ids: ids.join(',') }],
    'as job_ids in data': (ids) => ['/translate/jobs', { data: JSON.stringify({ job_ids: ids }) }],
    'as objects in data': (ids) => [
      '/translate/jobs/',
      { data: JSON.stringify({ job_ids: ids.map((job_id) => ({ job_id: Number(job_id) })) }) },
    ],
  };
  for (const [way, callOf] of Object.entries(ways)) {
    it(`cancels jobs that are named ${way}`, async () => {
      await using fixture = await startFixture('manual');
      const ids = await idsIn(fixture, await placeJobs(fixture, texts), 'jobs_available');
      assert.deepEqual(okOf(await fixture.call('DELETE', ...callOf(ids.slice(0, 2)))), {});
      assert.deepEqual(await statusesOf(fixture, ids), ['canceled', 'canceled', 'available']);
      assert.equal(Number((okOf(await fixture.call('GET', '/account/stats')) as Data)['credits_spent']), 0.05);
    });

    it(`cancels nothing if one job named ${way} is taken or unknown`, async () => {
      await using fixture = await startFixture('manual');
      const ids = await idsIn(fixture, await placeJobs(fixture, texts), 'jobs_available');
      const [one, two, taken] = ids;
      await fixture.control('POST', `/jobs/${taken!}/start`);
      assert.equal(codeOf(await fixture.call('DELETE', ...callOf([one!, two!, taken!]))), 2252);
      assert.equal(codeOf(await fixture.call('DELETE', ...callOf([one!, '999']))), 2100);
      assert.deepEqual(await statusesOf(fixture, ids), ['available', 'available', 'pending']);
    });
  }

  it('accepts a repeated id, and refuses a call without ids', async () => {
    await using fixture = await startFixture('manual');
    const [id] = await idsIn(fixture, await placeJobs(fixture, [textJob()]), 'jobs_available');
    okOf(await fixture.call('DELETE', `/translate/jobs/${id!},${id!}`));
    for (const [path, query] of [
      ['/translate/jobs', {}],
      ['/translate/jobs/,', {}],
      ['/translate/jobs', { job_ids: '' }],
      ['/translate/jobs', { data: '{"job_ids":[]}' }],
    ] as const) {
      assert.equal(codeOf(await fixture.call('DELETE', path, query)), 2050, path);
    }
  });
});
