import { sameBytes } from '../base/files/sameBytes.ts';
import { once } from '../base/once.ts';
import { decodeFile, encodeFile, type DecodedFile } from '../formats/encoding.ts';
import { applyEdits, formatFor } from '../formats/formats.ts';
import { counterpartsOf } from './counterpartsOf.ts';
import { parseLayoutPatterns } from '../locales/layoutPattern.ts';
import { nearbyPaths } from '../locales/nearbyPaths.ts';
import type { GitError } from '../orders/model/errors/gitError.ts';
import { folderUri, projectIdOf } from '../orders/model/folderIdentity.ts';
import type { Project } from '../orders/model/project.ts';
import type { ProjectLink } from '../orders/model/errors/refusedFileError.ts';
import { identifyFolder } from '../orders/model/repository.ts';
import { inThisThread } from '../orders/model/unitFormat.ts';
import { isManifest } from '../placeholders/project/projectDependencies.ts';
import { findLocaleFiles } from './findLocaleFiles.ts';
import type { ProjectFolder } from './openFolders.ts';
import { KnownFolders } from './knownFolders.ts';
import { ProjectFiles } from './projectFiles.ts';

/** A project without an editor. */
export interface FileProject extends Project {
  readonly localeFiles: NonNullable<Project['localeFiles']>;
  /**
   * Returns the links among the project's files that are not used: those to locale files and their folders, which
   * `localeFiles` finds, and those to manifests where dependencies were looked up.
   */
  links(): Promise<readonly ProjectLink[]>;
  /** Returns the files that may be locale files by their extensions. */
  possibleFiles(): Promise<readonly string[]>;
}

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
): FileProject {
  const uri = folderUri(root);
  const patterns = parseLayoutPatterns(settings.layouts);
  const files = new ProjectFiles(root, folders);
  const knownFolders = new KnownFolders(files);
  /** Runs a write. Folders are listed again afterwards. */
  const runWrite = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } finally {
      knownFolders.forget();
    }
  };
  const decode = (bytes: Uint8Array, file: string): DecodedFile => decodeFile(bytes, file, encoding);
  const facts = { patterns, sourceLocale: settings.sourceLocale, onGitError };
  const search = once(() => findLocaleFiles(root, facts, signal, { files }));
  const siblings = (file: string): Promise<readonly string[]> => nearbyPaths(file, patterns, knownFolders);
  return {
    id: projectIdOf(uri),
    name,
    identity: () => identifyFolder(root, uri),
    read: async (file) => {
      const bytes = await files.read(file);
      return bytes && decode(bytes, file).text;
    },
    edit: async (file, before, edits, write) => {
      const bytes = await files.read(file);
      if (bytes === undefined) {
        if (before !== undefined) return false;
        // A new file has the encoding that its text declares, else the usual one.
        const created = encodeFile(applyEdits('', edits), decode(new Uint8Array(), file));
        return (await runWrite(() => files.create(file, created, write))) === 'done';
      }
      const decoded = decode(bytes, file);
      if (decoded.text !== before) return false;
      const changedBytes = encodeFile(applyEdits(decoded.text, edits), decoded);
      return (await runWrite(() => files.replace(file, bytes, changedBytes, write))) === 'done';
    },
    remove: async (file, before, write) => {
      const bytes = await files.read(file);
      if (bytes === undefined || decode(bytes, file).text !== before) return false;
      return (await runWrite(() => files.remove(file, bytes, write))) === 'done';
    },
    size: (file) => files.size(file),
    readBytes: (file) => files.read(file),
    replace: async (file, before, after, write) => {
      const bytes = await files.read(file);
      if (!sameBytes(bytes, before)) return 'changed';
      return runWrite(async () => {
        if (bytes === undefined) return after === undefined ? 'done' : files.create(file, after, write);
        if (after === undefined) return files.remove(file, bytes, write);
        return files.replace(file, bytes, after, write);
      });
    },
    cleanUp: (file, writeId, contents) => files.cleanUp(file, writeId, contents),
    requireWritable: (file) => files.requireWritable(file),
    leadsOutside: (file) => files.leadsOutside(file),
    siblings,
    counterparts: async (file) => counterpartsOf(file, await siblings(file), knownFolders),
    localeFiles: async () => (await search()).files,
    possibleFiles: async () => (await search()).searched,
    links: async () => {
      const manifests = files.skippedLinks.filter(({ path }) => isManifest(path.slice(path.lastIndexOf('/') + 1)));
      return [...(await search()).links, ...manifests];
    },
    format: async (file, text) => {
      const format = await formatFor(file, text, () => knownFolders.dependencies(file));
      return format && inThisThread(format);
    },
    dependencies: (file) => knownFolders.dependencies(file),
    usualEncoding: () => encoding,
  };
}
