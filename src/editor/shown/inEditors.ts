import * as vscode from 'vscode';
import { icon } from './icon.ts';
import { encodeArguments, withoutMarkup } from './hoverMarkdown.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** Creates a problem at a range of a file. VS Code shows its texts as text, in the editor and the Problems view. */
export function diagnostic(
  range: vscode.Range,
  message: Words,
  severity: vscode.DiagnosticSeverity,
  related: readonly (readonly [vscode.Location, Words])[],
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, plain(message), severity);
  diagnostic.source = 'Human Translation';
  diagnostic.relatedInformation = related.map(
    ([location, words]) => new vscode.DiagnosticRelatedInformation(location, plain(words)),
  );
  return diagnostic;
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

/** A command that a CodeLens or a hover runs, with its title. */
export interface ShownCommand {
  readonly title: Words;
  readonly command: string;
  readonly args: readonly unknown[];
}

/** Creates a CodeLens. Without a command, VS Code asks for it when the lens becomes visible: see `resolveLens`. */
export function codeLens(range: vscode.Range, shown?: ShownCommand): vscode.CodeLens {
  const lens = new vscode.CodeLens(range);
  if (shown !== undefined) resolveLens(lens, shown);
  return lens;
}

/** Sets a lens's command. VS Code turns `$(name)` in its title into icons. Without a command, the lens is empty. */
export function resolveLens(lens: vscode.CodeLens, shown: ShownCommand | undefined): vscode.CodeLens {
  lens.command = { command: '', title: '' };
  if (shown !== undefined)
    lens.command = { command: shown.command, title: icon(shown.title), arguments: [...shown.args] };
  return lens;
}

/** A part of a hover: lines of text, then commands. */
export interface HoverPart {
  readonly lines: readonly Words[];
  readonly commands: readonly ShownCommand[];
}

/**
 * Creates a hover. The lines of each part, which may contain text from outside, are an untrusted block: VS Code shows
 * no links, images, HTML and icons in it. The commands are a trusted block. It has only their titles, and can run no
 * other commands.
 */
export function hover(range: vscode.Range, parts: readonly HoverPart[]): vscode.Hover {
  const blocks: vscode.MarkdownString[] = [];
  for (const { lines, commands } of parts) {
    blocks.push(textBlock(lines));
    if (commands.length > 0) blocks.push(commandBlock(commands));
  }
  return new vscode.Hover(blocks, range);
}

/** Creates an untrusted block of lines. */
export function textBlock(lines: readonly Words[]): vscode.MarkdownString {
  const block = new vscode.MarkdownString();
  block.isTrusted = false;
  block.supportHtml = false;
  block.supportThemeIcons = false;
  for (const line of lines) {
    // The spaces that `appendText` writes would keep long lines from being wrapped.
    for (const part of plain(line).split(' ')) {
      block.appendText(withoutMarkup(part));
      block.appendMarkdown(' ');
    }
    block.appendText('\n');
  }
  return block;
}

function commandBlock(commands: readonly ShownCommand[]): vscode.MarkdownString {
  const block = new vscode.MarkdownString();
  block.isTrusted = { enabledCommands: [...new Set(commands.map(({ command }) => command))] };
  for (const [index, { title, command, args }] of commands.entries()) {
    if (index > 0) block.appendText(' · ');
    block.appendMarkdown('[');
    block.appendText(withoutMarkup(plain(title)));
    block.appendMarkdown(`](command:${command}?${encodeArguments(args)})`);
  }
  return block;
}

/** Opens a diff editor with the given title. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: Words): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, plain(title));
}

/**
 * Opens the changes editor with several files. Each is given by the file that it is named after, its earlier and its
 * later content. The editor is kept when other files are opened, because threads and answers belong to it.
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

/** Opens a webview panel. Callers set its content; its title is changed by `setPanelTitle`. */
export function openPanel(viewType: string, title: Words): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, plain(title), vscode.ViewColumn.Active, { enableFindWidget: true });
}

/** Changes the title of an editor's tab. */
export function setPanelTitle(panel: vscode.WebviewPanel, title: Words): void {
  panel.title = plain(title);
}
