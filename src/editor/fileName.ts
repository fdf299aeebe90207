import * as vscode from 'vscode';
import { uriOf } from './projectUri.ts';

/** Returns a file's path for people: with the folder's name if several folders are open. */
export function fileName(project: string, path: string): string {
  const uri = uriOf(project, path);
  return uri === undefined ? path : vscode.workspace.asRelativePath(uri);
}
