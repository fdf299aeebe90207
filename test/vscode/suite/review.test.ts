import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/base/clock.ts';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { japanese, makeCase, orderAndTranslate, orderUnit, withCart } from './localeCase.ts';
import { readFeedback, readJob, readThread, translateJob, useManualSandbox } from './sandboxService.ts';

const translation = 'カート ([[[{count}]]])';

describe('review by command', () => {
  before(useManualSandbox);

  it('requests a revision with a comment, and receives the revised translation', async () => {
    const place = await makeCase('revise');
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('revise', jobId, { comment: 'Shorter, please.' });
    assert.equal((await readJob(jobId)).status, 'revising');
    assert.deepEqual(
      (await readThread(jobId)).map(({ author, body }) => ({ author, body })),
      [{ author: 'customer', body: 'Shorter, please.' }],
    );
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

  it('rejects and cancels the job if requested', async () => {
    const jobId = await orderAndTranslate(await makeCase('reject-cancel'), translation);
    await jobCommand('reject', jobId, { reason: 'other', comment: 'No longer needed.', followUp: 'cancel' });
    assert.equal((await readJob(jobId)).status, 'canceled');
  });

  it('cancels a job without a translator, after a confirmation', async () => {
    const jobId = await orderUnit(await makeCase('cancel'));
    // VS Code refuses modal dialogs in tests, which ends a command that asks.
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

  it('archives an approved job, which is no longer listed', async () => {
    const jobId = await orderAndTranslate(await makeCase('archive'), translation);
    await assert.rejects(jobCommand('archive', jobId), /wrong-state/u);
    await jobCommand('approve', jobId);
    await jobCommand('archive', jobId);
    assert.equal((await readJob(jobId)).status, 'archived');
    await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);
  });

  it('approves with a private comment and a consent, and shows only what the service returns', async () => {
    const jobId = await orderAndTranslate(await makeCase('feedback'), translation);
    await assert.rejects(jobCommand('approve', jobId, { forService: 'x'.repeat(25_001) }), /comment-too-long/u);
    assert.equal((await readJob(jobId)).status, 'reviewable');
    await jobCommand('approve', jobId, { rating: 4, forTranslator: 'Well said.', forService: 'Prompt.', public: true });
    const { rating, for_translator } = await readFeedback(jobId);
    assert.deepEqual([rating, for_translator], [4, 'Well said.']);
  });

  it('approves several jobs, except those with errors, and archives them', async () => {
    const [first, second] = [await makeCase('several-first'), await makeCase('several-second')];
    const good = [await orderAndTranslate(first, translation), await orderAndTranslate(second, translation)];
    const broken = await orderAndTranslate(await makeCase('several-broken'), 'カート');
    const rows = [...good, broken].map((jobId) => ({ jobId }));
    await vscode.commands.executeCommand(
      'humanTranslation.approve',
      { jobId: broken, confirmed: true, rethrow: true },
      rows,
    );
    assert.deepEqual(await Promise.all([...good, broken].map(async (jobId) => (await readJob(jobId)).status)), [
      'approved',
      'approved',
      'reviewable',
    ]);
    assert.equal((await first.readTarget()).toString(), withCart('カート ({count})'));

    await vscode.commands.executeCommand('humanTranslation.archive', { ...rows[0], rethrow: true }, rows);
    assert.deepEqual(await Promise.all([...good, broken].map(async (jobId) => (await readJob(jobId)).status)), [
      'archived',
      'archived',
      'reviewable',
    ]);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('approves only the translation that was shown, and opens the page if it has changed', async () => {
    const place = await makeCase('changed');
    const jobId = await orderAndTranslate(place, translation);
    await assert.rejects(
      jobCommand('approve', jobId, { translationHash: 'of another translation' }),
      /changed-since-shown/u,
    );
    assert.equal((await readJob(jobId)).status, 'reviewable');
    assert.equal((await place.readTarget()).toString(), japanese);
    // The tab groups are notified of a new tab later.
    const isInFront = (): boolean =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom;
    for (let looks = 0; !isInFront() && looks < 100; looks += 1) await systemClock.sleep(50);
    assert.ok(isInFront(), 'its page is active');
    await jobCommand('approve', jobId);
    assert.equal((await place.readTarget()).toString(), withCart('カート ({count})'));
  });

  it('approves only those of several jobs that match their rows', async () => {
    const [first, second] = [await makeCase('rows-first'), await makeCase('rows-second')];
    const ids = [await orderAndTranslate(first, translation), await orderAndTranslate(second, translation)] as const;
    const rows = [{ jobId: ids[0], translationHash: 'of another translation' }, { jobId: ids[1] }];
    await vscode.commands.executeCommand(
      'humanTranslation.approve',
      { ...rows[0], confirmed: true, rethrow: true },
      rows,
    );
    assert.deepEqual(await Promise.all(ids.map(async (jobId) => (await readJob(jobId)).status)), [
      'reviewable',
      'approved',
    ]);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('cancels a whole order, after a confirmation', async () => {
    const jobId = await orderUnit(await makeCase('cancel-order'));
    await assert.rejects(jobCommand('cancelOrder', jobId));
    await jobCommand('cancelOrder', jobId, { confirmed: true });
    assert.equal((await readJob(jobId)).status, 'canceled');
  });

  it('approves a translation without its placeholder only with an override', async () => {
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

  it('looks up an unknown job before it reports an error', async () => {
    await assert.rejects(jobCommand('approve', '999999999'), /unknown-job/u);
  });

  it('ends a command whose error is shown, without waiting for the message to be closed', async () => {
    await vscode.commands.executeCommand('humanTranslation.approve', { jobId: '999999999' });
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});
