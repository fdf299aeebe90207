import * as vscode from 'vscode';
import { uriInFolder, uriOf } from '../editor/projectUri.ts';
import { outsidePathOf } from '../editor/workspace/outsideTargets.ts';
import { staysInside } from '../orders/model/projectPath.ts';
import { ToolInputError } from './toolInput.ts';
import { outsideText } from './toolResult.ts';

/**
 * Returns the URIs of files and folders that a model names by their paths, relative to an open folder or to the
 * workspace. Throws ToolInputError for a path that doesn't exist or leads out of the workspace.
 */
export async function resolveFiles(paths: readonly string[]): Promise<readonly vscode.Uri[]> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) throw new ToolInputError('No folder is open.');
  return Promise.all(paths.map(resolvePath));
}

async function resolvePath(path: string): Promise<vscode.Uri> {
  requireInside(path);
  const name = JSON.stringify(outsideText(path));
  for (const uri of possibleUris(path)) {
    if (!(await exists(uri))) continue;
    if ((await outsidePathOf(uri)) !== undefined)
      throw new ToolInputError(`The path ${name} leads out of the workspace.`);
    return uri;
  }
  throw new ToolInputError(`The path ${name} does not exist in the workspace.`);
}

/** A path may be in any open folder or, with several, begin with a folder's name: `shop/locales/en.json`. */
function possibleUris(path: string): readonly vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const namedFolders = folders.filter(({ name }) => folders.length > 1 && path.startsWith(`${name}/`));
  return [
    ...namedFolders.map((folder) => uriInFolder(folder, path.slice(folder.name.length + 1))),
    ...folders.map((folder) => uriInFolder(folder, path)),
  ];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/**
 * Returns all names, as `nameOfFile` returns them, that a model may mean by paths of files or folders, which need not
 * exist. Throws ToolInputError for a path that leads out of the workspace.
 */
export function namesOfPaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    requireInside(path);
    return possibleUris(path).map((uri) => vscode.workspace.asRelativePath(uri));
  });
}

function requireInside(path: string): void {
  if (!staysInside(path))
    throw new ToolInputError(`The path ${JSON.stringify(outsideText(path))} is not a path inside the workspace.`);
}

/** Returns the name of a project's file in results: its path in the workspace, as VS Code shows it. */
export function nameOfFile(project: string, path: string): string {
  const uri = staysInside(path) ? uriOf(project, path) : undefined;
  return uri === undefined ? path : vscode.workspace.asRelativePath(uri);
}
