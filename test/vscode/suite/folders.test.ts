import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand } from './jobCommand.ts';
import { japanese, makeCase, openFolder, orderAndTranslate, withCart } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';

describe('two open folders', () => {
  before(useManualSandbox);

  it('with files of the same path receive their own translations', async function () {
    if (vscode.workspace.workspaceFolders?.length === 1) this.skip();
    const first = await makeCase('twins', japanese, openFolder(0));
    const second = await makeCase('twins', japanese, openFolder(1));
    assert.equal(first.source, second.source);
    const jobOfFirst = await orderAndTranslate(first, '一 ([[[{count}]]])');
    const jobOfSecond = await orderAndTranslate(second, '二 ([[[{count}]]])');

    await jobCommand('approve', jobOfSecond);
    assert.equal((await first.readTarget()).toString(), japanese);
    assert.equal((await second.readTarget()).toString(), withCart('二 ({count})'));

    await jobCommand('approve', jobOfFirst);
    assert.equal((await first.readTarget()).toString(), withCart('一 ({count})'));
    assert.equal((await second.readTarget()).toString(), withCart('二 ({count})'));

    await jobCommand('undoDelivery', jobOfSecond);
    assert.equal((await first.readTarget()).toString(), withCart('一 ({count})'));
    assert.equal((await second.readTarget()).toString(), japanese);
  });
});
