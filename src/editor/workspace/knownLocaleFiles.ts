import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import { rootPathOf } from '../projectUri.ts';
import type { WorkspaceLocaleFiles } from '../workspaceLocaleFiles.ts';

type LocaleFiles = Pick<WorkspaceLocaleFiles, 'uris' | 'isComplete'>;

const changed = new Emitter<undefined>();
let sharedFiles: LocaleFiles | undefined;

/** Fires when locale files were found, created, moved or deleted. */
export const onDidChangeLocaleFiles = changed.event;

/** Shares the locale files that were found for menus, so that folders are searched and watched only once. */
export function shareLocaleFiles(files: LocaleFiles | undefined): void {
  sharedFiles = files;
  changed.fire(undefined);
}

/** Returns the locale files of an open folder, relative to it; undefined as long as they are not all known. */
export function localeFilesIn(folder: vscode.WorkspaceFolder): readonly string[] | undefined {
  if (sharedFiles?.isComplete !== true) return undefined;
  const rootPath = rootPathOf(folder.uri);
  const folderUri = folder.uri.toString();
  return sharedFiles.uris
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === folderUri)
    .map(({ path }) => path.slice(rootPath.length));
}
