import * as vscode from 'vscode';

// Members of VS Code's API that the oldest version does not have in which the extension runs (`engines.vscode`). Each
// function says what older versions show instead. `@types/vscode` keeps all other code from using newer members.

/** `QuickPick.prompt`, since VS Code 1.108: a line above the list. */
interface WithPrompt {
  prompt: string | undefined;
}

/** Shows a text above the list of a quick pick; in older versions, after the placeholder in its input. */
export function setPrompt(pick: vscode.QuickPick<vscode.QuickPickItem>, prompt: string | undefined): void {
  if (prompt === undefined) return;
  if (hasPrompt(pick)) pick.prompt = prompt;
  else pick.placeholder = [pick.placeholder, prompt].filter((text) => text !== undefined && text !== '').join(' · ');
}

function hasPrompt(pick: object): pick is WithPrompt {
  return 'prompt' in pick;
}

/** `WebviewPanel.iconPath` as a product icon, since VS Code 1.108. */
interface WithThemeIcon {
  iconPath?: vscode.WebviewPanel['iconPath'] | vscode.ThemeIcon;
}

/** Shows a product icon in the tab of a webview; in older versions, the extension's own icon. */
export function setPanelIcon(panel: vscode.WebviewPanel, codicon: string, extensionUri: vscode.Uri): void {
  const target: WithThemeIcon = panel;
  if (isAtLeast(1, 108)) target.iconPath = new vscode.ThemeIcon(codicon);
  else target.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
}

/** Whether VS Code, or the editor that is built on it, has at least this version. */
function isAtLeast(major: number, minor: number): boolean {
  const [runningMajor = 0, runningMinor = 0] = vscode.version.split('.').map(Number);
  return runningMajor > major || (runningMajor === major && runningMinor >= minor);
}
