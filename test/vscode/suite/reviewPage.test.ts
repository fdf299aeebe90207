import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand } from './jobCommand.ts';
import { makeCase, orderAndTranslate } from './localeCase.ts';
import { readJob, readThread, useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

describe('reviewing several translations', () => {
  const translation = '籠 ([[[{count}]]])';
  let first: string;
  let second: string;

  before(async () => {
    await useManualSandbox();
    first = await orderAndTranslate(await makeCase('review-first'), translation);
    second = await orderAndTranslate(await makeCase('review-second'), translation);
  });
  afterEach(async () => {
    await vscode.window.tabGroups.close(reviewTabs());
  });

  it('opens one page, whichever jobs are chosen', async () => {
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations');
    await waitUntil('a tab', () => reviewTabs().length === 1);
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations', [first, second]);
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations', { jobs: [{ jobId: first }] });
    assert.equal(reviewTabs().length, 1);
    assert.equal(reviewTabs()[0]?.label, 'Review Translations');
  });

  it('can be closed and opened again', async () => {
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations');
    await waitUntil('a tab', () => reviewTabs().length === 1);
    await vscode.window.tabGroups.close(reviewTabs());
    await waitUntil('no tab', () => reviewTabs().length === 0);
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations');
    await waitUntil('a tab', () => reviewTabs().length === 1);
  });

  it('requests revisions of all selected rows with one comment', async () => {
    const rows = [first, second].map((jobId) => ({ jobId }));
    await vscode.commands.executeCommand(
      'humanTranslation.revise',
      { jobId: first, comment: 'Use the formal form.', rethrow: true },
      rows,
    );
    for (const jobId of [first, second]) {
      assert.equal((await readJob(jobId)).status, 'revising');
      assert.equal((await readThread(jobId)).at(-1)?.body, 'Use the formal form.');
    }
    await assert.rejects(jobCommand('approve', first), /wrong-state/u);
  });

  it('rejects all selected rows with one reason and comment', async () => {
    const ids = [
      await orderAndTranslate(await makeCase('review-third'), translation),
      await orderAndTranslate(await makeCase('review-fourth'), translation),
    ];
    await vscode.commands.executeCommand(
      'humanTranslation.reject',
      { jobId: ids[0], reason: 'quality', comment: 'Not Japanese.', followUp: 'cancel', rethrow: true },
      ids.map((jobId) => ({ jobId })),
    );
    for (const jobId of ids) assert.equal((await readJob(jobId)).status, 'canceled');
  });
});

function reviewTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('humanTranslation.review'),
    );
}
