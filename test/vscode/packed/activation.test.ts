import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'human-translation.human-translation';

describe('the packed extension', () => {
  it('is the installed one, not the checkout', () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension !== undefined, `${id} is not installed`);
    assert.match(extension.extensionPath.replaceAll('\\', '/'), /\/extensions\/human-translation\.human-translation-\d+\.\d+\.\d+[^/]*$/);
  });

  it('activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension !== undefined, `${id} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('has every command that its manifest promises', async () => {
    const manifest = vscode.extensions.getExtension(id)?.packageJSON as { readonly contributes?: { readonly commands?: readonly { readonly command: string }[] } } | undefined;
    const promised = manifest?.contributes?.commands?.map((each) => each.command) ?? [];
    assert.ok(promised.length > 0, 'the manifest names no commands');
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(promised.filter((command) => !registered.has(command)), []);
  });
});
