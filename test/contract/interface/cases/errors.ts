import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { fileJob, markdown, quoteFiles } from '../files.ts';
import { orderJob, textJob } from '../jobs.ts';
import { fields, integer, list, okFields, refusedWith, string, wireDecimal } from '../replies.ts';

/** §7: answers of calls that fail. */
export const errorCases: ContractCases = {
  '§7 Errors, rule 1: A failed call returns opstat = error and': async (service) => {
    const id = await orderJob(service);
    const failures = [
      await service.get('/v2/translate/job/1'),
      await service.put(`/v2/translate/job/${id}`, { action: 'approve' }),
      await service.post('/v2/translate/jobs', {}),
      await service.get('/v2/no/such/path'),
      await service.send('GET', '/v2/account/me'),
    ];
    for (const { body, text } of failures) {
      assert.deepEqual(Object.keys(fields(body)).sort(), ['err', 'opstat'], text);
      assert.equal(fields(body)['opstat'], 'error');
      assert.ok(integer(fields(fields(body)['err'])['code']) > 0, text);
    }
  },

  '§7 Errors, rule 2: In a file quote, an individual job can': async (service) => {
    const jobs = { good: fileJob('file_1'), bad: fileJob('file_2') };
    const reply = await quoteFiles(service, jobs, [
      markdown,
      { key: 'file_2', filename: 'program.exe', content: new Uint8Array([77, 90, 0, 255]) },
    ]);
    const quoted = fields(okFields(reply)['jobs']);
    const err = fields(fields(quoted['bad'])['err']);
    assert.deepEqual([err['filename'], err['code'], err['key']], ['program.exe', 1802, 'bad']);
    assert.ok(!('identifier' in fields(quoted['bad'])));
    assert.ok(wireDecimal(service.wire, fields(quoted['good'])['credits']) > 0 && !('err' in fields(quoted['good'])));
  },

  // Recorded: business errors have HTTP 200 and JSON.
  '§7 Errors, rule 3: HTTP status codes used for failures: not shown.': async (service) => {
    for (const reply of [
      await service.get('/v2/translate/job/1'),
      await service.get('/v2/no/such/path'),
      await service.post('/v2/translate/jobs', { jobs: { a: textJob({ tier: 'ultra' }) } }),
      await service.send('GET', '/v2/account/me'),
      await service.send('GET', '/'),
    ]) {
      assert.deepEqual([reply.httpStatus, reply.contentType], [200, 'application/json'], reply.text);
    }
  },

  // Recorded: `msg`, and the errors of single jobs in a list under the job's key.
  '§7 Errors, rule 4: Fields of err beyond code: not shown.': async (service) => {
    const reply = await service.get('/v2/translate/job/1');
    refusedWith(2100, reply);
    assert.ok(string(fields(fields(reply.body)['err'])['msg']) !== '');
    const jobs = {
      good: textJob(),
      first: textJob({ tier: 'ultra' }),
      second: textJob({ lc_src: undefined, lc_tgt: undefined }),
    };
    const byJob = fields(fields((await service.post('/v2/translate/jobs', { jobs })).body)['err']);
    assert.deepEqual(Object.keys(byJob).sort(), ['first', 'second']);
    assert.deepEqual(
      list(byJob['first']).map((entry) => integer(fields(entry)['code'])),
      [1304],
    );
    assert.deepEqual(
      list(byJob['second']).map((entry) => integer(fields(entry)['code'])),
      [1400, 1450],
    );
    const inArray = fields(
      fields((await service.post('/v2/translate/jobs', { jobs: [textJob(), textJob({ tier: 'ultra' })] })).body)['err'],
    );
    assert.deepEqual(Object.keys(inArray), ['1'], 'Jobs of an array must be named by their index.');
    assert.equal(
      integer(okFields(await service.post('/v2/translate/jobs', { jobs: { good: textJob() } }))['job_count']),
      1,
      'The refused order must not have been accepted in part.',
    );
  },

  // errorCatalog.test.ts has an input for every code that an input can cause; here is one of each kind.
  '§7 Errors, rule 5: Catalogue of error codes and their meanings (including': async (service) => {
    refusedWith(1000, await service.send('GET', '/v2/account/me?api_key=a&api_sig=b&ts=1'));
    refusedWith(1250, await service.post('/v2/translate/jobs'));
    refusedWith(1551, await service.post('/v2/translate/jobs', { jobs: { a: textJob({ lc_tgt: 'tlh' }) } }));
    refusedWith(2250, await service.put(`/v2/translate/job/${await orderJob(service)}`, { action: 'approve' }));
    refusedWith(2750, await service.get('/v2/translate/order/1'));
    refusedWith(404, await service.get('/v2/translate/glossary/1'));
  },
};
