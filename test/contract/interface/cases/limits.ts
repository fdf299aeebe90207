import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { fileJob, quoteFiles, type SentFile } from '../files.ts';
import {
  approvedJob,
  commentsOf,
  finish,
  orderJob,
  orderJobs,
  postJob,
  quoteJob,
  readJob,
  reviewableJob,
  statusOf,
  textJob,
} from '../jobs.ts';
import { putWithPadding } from '../largeRequest.ts';
import { fields, ok, okEmpty, okFields, refused, refusedWith } from '../replies.ts';
import type { Service } from '../service.ts';

const megabyte = 1024 * 1024;
const hour = 3600;

/** Creates `count` small files and their jobs. */
function smallFiles(count: number): {
  readonly files: readonly SentFile[];
  readonly jobs: Readonly<Record<string, unknown>>;
} {
  const keys = Array.from({ length: count }, (_, index) => `file_${index + 1}`);
  return {
    files: keys.map((key) => ({ key, filename: `${key}.txt`, content: `Text of ${key}`, mimeType: 'text/plain' })),
    jobs: Object.fromEntries(keys.map((key, index) => [`job_${index + 1}`, fileJob(key)])),
  };
}

/** §8: the table of limits. */
export const limitCases: ContractCases = {
  '§8 Limits, row 1: Request size': async (service) => {
    const id = await approvedJob(service);
    for (const announced of [true, false]) {
      const reply = await putWithPadding(
        service,
        `/v2/translate/job/${id}`,
        { action: 'archive' },
        101 * megabyte,
        announced,
      );
      assert.ok(reply !== undefined, 'The connection was cut instead of an answer.');
      refused(reply);
      assert.equal(await statusOf(service, id), 'approved');
    }
    const reply = await putWithPadding(service, `/v2/translate/job/${id}`, { action: 'archive' }, 20 * megabyte, true);
    assert.ok(reply !== undefined);
    okEmpty(reply);
    assert.equal(await statusOf(service, id), 'archived');
  },

  '§8 Limits, row 2: Comment length': async (service) => {
    const [longest, tooLong] = ['あ'.repeat(25_000), 'あ'.repeat(25_001)];
    const id = await reviewableJob(service);
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: tooLong }));
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'reject', reason: 'other', comment: tooLong }));
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'approve', for_translator: tooLong }));
    assert.equal(await statusOf(service, id), 'reviewable');
    assert.deepEqual(await commentsOf(service, id), []);
    refused(await postJob(service, textJob({ body_src: 'Other', comment: tooLong })));
    refused(
      await service.post('/v2/translate/jobs', { jobs: { a: textJob({ body_src: 'Other' }) }, comment: tooLong }),
    );
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: longest }));
    assert.equal(await statusOf(service, id), 'revising');
  },

  '§8 Limits, row 3: Files per call': async (service) => {
    const fifty = smallFiles(50);
    assert.equal(Object.keys(fields(okFields(await quoteFiles(service, fifty.jobs, fifty.files))['jobs'])).length, 50);
    const more = smallFiles(51);
    refusedWith(1305, await quoteFiles(service, more.jobs, more.files));
  },

  '§8 Limits, row 4: custom_data': async (service) => {
    const fits = ['x'.repeat(1024), 'あ'.repeat(341), '😀'.repeat(256)];
    for (const custom_data of fits)
      assert.equal(
        (await readJob(service, await orderJob(service, { body_src: custom_data, custom_data })))['custom_data'],
        custom_data,
      );
    for (const custom_data of ['x'.repeat(1025), 'あ'.repeat(342), '😀'.repeat(257)]) {
      refusedWith(1751, await quoteJob(service, textJob({ custom_data })));
      refusedWith(1751, await postJob(service, textJob({ custom_data })));
    }
  },

  '§8 Limits, row 5: Revision requests': async (service) => {
    const id = await reviewableJob(service);
    const ask = (): ReturnType<Service['put']> =>
      service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Again.' });
    for (let request = 1; request <= 3; request += 1) {
      okEmpty(await ask());
      await finish(service, id);
    }
    refused(await ask());
    assert.equal(await statusOf(service, id), 'reviewable');
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'approve' }));
  },

  '§8 Limits, row 6: Review window': async (service) => {
    const id = await reviewableJob(service);
    await service.pass(119 * hour + 3599);
    assert.equal(await statusOf(service, id), 'reviewable');
    await service.pass(2);
    assert.equal(await statusOf(service, id), 'approved');
    for (const data of [
      { action: 'approve' },
      { action: 'revise', comment: 'Late.' },
      { action: 'reject', reason: 'other', comment: 'Late.' },
    ]) {
      refusedWith(data.action === 'reject' ? 2650 : 2250, await service.put(`/v2/translate/job/${id}`, data));
    }
    const revised = await reviewableJob(service, { body_src: 'Revised in time' });
    await service.pass(119 * hour);
    okEmpty(await service.put(`/v2/translate/job/${revised}`, { action: 'revise', comment: 'Just in time.' }));
    await finish(service, revised);
    await service.pass(119 * hour);
    assert.equal(await statusOf(service, revised), 'reviewable', 'No new window began.');
  },

  '§8 Limits, row 7: Encoding': async (service) => {
    const text = 'Ünïcödé é e\u0301 日本語 한국어 العربية עברית ไทย 😀👩‍👩‍👧 \u{10FFFF} \u200b\u202e"\\/';
    const id = await orderJob(service, { body_src: text, slug: text, custom_data: text, comment: text });
    const reply = await service.get(`/v2/translate/job/${id}`);
    const job = fields(okFields(reply)['job']);
    assert.deepEqual([job['body_src'], job['slug'], job['custom_data']], [text, text, text]);
    assert.deepEqual(await commentsOf(service, id), [`customer: ${text}`]);
    const orderId = await orderJobs(service, textJob({ body_src: 'Keys too' }));
    assert.ok(Number(orderId) > 0);
    const before = ok(await service.get('/v2/translate/jobs'));
    const broken = new URLSearchParams({
      ...service.keys(),
      data: JSON.stringify({ jobs: { a: textJob({ body_src: 'BROKEN' }) } }),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    refused(
      await service.send('POST', '/v2/translate/jobs', {
        body: broken.toString().replace('BROKEN', '%ff%fe'),
        headers,
      }),
    );
    assert.deepEqual(ok(await service.get('/v2/translate/jobs')), before, 'A body that is not UTF-8 was accepted.');
  },
};
