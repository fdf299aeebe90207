import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand } from './jobCommand.ts';
import { makeCase, orderAndTranslate } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

describe('the page of a job', () => {
  let first: string;
  let second: string;

  before(async () => {
    await useManualSandbox();
    first = await orderAndTranslate(await makeCase('page-first'), '一 ([[[{count}]]])');
    second = await orderAndTranslate(await makeCase('page-second'), '二 ([[[{count}]]])');
  });
  afterEach(async () => {
    await vscode.window.tabGroups.close(jobTabs());
  });

  it('is one tab for each job, with the title of the job', async () => {
    await openAndKeep(first);
    await openAndKeep(second);
    await waitUntil('two tabs', () => jobTabs().length === 2);
    assert.deepEqual(
      jobTabs().map(({ label }) => label),
      ['cart', 'cart'],
    );
  });

  it('is a preview tab, which the next job replaces until it is kept', async () => {
    await jobCommand('openJob', first);
    await waitUntil('a preview tab', () => jobTabs().length === 1 && jobTabs()[0]?.isPreview === true);
    await jobCommand('openJob', second);
    await waitUntil('the second job', () => (jobTabs()[0]?.input as vscode.TabInputCustom).uri.path.includes(second));
    assert.equal(jobTabs().length, 1);
  });

  it('goes back to the job before', async () => {
    await openAndKeep(first);
    await openAndKeep(second);
    const shows = (jobId: string): boolean =>
      jobTabs().some(({ input, isActive }) => isActive && (input as vscode.TabInputCustom).uri.path.includes(jobId));
    await waitUntil('the second job', () => shows(second));
    await vscode.commands.executeCommand('workbench.action.navigateBack');
    await waitUntil('the first job', () => shows(first));
  });

  it('is read-only, and its file system has only pages of jobs', async () => {
    await jobCommand('openJob', first);
    await waitUntil('a tab', () => jobTabs().length === 1);
    const { uri } = jobTabs()[0]?.input as vscode.TabInputCustom;
    assert.equal((await vscode.workspace.fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
    await assert.rejects(async () => vscode.workspace.fs.stat(uri.with({ path: '/elsewhere.txt' })), /EntryNotFound/u);
  });

  it('becomes active when it is opened again', async () => {
    await openAndKeep(first);
    const [ofFirst] = jobTabs();
    await openAndKeep(second);
    await waitUntil('the second tab to be active', () => jobTabs().length === 2 && ofFirst?.isActive === false);
    await jobCommand('openJob', first);
    await waitUntil('the first tab to be active', () => jobTabs()[0]?.isActive === true);
    assert.equal(jobTabs().length, 2);
  });

  it('can be closed and opened again', async () => {
    await jobCommand('openJob', first);
    await waitUntil('a tab', () => jobTabs().length === 1);
    await vscode.window.tabGroups.close(jobTabs());
    await waitUntil('no tab', () => jobTabs().length === 0);
    // A change of the job must not use the closed page.
    await jobCommand('revise', first, { comment: 'Once more, please.' });
    await jobCommand('openJob', first);
    await waitUntil('an active tab', () => jobTabs().length === 1 && jobTabs()[0]?.isActive === true);
  });

  it('closes when its job is archived', async () => {
    await jobCommand('openJob', second);
    await waitUntil('a tab', () => jobTabs().length === 1);
    await jobCommand('approve', second);
    assert.equal(jobTabs().length, 1);
    await jobCommand('archive', second);
    await waitUntil('no tab', () => jobTabs().length === 0);
  });

  it('is not opened for an unknown job', async () => {
    await assert.rejects(jobCommand('openJob', '999999999'), /unknown-job/u);
    assert.deepEqual(jobTabs(), []);
  });
});

/** Opens a job in a tab that the next one does not replace. */
async function openAndKeep(jobId: string): Promise<void> {
  const before = jobTabs().length;
  await jobCommand('openJob', jobId);
  await waitUntil('a tab', () => jobTabs().length === before + 1);
  await vscode.commands.executeCommand('workbench.action.keepEditor');
  await waitUntil('the tab to be kept', () => jobTabs().every(({ isPreview }) => !isPreview));
}

function jobTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputCustom && input.viewType === 'humanTranslation.job');
}
