import { kindOf } from '../fileSystem.ts';
import { folderOf, projectId, rootPathOf, uriInFolder } from '../projectUri.ts';
import * as vscode from 'vscode';
import { nearbyPaths, type FolderReader } from '../../locales/nearbyPaths.ts';
import type { FolderIdentity } from '../../orders/model/folderIdentity.ts';
import type { Project } from '../../orders/model/project.ts';
import { localFiles, localListing } from '../localFile.ts';
import { localeFilesIn } from './knownLocaleFiles.ts';
import type { OutsideTargets } from './outsideTargets.ts';
import { layoutPatterns } from '../layoutPatterns.ts';
import { usualEncoding } from './usualEncoding.ts';

/** A file in one of the open folders. */
export interface ProjectFile {
  readonly project: Project;
  /** Relative to the project's root. */
  readonly path: string;
}

/**
 * Returns the open folder with this project id. `outsideTargets` has the locations outside the open folders to which
 * the user has allowed deliveries; without it, there are none.
 */
export function findProject(id: string, outsideTargets?: OutsideTargets): Project | undefined {
  const folder = folderOf(id);
  return folder && projectOf(folder, outsideTargets);
}

/** Returns all folders that are open in this window. `outsideTargets` is as in `findProject`. */
export function openProjects(outsideTargets?: OutsideTargets): readonly Project[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => projectOf(folder, outsideTargets));
}

/** Returns a folder's path on this machine, or its URI. */
export function folderName(uri: string): string {
  const parsed = vscode.Uri.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : uri;
}

/** Returns the open folder that contains a file, and the file's path in it; undefined if there is none. */
export function projectFileOf(uri: vscode.Uri): ProjectFile | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return undefined;
  return { project: projectOf(folder), path: uri.path.slice(rootPathOf(folder.uri).length) };
}

function projectOf(folder: vscode.WorkspaceFolder, outsideTargets?: OutsideTargets): Project {
  const mayWrite = (path: string, real: string): boolean =>
    outsideTargets?.answerFor(uriInFolder(folder, path), real) === 'deliver';
  return {
    id: projectId(folder),
    name: folder.name,
    identity: async () => identity(folder.uri),
    read: async (path) => (await textFiles()).readText(uriInFolder(folder, path)),
    edit: async (path, before, edits, write) =>
      (await textFiles()).editText(uriInFolder(folder, path), before, edits, { ...write, mayWrite }),
    remove: async (path, before, write) =>
      (await textFiles()).removeText(uriInFolder(folder, path), before, { ...write, mayWrite }),
    size: async (path) => (await byteFiles()).byteCount(uriInFolder(folder, path)),
    readBytes: async (path) => (await byteFiles()).shownBytes(uriInFolder(folder, path)),
    replace: async (path, before, after, write) =>
      (await byteFiles()).replaceBytes(uriInFolder(folder, path), before, after, { ...write, mayWrite }),
    cleanUp: async (path, writeId, contents) => {
      await (await localFiles(folder, mayWrite))?.cleanUp(path, writeId, contents);
    },
    requireWritable: async (path) => {
      await (await localFiles(folder, mayWrite))?.requireWritable(path);
    },
    leadsOutside: async (path) => (await localFiles(folder, mayWrite))?.leadsOutside(path),
    siblings: async (path) => siblings(folder, path),
    counterparts: async (path) => counterparts(folder, path),
    localeFiles: () => Promise.resolve(localeFilesIn(folder)),
    format: async (path, text) => {
      const [{ formatFor }, { threadedFormat }, { formatThread }] = await Promise.all([
        import('../../formats/formats.ts'),
        import('./threadedFormat.ts'),
        import('./formatThreadHost.ts'),
      ]);
      const format = await formatFor(path, text, async () => dependencies(folder, path));
      return format && threadedFormat(format, path, formatThread);
    },
    dependencies: async (path) => dependencies(folder, path),
    usualEncoding: (path) => usualEncoding(uriInFolder(folder, path)),
  };
}

// Activation needs projects, but neither their files nor their formats: these are loaded when they are first needed.
const textFiles = async () => import('./textFiles.ts');
const byteFiles = async () => import('./byteFiles.ts');

async function identity(folder: vscode.Uri): Promise<FolderIdentity> {
  const uri = folder.toString();
  if (folder.scheme !== 'file') return { uri, remotes: [], root: uri };
  const { identifyFolder } = await import('../../orders/model/repository.ts');
  return identifyFolder(folder.fsPath, uri);
}

/** Returns the files from which a file's layout is detected. */
async function siblings(folder: vscode.WorkspaceFolder, path: string): Promise<readonly string[]> {
  const uri = uriInFolder(folder, path);
  return nearbyPaths(path, layoutPatterns(uri), await readerOf(folder));
}

async function counterparts(folder: vscode.WorkspaceFolder, path: string): Promise<readonly string[]> {
  const { counterpartsOf } = await import('../../project/counterpartsOf.ts');
  return counterpartsOf(path, await siblings(folder, path), await readerOf(folder));
}

/** Returns the reader of an open folder. VS Code lists other file systems, and doesn't tell where links lead. */
async function readerOf(folder: vscode.WorkspaceFolder): Promise<FolderReader> {
  const localReader = await localListing(folder);
  if (localReader !== undefined) return localReader;
  return {
    list: async (directory) => {
      const entries = await listFolder(uriInFolder(folder, directory));
      return entries.map(([name, type]) => ({ name, isFolder: (type & vscode.FileType.Directory) !== 0 }));
    },
    kindOf: async (file) => kindOf(uriInFolder(folder, file)),
  };
}

async function listFolder(uri: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return [];
    throw error;
  }
}

/** Returns the dependencies that manifests next to a file or above it list. Large ones are generated, so skipped. */
async function dependencies(folder: vscode.WorkspaceFolder, path: string): Promise<readonly string[]> {
  // Loaded when it is first needed: activation needs projects, but not their dependencies.
  const { maxManifestBytes, projectDependencies } = await import('../../placeholders/project/projectDependencies.ts');
  const reader = await readerOf(folder);
  const namesIn = async (directory: string, wantsFolders: boolean): Promise<readonly string[]> =>
    (await reader.list(directory)).filter(({ isFolder }) => isFolder === wantsFolders).map(({ name }) => name);
  const read = async (file: string): Promise<string | undefined> => {
    const uri = uriInFolder(folder, file);
    const size = await (await byteFiles()).byteCount(uri);
    if (size === undefined || size > maxManifestBytes) return undefined;
    const bytes = await (await textFiles()).readBytes(uri);
    return bytes && new TextDecoder().decode(bytes);
  };
  return projectDependencies(path, {
    files: (directory) => namesIn(directory, false),
    folders: (directory) => namesIn(directory, true),
    read,
    pluralRules: async (file) => {
      const { vuePluralRulesIn } = await import('../../formats/formats.ts');
      return vuePluralRulesIn(file, (await read(file)) ?? '');
    },
  });
}
