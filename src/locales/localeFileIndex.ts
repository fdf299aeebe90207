import { TimeSlice } from '../base/timeSlice.ts';
import { FolderTree, folderOf, nameOf } from './folderTree.ts';
import { allLocalesLayout, detectLayout } from './layout.ts';
import type { LayoutPattern } from './layoutPattern.ts';
import { counterpartPaths, type FolderReader, type TranslatedDocuments } from './nearbyPaths.ts';

/**
 * An index of a project's locale files, based on paths alone. Whether a file is a locale file depends on the files near
 * it, so when a file is added or removed, all files whose layouts depend on it are checked again.
 */
export class LocaleFileIndex {
  readonly #patterns: readonly LayoutPattern[];
  readonly #sourceLocale: string;
  readonly #tree = new FolderTree();
  readonly #files = new Set<string>();
  readonly #localeFiles = new Set<string>();
  readonly #candidates = new Set<string>();
  /** By folder, then by file: the beginnings of names in the folder on which the file's layout depends. */
  readonly #dependencies = new Map<string, Map<string, readonly string[]>>();
  /** Valid until a file is added or removed. */
  readonly #translatedDocuments: TranslatedDocuments = new Map();
  /** Files whose layout is to be detected, or to be detected again. */
  readonly #pending = new Set<string>();

  /** `patterns` and `sourceLocale` are as in `detectLayout`. */
  constructor(patterns: readonly LayoutPattern[], sourceLocale: string) {
    this.#patterns = patterns;
    this.#sourceLocale = sourceLocale;
  }

  /** The number of known files, locale files or not. */
  get size(): number {
    return this.#files.size;
  }

  /** The locale files that the last `detect` found, relative to the project's root. */
  get localeFiles(): ReadonlySet<string> {
    return this.#localeFiles;
  }

  /** All known files, locale files or not. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** Files that are not in `localeFiles`, but are locale files if their text holds all locales. */
  get candidates(): ReadonlySet<string> {
    return this.#candidates;
  }

  /** Whether a file was added and its layout was detected, locale file or not. */
  has(path: string): boolean {
    return this.#files.has(path) && !this.#pending.has(path);
  }

  add(path: string): void {
    if (this.#files.has(path)) return;
    this.#files.add(path);
    this.#pending.add(path);
    this.#markDependentFiles(this.#tree.add(path));
  }

  /** Removes a file, or all files of a folder. */
  remove(path: string): void {
    for (const file of this.#tree.filesAt(path)) {
      this.#files.delete(file);
      this.#localeFiles.delete(file);
      this.#candidates.delete(file);
      this.#pending.delete(file);
      this.#markDependentFiles(this.#tree.remove(file));
    }
  }

  /** Detects the layouts of files affected by changes, in time slices. Rejects when aborted. */
  async detect(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const slice = new TimeSlice();
    // Files that become pending meanwhile are visited, too.
    for (const path of this.#pending) {
      this.#pending.delete(path);
      const isLocaleFile = await this.#isLocaleFile(path);
      // It may have been removed meanwhile.
      this.#classify(path, isLocaleFile && this.#files.has(path));
      if (slice.isOver) await slice.rest();
      signal.throwIfAborted();
    }
  }

  #classify(path: string, isLocaleFile: boolean): void {
    const isCandidate =
      !isLocaleFile && this.#files.has(path) && allLocalesLayout(path, this.#sourceLocale) !== undefined;
    if (isLocaleFile) this.#localeFiles.add(path);
    else this.#localeFiles.delete(path);
    if (isCandidate) this.#candidates.add(path);
    else this.#candidates.delete(path);
  }

  async #isLocaleFile(path: string): Promise<boolean> {
    const hasLayout = (siblings: readonly string[]): boolean =>
      detectLayout(path, siblings, this.#patterns, this.#sourceLocale) !== undefined;
    // Checked first without other files, because they can only confirm more readings.
    return (
      hasLayout([]) ||
      hasLayout(await counterpartPaths(path, this.#patterns, this.#readerFor(path), this.#translatedDocuments))
    );
  }

  /** Schedules a new check of the files whose layouts depend on added or removed paths. */
  #markDependentFiles(changedPaths: readonly string[]): void {
    this.#translatedDocuments.clear();
    for (const changedPath of changedPaths) {
      const name = nameOf(changedPath);
      const beginningsByFile = this.#dependencies.get(folderOf(changedPath));
      for (const [file, beginnings] of beginningsByFile ?? []) {
        if (!this.#files.has(file)) beginningsByFile?.delete(file);
        else if (beginnings.some((beginning) => name.startsWith(beginning))) this.#pending.add(file);
      }
    }
  }

  /** Reads the tree on behalf of a file, and remembers the names on which the file's layout depends. */
  #readerFor(file: string): FolderReader {
    const remember = (folder: string, beginning: string): void => {
      const beginningsByFile = this.#dependencies.get(folder) ?? new Map<string, readonly string[]>();
      this.#dependencies.set(folder, beginningsByFile);
      const beginnings = beginningsByFile.get(file) ?? [];
      // `app` includes `app.de`.
      const isIncluded = beginnings.some((shorter) => beginning.startsWith(shorter));
      if (!isIncluded) beginningsByFile.set(file, [...beginnings, beginning]);
    };
    return {
      list: (folder, wanted) => {
        remember(folder, wanted?.prefix ?? '');
        return this.#tree.list(folder, wanted);
      },
      dependOn: (folder) => {
        remember(folder, '');
      },
      kindOf: (path) => {
        remember(folderOf(path), nameOf(path));
        return this.#tree.kindOf(path);
      },
    };
  }
}
