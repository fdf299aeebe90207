import * as vscode from 'vscode';

/** Turns automatic saving off during the tests of a suite: VS Code in a browser saves after a second. */
export function withoutAutoSave(): void {
  const set = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('files').update('autoSave', value, vscode.ConfigurationTarget.Global);
  before(() => set('off'));
  after(() => set(undefined));
}
