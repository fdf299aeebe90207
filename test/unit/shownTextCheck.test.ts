import assert from 'node:assert/strict';
import { findTextSinks } from './shownTextCheck.ts';

describe('findTextSinks', () => {
  const sinks = [
    `vscode.window.showInformationMessage(title);`,
    `void vscode.window.showErrorMessage('Failed.').then(() => undefined);`,
    `vscode.window.withProgress({ location: 15, title }, work);`,
    `const pick = vscode.window.createQuickPick();`,
    `const item = vscode.window.createStatusBarItem();`,
    `vscode.window.setStatusBarMessage(title, 3000);`,
    `const channel = vscode.window.createOutputChannel('Log');`,
    `const { showInformationMessage } = vscode.window;`,
    `const window = vscode.window;`,
    `show(vscode.window);`,
    `import { window } from 'vscode';`,
    `import { Words } from '../editor/shown/words.ts';`,
    `const item = new vscode.TreeItem(job.title);`,
    `const lens = new vscode.CodeLens(range, { title, command });`,
    `panel.title = job.title;`,
    `await vscode.commands.executeCommand('vscode.diff', left, right, title);`,
    't(`Delivered to ${file}.`);',
    `t(message);`,
  ];
  for (const code of sinks) {
    it(`finds ${code}`, () => {
      assert.equal(findTextSinks('commands/example.ts', code).length, 1);
    });
  }

  it('accepts code that shows text only through editor/shown/', () => {
    const code = `
      import * as vscode from 'vscode';
      import { showInformation } from '../editor/shown/messages.ts';
      import { join, type Words } from '../editor/shown/words.ts';
      await vscode.window.showTextDocument(uri);
      const editor = vscode.window.activeTextEditor;
      await showInformation(t('Delivered to {0}.', file));
      const { title } = job;
    `;
    assert.deepEqual(findTextSinks('commands/example.ts', code), []);
  });
});
