import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { extensionUnderTest, unregisteredCommands } from '../extensionUnderTest.ts';
import { openFolder } from './localeCase.ts';
import { globalStorage } from './storage.ts';
import { waitUntil } from './waitUntil.ts';

// This module runs first, because of its name, so no other test has used the extension in this profile.
describe('activation in a new profile', () => {
  it('happens automatically once VS Code has started', async () => {
    await waitUntil('the extension is active', () => extensionUnderTest().isActive);
  });

  it('starts no sandbox and opens no journal', () => {
    assert.equal(existsSync(globalStorage('sandbox')), false, 'a folder of the sandbox exists');
    assert.equal(existsSync(globalStorage('journals')), false, 'a folder of journals exists');
  });

  it('previews an order of 2,000 strings as plain text, without an account and a sandbox', async () => {
    const locales = vscode.Uri.joinPath(openFolder(0).uri, 'cases/preview/locales');
    const texts = Array.from(
      { length: 2000 },
      (_, index) =>
        [
          `key${index}`,
          index === 1999 ? '**Bold** [link](https://example.com)' : `Hello {{name}}, this is text ${index}`,
        ] as const,
    );
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(locales, 'en.json'),
      Buffer.from(JSON.stringify({ ...Object.fromEntries(texts), mail: 'Write to jane@acme.io', bare: '{{name}}' })),
    );
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(locales, 'ja.json'), Buffer.from('{}'));
    // The file of a language answers the only question.
    await vscode.commands.executeCommand('humanTranslation.previewSent', vscode.Uri.joinPath(locales, 'ja.json'));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document !== undefined);
    const shown = document.getText();
    assert.deepEqual(
      [document.languageId, document.isUntitled, document.uri.scheme],
      ['plaintext', false, 'human-translation-preview'],
    );
    assert.match(shown, /^1\b.*\b2,001 · Japanese · key0$/mu);
    assert.match(shown, /en → ja$/mu);
    assert.match(shown, /^ {4}Hello \[\[\[\{\{name\}\}\]\]\], this is text 0$/mu);
    assert.match(shown, /^ {4}.*\bkey0$/mu);
    assert.match(shown, /^• .*jane@acme\.io.*“mail”$/mu);
    assert.match(shown, /^• bare$/mu);
    assert.ok(shown.includes('    **Bold** [link]('));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(
      [globalStorage('sandbox'), globalStorage('journals')].filter((folder) => existsSync(folder)),
      [],
    );
  });

  it('registers every command of the manifest', async () => {
    assert.deepEqual(await unregisteredCommands(extensionUnderTest()), []);
  });

  it('registers no other command', async () => {
    const { contributes } = extensionUnderTest().packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const promised = new Set(contributes.commands.map(({ command }) => command));
    // VS Code's own commands for a view have another dot: humanTranslation.jobs.focus.
    const own = (await vscode.commands.getCommands(true)).filter((command) =>
      /^humanTranslation\.[A-Za-z]+$/u.test(command),
    );
    assert.deepEqual(
      own.filter((command) => !promised.has(command)),
      [],
    );
  });
});
