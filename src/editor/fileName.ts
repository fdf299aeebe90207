import * as vscode from 'vscode';
import { uriOf } from './projectUri.ts';

/** Returns a file's path for people: with the folder's name if several folders are open. */
export function fileName(project: string, path: string): string {
  const uri = uriOf(project, path);
  return uri === undefined ? path : vscode.workspace.asRelativePath(uri);
}

/** Returns where a file or folder is, for people: its path on this machine, or its URI on another file system. */
export function placeOfUri(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}
