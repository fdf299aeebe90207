import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
}

/** Returns this window's extension. Throws if it has none. */
export function extensionUnderTest(): vscode.Extension<unknown> {
  const id = 'human-translation.human-translation';
  const extension = vscode.extensions.getExtension(id);
  assert.ok(extension !== undefined, `${id} is not installed`);
  return extension;
}

/** Returns the manifest's commands that are not registered. Activate the extension first. */
export async function unregisteredCommands(extension: vscode.Extension<unknown>): Promise<readonly string[]> {
  const { contributes } = extension.packageJSON as Manifest;
  const promised = (contributes?.commands ?? []).map((each) => each.command);
  assert.ok(promised.length > 0, 'the manifest names no commands');
  const registered = new Set(await vscode.commands.getCommands(true));
  return promised.filter((command) => !registered.has(command));
}
