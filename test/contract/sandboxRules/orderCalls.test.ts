import assert from 'node:assert/strict';
import { startFixture } from '../sandboxFixture.ts';
import {
  codeOf,
  idsIn,
  jobCodesOf,
  okOf,
  placeJobs,
  readJob,
  readOrder,
  send,
  sendSigned,
  textJob,
  type Data,
} from './calls.ts';

const texts = ['one', 'two', 'three'].map((body_src) => textJob({ body_src }));

describe('sandbox rules: orders', () => {
  it('cancels the jobs of an order that nobody has taken', async () => {
    await using fixture = await startFixture('manual');
    const { call, control } = fixture;
    const orderId = await placeJobs(fixture, texts);
    const [taken, ...others] = await idsIn(fixture, orderId, 'jobs_available');
    await control('POST', `/jobs/${taken!}/start`);
    const { order } = okOf(await call('DELETE', `/translate/order/${orderId}`)) as { readonly order: Data };
    assert.deepEqual([order['jobs_cancelled'], order['jobs_pending'], order['jobs_available']], [others, [taken], []]);
    assert.deepEqual((okOf(await call('GET', '/account/stats')) as Data)['credits_spent'], 0.05);
    okOf(await call('DELETE', `/translate/order/${orderId}`));
    assert.equal(codeOf(await call('DELETE', '/translate/order/1')), 2750);
  });

  it('refuses to cancel an order while it is queued', async () => {
    await using fixture = await startFixture('real');
    const orderId = await placeJobs(fixture, texts);
    assert.equal((await readOrder(fixture, orderId))['jobs_queued'], 3);
    assert.equal(codeOf(await fixture.call('DELETE', `/translate/order/${orderId}`)), 2751);
    await fixture.control('POST', '/clock', { advance_s: 60 });
    okOf(await fixture.call('DELETE', `/translate/order/${orderId}`));
    assert.equal((await idsIn(fixture, orderId, 'jobs_cancelled')).length, 3);
  });

  it("returns a thread that begins with the order's own comment", async () => {
    await using fixture = await startFixture('manual');
    const { call } = fixture;
    const thread = async (id: string): Promise<unknown> => {
      const answer = okOf(await call('GET', `/translate/order/${id}/comments`)) as { readonly thread: readonly Data[] };
      assert.ok(answer.thread.every(({ ctime }) => Number.isInteger(ctime)));
      return answer.thread.map(({ author, body }) => [author, body]);
    };
    const orderId = await placeJobs(fixture, texts, { comment: 'A menu.' });
    const attachments = [{ url: 'https://example.com/a.png', filename: 'a.png', mime_type: 'image/png' }];
    assert.deepEqual(
      okOf(await call('POST', `/translate/order/${orderId}/comment`, { body: 'Here it is.', attachments })),
      {},
    );
    assert.deepEqual(await thread(orderId), [
      ['customer', 'A menu.'],
      ['customer', 'Here it is.'],
    ]);
    assert.deepEqual(await thread(await placeJobs(fixture, [textJob({ body_src: 'other' })])), []);
    assert.equal(codeOf(await call('POST', `/translate/order/${orderId}/comment`, {})), 2000);
    assert.equal(
      codeOf(await call('POST', `/translate/order/${orderId}/comment`, { body: 'x', attachments: [{}] })),
      2010,
    );
    assert.equal(codeOf(await call('POST', `/translate/order/${orderId}/comment`, { body: '😀'.repeat(25_001) })), 400);
    okOf(await call('POST', `/translate/order/${orderId}/comment`, { body: '😀'.repeat(25_000) }));
    assert.equal(codeOf(await call('POST', '/translate/order/1/comment', { body: 'x' })), 2750);
    assert.equal(codeOf(await call('GET', '/translate/order/1/comments')), 2750);
  });

  it('starts all jobs of a group together', async () => {
    await using fixture = await startFixture('manual');
    const orderId = await placeJobs(fixture, texts, { as_group: 1 });
    const [first] = await idsIn(fixture, orderId, 'jobs_available');
    okOf(await fixture.control('POST', `/jobs/${first!}/start`));
    assert.equal((await idsIn(fixture, orderId, 'jobs_pending')).length, 3);
    const group = okOf(await fixture.call('GET', `/translate/jobs/group/${orderId}`)) as {
      readonly jobs: readonly unknown[];
    };
    assert.equal(group.jobs.length, 3);
  });

  it('accepts a second pass for each job, which costs more and takes longer', async () => {
    await using fixture = await startFixture('real');
    const edited = textJob({ body_src: 'one two three four', services: ['translation', 'edit'] });
    const { jobs } = okOf(
      await fixture.call('POST', '/translate/service/quote', {
        jobs: [textJob({ body_src: 'one two three four' }), edited],
      }),
    ) as {
      readonly jobs: readonly { readonly credits: number; readonly eta: number }[];
    };
    assert.deepEqual(
      jobs.map(({ credits }) => credits),
      [0.2, 0.3],
    );
    assert.ok(jobs[1]!.eta > jobs[0]!.eta);
    const orderId = await placeJobs(fixture, [edited]);
    assert.equal((await readOrder(fixture, orderId))['total_credits'], '0.30');
  });
});

describe('sandbox rules: known jobs', () => {
  const approve = (more: Data = {}): Data => textJob({ auto_approve: 1, custom_data: 'old', slug: 'old', ...more });

  it('are returned instead of a new order, free of charge', async () => {
    await using fixture = await startFixture('instant');
    const { call } = fixture;
    await placeJobs(fixture, [approve()]);
    const balance = okOf(await call('GET', '/account/balance'));
    const jobs = { key_a: textJob({ custom_data: 'new', slug: 'new' }) };
    assert.equal(
      (okOf(await call('POST', '/translate/service/quote', { jobs })) as { readonly jobs: { readonly key_a: Data } })
        .jobs.key_a['credits'],
      0,
    );
    const answer = okOf(await call('POST', '/translate/jobs', { jobs })) as {
      readonly jobs: { readonly key_a: readonly Data[] };
    } & Data;
    assert.deepEqual([answer['job_count'], answer['credits_used'], answer['currency']], [1, '0.00', 'USD']);
    assert.deepEqual(
      answer.jobs.key_a.map(({ status, custom_data, slug }) => [status, custom_data, slug]),
      [['approved', 'old', 'old']],
    );
    assert.equal(typeof answer.jobs.key_a[0]!['body_tgt'], 'string');
    assert.deepEqual(okOf(await call('GET', '/account/balance')), balance);
  });

  it('are returned next to new jobs, and all of them if some were forced', async () => {
    await using fixture = await startFixture('instant');
    await placeJobs(fixture, [approve()]);
    await placeJobs(fixture, [approve({ force: 1 })]);
    const jobs = { key_a: textJob(), key_b: textJob({ body_src: 'something new' }) };
    const answer = okOf(await fixture.call('POST', '/translate/jobs', { jobs })) as {
      readonly jobs: Readonly<Record<string, readonly Data[]>>;
    } & Data;
    assert.deepEqual(
      Object.entries(answer.jobs).map(([key, records]) => [key, records.length]),
      [['key_a', 2]],
    );
    assert.deepEqual([answer['job_count'], answer['credits_used']], [2, '0.10']);
    assert.equal((await readOrder(fixture, String(answer['order_id'])))['total_jobs'], '1');
  });
});

describe('sandbox rules: related calls', () => {
  it('lists glossaries, and returns one', async () => {
    await using fixture = await startFixture('manual');
    const { call } = fixture;
    const glossaries = okOf(await call('GET', '/translate/glossary')) as readonly Data[];
    assert.ok(glossaries.length >= 2);
    for (const glossary of glossaries) {
      assert.match(String(glossary['ctime']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/u);
      assert.match(String(glossary['source_language_code']), /^[a-z]{2}-[A-Z]{2}$/u);
      assert.ok(
        (glossary['target_languages'] as unknown[][]).every(
          ([id, code]) => typeof id === 'number' && typeof code === 'string',
        ),
      );
      assert.deepEqual(okOf(await call('GET', `/translate/glossary/${String(glossary['id'])}`)), glossary);
    }
    assert.equal(codeOf(await call('GET', '/translate/glossary/1')), 404);
    const id = await placeJobs(fixture, [textJob({ glossary_id: glossaries[0]!['id'] })]);
    const [job] = await idsIn(fixture, id, 'jobs_available');
    assert.equal((await readJob(fixture, job!))['glossary_id'], glossaries[0]!['id']);
  });

  it('accepts both spellings of a status, and shows no text of a job that returned to the pool', async () => {
    await using fixture = await startFixture('manual');
    const { call, control } = fixture;
    const [canceled, held, returned] = await idsIn(fixture, await placeJobs(fixture, texts), 'jobs_available');
    await call('DELETE', `/translate/job/${canceled!}`);
    await control('POST', `/jobs/${held!}/hold`);
    for (const [spellings, id] of [
      [['canceled', 'cancelled'], canceled],
      [['hold', 'held'], held],
    ] as const) {
      for (const status of spellings) {
        assert.deepEqual(
          (okOf(await call('GET', '/translate/jobs', { status })) as readonly Data[]).map(({ job_id }) => job_id),
          [Number(id)],
          status,
        );
      }
    }
    await control('POST', `/jobs/${returned!}/start`);
    await control('POST', `/jobs/${returned!}/finish`);
    await call('PUT', `/translate/job/${returned!}`, { action: 'revise', comment: 'Again.' });
    await control('POST', '/clock', { advance_s: 86_401 });
    const job = await readJob(fixture, returned!);
    assert.deepEqual([job['status'], 'body_tgt' in job], ['available', false]);
    okOf(await control('POST', `/jobs/${held!}/cancel`));
    assert.equal((await readJob(fixture, held!))['status'], 'canceled');
  });

  it("counts units under the contract's path and the versioned one, with both verbs", async () => {
    await using fixture = await startFixture('manual');
    const items = JSON.stringify([
      { text: '[[[x]]] one two', lc: 'en' },
      { text: '日本語', lc: 'ja' },
    ]);
    const expected = [
      { text: '[[[x]]] one two', lc: 'en', unit_type: 'word', unit_count: 2 },
      { text: '日本語', lc: 'ja', unit_type: 'character', unit_count: 3 },
    ];
    for (const path of ['/service/unit_count', '/v2/translate/service/unit_count', '/service/unit_count/']) {
      assert.deepEqual(await send(fixture, `${path}?data=${encodeURIComponent(items)}`), expected, path);
      assert.deepEqual(
        await send(fixture, path, { method: 'POST', body: items, headers: { 'content-type': 'application/json' } }),
        expected,
        path,
      );
      assert.deepEqual(
        await send(fixture, path, { method: 'POST', body: new URLSearchParams({ data: items }) }),
        expected,
        path,
      );
    }
  });

  it('ignores filters that are wrapped in data', async () => {
    await using fixture = await startFixture('manual');
    await placeJobs(fixture, texts);
    const wrapped = encodeURIComponent(JSON.stringify({ count: 1, status: 'approved' }));
    assert.equal((okOf(await sendSigned(fixture, `/v2/translate/jobs?data=${wrapped}`)) as unknown[]).length, 3);
    assert.equal((okOf(await sendSigned(fixture, '/v2/translate/jobs/?count=1')) as unknown[]).length, 1);
  });

  it('refuses file jobs in a quote of texts', async () => {
    await using fixture = await startFixture('manual');
    const jobs = {
      a: { type: 'file', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' },
      b: { type: 'file', file_key: 'file_b', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' },
    };
    assert.deepEqual(jobCodesOf(await fixture.call('POST', '/translate/service/quote', { jobs })), {
      a: [1803],
      b: [1801],
    });
  });
});
