import path from 'node:path';
import * as vscode from 'vscode';
import type { OutsideAccess, ProjectFiles } from '../project/projectFiles.ts';

/** Whether the user has agreed to writes to a file outside the open folders, see `OutsideAccess`. */
type MayWrite = OutsideAccess['mayWrite'];

/** A file on this machine, in the folder that contains it. */
export interface LocalFile {
  readonly files: ProjectFiles;
  /** Relative to the folder, with '/' between segments. */
  readonly path: string;
}

/**
 * Returns the files of an open folder; undefined if it is on another file system. Files outside the open folders to
 * which links lead may be read: the user has opened the folder with its links.
 */
export async function localFiles(
  folder: vscode.WorkspaceFolder,
  mayWrite: MayWrite = () => false,
): Promise<ProjectFiles | undefined> {
  return folder.uri.scheme === 'file' ? filesOf(folder.uri.fsPath, mayWrite) : undefined;
}

/** How long one `ProjectFiles` lists a folder: it remembers which folders are links, which may change. */
const listingMs = 1000;
/** By the path of an open folder. `validUntil` is a time of `performance.now()`. */
const listings = new Map<string, { readonly files: Promise<ProjectFiles>; readonly validUntil: number }>();

/** Returns the files of an open folder for listing it, as `localFiles` does; reads and writes need their own. */
export async function localListing(folder: vscode.WorkspaceFolder): Promise<ProjectFiles | undefined> {
  if (folder.uri.scheme !== 'file') return undefined;
  const root = folder.uri.fsPath;
  const listing = listings.get(root);
  if (listing !== undefined && listing.validUntil > performance.now()) return listing.files;
  const files = filesOf(root, () => false);
  listings.set(root, { files, validUntil: performance.now() + listingMs });
  return files;
}

/** Returns a file of an open folder or of any other folder; undefined if it is on another file system. */
export async function localFile(uri: vscode.Uri, mayWrite: MayWrite = () => false): Promise<LocalFile | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const root = folder?.uri.fsPath ?? path.dirname(uri.fsPath);
  const name = path.relative(root, uri.fsPath).split(path.sep).join('/');
  return { files: await filesOf(root, mayWrite), path: name };
}

async function filesOf(root: string, mayWrite: MayWrite): Promise<ProjectFiles> {
  // Loaded when it is first needed: activation needs projects, but not their files.
  const { ProjectFiles } = await import('../project/projectFiles.ts');
  const localFolders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const folderPaths = localFolders.map(({ uri }) => uri.fsPath);
  return new ProjectFiles(root, folderPaths, { mayRead: true, mayWrite });
}
