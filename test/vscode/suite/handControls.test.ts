import assert from 'node:assert/strict';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { makeCase, orderUnit, withCart } from './localeCase.ts';
import { readJob, readThread, useManualSandbox } from './sandboxService.ts';

// The commands in the context menu of a job of the sandbox.
describe('moving the sandbox’s jobs by hand', () => {
  before(useManualSandbox);

  it('starts, holds, releases, comments and finishes a job, and ends its review window', async () => {
    const place = await makeCase('by-hand');
    const jobId = await orderUnit(place);
    await refreshJobs();
    const status = async (): Promise<string> => (await readJob(jobId)).status;

    await jobCommand('sandboxStart', jobId);
    assert.equal(await status(), 'pending');
    await jobCommand('sandboxHold', jobId);
    assert.equal(await status(), 'hold');
    await jobCommand('sandboxRelease', jobId);
    assert.equal(await status(), 'pending');
    await jobCommand('sandboxComment', jobId, { text: 'Is it a basket?' });
    assert.deepEqual(
      (await readThread(jobId)).map(({ author, body }) => [author, body]),
      [['translator', 'Is it a basket?']],
    );
    await jobCommand('sandboxFinish', jobId, { text: 'かご ([[[{count}]]])' });
    assert.equal(await status(), 'reviewable');

    await jobCommand('sandboxExpire', jobId);
    assert.equal(await status(), 'approved');
    assert.equal(
      (await place.readTarget()).toString(),
      withCart('かご ({count})'),
      'an automatic approval is delivered, too',
    );
  });

  it('reports why a job can’t be moved', async () => {
    const jobId = await orderUnit(await makeCase('by-hand-refused'));
    await refreshJobs();
    await assert.rejects(jobCommand('sandboxFinish', jobId), /: /u);
    assert.equal((await readJob(jobId)).status, 'available');
  });
});
