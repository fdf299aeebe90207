import * as vscode from 'vscode';

/** Shows the text on the clipboard in each kind of sink, as a careless extension would. */
export function activate(context) {
  const register = (name, show) => {
    context.subscriptions.push(vscode.commands.registerCommand(`bypass.${name}`, async () => show(await vscode.env.clipboard.readText())));
  };
  register('notification', (text) => void vscode.window.showInformationMessage(text));
  register('progress', (text) => void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: text }, (progress) => {
    progress.report({ message: text });
    return new Promise((resolve) => setTimeout(resolve, 3_000));
  }));
  register('list', (text) => void vscode.window.showQuickPick([{ label: text, description: text, detail: text }], { ignoreFocusOut: true }));
  register('input', (text) => void vscode.window.showInputBox({ prompt: text, ignoreFocusOut: true }));
  register('modal', (text) => void vscode.window.showInformationMessage('Bypass', { modal: true, detail: text }));
  register('statusBar', (text) => void vscode.window.setStatusBarMessage(text, 60_000));
}
