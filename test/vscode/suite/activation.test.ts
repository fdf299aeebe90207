import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { globalStorage } from './storage.ts';
import { waitUntil } from './waitUntil.ts';

// This module is the first by its name, so it sees the profile as it was before anything was asked of the extension.
describe('activation in a new profile', () => {
  const extension = (): vscode.Extension<unknown> => {
    const found = vscode.extensions.getExtension('human-translation.human-translation');
    assert.ok(found !== undefined, 'the extension is not loaded');
    return found;
  };

  it('comes by itself once VS Code has started', async () => {
    await waitUntil('the extension is active', () => extension().isActive);
  });

  it('starts no sandbox and opens no journal', () => {
    assert.equal(existsSync(globalStorage('sandbox')), false, 'there is a folder of the sandbox');
    assert.equal(existsSync(globalStorage('journals')), false, 'there is a folder of journals');
  });

  it('registers every command of the manifest', async () => {
    const { contributes } = extension().packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const promised = contributes.commands.map(({ command }) => command);
    assert.ok(promised.length >= 15, 'the manifest lost commands');
    assert.deepEqual(promised.filter((command) => !registered.has(command)), []);
  });

  it('offers no command that the manifest does not name', async () => {
    const { contributes } = extension().packageJSON as { readonly contributes: { readonly commands: readonly { readonly command: string }[] } };
    const promised = new Set(contributes.commands.map(({ command }) => command));
    const own = (await vscode.commands.getCommands(true)).filter((command) => /^humanTranslation\.[A-Za-z]+$/u.test(command));
    assert.deepEqual(own.filter((command) => !promised.has(command)), []);
  });
});
