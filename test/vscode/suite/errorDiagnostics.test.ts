import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { makeCase, makeWatchedFolders, orderAndTranslate, withCart, type LocaleCase } from './localeCase.ts';
import { approveElsewhere, translateJob, useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

/** Returns the extension's diagnostics in a file: severity, kind, and the marked text. */
async function diagnosticsIn({ target }: LocaleCase, uri = target): Promise<readonly string[]> {
  const own = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Human Translation');
  if (own.length === 0) return [];
  const document = await vscode.workspace.openTextDocument(uri);
  return own.map(
    ({ severity, code, range }) =>
      `${vscode.DiagnosticSeverity[severity]} ${typeof code === 'string' ? code : ''} ${document.getText(range)}`,
  );
}

describe('diagnostics of translations with errors', () => {
  const damaged = 'カート ({cuont})';
  before(useManualSandbox);

  async function deliverDamaged(name: string): Promise<{ readonly place: LocaleCase; readonly jobId: string }> {
    const place = await makeCase(name);
    const jobId = await orderAndTranslate(place, damaged);
    assert.deepEqual(await diagnosticsIn(place), []);
    await jobCommand('approve', jobId, { override: true });
    assert.equal((await place.readTarget()).toString(), withCart(damaged));
    await waitUntil('the diagnostics', async () => (await diagnosticsIn(place)).length === 2);
    return { place, jobId };
  }

  it('are at the source’s key until the translation is delivered or revised', async () => {
    const place = await makeCase('returned');
    const source = vscode.Uri.joinPath(place.folder.uri, place.source);
    const jobId = await orderAndTranslate(place, damaged);
    await waitUntil('the diagnostics', async () => (await diagnosticsIn(place, source)).length === 2);
    assert.deepEqual([...(await diagnosticsIn(place, source))].sort(), [
      'Error extra-placeholder cart',
      'Error missing-placeholder cart',
    ]);
    const [first] = vscode.languages.getDiagnostics(source);
    assert.ok(first);
    assert.match(first.message, /Japanese/u);
    const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      source,
      first.range,
    );
    const actions = offered.filter(({ command }) => command?.command.startsWith('humanTranslation.'));
    assert.deepEqual(
      actions.map(({ title, command }) => [title, command?.command, command?.arguments]),
      [
        ['Request Revision of “cart” (Japanese)…', 'humanTranslation.revise', [{ jobId }]],
        ['Show Job “cart” (Japanese)', 'humanTranslation.openJob', [{ jobId }]],
      ],
    );
    await jobCommand('revise', jobId, { comment: 'Keep the placeholder.' });
    await waitUntil('no diagnostics', async () => (await diagnosticsIn(place, source)).length === 0);
    await translateJob(jobId, 'カート ([[[{count}]]])');
    await refreshJobs();
    assert.deepEqual(await diagnosticsIn(place, source), []);
  });

  it('mark the error, or else the value, and link to the job', async () => {
    const { place, jobId } = await deliverDamaged('marked');
    assert.deepEqual([...(await diagnosticsIn(place))].sort(), [
      `Error extra-placeholder {cuont}`,
      `Error missing-placeholder "${damaged}"`,
    ]);
    const [first] = vscode.languages.getDiagnostics(place.target);
    assert.ok(first);
    const [related] = first.relatedInformation ?? [];
    assert.match(related?.location.uri.path ?? '', /cases\/marked\/locales\/en\.json$/u);
    assert.equal(related?.location.range.start.line, 2);
    assert.match(related?.message ?? '', new RegExp(`job ${jobId}$`, 'u'));

    const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      place.target,
      first.range,
    );
    const actions = offered.filter(({ command }) => command?.command.startsWith('humanTranslation.'));
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Show Job “cart” (Japanese)', 'Undo Delivery of “cart”'],
    );
    assert.deepEqual(actions[0]?.command?.arguments, [{ jobId }]);
  });

  it('disappear when the value is changed by hand, and reappear with it', async () => {
    const { place } = await deliverDamaged('by-hand');
    const document = await vscode.workspace.openTextDocument(place.target);
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('cuont'));
    edit.replace(place.target, new vscode.Range(at, at.translate(0, 5)), 'count');
    await vscode.workspace.applyEdit(edit);
    await waitUntil('no diagnostics', async () => (await diagnosticsIn(place)).length === 0);
    const back = new vscode.WorkspaceEdit();
    back.replace(place.target, new vscode.Range(at, at.translate(0, 5)), 'cuont');
    await vscode.workspace.applyEdit(back);
    await waitUntil('the diagnostics again', async () => (await diagnosticsIn(place)).length === 2);
  });

  it('move with the value, in the document and in the file', async () => {
    await makeWatchedFolders('on-disk');
    const { place } = await deliverDamaged('on-disk');
    await writeFile(place.target.fsPath, withCart(damaged).replace('{', '{\n  "first": "最初",'));
    await waitUntil(
      'diagnostics on the next line',
      () => vscode.languages.getDiagnostics(place.target)[0]?.range.start.line === 3,
    );
    await rm(place.target.fsPath);
    await waitUntil('no diagnostics', () => vscode.languages.getDiagnostics(place.target).length === 0);
  });

  it('disappear when the delivery is undone or the job is archived', async () => {
    const undone = await deliverDamaged('undone');
    await jobCommand('undoDelivery', undone.jobId);
    await waitUntil('no diagnostics', async () => (await diagnosticsIn(undone.place)).length === 0);
    const archived = await deliverDamaged('archived');
    await jobCommand('archive', archived.jobId);
    await waitUntil('no diagnostics', async () => (await diagnosticsIn(archived.place)).length === 0);
  });

  it('of an automatically approved translation appear after the user delivered it anyway', async () => {
    const place = await makeCase('approved-by-itself');
    const before = (await place.readTarget()).toString();
    const jobId = await orderAndTranslate(place, damaged);
    await approveElsewhere(jobId);
    await refreshJobs();
    await refreshJobs();
    assert.equal(
      (await place.readTarget()).toString(),
      before,
      'a translation with errors was delivered automatically',
    );
    assert.deepEqual(await diagnosticsIn(place), []);
    // The command asks first, and this test does not answer.
    await assert.rejects(jobCommand('deliver', jobId));
    assert.equal((await place.readTarget()).toString(), before);
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.equal((await place.readTarget()).toString(), withCart(damaged));
    await waitUntil('the diagnostics', async () => (await diagnosticsIn(place)).length === 2);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});
