import * as vscode from 'vscode';
import type { FileHistory } from '../../orders/history/fileHistory.ts';

/**
 * Opens the history of an open folder, to be disposed by the caller. Returns undefined in an untrusted workspace, on
 * other file systems than this machine's, and if there is no history. Rejects with the signal's reason.
 */
export async function historyOfFolder(folder: vscode.Uri, signal: AbortSignal): Promise<FileHistory | undefined> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const { openGitHistory } = await import('../../project/gitHistory.ts');
  return openGitHistory(folder.fsPath, signal);
}
