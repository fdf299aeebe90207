import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { jobCommand } from './jobCommand.ts';
import { japanese, makeCase, orderAndTranslate, withCart } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';
import { withoutAutoSave } from './withoutAutoSave.ts';

const translation = 'カート ([[[{count}]]])';
const delivered = 'カート ({count})';

describe('delivery to an open file', () => {
  before(useManualSandbox);
  withoutAutoSave();
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows the value in a saved document, which stays saved; one undo restores the text', async () => {
    const place = await makeCase('open-clean');
    const { document } = await vscode.window.showTextDocument(place.target);
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('approve', jobId);
    assert.equal((await place.readTarget()).toString(), withCart(delivered));
    assert.equal(document.getText(), withCart(delivered));
    assert.equal(document.isDirty, false);

    await vscode.commands.executeCommand('undo');
    await waitUntil('the original text', () => document.getText() === japanese);
  });

  it('writes only the value when saving would change more', async () => {
    const place = await makeCase('open-trimmed', `${japanese.trimEnd()}   `);
    const files = vscode.workspace.getConfiguration('files');
    await files.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    await files.update('insertFinalNewline', true, vscode.ConfigurationTarget.Global);
    try {
      await vscode.window.showTextDocument(place.target);
      const jobId = await orderAndTranslate(place, translation);
      await jobCommand('approve', jobId);
      assert.equal((await place.readTarget()).toString(), withCart(delivered, `${japanese.trimEnd()}   `));
    } finally {
      await files.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
      await files.update('insertFinalNewline', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('edits a document with unsaved changes in one undo step, and does not save it', async () => {
    const place = await makeCase('open-dirty');
    const { document } = await vscode.window.showTextDocument(place.target);
    const jobId = await orderAndTranslate(place, translation);
    await replace(document, 'また来てね', 'またのお越しを');
    const unsaved = japanese.replace('また来てね', 'またのお越しを');
    assert.equal(document.getText(), unsaved);

    await jobCommand('approve', jobId);
    assert.equal(document.getText(), withCart(delivered, unsaved));
    assert.equal(document.isDirty, true);
    assert.equal((await place.readTarget()).toString(), japanese, 'unsaved changes were saved');

    await vscode.commands.executeCommand('undo');
    await waitUntil('the original text', () => document.getText() === unsaved);
    assert.equal(document.isDirty, true);
  });

  it('undoes a delivery in a document whose only unsaved changes are that delivery', async () => {
    const place = await makeCase('open-undo');
    const { document } = await vscode.window.showTextDocument(place.target);
    const jobId = await orderAndTranslate(place, translation);
    await replace(document, 'また来てね', 'またのお越しを');
    const unsaved = document.getText();
    await jobCommand('approve', jobId);
    await jobCommand('undoDelivery', jobId);
    assert.equal(document.getText(), unsaved);
    // VS Code reports this to extensions after the edit itself.
    await waitUntil('the document to have unsaved changes', () => document.isDirty);
  });
});

async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    document.uri,
    new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)),
    to,
  );
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}
