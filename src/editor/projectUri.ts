import * as vscode from 'vscode';
import { projectIdOf } from '../orders/model/folderIdentity.ts';
import { staysInside } from '../orders/model/projectPath.ts';

/** Returns the URI of a project's file by the project's id; undefined if it is not open. Throws as `uriInFolder`. */
export function uriOf(project: string, path: string): vscode.Uri | undefined {
  const folder = folderOf(project);
  return folder && uriInFolder(folder, path);
}

/** Returns a folder's path with a slash at its end. */
export function rootPathOf({ path }: vscode.Uri): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Returns the open folder with a project id. */
export function folderOf(project: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.find((folder) => projectId(folder) === project);
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
