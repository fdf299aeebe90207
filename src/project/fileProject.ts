import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isReadOnly } from '../base/isReadOnly.ts';
import { once } from '../base/once.ts';
import { realPathOutside } from '../base/realPath.ts';
import { cleanUpWrite, createFile, removeFile, replaceFile } from '../base/replaceFile.ts';
import { decodeFile, encodeFile, type DecodedFile } from '../formats/encoding.ts';
import { applyEdits, formatFor } from '../formats/formats.ts';
import { counterpartsOf } from './counterparts.ts';
import { parseLayoutPatterns } from '../locales/layoutPattern.ts';
import { nearbyPaths, type FolderEntry, type FolderReader } from '../locales/nearbyPaths.ts';
import type { GitError } from '../orders/history/gitError.ts';
import { folderUri, projectIdOf } from '../orders/model/folderIdentity.ts';
import { OrderError } from '../orders/model/orderError.ts';
import type { Project } from '../orders/model/project.ts';
import { staysInside } from '../orders/model/projectPath.ts';
import { identifyFolder } from '../orders/model/repository.ts';
import { inThisThread } from '../orders/model/unitFormat.ts';
import { maxManifestBytes, projectDependencies } from '../placeholders/project/projectDependencies.ts';
import { findLocaleFiles } from './findLocaleFiles.ts';
import type { ProjectFolder } from './openFolders.ts';

/**
 * A project on the files of a local folder, without an editor. `folders` are the roots of all projects that are open.
 * `onGitError` receives the error if git can't read the repository, so that ignored files are listed, too.
 * Throws LayoutPatternError for invalid layouts in its settings.
 */
export function fileProject(
  { root, name, settings, encoding }: ProjectFolder,
  folders: readonly string[],
  signal: AbortSignal,
  onGitError: (error: GitError) => void,
): Project & Required<Pick<Project, 'localeFiles'>> {
  const uri = folderUri(root);
  const patterns = parseLayoutPatterns(settings.layouts);
  const files = folderFiles(root);
  const decode = (bytes: Uint8Array, file: string): DecodedFile => decodeFile(bytes, file, encoding);
  const localeFiles = once(() =>
    findLocaleFiles(root, { patterns, sourceLocale: settings.sourceLocale, onGitError }, signal),
  );
  const siblings = (file: string): Promise<readonly string[]> => nearbyPaths(file, patterns, files);
  const dependencies = (file: string): Promise<readonly string[]> => dependenciesIn(files, file);
  return {
    id: projectIdOf(uri),
    name,
    identity: () => identifyFolder(root, uri),
    read: async (file) => {
      const bytes = await files.bytes(file);
      return bytes === undefined ? undefined : decode(bytes, file).text;
    },
    edit: async (file, before, edits, write) => {
      const bytes = await files.bytes(file);
      if (bytes === undefined) {
        if (before !== undefined) return false;
        // A new file has the encoding that its text declares, else the usual one.
        const created = encodeFile(applyEdits('', edits), decode(new Uint8Array(), file));
        return (await createFile(files.absolute(file), created, write)) === 'done';
      }
      const decoded = decode(bytes, file);
      if (decoded.text !== before) return false;
      const after = encodeFile(applyEdits(decoded.text, edits), decoded);
      await files.refuseReadOnly(file);
      return (await replaceFile(files.absolute(file), bytes, after, write)) === 'done';
    },
    remove: async (file, before, write) => {
      const bytes = await files.bytes(file);
      if (bytes === undefined || decode(bytes, file).text !== before) return false;
      return (await removeFile(files.absolute(file), bytes, write)) === 'done';
    },
    size: (file) => files.size(file),
    readBytes: (file) => files.bytes(file),
    replace: async (file, before, after, write) => {
      const bytes = await files.bytes(file);
      if (bytes === undefined ? before !== undefined : before === undefined || Buffer.compare(bytes, before) !== 0)
        return 'changed';
      if (after === undefined) return bytes === undefined ? 'done' : removeFile(files.absolute(file), bytes, write);
      if (bytes === undefined) return createFile(files.absolute(file), after, write);
      await files.refuseReadOnly(file);
      return replaceFile(files.absolute(file), bytes, after, write);
    },
    cleanUp: (file, writeId, contents) => cleanUpWrite(files.absolute(file), writeId, contents),
    leadsOutside: (file) => realPathOutside(files.absolute(file), folders),
    siblings,
    counterparts: async (file) => counterpartsOf(file, await siblings(file), files),
    localeFiles,
    format: async (file, text) => {
      const format = await formatFor(file, text, () => dependencies(file));
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies,
    usualEncoding: () => encoding,
  };
}

interface FolderFiles extends FolderReader {
  /** Throws for a path that leads out of the folder. */
  absolute(file: string): string;
  bytes(file: string): Promise<Uint8Array | undefined>;
  size(file: string): Promise<number | undefined>;
  refuseReadOnly(file: string): Promise<void>;
}

function folderFiles(root: string): FolderFiles {
  const absolute = (file: string): string => {
    if (!staysInside(file)) throw new Error(`The path ${file} leads out of the folder ${root}.`);
    return path.join(root, ...file.split('/'));
  };
  return {
    absolute,
    bytes: (file) => unlessMissing(() => readFile(absolute(file))),
    size: async (file) => unlessMissing(async () => (await stat(absolute(file))).size),
    refuseReadOnly: async (file) => {
      if (await isReadOnly(absolute(file))) throw new OrderError('read-only', file);
    },
    list: (folder) => listFolder(absolute(folder)),
    kindOf: async (file) => {
      const found = await stat(absolute(file)).catch(() => undefined);
      return found === undefined ? undefined : found.isDirectory() ? 'folder' : 'file';
    },
  };
}

async function listFolder(folder: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.name,
      isFolder: entry.isSymbolicLink() ? await leadsToFolder(path.join(folder, entry.name)) : entry.isDirectory(),
    })),
  );
}

async function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    (target) => target.isDirectory(),
    () => false,
  );
}

function dependenciesIn(files: FolderFiles, file: string): Promise<readonly string[]> {
  const namesIn = async (folder: string, wantsFolders: boolean): Promise<readonly string[]> =>
    (await files.list(folder)).filter(({ isFolder }) => isFolder === wantsFolders).map(({ name }) => name);
  return projectDependencies(file, {
    files: (folder) => namesIn(folder, false),
    folders: (folder) => namesIn(folder, true),
    read: async (manifest) => {
      const size = await files.size(manifest);
      const bytes = size === undefined || size > maxManifestBytes ? undefined : await files.bytes(manifest);
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
  });
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
