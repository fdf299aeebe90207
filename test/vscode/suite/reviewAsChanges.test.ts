import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { makeCase, orderAndTranslate, withCart } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

describe('Review as Changes', () => {
  before(useManualSandbox);
  afterEach(async () => {
    await vscode.window.tabGroups.close(changesTabs());
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('compares the target file with the file as it would be delivered, and follows the jobs', async () => {
    const place = await makeCase('changes');
    const before = (await place.readTarget()).toString();
    const jobId = await orderAndTranslate(place, '車 ([[[{count}]]])');
    await review([jobId]);
    await waitUntil('the editor', () => changesTabs().length === 1);
    await waitUntil('the translation', () => preview(place.target)?.getText() === withCart('車 ({count})'));
    assert.equal((await place.readTarget()).toString(), before, 'nothing is written');

    await jobCommand('revise', jobId, { comment: 'Longer, please.' });
    await waitUntil('the file without it', () => preview(place.target)?.getText() === before);
    assert.equal(changesTabs().length, 1, 'the editor remains');
  });

  it('shows only what is named, in one editor', async () => {
    const [first, second] = [await makeCase('changes-first'), await makeCase('changes-second')];
    const firstJob = await orderAndTranslate(first, '一 ([[[{count}]]])');
    await orderAndTranslate(second, '二 ([[[{count}]]])');
    await vscode.commands.executeCommand('humanTranslation.reviewAsChanges', second.target);
    await waitUntil('the second file', () => preview(second.target) !== undefined);
    assert.equal(preview(first.target), undefined);
    await review([firstJob]);
    await waitUntil('the first file', () => preview(first.target) !== undefined);
    await waitUntil('one editor', () => changesTabs().length === 1);
  });

  it('opens nothing if no translation is waiting', async () => {
    const place = await makeCase('changes-none');
    const jobId = await orderAndTranslate(place, '空 ([[[{count}]]])');
    await jobCommand('approve', jobId);
    await refreshJobs();
    await review([jobId]);
    assert.deepEqual(changesTabs(), []);
  });
});

async function review(jobIds: readonly string[]): Promise<void> {
  await vscode.commands.executeCommand('humanTranslation.reviewAsChanges', jobIds);
}

/** Returns the document that the editor shows next to a target file. */
function preview(target: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === 'human-translation-preview' && uri.path === target.path,
  );
}

function changesTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ label }) => /^Review of \d+ Translation/u.test(label));
}
