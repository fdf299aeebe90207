import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { usualEncoding } from '../../../src/editor/workspace/usualEncoding.ts';

const { Workspace } = vscode.ConfigurationTarget;

describe('the usual encoding of a file', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const encodingOf = (path: string): string | undefined =>
    folder === undefined ? undefined : usualEncoding(vscode.Uri.joinPath(folder.uri, path));

  afterEach(async () => {
    await vscode.workspace.getConfiguration('files').update('encoding', undefined, Workspace);
    await vscode.workspace
      .getConfiguration('files', { languageId: 'properties' })
      .update('encoding', undefined, Workspace, true);
  });

  it('is VS Code’s setting, which may differ by language', async () => {
    assert.equal(encodingOf('messages.properties'), 'utf8');
    await vscode.workspace.getConfiguration('files').update('encoding', 'windows1252', Workspace);
    assert.equal(encodingOf('messages.properties'), 'windows1252');
    await vscode.workspace
      .getConfiguration('files', { languageId: 'properties' })
      .update('encoding', 'iso88591', Workspace, true);
    assert.equal(encodingOf('messages.properties'), 'iso88591');
    assert.equal(encodingOf('messages.json'), 'windows1252');
    assert.equal(encodingOf('messages'), 'windows1252');
  });
});
