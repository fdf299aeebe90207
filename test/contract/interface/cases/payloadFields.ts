import assert from 'node:assert/strict';
import { listenForCallbacks } from '../callbackListener.ts';
import type { ContractCases } from '../contractCase.ts';
import { fileJob, markdown, quoteFiles, quotedFile } from '../files.ts';
import {
  commentsOf,
  idsIn,
  orderJob,
  orderJobs,
  postJob,
  quotedEntry,
  quoteJob,
  readJob,
  readOrder,
  reviewableJob,
  start,
  finish,
  statusOf,
  textJob,
} from '../jobs.ts';
import {
  codesOf,
  fields,
  integer,
  list,
  ok,
  okFields,
  refused,
  refusedWith,
  string,
  wireInteger,
  type Fields,
} from '../replies.ts';
import type { Data, Service } from '../service.ts';

/** Returns the job without one of its fields. */
function without(name: string): Data {
  return Object.fromEntries(Object.entries(textJob()).filter(([key]) => key !== name));
}

/** Checks that both calls with such payloads refuse this one with the code. */
async function bothRefuse(service: Service, code: number, job: Data): Promise<void> {
  refusedWith(code, await quoteJob(service, job));
  refusedWith(code, await postJob(service, job));
}

/** §2: the fields of a submitted job, in quotes and in orders. */
export const payloadCases: ContractCases = {
  '§2 Job payload fields seen in quote requests, row 1: type': async (service) => {
    assert.equal((await quotedEntry(service, textJob({ type: 'text' })))['type'], 'text');
    assert.equal((await quotedEntry(service, without('type')))['type'], 'text');
    assert.equal((await quotedFile(service))['type'], 'file');
    await bothRefuse(service, 1301, textJob({ type: 'video' }));
  },

  '§2 Job payload fields seen in quote requests, row 2: slug': async (service) => {
    ok(await quoteJob(service, textJob({ slug: 'page.title' })));
    assert.equal((await readJob(service, await orderJob(service, { slug: 'page.title' })))['slug'], 'page.title');
    const [id] = await idsIn(
      service,
      await orderJobs(service, { ...without('slug'), body_src: 'A text that nobody named' }),
      'jobs_available',
    );
    assert.match(string((await readJob(service, string(id)))['slug']), /^A text that/u);
  },

  '§2 Job payload fields seen in quote requests, row 3: body_src': async (service) => {
    assert.equal(integer((await quotedEntry(service, textJob({ body_src: 'one two three' })))['unit_count']), 3);
    await bothRefuse(service, 1350, without('body_src'));
    await bothRefuse(service, 1350, textJob({ body_src: '' }));
    await bothRefuse(service, 1351, textJob({ body_src: ['text'] }));
    // The contract's text names it `body`, which is also accepted.
    assert.equal(integer((await quotedEntry(service, { ...without('body_src'), body: 'one two' }))['unit_count']), 2);
  },

  '§2 Job payload fields seen in quote requests, row 4: lc_src, lc_tgt': async (service) => {
    await bothRefuse(service, 1400, without('lc_src'));
    await bothRefuse(service, 1450, without('lc_tgt'));
    await bothRefuse(service, 1551, textJob({ lc_tgt: 'tlh' }));
    await bothRefuse(service, 1551, textJob({ lc_tgt: 'en' }));
    ok(await quoteJob(service, textJob({ lc_src: 'ja', lc_tgt: 'zh-tw' })));
  },

  '§2 Job payload fields seen in quote requests, row 5: tier': async (service) => {
    const prices = await Promise.all(
      ['standard', 'pro'].map(async (tier) => Number((await quotedEntry(service, textJob({ tier })))['credits'])),
    );
    assert.ok(prices[0]! > 0 && prices[1]! > prices[0]!);
    await bothRefuse(service, 1500, without('tier'));
    await bothRefuse(service, 1304, textJob({ tier: 'ultra' }));
  },

  '§2 Job payload fields seen in quote requests, row 6: auto_approve': async (service) => {
    const statuses: string[] = [];
    for (const [index, auto_approve] of [1, '1', 0, '0'].entries()) {
      const id = await orderJob(service, { body_src: `Text ${index}`, auto_approve });
      await start(service, id);
      await finish(service, id);
      statuses.push(await statusOf(service, id));
    }
    assert.deepEqual(statuses, ['approved', 'approved', 'reviewable', 'reviewable']);
    await bothRefuse(service, 1651, textJob({ auto_approve: 2 }));
    await bothRefuse(service, 1651, textJob({ auto_approve: 'yes' }));
  },

  '§2 Job payload fields seen in quote requests, row 7: comment': async (service) => {
    ok(await quoteJob(service, textJob({ comment: 'A greeting.' })));
    assert.deepEqual(await commentsOf(service, await orderJob(service, { comment: 'A greeting & “more”.' })), [
      'customer: A greeting & “more”.',
    ]);
    refused(await postJob(service, textJob({ comment: ['A greeting.'] })));
  },

  '§2 Job payload fields seen in quote requests, row 8: callback_url': async (service) => {
    await using listener = await listenForCallbacks();
    ok(await quoteJob(service, textJob({ callback_url: listener.url })));
    ok(await postJob(service, textJob({ callback_url: listener.url })));
    for (const url of ['no address', '/callback', 'ftp://127.0.0.1/', 'http://user:secret@127.0.0.1/', 7]) {
      await bothRefuse(service, 1601, textJob({ callback_url: url }));
    }
  },

  '§2 Job payload fields seen in quote requests, row 9: custom_data': async (service) => {
    const custom = '{"key":"a&b=c %41 😀"}';
    assert.equal((await quotedEntry(service, textJob({ custom_data: custom })))['custom_data'], custom);
    assert.equal((await readJob(service, await orderJob(service, { custom_data: custom })))['custom_data'], custom);
    await bothRefuse(service, 1758, textJob({ custom_data: { key: 'value' } }));
    await bothRefuse(service, 1758, textJob({ custom_data: 17 }));
    assert.ok(!('custom_data' in (await quotedEntry(service, textJob({ body_src: 'Without any' })))));
  },

  '§2 Job payload fields seen in quote requests, row 10: services': async (service) => {
    for (const services of [['translation'], ['translation', 'edit']])
      ok(await quoteJob(service, textJob({ services })));
    const id = await reviewableJob(service, { services: ['translation', 'edit'] });
    assert.equal(await statusOf(service, id), 'reviewable');
    for (const services of ['edit', [], ['proofreading'], [1]]) refused(await quoteJob(service, textJob({ services })));
  },

  '§2 Job payload fields seen in quote requests, row 11: file_key': async (service) => {
    const two = { a: fileJob('file_b'), b: fileJob('file_a') };
    const files = [
      { ...markdown, key: 'file_a', content: 'One.' },
      { ...markdown, key: 'file_b', content: 'One two three.' },
    ];
    const jobs = fields(okFields(await quoteFiles(service, two, files))['jobs']);
    assert.deepEqual(
      ['a', 'b'].map((key) => integer(fields(jobs[key])['unit_count'])),
      [3, 1],
      'A job does not have the file that its key names.',
    );
    assert.ok(
      codesOf(await quoteFiles(service, { a: { ...fileJob('x'), file_key: undefined } }, [markdown])).length > 0,
    );
    assert.ok(
      codesOf(await quoteFiles(service, { a: fileJob('Not A Key!') }, [{ ...markdown, key: 'Not A Key!' }])).length > 0,
    );
  },

  '§2 Job payload fields seen in quote requests, rule 1: Full job payload accepted when ordering jobs: not':
    orderWithEveryField,
};

/** Orders a job with every field in public material, and checks what is visible of it afterwards. */
async function orderWithEveryField(service: Service): Promise<void> {
  await using listener = await listenForCallbacks();
  const [glossary] = list(ok(await service.get('/v2/translate/glossary')));
  const job = textJob({
    comment: 'For the translator.',
    callback_url: listener.url,
    custom_data: 'mine',
    auto_approve: 0,
    force: 1,
    use_preferred: 1,
    position: 3,
    glossary_id: fields(glossary)['id'],
    max_chars: 12,
    purpose: 'Web or app localization',
    tone: 'Friendly',
    services: ['translation'],
    as_group: 0,
    attachments: [{ url: 'https://example.com/screen.png', filename: 'screen.png', mime_type: 'image/png' }],
  });
  const orderId = await orderWhole(service, {
    jobs: { job_1: job, job_2: textJob({ body_src: 'Another text' }) },
    comment: 'For the whole order.',
    as_group: 1,
    purpose: 'Business',
    tone: 'Formal',
    reference_id: 12,
    attachments: [{ url: 'https://example.com/brief.pdf', filename: 'brief.pdf', mime_type: 'application/pdf' }],
  });
  const order = await readOrder(service, orderId);
  assert.deepEqual([integer(order['as_group']), wireInteger('recorded', order['total_jobs'])], [1, 2]);
  const read = await jobOfPosition(service, orderId, 3);
  assert.deepEqual([read['custom_data'], read['callback_url']], ['mine', listener.url]);
  const id = String(read['job_id']);
  await start(service, id);
  await finish(service, id);
  assert.ok(string((await readJob(service, id))['body_tgt']).length <= 12, 'The translation exceeds the limit.');
}

async function orderWhole(service: Service, data: Data): Promise<string> {
  return String(okFields(await service.post('/v2/translate/jobs', data))['order_id']);
}

async function jobOfPosition(service: Service, orderId: string, position: number): Promise<Fields> {
  const jobs = await Promise.all((await idsIn(service, orderId, 'jobs_available')).map((id) => readJob(service, id)));
  return fields(jobs.find((job) => integer(job['position']) === position));
}
