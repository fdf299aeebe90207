import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { orderFile, translatedFile } from '../files.ts';
import {
  approvedJob,
  balance,
  commentsOf,
  feedbackOf,
  finish,
  orderJob,
  readJob,
  reviewableJob,
  revisionsOf,
  start,
  statusOf,
  thread,
} from '../jobs.ts';
import {
  fields,
  integer,
  ok,
  okEmpty,
  okFields,
  refused,
  refusedWith,
  string,
  wireDecimal,
  wireInteger,
} from '../replies.ts';
import { authenticatedEndpoints, jobEndpoints } from '../endpoints.ts';
import { refusesWithoutKeys } from '../keys.ts';

/** §4: rows 1 to 8, and the contract's general statements about them. */
export const jobEndpointCases: ContractCases = {
  '§4 Endpoints, rule 1: Common query-level parameters for every endpoint marked Auth:': async (service) => {
    for (const endpoint of authenticatedEndpoints) await refusesWithoutKeys(service, endpoint);
    const query = new URLSearchParams(service.keys()).toString();
    ok(await service.send('GET', `/v2/account/me?${query}`));
  },

  '§4 Job endpoints, row 1: GET /v2/translate/job/{id}': async (service) => {
    const id = await orderJob(service);
    for (const path of [`/v2/translate/job/${id}`, `/v2/translate/job/${id}/`]) {
      const job = fields(okFields(await service.get(path))['job']);
      assert.equal(String(job['job_id']), id);
      for (const name of [
        'order_id',
        'credits',
        'currency',
        'tier',
        'lc_src',
        'lc_tgt',
        'unit_count',
        'slug',
        'auto_approve',
        'eta',
        'body_src',
        'ctime',
        'status',
      ]) {
        assert.ok(name in job, name);
      }
    }
    for (const unknown of ['1', '999999999', 'abc', '-1'])
      refusedWith(2100, await service.get(`/v2/translate/job/${unknown}`));
  },

  '§4 Job endpoints, row 2: PUT /v2/translate/job/{id}': async (service) => {
    const id = await reviewableJob(service);
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Again.' }));
    await finish(service, id);
    okEmpty(await service.put(`/v2/translate/job/${id}/`, { action: 'approve' }));
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'archive' }));
    const rejected = await reviewableJob(service, { body_src: 'Rejected' });
    okEmpty(await service.put(`/v2/translate/job/${rejected}`, { action: 'reject', reason: 'other', comment: 'No.' }));
    for (const action of [undefined, '', 'frobnicate', 7])
      refused(await service.put(`/v2/translate/job/${id}`, { action }));
    refusedWith(1250, await service.put(`/v2/translate/job/${id}`));
    refusedWith(2100, await service.put('/v2/translate/job/1', { action: 'approve' }));
    const overridden = await reviewableJob(service, { body_src: 'By another verb' });
    const form = new URLSearchParams({
      ...service.keys(),
      _method: 'put',
      data: JSON.stringify({ action: 'approve' }),
    });
    okEmpty(await service.send('POST', `/v2/translate/job/${overridden}`, { body: form }));
    assert.equal(await statusOf(service, overridden), 'approved');
  },

  '§4 Job endpoints, row 3: DELETE /v2/translate/job/{id}': async (service) => {
    const before = await balance(service);
    const id = await orderJob(service);
    okEmpty(await service.delete(`/v2/translate/job/${id}`));
    assert.equal(await statusOf(service, id), 'canceled');
    assert.equal(await balance(service), before);
    refusedWith(2252, await service.delete(`/v2/translate/job/${id}`));
    refusedWith(2100, await service.delete('/v2/translate/job/1'));
  },

  '§4 Job endpoints, row 4: GET /v2/translate/job/{id}/revisions': async (service) => {
    const id = await orderJob(service);
    const before = okFields(await service.get(`/v2/translate/job/${id}/revisions`));
    assert.deepEqual([String(before['job_id']), before['revisions']], [id, []]);
    await start(service, id);
    await finish(service, id, '一');
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Again.' }));
    await finish(service, id, '二');
    const revisions = await revisionsOf(service, id);
    assert.equal(new Set(revisions.map((entry) => wireInteger(service.wire, entry['rev_id']))).size, 2);
    for (const entry of revisions) integer(entry['ctime']);
    refusedWith(2100, await service.get('/v2/translate/job/1/revisions'));
  },

  '§4 Job endpoints, row 5: GET /v2/translate/job/{id}/revision/{rev_id}': async (service) => {
    const id = await orderJob(service);
    await start(service, id);
    await finish(service, id, '一');
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: 'Again.' }));
    await finish(service, id, '二');
    const texts: string[] = [];
    for (const entry of await revisionsOf(service, id)) {
      const answer = okFields(await service.get(`/v2/translate/job/${id}/revision/${String(entry['rev_id'])}`));
      integer(fields(answer['revision'])['ctime']);
      texts.push(string(fields(answer['revision'])['body_tgt']));
    }
    assert.deepEqual(texts.sort(), ['一', '二']);
    refusedWith(2200, await service.get(`/v2/translate/job/${id}/revision/1`));
    const [foreign] = await revisionsOf(service, await reviewableJob(service, { body_src: 'Another job' }));
    refusedWith(2200, await service.get(`/v2/translate/job/${id}/revision/${String(foreign?.['rev_id'])}`));
  },

  // Recorded: "0.0" and null if none was given.
  '§4 Job endpoints, row 6: GET /v2/translate/job/{id}/feedback': async (service) => {
    const id = await reviewableJob(service);
    assert.equal(wireDecimal(service.wire, (await feedbackOf(service, id))['rating']), 0);
    okEmpty(
      await service.put(`/v2/translate/job/${id}`, {
        action: 'approve',
        rating: 3,
        for_translator: 'Fine.',
        for_service: 'Secret.',
      }),
    );
    const reply = await service.get(`/v2/translate/job/${id}/feedback`);
    const feedback = fields(okFields(reply)['feedback']);
    assert.deepEqual([wireDecimal(service.wire, feedback['rating']), feedback['for_translator']], [3, 'Fine.']);
    assert.ok(!reply.text.includes('Secret'), 'The comment for the staff is not private.');
    refusedWith(2100, await service.get('/v2/translate/job/1/feedback'));
  },

  '§4 Job endpoints, row 7: POST /v2/translate/job/{id}/comment': async (service) => {
    const id = await orderJob(service);
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: 'A & B + “C” <i>100 %</i>\n😀' }));
    assert.deepEqual(await commentsOf(service, id), ['customer: A & B + “C” <i>100 %</i>\n😀']);
    refusedWith(2000, await service.post(`/v2/translate/job/${id}/comment`, {}));
    refusedWith(2000, await service.post(`/v2/translate/job/${id}/comment`, { body: '' }));
    refusedWith(1250, await service.post(`/v2/translate/job/${id}/comment`));
    refusedWith(2100, await service.post('/v2/translate/job/1/comment', { body: 'Hello?' }));
    assert.equal((await commentsOf(service, id)).length, 1);
  },

  // Recorded: `thread`, oldest first, with the order's comment as the first entry.
  '§4 Job endpoints, row 8: GET /v2/translate/job/{id}/comments': async (service) => {
    const id = await orderJob(service, { comment: 'For the translator.' });
    await service.pass(5);
    ok(await service.control(`/jobs/${id}/comment`, { body: 'A question.' }));
    await service.pass(5);
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: 'An answer.' }));
    assert.deepEqual(await commentsOf(service, id), [
      'customer: For the translator.',
      'translator: A question.',
      'customer: An answer.',
    ]);
    const times = (await thread(service, `/v2/translate/job/${id}/comments`)).map(({ ctime }) => integer(ctime));
    assert.deepEqual(
      times.map((time) => time - times[0]!),
      [0, 5, 10],
    );
    refusedWith(2100, await service.get('/v2/translate/job/1/comments'));
  },

  '§4 Job endpoints, rule 1: All job endpoints require authentication. For a file': async (service) => {
    for (const endpoint of jobEndpoints) await refusesWithoutKeys(service, endpoint);
    const other = { key: 'other', filename: 'other.txt', content: 'Some other text.' };
    for (const id of [await translatedFile(service), await orderFile(service, other)]) {
      const job = await readJob(service, id);
      for (const name of ['file_url_src', 'file_url_tgt']) assert.ok(URL.canParse(string(job[name])), name);
    }
  },

  '§4 Job endpoints, rule 2: Comments (also the revise comment) must not exceed': async (service) => {
    const [longest, tooLong] = ['x'.repeat(25_000), 'x'.repeat(25_001)];
    const id = await reviewableJob(service);
    refused(await service.post(`/v2/translate/job/${id}/comment`, { body: tooLong }));
    refused(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: tooLong }));
    assert.deepEqual(await commentsOf(service, id), []);
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: longest }));
    okEmpty(await service.put(`/v2/translate/job/${id}`, { action: 'revise', comment: longest }));
    assert.deepEqual(
      (await commentsOf(service, id)).map((comment) => comment.length),
      [25_010, 25_010],
    );
    assert.equal(
      await statusOf(service, await approvedJob(service, { body_src: 'Other', comment: longest })),
      'approved',
    );
  },
};
