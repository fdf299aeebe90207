import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { openFolder } from './localeCase.ts';
import { finishJob, placeFileJob, useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';
import { withoutAutoSave } from './withoutAutoSave.ts';

const source = '# Guide\n\nRead this first.\n';

interface DocumentCase {
  readonly jobId: string;
  readonly source: vscode.Uri;
  readonly target: vscode.Uri;
  readonly readTarget: () => Promise<string>;
}

/** Orders a document of the open folder from another machine, and translates it. This window finds the job. */
async function orderDocument(name: string, target?: string): Promise<DocumentCase> {
  const folder = openFolder(0);
  const file = `cases/${name}/docs/guide.md`;
  const uri = vscode.Uri.joinPath(folder.uri, file);
  const place = vscode.Uri.joinPath(folder.uri, `cases/${name}/docs/guide.ja.md`);
  await mkdir(path.dirname(uri.fsPath), { recursive: true });
  await writeFile(uri.fsPath, `${source}${name}\n`);
  if (target !== undefined) await writeFile(place.fsPath, target);
  const hash = (text: string, digits: number): string =>
    createHash('sha256').update(text, 'utf8').digest('hex').slice(0, digits);
  const customData = {
    ht: 1,
    p: hash(folder.uri.toString(), 8),
    i: randomBytes(6).toString('hex'),
    n: 1,
    h: hash(`${source}${name}\n`, 16),
    l: 'ja',
    f: file,
  };
  const jobId = await placeFileJob('guide.md', `${source}${name}\n`, customData);
  await finishJob(jobId);
  await refreshJobs();
  return { jobId, source: uri, target: place, readTarget: () => readFile(place.fsPath, 'utf8') };
}

describe('delivery of documents', () => {
  before(useManualSandbox);
  withoutAutoSave();
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('creates the file next to its source after the approval, and Undo Delivery deletes it', async () => {
    const { jobId, target, readTarget } = await orderDocument('document-new');
    assert.equal(existsSync(target.fsPath), false, 'written before it was approved');
    await jobCommand('approve', jobId);
    assert.match(await readTarget(), /^# .+\n\n.+\n/u);
    assert.deepEqual(
      (await readdir(path.dirname(target.fsPath))).sort(),
      ['guide.ja.md', 'guide.md'],
      'a temporary file remains',
    );
    await jobCommand('undoDelivery', jobId);
    assert.equal(existsSync(target.fsPath), false);
  });

  it('asks before it replaces a file, and Undo Delivery restores every byte', async () => {
    const mine = '\uFEFFby hand\r\n';
    const { jobId, readTarget } = await orderDocument('document-taken', mine);
    await jobCommand('approve', jobId);
    assert.equal(await readTarget(), mine);
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.notEqual(await readTarget(), mine);
    await jobCommand('undoDelivery', jobId);
    assert.equal(await readTarget(), mine);
  });

  it('does not write to a file with unsaved changes', async () => {
    const { jobId, target, readTarget } = await orderDocument('document-unsaved', 'by hand\n');
    const { document } = await vscode.window.showTextDocument(target);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(target, new vscode.Position(0, 0), 'more ');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    await jobCommand('approve', jobId);
    await assert.rejects(jobCommand('deliver', jobId, { confirmed: true }), /unsaved changes/u);
    assert.deepEqual([await readTarget(), document.getText()], ['by hand\n', 'more by hand\n']);
    await document.save();
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.doesNotMatch(await readTarget(), /by hand/u);
    await waitUntil('the editor shows the delivery', () => !document.getText().includes('by hand'));
  });

  it('does not deliver if the source document has unsaved changes', async () => {
    const { jobId, source: uri, target } = await orderDocument('document-changed');
    const { document } = await vscode.window.showTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), 'New: ');
    await vscode.workspace.applyEdit(edit);
    await jobCommand('approve', jobId);
    assert.equal(existsSync(target.fsPath), false);
    // The visible document differs from the ordered one.
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.ok(existsSync(target.fsPath));
    assert.equal(document.isDirty, true);
  });

  it('shows source and translation side by side before the delivery', async () => {
    const { jobId, source: uri, target } = await orderDocument('document-shown');
    await jobCommand('showChanges', jobId);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(
      [input.original.toString(), path.posix.basename(input.modified.path)],
      [uri.toString(), 'guide.ja.md'],
    );
    const shown = await vscode.workspace.openTextDocument(input.modified);
    assert.match(shown.getText(), /^# /u);
    assert.notEqual(shown.getText(), `${source}document-shown\n`);
    assert.equal(existsSync(target.fsPath), false);
  });
});
