import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { extensionUnderTest, unregisteredCommands } from '../extensionUnderTest.ts';
import { openFolder } from './localeCase.ts';
import { globalStorage } from './storage.ts';
import { waitUntil } from './waitUntil.ts';

// This module is the first by its name, so it sees the profile as it was before anything was asked of the extension.
describe('activation in a new profile', () => {
  it('comes by itself once VS Code has started', async () => {
    await waitUntil('the extension is active', () => extensionUnderTest().isActive);
  });

  it('starts no sandbox and opens no journal', () => {
    assert.equal(existsSync(globalStorage('sandbox')), false, 'there is a folder of the sandbox');
    assert.equal(existsSync(globalStorage('journals')), false, 'there is a folder of journals');
  });

  it('shows what an order of 2,000 texts would send, as plain text, with no account and no sandbox', async () => {
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
    // Pointing at the file of one language answers the only question.
    await vscode.commands.executeCommand('humanTranslation.previewSent', vscode.Uri.joinPath(locales, 'ja.json'));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document !== undefined);
    const shown = document.getText();
    assert.deepEqual(
      [document.languageId, document.isUntitled, document.uri.scheme],
      ['plaintext', false, 'human-translation-preview'],
    );
    assert.match(
      shown,
      /^1 of 2001 · Japanese · key0\n\nTitle: key0\nLanguages: en → ja\nText:\n {4}Hello \[\[\[\{\{name\}\}\]\]\], this is text 0\nComment:\n {4}Key: key0$/mu,
    );
    assert.match(shown, /^• Email address, sent only if you confirm it: jane@acme\.io in “mail”$/mu);
    assert.match(shown, /^Left out, nothing but placeholders, digits and marks:\n• bare$/mu);
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

  it('registers no command that the manifest does not name', async () => {
    const { contributes } = extensionUnderTest().packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const promised = new Set(contributes.commands.map(({ command }) => command));
    // What VS Code itself adds for a view has a dot more: humanTranslation.jobs.focus.
    const own = (await vscode.commands.getCommands(true)).filter((command) =>
      /^humanTranslation\.[A-Za-z]+$/u.test(command),
    );
    assert.deepEqual(
      own.filter((command) => !promised.has(command)),
      [],
    );
  });
});
