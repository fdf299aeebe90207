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
    `import { Words } from '../words/words.ts';`,
    `const item = new vscode.TreeItem(job.title);`,
    `const lens = new vscode.CodeLens(range, { title, command });`,
    `panel.title = job.title;`,
    `await vscode.commands.executeCommand('vscode.diff', left, right, title);`,
    'words(l10n.t(`Delivered to ${file}.`));',
    `words(message);`,
    `words(isOpen ? l10n.t('Open') : l10n.t('Closed'));`,
    `words(l10n.t(isOpen ? 'Open' : 'Closed'));`,
    `const { t } = l10n;`,
    `const t = l10n.t;`,
    `words(vscode.l10n.t('Open'));`,
    `import * as l10n from './l10n.ts';`,
    `plural(3, { one: '{0} job', other: l10n.t('{0} jobs') });`,
    `plural(3, forms);`,
    `own('Sandbox');`,
    `join([first, second], ' ');`,
    `join(names, ', ');`,
    'html`<p>No jobs</p>`;',
    'html`<button title="Close">${icon}</button>`;',
    'html`<strong>${label}:</strong>`;',
  ];
  for (const code of sinks) {
    it(`finds ${code}`, () => {
      assert.notDeepEqual(findTextSinks('commands/example.ts', code), []);
    });
  }

  it('accepts code that shows text only through editor/shown/', () => {
    const code = `
      import * as vscode from 'vscode';
      import * as l10n from '@vscode/l10n';
      import { showInformation } from '../editor/shown/messages.ts';
      import { join, type Words } from '../words/words.ts';
      await vscode.window.showTextDocument(uri);
      const editor = vscode.window.activeTextEditor;
      await showInformation(words(l10n.t('Delivered to {0}.'), file));
      await showInformation(plural(3, { one: l10n.t('{0} job'), other: l10n.t('{0} jobs') }));
      tree.show(join([own('•'), own('$(globe)'), name], ' '), join(lines, '\\n'), join(facts, ' · '));
      words(l10n.t({ message: 'Order', comment: ['A noun'] }));
      l10n.config({ contents: vscode.l10n.bundle });
      const { title } = job;
    `;
    assert.deepEqual(findTextSinks('commands/example.ts', code), []);
  });

  it('accepts HTML in which all words are expressions', () => {
    const code = 'const row = html`<p class="hint" title=${strings.details}>${strings.details} <b>${count}</b></p>`;';
    assert.deepEqual(findTextSinks('webview/job/page/example.ts', code), []);
  });
});
