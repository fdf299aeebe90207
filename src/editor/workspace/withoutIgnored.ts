import * as vscode from 'vscode';
import { isListedByGit, listWithGit } from '../../project/gitFiles.ts';
import { projectFileOf } from './projects.ts';

/** Removes files that git ignores, which are copies made by a build. Without git, none are known to be ignored. */
export async function withoutIgnored(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  const listed = new Map<string, ReadonlySet<string> | undefined>();
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const names = folder.uri.scheme === 'file' ? await listWithGit(folder.uri.fsPath, [], signal) : undefined;
    signal.throwIfAborted();
    listed.set(folder.uri.toString(), names && new Set(names));
  }
  return uris.filter((uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    const names = folder === undefined ? undefined : listed.get(folder);
    const path = projectFileOf(uri)?.path;
    return names === undefined || path === undefined || isListedByGit(names, path);
  });
}
