import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { japanese, makeCase, orderAndTranslate, orderUnit, withCart } from './localeCase.ts';
import { readJob, readThread, translateJob, useManualSandbox } from './sandboxService.ts';

const translation = 'カート ([[[{count}]]])';

describe('review by command', () => {
  before(useManualSandbox);

  it('sends a translation back with the comment, and takes the revised one', async () => {
    const place = await makeCase('revise');
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('revise', jobId, { comment: 'Shorter, please.' });
    assert.equal((await readJob(jobId)).status, 'revising');
    assert.deepEqual((await readThread(jobId)).map(({ author, body }) => ({ author, body })), [{ author: 'customer', body: 'Shorter, please.' }]);
    await assert.rejects(jobCommand('approve', jobId), /wrong-state/u);

    await translateJob(jobId, '籠 ([[[{count}]]])');
    await refreshJobs();
    await jobCommand('approve', jobId);
    assert.equal((await place.readTarget()).toString(), withCart('籠 ({count})'));
  });

  it('does not send an empty comment', async () => {
    const jobId = await orderAndTranslate(await makeCase('revise-empty'), translation);
    await assert.rejects(jobCommand('revise', jobId, { comment: '  \n' }), /comment-empty/u);
    assert.equal((await readJob(jobId)).status, 'reviewable');
  });

  it('rejects with a reason, and the job goes to another translator', async () => {
    const place = await makeCase('reject');
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('reject', jobId, { reason: 'quality', comment: 'This is not Japanese.', followUp: 'requeue' });
    assert.equal((await readJob(jobId)).status, 'available');
    await assert.rejects(jobCommand('approve', jobId), /wrong-state/u);
    assert.equal((await place.readTarget()).toString(), japanese);
  });

  it('rejects and ends the job where that is asked for', async () => {
    const jobId = await orderAndTranslate(await makeCase('reject-cancel'), translation);
    await jobCommand('reject', jobId, { reason: 'other', comment: 'We do not need it any more.', followUp: 'cancel' });
    assert.equal((await readJob(jobId)).status, 'canceled');
  });

  it('cancels a job that nobody has started, when that is confirmed', async () => {
    const jobId = await orderUnit(await makeCase('cancel'));
    // VS Code shows no modal dialogs to tests, so a command that asks first ends with its refusal.
    await assert.rejects(jobCommand('cancel', jobId));
    assert.equal((await readJob(jobId)).status, 'available');
    await jobCommand('cancel', jobId, { confirmed: true });
    assert.equal((await readJob(jobId)).status, 'canceled');
  });

  it('does not cancel a job that is being translated', async () => {
    const jobId = await orderAndTranslate(await makeCase('cancel-late'), translation);
    await assert.rejects(jobCommand('cancel', jobId, { confirmed: true }), /wrong-state/u);
    assert.equal((await readJob(jobId)).status, 'reviewable');
  });

  it('archives an approved job, which is not listed any more', async () => {
    const jobId = await orderAndTranslate(await makeCase('archive'), translation);
    await assert.rejects(jobCommand('archive', jobId), /wrong-state/u);
    await jobCommand('approve', jobId);
    await jobCommand('archive', jobId);
    assert.equal((await readJob(jobId)).status, 'archived');
    await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);
  });

  it('does not approve a translation that lost a placeholder, unless that is overridden on purpose', async () => {
    const place = await makeCase('broken');
    const jobId = await orderAndTranslate(place, 'カート');
    await assert.rejects(jobCommand('approve', jobId, { rating: 3 }), 'approved without asking');
    await assert.rejects(jobCommand('approve', jobId, { override: false }), /problems/u);
    assert.equal((await readJob(jobId)).status, 'reviewable');
    assert.equal((await place.readTarget()).toString(), japanese);

    await jobCommand('approve', jobId, { override: true });
    assert.equal((await readJob(jobId)).status, 'approved');
    assert.equal((await place.readTarget()).toString(), withCart('カート'));
  });

  it('asks about an unknown job before it says so', async () => {
    await assert.rejects(jobCommand('approve', '999999999'), /unknown-job/u);
  });

  it('ends a command whose error is shown, without waiting for the message to be closed', async () => {
    await vscode.commands.executeCommand('humanTranslation.approve', { jobId: '999999999' });
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});
