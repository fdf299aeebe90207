import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../base/files/fileErrors.ts';
import { isReadOnly } from '../base/isReadOnly.ts';
import { inPinnedFolder } from '../base/files/pinnedFolder.ts';
import { isWithin, realPathOf } from '../base/realPath.ts';
import { IrregularFileError, readRegularFile } from '../base/files/regularFile.ts';
import {
  cleanUpWrite,
  createFile,
  removeFile,
  replaceFile,
  type FileWrite,
  type WriteContents,
  type WriteOutcome,
} from '../base/replaceFile.ts';
import { folderOf, nameOf } from '../locales/folderTree.ts';
import type { FolderEntry, FolderReader } from '../locales/nearbyPaths.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { staysInside } from '../orders/model/projectPath.ts';
import { RefusedFileError, type ProjectLink } from '../orders/model/errors/refusedFileError.ts';
import { isGitPath, isProtectedPath, isToolPath } from './protectedPaths.ts';

/** The most bytes of a project's file that are read: the size up to which VS Code gives documents to extensions. */
export const maxProjectFileBytes = 50 * 1024 * 1024;

/** The access to files outside all open projects, to which links in a project lead. */
export interface OutsideAccess {
  readonly mayRead: boolean;
  /** Whether the user has agreed to writes to a file, by its path in the project and its real path. */
  readonly mayWrite: (file: string, real: string) => boolean;
}

const noAccess: OutsideAccess = { mayRead: false, mayWrite: () => false };

/**
 * The files of one project's folder on this machine: the only way in which editor and command line read and write them.
 * A file is read or written only if it is a regular file of bounded size that is reached without any link below the
 * project's root; links above the root are followed first. A link to another file or folder of the open folders is
 * never used, since that file is used itself; one that leads outside only as `outside` allows. Nothing in Git's folder
 * is read, and nothing that belongs to another tool is written, see `protectedPaths.ts`.
 *
 * Paths are relative to the root, with '/' between segments. Methods throw an Error for a path that leads out of the
 * folder by itself, and RefusedFileError for a file that may not be used.
 */
export class ProjectFiles implements FolderReader {
  readonly #root: string;
  readonly #folders: readonly string[];
  readonly #outside: OutsideAccess;
  #realRoot: Promise<string> | undefined;
  readonly #skippedLinks = new Map<string, ProjectLink>();
  /** The results of `#isPlain`. */
  readonly #plainFolders = new Map<string, Promise<boolean>>();

  /** `folders` are the roots of all projects that are open. */
  constructor(root: string, folders: readonly string[], outside: OutsideAccess = noAccess) {
    this.#root = root;
    this.#folders = folders;
    this.#outside = outside;
  }

  /** The links that lists have omitted. */
  get skippedLinks(): readonly ProjectLink[] {
    return [...this.#skippedLinks.values()];
  }

  /** Returns a file's content; undefined if it does not exist. */
  async read(file: string, maxBytes = maxProjectFileBytes): Promise<Uint8Array | undefined> {
    const real = await this.#readable(file);
    return unlessMissing(() => refusedAs(file, () => readRegularFile(real, maxBytes, { isAtItsPath: true })));
  }

  /** Returns a file's size in bytes; undefined if it does not exist. */
  async size(file: string): Promise<number | undefined> {
    const real = await this.#readable(file);
    return unlessMissing(async () => (await lstat(real)).size);
  }

  /** Lists a folder, without links to other files and folders of the open folders; empty if it can't be listed. */
  async list(folder: string): Promise<readonly FolderEntry[]> {
    const real = await this.#usable(folder);
    if (real === undefined) return [];
    const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
    const kindOfEntry = async (entry: Dirent): Promise<'file' | 'folder' | undefined> => {
      if (entry.isSymbolicLink()) return this.#kindOfLink(path.posix.join(folder, entry.name));
      return kindOfStats(entry);
    };
    const kinds = await Promise.all(entries.map(kindOfEntry));
    return entries.flatMap(({ name }, index) => {
      const kind = kinds[index];
      return kind === undefined ? [] : [{ name, isFolder: kind === 'folder' }];
    });
  }

  /** Returns the kind of a link's target; undefined if it is in the open folders: the link then counts as skipped. */
  async #kindOfLink(file: string): Promise<'file' | 'folder' | undefined> {
    const link = await this.linkOn(file);
    if (link === undefined) return this.kindOf(file);
    this.#skippedLinks.set(link.path, link);
    return undefined;
  }

  /** Returns what a path leads to: a file is anything but a folder. A link in the open folders leads nowhere. */
  async kindOf(file: string): Promise<'file' | 'folder' | undefined> {
    if (isGitPath([nameOf(file)])) return undefined;
    if (await this.#isPlain(folderOf(file))) {
      const stats = await lstat(this.absolute(file)).catch(() => undefined);
      if (stats === undefined) return undefined;
      if (!stats.isSymbolicLink()) return kindOfStats(stats);
    }
    const { link, real } = await this.#locate(file).catch(() => ({ link: undefined, real: undefined }));
    if (real === undefined || link?.isInside === true || isGitPath(file.split('/'))) return undefined;
    return stat(real).then(kindOfStats, () => undefined);
  }

  /**
   * Whether a folder is reached without links and not Git's. It is looked at once, because detecting layouts asks about
   * thousands of files; reads and writes look again.
   */
  #isPlain(folder: string): Promise<boolean> {
    let isPlain = this.#plainFolders.get(folder);
    isPlain ??= this.#locate(folder).then(
      ({ link }) => link === undefined && !isGitPath(folder.split('/')),
      () => false,
    );
    this.#plainFolders.set(folder, isPlain);
    return isPlain;
  }

  /** Returns the link on a path that leads to another file or folder of the open folders, if there is any. */
  async linkOn(file: string): Promise<ProjectLink | undefined> {
    const { link } = await this.#locate(file);
    if (link?.isInside === true) return link;
    return undefined;
  }

  /** Returns the files that are reached without a link to another file of the open folders, and the links to those. */
  async withoutLinks(
    files: readonly string[],
  ): Promise<{ readonly files: readonly string[]; readonly links: readonly ProjectLink[] }> {
    const links = new Map<string, ProjectLink>();
    const plainFiles = new Set(files);
    const omit = (link: ProjectLink, filesOnIt: readonly string[]): void => {
      links.set(link.path, link);
      for (const file of filesOnIt) plainFiles.delete(file);
    };
    const checkFolder = async ([folder, filesInIt]: readonly [string, readonly string[]]): Promise<void> => {
      const linkToFolder = await this.linkOn(folder).catch(() => undefined);
      if (linkToFolder !== undefined) {
        omit(linkToFolder, filesInIt);
        return;
      }
      const entries = await readdir(this.absolute(folder), { withFileTypes: true }).catch(() => []);
      const linkNames = new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
      for (const file of filesInIt) {
        if (!linkNames.has(nameOf(file))) continue;
        const link = await this.linkOn(file);
        if (link !== undefined) omit(link, [file]);
      }
    };
    await Promise.all([...Map.groupBy(files, folderOf)].map(checkFolder));
    return { files: [...plainFiles], links: [...links.values()] };
  }

  /** Returns the real path of a file if it is outside the open folders and may not be written; otherwise undefined. */
  async leadsOutside(file: string): Promise<string | undefined> {
    const { link, real } = await this.#locate(file);
    if (link?.isInside !== false || this.#outside.mayWrite(file, real)) return undefined;
    return real;
  }

  /** Throws RefusedFileError for a path that nothing may be written to. */
  async requireAllowed(file: string): Promise<void> {
    await this.#writable(file);
  }

  /** Throws RefusedFileError for a file that may not be written, and OrderError 'read-only'. */
  async requireWritable(file: string): Promise<void> {
    const real = await this.#writable(file);
    const stats = await unlessMissing(() => lstat(real));
    if (stats === undefined) return;
    if (!stats.isFile()) throw new RefusedFileError('not-a-file', { path: file });
    if (await isReadOnly(real)) throw new OrderError('read-only', file);
  }

  /** Replaces a file's content, see `replaceFile`. */
  async replace(file: string, before: Uint8Array, after: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
    await this.requireWritable(file);
    return this.#write(file, write, (pinnedPath, checkedWrite) => replaceFile(pinnedPath, before, after, checkedWrite));
  }

  /** Creates a file and its folders, see `createFile`. */
  async create(file: string, after: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
    return this.#write(file, write, (pinnedPath, checkedWrite) => createFile(pinnedPath, after, checkedWrite), true);
  }

  /** Deletes a file, see `removeFile`. */
  async remove(file: string, before: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
    return this.#write(file, write, (pinnedPath, checkedWrite) => removeFile(pinnedPath, before, checkedWrite));
  }

  /** Removes the temporary files of an interrupted write, see `cleanUpWrite`. */
  async cleanUp(file: string, writeId: string, contents: WriteContents): Promise<void> {
    const write = { id: writeId, keep: () => Promise.resolve() };
    await unlessMissing(() =>
      this.#write(file, write, (real) => cleanUpWrite(real, writeId, contents, maxProjectFileBytes)),
    );
  }

  /** Returns a file's path as the user opened the folder. Throws for a path that leads out of the folder. */
  absolute(file: string): string {
    if (!staysInside(file)) throw new Error(`The path ${file} leads out of the folder ${this.#root}.`);
    return path.join(this.#root, ...file.split('/'));
  }

  /**
   * Runs a write of a file whose folder can't be replaced meanwhile, see `inPinnedFolder`. `work` receives the file's
   * path in that folder, and the write with the check of the folder. With `create`, missing folders are created.
   */
  async #write<T>(
    file: string,
    write: FileWrite,
    work: (pinnedPath: string, checkedWrite: FileWrite) => Promise<T>,
    create = false,
  ): Promise<T> {
    const real = await this.#writable(file);
    const [folder, name] = [path.dirname(real), path.basename(real)];
    return refusedAs(file, () =>
      inPinnedFolder(folder, { create }, (pinned) =>
        work(path.join(pinned.path, name), { ...write, check: pinned.check }),
      ),
    );
  }

  /** Returns the real path of a file that may be read. */
  async #readable(file: string): Promise<string> {
    const { real, link } = await this.#locate(file);
    if (link?.isInside === true) throw new RefusedFileError('link', link);
    const segments = [...file.split('/'), ...(await this.#segmentsOf(real))];
    if (isGitPath(segments)) throw new RefusedFileError('protected', { path: file });
    if (link !== undefined && !this.#outside.mayRead) throw new RefusedFileError('outside', link);
    return real;
  }

  /** Returns the real path of a file that may be written. */
  async #writable(file: string): Promise<string> {
    const { real, link } = await this.#locate(file);
    if (link?.isInside === true) throw new RefusedFileError('link', link);
    const segments = real.split(path.sep);
    let isProtected = isProtectedPath(file.split('/')) || isGitPath(segments);
    if (link === undefined) isProtected ||= isProtectedPath(await this.#segmentsOf(real));
    // Outside the project, the path may lead through any folder with a dot: `/home/me/.cache/locales/de.json`.
    else isProtected ||= isToolPath(segments);
    if (isProtected) throw new RefusedFileError('protected', { path: file });
    if (link !== undefined && !this.#outside.mayWrite(file, real)) throw new RefusedFileError('outside', link);
    return real;
  }

  /** Returns the real path of a folder that may be read; undefined if it may not. */
  async #usable(folder: string): Promise<string | undefined> {
    try {
      return await this.#readable(folder);
    } catch (error) {
      if (error instanceof RefusedFileError || (error instanceof Error && 'code' in error)) return undefined;
      throw error;
    }
  }

  /** Returns the names on a path below the project's root, or on a whole path outside it. */
  async #segmentsOf(real: string): Promise<readonly string[]> {
    const root = await this.#currentRealRoot();
    const pathBelowRoot = isWithin(root, real) ? path.relative(root, real) : real;
    return pathBelowRoot.split(path.sep);
  }

  /** Finds where a file is, or would be if it doesn't exist. Its real path usually shows that no link leads to it. */
  async #locate(file: string): Promise<LocatedFile> {
    const absolute = this.absolute(file);
    const [root, real] = await Promise.all([this.#currentRealRoot(), realpath(absolute).catch(() => undefined)]);
    if (real !== undefined && real === path.join(root, ...file.split('/'))) return { real };
    // The root may have moved since then.
    this.#realRoot = undefined;
    return this.#walk(await this.#currentRealRoot(), file.split('/').filter(Boolean));
  }

  /** Looks at each part of a path, and never through a link. */
  async #walk(root: string, segments: readonly string[]): Promise<LocatedFile> {
    let folder = root;
    for (const [index, name] of segments.entries()) {
      const child = path.join(folder, name);
      const stats = await unlessMissing(() => lstat(child));
      if (stats === undefined) return { real: path.join(child, ...segments.slice(index + 1)) };
      if (stats.isSymbolicLink()) return this.#followLink(child, segments, index);
      folder = child;
    }
    // Some file systems ignore case: the real path has the spelling of the disk.
    return { real: await realpath(folder) };
  }

  async #followLink(link: string, segments: readonly string[], linkIndex: number): Promise<LocatedFile> {
    // A cycle of links leads to itself.
    const target = await realPathOf(link).catch(async () => path.resolve(path.dirname(link), await readlink(link)));
    const unresolved = path.join(target, ...segments.slice(linkIndex + 1));
    const real = await realPathOf(unresolved).catch(() => unresolved);
    const folders = await Promise.all(this.#folders.map((folder) => realpath(folder).catch(() => folder)));
    const root = await this.#currentRealRoot();
    // Messages show a target in the project by its path from the root.
    let shownTarget = target;
    if (isWithin(root, target)) shownTarget = path.relative(root, target).split(path.sep).join('/') || '.';
    return {
      real,
      link: {
        path: segments.slice(0, linkIndex + 1).join('/'),
        target: shownTarget,
        isInside: [root, ...folders].some((folder) => isWithin(folder, real)),
      },
    };
  }

  async #currentRealRoot(): Promise<string> {
    this.#realRoot ??= realpath(this.#root).catch(() => this.#root);
    return this.#realRoot;
  }
}

/** Where a file is. */
interface LocatedFile {
  /** Without any link. */
  readonly real: string;
  /** The first link on the file's path; `isInside` says whether the file itself is in the open folders. */
  readonly link?: ProjectLink & { readonly isInside: boolean };
}

function kindOfStats(stats: { isDirectory(): boolean }): 'file' | 'folder' {
  return stats.isDirectory() ? 'folder' : 'file';
}

/** Runs work, and turns an IrregularFileError into a RefusedFileError that names the file as the project does. */
async function refusedAs<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IrregularFileError)) throw error;
    // A `link` was not there a moment ago, so it is reported like any other thing that is no file.
    throw new RefusedFileError(error.reason === 'link' ? 'not-a-file' : error.reason, { path: file });
  }
}
