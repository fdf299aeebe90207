import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import { localFile } from './localFile.ts';

// These functions read any file system of the workspace. Files of the local disk are read directly, by `ProjectFiles`:
// VS Code would first ask the window whether the file system is ready, and would wait for pipes and devices. If that
// fails, they are read through VS Code, whose errors callers know.

/**
 * Returns the content of a file. Throws a `FileSystemError`, as `vscode.workspace.fs.readFile` does, and
 * RefusedFileError for a file of the local disk that is not used.
 */
export async function readContent(uri: vscode.Uri): Promise<Uint8Array> {
  const local = await localFile(uri);
  if (local === undefined) return vscode.workspace.fs.readFile(uri);
  try {
    const content = await local.files.read(local.path);
    if (content !== undefined) return content;
  } catch (error) {
    if (error instanceof RefusedFileError && !(await isFolder(uri))) throw error;
    return vscode.workspace.fs.readFile(uri);
  }
  throw vscode.FileSystemError.FileNotFound(uri);
}

/** Returns type and size of what a path leads to. Throws as `readContent`. */
export async function readStat(uri: vscode.Uri): Promise<Pick<vscode.FileStat, 'type' | 'size'>> {
  const local = await localFile(uri);
  if (local === undefined) return vscode.workspace.fs.stat(uri);
  if ((await local.files.size(local.path)) === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  try {
    const stats = await stat(uri.fsPath);
    return { type: typeOf(stats), size: stats.size };
  } catch {
    return vscode.workspace.fs.stat(uri);
  }
}

async function isFolder({ fsPath }: vscode.Uri): Promise<boolean> {
  return stat(fsPath).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function typeOf(stats: Pick<Stats, 'isFile' | 'isDirectory'>): vscode.FileType {
  if (stats.isFile()) return vscode.FileType.File;
  return stats.isDirectory() ? vscode.FileType.Directory : vscode.FileType.Unknown;
}

/** Returns what a URI leads to; undefined if it does not exist or cannot be examined. */
export async function kindOf(uri: vscode.Uri): Promise<'file' | 'folder' | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
  } catch {
    return undefined;
  }
}
