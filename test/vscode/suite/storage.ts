import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';

/** The folder of the run's workspaces and user data. */
export function runFolder(): string {
  const root = vscode.workspace.workspaceFolders?.[0];
  if (root === undefined) throw new Error('These tests need an open folder.');
  let folder = path.dirname(root.uri.fsPath);
  while (!userDataIn(folder).some(existsSync)) {
    if (path.dirname(folder) === folder) throw new Error(`No user data was found above ${root.uri.fsPath}.`);
    folder = path.dirname(folder);
  }
  return folder;
}

/** The user data of this VS Code. */
export function userDataFolder(): string {
  const found = userDataIn(runFolder()).find(existsSync);
  if (found === undefined) throw new Error('No user data was found.');
  return found;
}

/** Returns a path in the extension's global storage, which has journals, and the sandbox's port file and data. */
export function globalStorage(...segments: readonly string[]): string {
  return path.join(userDataFolder(), 'User', 'globalStorage', 'human-translation.human-translation', ...segments);
}

/** The server's user data, else the desktop's. */
function userDataIn(folder: string): readonly string[] {
  return [path.join(folder, 'hosted', 'user'), path.join(folder, 'user')];
}
