import * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** A problem at a range of a file. VS Code shows its texts as text, in the editor and in the list of problems. */
export function diagnostic(
  range: vscode.Range,
  message: Words,
  severity: vscode.DiagnosticSeverity,
  related: readonly (readonly [vscode.Location, Words])[],
): vscode.Diagnostic {
  const shown = new vscode.Diagnostic(range, plain(message), severity);
  shown.source = 'Human Translation';
  shown.relatedInformation = related.map(
    ([location, words]) => new vscode.DiagnosticRelatedInformation(location, plain(words)),
  );
  return shown;
}

/** A quick fix that runs a command. */
export function quickFix(
  title: Words,
  command: string,
  args: readonly unknown[],
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(plain(title), vscode.CodeActionKind.QuickFix);
  action.command = { command, title: plain(title), arguments: [...args] };
  action.diagnostics = [...diagnostics];
  return action;
}

/** Opens a diff editor with a title of its own. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: Words): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, plain(title));
}

/** Opens a webview panel. Callers set its content; its title is changed by `setPanelTitle`. */
export function openPanel(viewType: string, title: Words): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, plain(title), vscode.ViewColumn.Active, { enableFindWidget: true });
}

export function setPanelTitle(panel: vscode.WebviewPanel, title: Words): void {
  panel.title = plain(title);
}
