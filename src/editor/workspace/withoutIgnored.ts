import * as vscode from 'vscode';
import { isListedByGit } from '../../project/listWithGit.ts';
import { gitListing } from './gitOfFolder.ts';
import { projectFileOf } from './projects.ts';
import type { GitError } from '../../orders/model/errors/gitError.ts';

interface FilteredFiles {
  /** The files that git doesn't ignore. */
  readonly notIgnored: readonly vscode.Uri[];
  /** The errors of repositories that git can't read. None of their files are known to be ignored. */
  readonly gitErrors: readonly GitError[];
}

/** Removes files that git ignores, which are copies made by a build. Without a repository, none are ignored. */
export async function withoutIgnored(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<FilteredFiles> {
  /** By folder: the files that git doesn't ignore; undefined if the folder has no readable repository. */
  const listedByFolder = new Map<string, ReadonlySet<string> | undefined>();
  const gitErrors: GitError[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const { names, error } = await gitListing(folder.uri, [], signal);
    signal.throwIfAborted();
    if (error !== undefined) gitErrors.push(error);
    listedByFolder.set(folder.uri.toString(), names && new Set(names));
  }
  const notIgnored = uris.filter((uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    const names = folder === undefined ? undefined : listedByFolder.get(folder);
    const path = projectFileOf(uri)?.path;
    return names === undefined || path === undefined || isListedByGit(names, path);
  });
  return { notIgnored, gitErrors };
}
