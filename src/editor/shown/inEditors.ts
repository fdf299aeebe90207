import * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** Creates a problem at a range of a file. VS Code shows its texts as text, in the editor and the Problems view. */
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

/** Creates a quick fix that runs a command. */
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

/** Opens a diff editor with the given title. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: Words): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, plain(title));
}

/**
 * Opens the changes editor with several files: the file that each is named after, its earlier and its later content. It
 * opens in a tab of its own, because threads and answers belong to it.
 */
export async function showChangesEditor(
  title: Words,
  files: readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', plain(title), files);
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/**
 * Returns whether a changes editor with a title is among tabs. VS Code's API has no other name for it; the tab's label
 * also has the number of files.
 */
export function isChangesTabOpen(title: Words, tabs: readonly vscode.Tab[]): boolean {
  return tabs.some(({ label }) => label.startsWith(plain(title)));
}

/** Changes the title of an editor's tab. */
export function setPanelTitle(panel: vscode.WebviewPanel, title: Words): void {
  panel.title = plain(title);
}
