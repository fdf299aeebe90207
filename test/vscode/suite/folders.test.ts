import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { folderUri } from '../../../src/orders/model/folderIdentity.ts';
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

describe('the URI of a folder', () => {
  it('is that of VS Code in the command line, too, so that both share a journal', () => {
    const names = ['a@b', '(x)', 'x+y', 'ä ö', '100%', '%41', '[id]', '#', '?', "!*$&=,;:'", '-._~', '店 😀', 'C:'];
    const paths = names.flatMap((name) => [`/${name}`, `/srv/${name}/Shop`]);
    assert.deepEqual(
      paths.map((path) => folderUri(path, 'linux')),
      paths.map((path) => vscode.Uri.file(path).toString()),
    );
    // VS Code on Windows turns backslashes into slashes; the rest is the same on every system.
    for (const path of ['C:\\Users\\Mia (2)', '\\\\Server\\share$\\shop'])
      assert.equal(folderUri(path, 'win32'), vscode.Uri.file(path.replaceAll('\\', '/')).toString());
  });
});
