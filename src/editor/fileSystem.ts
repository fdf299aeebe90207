import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';

// Reads of any file system of the workspace. A file of the local disk is read directly: for each of its own reads, VS
// Code first asks the window whether the file system is ready, and a search for manifests makes hundreds of them. What
// can't be read directly is read through VS Code, whose errors callers know.

/** Returns the content of a file. Throws a `FileSystemError`, as `vscode.workspace.fs.readFile` does. */
export async function readContent(uri: vscode.Uri): Promise<Uint8Array> {
  return readLocal<Uint8Array>(
    uri,
    async (file) => readFile(file),
    () => vscode.workspace.fs.readFile(uri),
  );
}

/** Returns the names and types in a folder. Throws a `FileSystemError`, as `vscode.workspace.fs.readDirectory` does. */
export async function readFolder(uri: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  return readLocal(uri, listLocal, () => vscode.workspace.fs.readDirectory(uri));
}

/** Returns type and size of what a path leads to. Throws a `FileSystemError`, as `vscode.workspace.fs.stat` does. */
export async function readStat(uri: vscode.Uri): Promise<Pick<vscode.FileStat, 'type' | 'size'>> {
  return readLocal(
    uri,
    async (file) => {
      const found = await stat(file);
      return { type: typeOf(found), size: found.size };
    },
    () => vscode.workspace.fs.stat(uri),
  );
}

async function readLocal<T>(uri: vscode.Uri, read: (file: string) => Promise<T>, ask: () => Thenable<T>): Promise<T> {
  if (uri.scheme !== 'file') return ask();
  try {
    return await read(uri.fsPath);
  } catch {
    return ask();
  }
}

async function listLocal(folder: string): Promise<readonly [string, vscode.FileType][]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return Promise.all(
    entries.map(async (entry): Promise<[string, vscode.FileType]> => {
      if (!entry.isSymbolicLink()) return [entry.name, typeOf(entry)];
      const target = await stat(path.join(folder, entry.name)).then(typeOf, () => vscode.FileType.Unknown);
      return [entry.name, target | vscode.FileType.SymbolicLink];
    }),
  );
}

function typeOf(found: Pick<Stats, 'isFile' | 'isDirectory'>): vscode.FileType {
  if (found.isFile()) return vscode.FileType.File;
  return found.isDirectory() ? vscode.FileType.Directory : vscode.FileType.Unknown;
}
