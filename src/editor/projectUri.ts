import * as vscode from 'vscode';
import { projectIdOf } from '../orders/model/folderIdentity.ts';
import { staysInside } from '../orders/model/projectPath.ts';

/**
 * Returns the URI of a project's file; undefined if the project is not open. Throws for a path that leads out of the
 * project.
 */
export function uriOf(projectIdentity: string, path: string): vscode.Uri | undefined {
  const folder = folderOf(projectIdentity);
  return folder && uriInFolder(folder, path);
}

/** Returns a folder's path with a slash at its end. */
export function rootPathOf({ path }: vscode.Uri): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Returns the open folder with a project id. */
export function folderOf(projectIdentity: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.find((candidate) => projectId(candidate) === projectIdentity);
}

/** Returns the project id of an open folder, which the journal contains too. */
export function projectId(folder: vscode.WorkspaceFolder): string {
  return projectIdOf(folder.uri.toString());
}

/** Returns the URI of a file in a folder. Throws for a path that leads out of the folder. */
export function uriInFolder(folder: vscode.WorkspaceFolder, path: string): vscode.Uri {
  if (!staysInside(path)) throw new Error(`The path ${path} leads out of the folder ${folder.name}.`);
  return vscode.Uri.joinPath(folder.uri, ...path.split('/'));
}
