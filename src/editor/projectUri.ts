import * as vscode from 'vscode';
import { hashText } from '../orders/model/hash.ts';
import { staysInside } from '../orders/model/projectPath.ts';

/** Where a project's file is. Throws for a path that would leave the project. */
export function uriOf(projectIdentity: string, path: string): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.find((candidate) => projectId(candidate) === projectIdentity);
  return folder === undefined ? undefined : uriInFolder(folder, path);
}

/** The id of an open folder as a project, as it is in the journal. */
export function projectId(folder: vscode.WorkspaceFolder): string {
  return hashText(folder.uri.toString()).slice(0, 8);
}

/** The address of a file of the folder. Throws for a path that leads out of the folder. */
export function uriInFolder(folder: vscode.WorkspaceFolder, path: string): vscode.Uri {
  if (!staysInside(path)) throw new Error(`The path ${path} leads out of the folder ${folder.name}.`);
  return vscode.Uri.joinPath(folder.uri, ...path.split('/'));
}
