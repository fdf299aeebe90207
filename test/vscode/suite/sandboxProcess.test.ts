import assert from 'node:assert/strict';
import { isProcessAlive } from '../../../src/base/isProcessAlive.ts';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { makeCase, orderAndTranslate, withCart } from './localeCase.ts';
import { readJob, readSandbox, useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

describe('the sandbox process', () => {
  before(useManualSandbox);

  it('is not the extension host', async () => {
    assert.notEqual((await readSandbox()).pid, process.pid);
  });

  it('is reused by the next command', async () => {
    const { pid } = await readSandbox();
    await refreshJobs();
    assert.equal((await readSandbox()).pid, pid);
  });

  it('is restarted after it was killed, with its jobs and keys', async () => {
    const place = await makeCase('killed');
    const jobId = await orderAndTranslate(place, 'カート ([[[{count}]]])');
    const killed = await readSandbox();
    process.kill(killed.pid, 'SIGKILL');
    await waitUntil('the end of the process', () => !isProcessAlive(killed.pid));

    await refreshJobs();
    const restarted = await readSandbox();
    assert.notEqual(restarted.pid, killed.pid);
    assert.ok(isProcessAlive(restarted.pid));
    assert.deepEqual([restarted.apiKey, restarted.privateKey], [killed.apiKey, killed.privateKey]);
    assert.equal((await readJob(jobId)).status, 'reviewable');

    await jobCommand('approve', jobId);
    assert.equal((await place.readTarget()).toString(), withCart('カート ({count})'));
  });

  it('is found by a polling window after it was replaced', async () => {
    await orderAndTranslate(await makeCase('replaced'), 'カート ([[[{count}]]])');
    const before = await readSandbox();
    const answer = await fetch(new URL('/sandbox/exit', before.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${before.controlToken}` },
    });
    assert.equal(answer.status, 200);
    await waitUntil('the end of the process', () => !isProcessAlive(before.pid));
    await waitUntil('another process runs', async () => (await readSandbox().catch(() => before)).pid !== before.pid);
    assert.ok(isProcessAlive((await readSandbox()).pid));
  });
});
