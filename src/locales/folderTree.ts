import type { FolderEntry, FolderReader, WantedEntries } from './nearbyPaths.ts';

/** Names in the order of UTF-16 units. */
interface SortedNames {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** The folders of a project, built from the paths of its files, and kept up to date as files come and go. */
export class FolderTree implements FolderReader {
  /** By folder ('' is the root): the names in it, with true for a folder and false for a file. */
  readonly #folders = new Map<string, Map<string, boolean>>();
  /**
   * The same names, sorted, for folders that were searched since they last changed: a folder is searched once for each
   * of its files.
   */
  readonly #sorted = new Map<string, SortedNames>();

  /** Adds a file and its folders. Returns the paths that are new: none if the file was known. */
  add(path: string): readonly string[] {
    const addedPaths: string[] = [];
    let child = path;
    let isFolder = false;
    for (;;) {
      const folder = folderOf(child);
      const entries = this.#folders.get(folder) ?? new Map<string, boolean>();
      this.#folders.set(folder, entries);
      if (entries.has(nameOf(child))) return addedPaths;
      entries.set(nameOf(child), isFolder);
      this.#sorted.delete(folder);
      addedPaths.push(child);
      if (folder === '') return addedPaths;
      child = folder;
      isFolder = true;
    }
  }

  /** Removes a file, and its folders if they are empty now. Returns the removed paths: none if it was not known. */
  remove(path: string): readonly string[] {
    const removedPaths: string[] = [];
    let child = path;
    for (;;) {
      const folder = folderOf(child);
      const entries = this.#folders.get(folder);
      if (entries?.delete(nameOf(child)) !== true) return removedPaths;
      this.#sorted.delete(folder);
      removedPaths.push(child);
      if (entries.size > 0) return removedPaths;
      this.#folders.delete(folder);
      if (folder === '') return removedPaths;
      child = folder;
    }
  }

  /** Returns the file with this path, or all files below the folder with this path. */
  filesAt(path: string): readonly string[] {
    if (this.#kind(path) === 'file') return [path];
    const files: string[] = [];
    for (const [name, isFolder] of this.#folders.get(path) ?? []) {
      const child = path === '' ? name : `${path}/${name}`;
      if (isFolder) files.push(...this.filesAt(child));
      else files.push(child);
    }
    return files;
  }

  list(folder: string, wanted?: WantedEntries): Promise<readonly FolderEntry[]> {
    const entries = this.#folders.get(folder);
    if (entries === undefined) return Promise.resolve([]);
    if (wanted === undefined) return Promise.resolve([...entries].map(([name, isFolder]) => ({ name, isFolder })));
    const { prefix, isFolder } = wanted;
    const names = this.#sortedNames(folder, entries)[isFolder ? 'folders' : 'files'];
    const withPrefix: FolderEntry[] = [];
    for (let index = firstIndexFrom(names, prefix); index < names.length; index += 1) {
      const name = names[index] ?? '';
      if (!name.startsWith(prefix)) break;
      withPrefix.push({ name, isFolder });
    }
    return Promise.resolve(withPrefix);
  }

  kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    return Promise.resolve(this.#kind(path));
  }

  #sortedNames(folder: string, entries: ReadonlyMap<string, boolean>): SortedNames {
    const cached = this.#sorted.get(folder);
    if (cached !== undefined) return cached;
    const sorted = { files: sortNames(entries, false), folders: sortNames(entries, true) };
    this.#sorted.set(folder, sorted);
    return sorted;
  }

  #kind(path: string): 'file' | 'folder' | undefined {
    const isFolder = this.#folders.get(folderOf(path))?.get(nameOf(path));
    if (isFolder === undefined) return undefined;
    return isFolder ? 'folder' : 'file';
  }
}

/** Returns the folder that a path is in; '' for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the names of the folders, or those of the files, in order. */
function sortNames(entries: ReadonlyMap<string, boolean>, ofFolders: boolean): readonly string[] {
  return [...entries]
    .filter(([, isFolder]) => isFolder === ofFolders)
    .map(([name]) => name)
    .sort();
}

/** Returns the index of the first of sorted names that is not before `prefix`, by binary search. */
function firstIndexFrom(names: readonly string[], prefix: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
