import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { extensionUnderTest, unregisteredCommands } from '../extensionUnderTest.ts';
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

  it('registers every command of the manifest', async () => {
    assert.deepEqual(await unregisteredCommands(extensionUnderTest()), []);
  });

  it('registers no command that the manifest does not name', async () => {
    const { contributes } = extensionUnderTest().packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    const promised = new Set(contributes.commands.map(({ command }) => command));
    // What VS Code itself adds for a view has a dot more: humanTranslation.jobs.focus.
    const own = (await vscode.commands.getCommands(true)).filter((command) => /^humanTranslation\.[A-Za-z]+$/u.test(command));
    assert.deepEqual(own.filter((command) => !promised.has(command)), []);
  });
});
