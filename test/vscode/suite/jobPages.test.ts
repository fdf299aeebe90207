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
    await jobCommand('openJob', first);
    await waitUntil('a tab', () => jobTabs().length === 1);
    await jobCommand('openJob', second);
    await waitUntil('two tabs', () => jobTabs().length === 2);
    assert.deepEqual(
      jobTabs().map((tab) => tab.label),
      ['cart', 'cart'],
    );
  });

  it('becomes active when it is opened again', async () => {
    await jobCommand('openJob', first);
    await waitUntil('a tab', () => jobTabs().length === 1);
    const [ofFirst] = jobTabs();
    await jobCommand('openJob', second);
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
    await waitUntil('a tab', () => jobTabs().length === 1);
    assert.equal(jobTabs()[0]?.isActive, true);
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

function jobTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('humanTranslation.job'));
}
