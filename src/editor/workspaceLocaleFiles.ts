import * as vscode from 'vscode';
import { Emitter } from '../base/event.ts';
import { rootPathOf } from './projectUri.ts';
import {
  codeAndDocumentExtensions,
  componentFile,
  filesByPath,
  localeFileExtension,
  messageExtensions,
} from '../locales/localeFileExtension.ts';
import { LocaleFileIndex } from '../locales/localeFileIndex.ts';
import { RefusedFileError, type ProjectLink } from '../orders/model/errors/refusedFileError.ts';
import { linksAmong } from '../project/linksAmong.ts';
import {
  isForeignPath,
  maxCandidateBytes,
  maxCandidates,
  maxCodeAndDocuments,
  maxMessageFiles,
} from '../project/searchLimits.ts';
import { layoutPatterns } from './layoutPatterns.ts';
import { applyLocaleNames, readSettings } from './settings.ts';
import { readContent, readStat } from './fileSystem.ts';
import { localFiles } from './localFile.ts';

/** Folders of dependencies and of version control. */
const excluded = '**/{node_modules,bower_components,.git,.hg,.svn}/**';

/** Changes are collected for this time: files often change in groups, as in a checkout, a build or a renamed folder. */
const pauseMs = 300;

/**
 * After this time, VS Code watches a new folder: it misses files that are written to it earlier, and a folder that is
 * written again at once after it was deleted, as by a checkout.
 */
const untilWatchedMs = 2000;

/** If more folders than this are new, the whole folder is searched: each search starts processes. */
const maxSearchedFolders = 4;

/** A file or folder that was created or deleted. */
interface Change {
  readonly uri: vscode.Uri;
  readonly kind: 'created' | 'deleted';
}

/**
 * Finds the locale files of all open folders by their projects' layouts, and updates them when files, folders or
 * settings change.
 */
export class WorkspaceLocaleFiles implements vscode.Disposable {
  readonly #onDidChange = new Emitter<undefined>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #log: (line: string) => void;
  readonly #subscriptions: vscode.Disposable[];
  #folders: readonly FolderLocaleFiles[] = [];

  constructor(log: (line: string) => void) {
    this.#log = log;
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#start();
      }),
      // On Linux, VS Code misses files in folders that were created together with their parent folder
      // (https://github.com/parcel-bundler/watcher/issues/97), as by a checkout.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        for (const folder of this.#folders) folder.noteOpened(uri);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const sections = [
          ...['layouts', 'locales', 'sourceLocale'].map((name) => `humanTranslation.${name}`),
          'files.exclude',
        ];
        if (sections.some((section) => change.affectsConfiguration(section))) this.#start();
      }),
    ];
    this.#start();
  }

  /** Whether all message files are known, so that one of them is a locale file exactly if `uris` has it. */
  get isComplete(): boolean {
    return this.#folders.every(({ isComplete }) => isComplete);
  }

  /** Waits for the search and for changes that are not processed yet. */
  async settled(): Promise<void> {
    await Promise.all(this.#folders.map((folder) => folder.settled()));
  }

  /** The locale files that were found. */
  get uris(): readonly vscode.Uri[] {
    return this.#folders.flatMap((folder) => folder.localeFiles);
  }

  /** Links to locale files and to folders of them. They are not followed, since the files themselves are found. */
  get links(): readonly LinkInFolder[] {
    return this.#folders.flatMap(({ folder, links }) => links.map((link) => ({ folder, link })));
  }

  /** Returns the paths of all files of an open folder that may be locale files by their extensions. */
  possibleFiles(folder: vscode.WorkspaceFolder): readonly string[] {
    return this.#folders.find((files) => files.folder === folder)?.possibleFiles ?? [];
  }

  /** Whether a file was found and its layout was detected, locale file or not. */
  has(uri: vscode.Uri): boolean {
    return this.#folders.some((folder) => folder.has(uri));
  }

  dispose(): void {
    for (const disposable of [...this.#subscriptions, ...this.#folders, this.#onDidChange]) disposable.dispose();
  }

  #start(): void {
    for (const folder of this.#folders) folder.dispose();
    applyLocaleNames();
    const notify = (): void => {
      this.#onDidChange.fire(undefined);
    };
    const folders = vscode.workspace.workspaceFolders ?? [];
    this.#folders = folders.map((folder) => new FolderLocaleFiles(folder, notify, this.#log));
    // Without folders, no search would report that there are no locale files.
    if (this.#folders.length === 0) notify();
  }
}

/** A link in an open folder that is not followed. */
export interface LinkInFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly link: ProjectLink;
}

/** The locale files of one open folder. */
class FolderLocaleFiles implements vscode.Disposable {
  readonly folder: vscode.WorkspaceFolder;
  /** See `WorkspaceLocaleFiles.links`. */
  links: readonly ProjectLink[] = [];
  /** All links that the search has met, by their paths: also those that have nothing to do with locale files. */
  readonly #links = new Map<string, ProjectLink>();
  readonly #notify: () => void;
  readonly #log: (line: string) => void;
  readonly #index: LocaleFileIndex;
  /** The files that were read because only their text decides, and whether they contain all locales. */
  readonly #candidates = new Map<string, boolean>();
  readonly #watcher: vscode.FileSystemWatcher;
  readonly #stopped = new AbortController();
  readonly #cancellation = new vscode.CancellationTokenSource();
  /** The last change of each file and folder since changes were last processed, by URI. */
  #changes = new Map<string, Change>();
  #timer: NodeJS.Timeout | undefined;
  /** Created folders, and what was deleted, which are looked up again: by URI. */
  #unsure = new Map<string, vscode.Uri>();
  #unsureTimer: NodeJS.Timeout | undefined;
  #work: Promise<void>;
  isComplete = false;

  get possibleFiles(): readonly string[] {
    return [...this.#index.files];
  }

  constructor(folder: vscode.WorkspaceFolder, notify: () => void, log: (line: string) => void) {
    this.folder = folder;
    this.#notify = notify;
    this.#log = log;
    this.#index = new LocaleFileIndex(layoutPatterns(folder.uri), readSettings(folder.uri).sourceLocale);
    // All files are watched, because deleting or moving a folder is a single event. Changed contents are ignored.
    const pattern = new vscode.RelativePattern(folder, '**');
    this.#watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false);
    this.#watcher.onDidCreate((uri) => {
      this.#noteChange(uri, 'created');
    });
    this.#watcher.onDidDelete((uri) => {
      this.#noteChange(uri, 'deleted');
    });
    this.#work = this.#unlessStopped(() => this.#scan());
  }

  get localeFiles(): readonly vscode.Uri[] {
    const filesOfAllLocales = [...this.#index.candidates].filter((path) => this.#candidates.get(path) === true);
    const paths = [...this.#index.localeFiles, ...filesOfAllLocales];
    return paths.map((path) => vscode.Uri.joinPath(this.folder.uri, path));
  }

  /** See `WorkspaceLocaleFiles.has`. A candidate counts only if it holds all locales. */
  has(uri: vscode.Uri): boolean {
    const path = this.#pathOf(uri);
    if (path === undefined || !this.#index.has(path)) return false;
    return !this.#index.candidates.has(path) || this.#candidates.get(path) === true;
  }

  /** Adds a file that was opened, unless it is known. */
  noteOpened(uri: vscode.Uri): void {
    const path = this.#pathOf(uri);
    if (path === undefined || !localeFileExtension.test(path) || this.#index.has(path)) return;
    this.#noteChange(uri, 'created');
  }

  /** Waits for the search and for changes that are not processed yet. Never rejects. */
  async settled(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#processChanges();
    }
    await this.#work;
  }

  dispose(): void {
    this.#stopped.abort();
    this.#cancellation.cancel();
    this.#cancellation.dispose();
    this.#watcher.dispose();
    clearTimeout(this.#timer);
    clearTimeout(this.#unsureTimer);
  }

  /** Searches message files first: they are few, and most locale files are among them. */
  async #scan(): Promise<void> {
    const messageFiles = await this.#find(messageExtensions, maxMessageFiles);
    await this.#addAll(messageFiles);
    // A file system that can't be searched, such as a virtual one, seems to have no files.
    const isSearched = this.folder.uri.scheme === 'file' || messageFiles.length > 0;
    this.isComplete = isSearched && messageFiles.length < maxMessageFiles;
    this.#notify();
    await this.#addAll(await this.#find(codeAndDocumentExtensions, maxCodeAndDocuments));
    await this.#updateLinks();
    this.#notify();
  }

  async #addAll(uris: readonly vscode.Uri[]): Promise<void> {
    for (const path of await this.#withoutLinks(uris.flatMap((uri) => this.#pathOf(uri) ?? []))) this.#index.add(path);
    await this.#detect();
  }

  /** Returns the paths without a link. VS Code's search follows links, so that it finds files by several paths. */
  async #withoutLinks(paths: readonly string[]): Promise<readonly string[]> {
    const checkedPaths = await (await localFiles(this.folder))?.withoutLinks(paths);
    for (const link of checkedPaths?.links ?? []) this.#links.set(link.path, link);
    return checkedPaths?.files ?? paths;
  }

  /** Finds the links among the locale files, and logs each once. */
  async #updateLinks(): Promise<void> {
    const { sourceLocale } = readSettings(this.folder.uri);
    const facts = { patterns: layoutPatterns(this.folder.uri), sourceLocale };
    const files = [...this.#index.localeFiles];
    const loggedPaths = new Set(this.links.map(({ path }) => path));
    this.links = await linksAmong(files, [...this.#links.values()], facts, this.#stopped.signal);
    for (const { path, target } of this.links)
      if (!loggedPaths.has(path)) this.#log(`${path} is a link to ${target}, and links are not followed.`);
  }

  /** Detects layouts by paths, then reads the files whose text decides. */
  async #detect(): Promise<void> {
    await this.#index.detect(this.#stopped.signal);
    for (const path of this.#index.candidates) {
      this.#stopped.signal.throwIfAborted();
      if (this.#candidates.has(path)) continue;
      if (this.#candidates.size >= maxCandidates) return;
      this.#candidates.set(path, await this.#holdsAllLocales(path));
    }
  }

  async #holdsAllLocales(path: string): Promise<boolean> {
    const uri = vscode.Uri.joinPath(this.folder.uri, path);
    try {
      if ((await readStat(uri)).size > maxCandidateBytes) return false;
      const text = new TextDecoder().decode(await readContent(uri));
      const { holdsAllLocales } = await import('../formats/formats.ts');
      return await holdsAllLocales(path, text);
    } catch (error) {
      // The file may be gone by now, or not be a regular one.
      if (error instanceof vscode.FileSystemError || error instanceof RefusedFileError) return false;
      throw error;
    }
  }

  /** Finds the files with these extensions in a folder; among message files, also those that their paths show. */
  async #find(
    extensions: readonly string[],
    maxResults: number,
    folder = this.folder.uri,
  ): Promise<readonly vscode.Uri[]> {
    const { token } = this.#cancellation;
    const findFiles = (pattern: string): Thenable<readonly vscode.Uri[]> =>
      vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), excluded, maxResults, token);
    // Patterns are case-sensitive on most systems.
    const spellings = extensions.flatMap((extension) => [extension, extension.toUpperCase()]);
    const files = await findFiles(`**/*.{${spellings.join(',')}}`);
    if (extensions !== messageExtensions) return files;
    const filesFoundByPath = await Promise.all(
      filesByPath.map(async ({ glob, path }) => (await findFiles(glob)).filter((uri) => path.test(uri.path))),
    );
    return [...files, ...filesFoundByPath.flat()];
  }

  /** Notes a change that is processed after a pause. */
  #noteChange(uri: vscode.Uri, kind: Change['kind']): void {
    if (isForeignPath.test(uri.path)) return;
    this.#changes.set(uri.toString(), { uri, kind });
    this.#timer ??= setTimeout(() => {
      this.#processChanges();
    }, pauseMs);
  }

  #processChanges(): void {
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#unlessStopped(() => this.#readChanges()));
  }

  async #readChanges(): Promise<void> {
    const changes = this.#changes;
    this.#changes = new Map();
    const createdUris: vscode.Uri[] = [];
    for (const { uri, kind } of changes.values()) {
      const path = this.#pathOf(uri);
      if (path === undefined) continue;
      // The file, or those in the folder, are read again.
      for (const candidate of [...this.#candidates.keys()])
        if (candidate === path || candidate.startsWith(`${path}/`)) this.#candidates.delete(candidate);
      if (kind === 'deleted') {
        this.#index.remove(path);
        this.#links.delete(path);
        this.#lookAgainLater(uri);
      } else if (!componentFile.test(path)) createdUris.push(uri);
    }
    for (const folder of await this.#addCreated(createdUris)) this.#lookAgainLater(folder);
    await this.#detect();
    await this.#updateLinks();
    this.#notify();
  }

  /** Looks once more at a new folder, or for what was deleted, when VS Code watches it. */
  #lookAgainLater(uri: vscode.Uri): void {
    this.#unsure.set(uri.toString(), uri);
    this.#unsureTimer ??= setTimeout(() => {
      this.#unsureTimer = undefined;
      const uris = outermost([...this.#unsure.values()]);
      this.#unsure = new Map();
      this.#work = this.#work.then(() => this.#unlessStopped(() => this.#addMissedFiles(uris)));
    }, untilWatchedMs);
  }

  async #addMissedFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const earlierSize = this.#index.size;
    const stats = await Promise.all(uris.map((uri) => readStat(uri).catch(() => undefined)));
    await this.#addCreated(uris.filter((_, index) => stats[index] !== undefined));
    if (this.#index.size === earlierSize) return;
    await this.#detect();
    this.#notify();
  }

  /** Adds files, and the files of folders that were created with their content. Returns the folders. */
  async #addCreated(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const folders: vscode.Uri[] = [];
    for (const uri of uris) {
      const path = this.#pathOf(uri);
      if (path === undefined) continue;
      // A link has no status, and is noted when it is added.
      const stat = await readStat(uri).catch(() => undefined);
      if (stat !== undefined && (stat.type & vscode.FileType.Directory) !== 0) folders.push(uri);
      else if (localeFileExtension.test(path)) await this.#addIfRoom([path]);
    }
    const outermostFolders = outermost(folders);
    const searchedFolders = outermostFolders.length > maxSearchedFolders ? [this.folder.uri] : outermostFolders;
    for (const folder of searchedFolders)
      for (const extensions of [messageExtensions, codeAndDocumentExtensions]) {
        const files = await this.#find(extensions, maxMessageFiles, folder).catch(async (error: unknown) => {
          // The folder may be gone by now, which is another change.
          if ((await readStat(folder).catch(() => undefined)) === undefined) return [];
          throw error;
        });
        await this.#addIfRoom(files.flatMap((file) => this.#pathOf(file) ?? []));
      }
    return outermostFolders;
  }

  /** Adds files to the index up to its limit. Files that are left out make the list incomplete. */
  async #addIfRoom(paths: readonly string[]): Promise<void> {
    for (const path of await this.#withoutLinks(paths))
      if (this.#index.size < maxMessageFiles + maxCodeAndDocuments) this.#index.add(path);
      else if (!this.#index.has(path)) this.isComplete = false;
  }

  /**
   * Returns the path from the folder's root; undefined for a file of another folder, even if that is inside this one.
   */
  #pathOf(uri: vscode.Uri): string | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder?.uri.toString() !== this.folder.uri.toString()) return undefined;
    const root = rootPathOf(this.folder.uri);
    return uri.path.startsWith(root) ? uri.path.slice(root.length) : undefined;
  }

  /** Runs work unless this object is disposed. Logs its error; never rejects. */
  async #unlessStopped(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.#stopped.signal.aborted) await work();
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#log(`The locale files of ${this.folder.name} could not be listed: ${String(error)}`);
    }
  }
}

/** Returns those that are in no other one of these: `/a` of `/a` and `/a/b`. */
function outermost(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
  const paths = new Set(uris.map(({ path }) => path));
  return uris.filter(({ path }) => !foldersAround(path).some((folder) => paths.has(folder)));
}

/** Returns the paths of all folders that a path is in: `/a` and `/a/b` for `/a/b/c`. */
function foldersAround(path: string): readonly string[] {
  return [...path.matchAll(/\//gu)].map(({ index }) => path.slice(0, index)).filter((folder) => folder !== '');
}
