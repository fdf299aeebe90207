import * as vscode from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../base/disposable.ts';
import { localeFileExtension } from '../../locales/localeFileExtension.ts';
import type { Jobs } from '../../orders/jobs/track/jobs.ts';
import { onDidChangeLocaleFiles } from '../workspace/knownLocaleFiles.ts';
import { projectFileOf } from '../workspace/projects.ts';

/** Changes are collected for this time: a checkout changes many files at once, and a user types many letters. */
const pauseMs = 400;

/** Folders of dependencies and of version control. */
const excludedPath = /(?:^|\/)(?:node_modules|bower_components|\.git|\.hg|\.svn)(?:\/|$)/u;

/**
 * Compares the jobs with their source files: new jobs when they appear, all of them when files change. Then delivers
 * translations that waited for such a change. Nothing is read while there are no open jobs, and no unchanged file is
 * read again.
 */
export function watchSources(jobs: Jobs, log: (line: string) => void): Disposable {
  const store = new DisposableStore();
  const changedUris = new Map<string, vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let haveFilesChanged = false;
  // A build may change thousands of files, so the files of the jobs are only listed again after the jobs have changed.
  let listedFiles: Jobs['sourceFiles'] | undefined;
  const sourceFiles = (): Jobs['sourceFiles'] => (listedFiles ??= jobs.sourceFiles);
  const compare = (): void => {
    const comparison = haveFilesChanged ? jobs.followSources() : jobs.compareSources();
    comparison.catch((error: unknown) => {
      log(`The jobs could not be compared with their source files: ${String(error)}`);
    });
    haveFilesChanged = false;
  };
  const compareLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const uri of changedUris.values()) forget(jobs, sourceFiles(), uri);
      changedUris.clear();
      compare();
    }, pauseMs);
  };
  const followLater = (): void => {
    haveFilesChanged = true;
    compareLater();
  };
  /** Notes that a file has another content in an editor or on disk. Returns whether it may be the source of a job. */
  const noteEdit = (uri: vscode.Uri): boolean => {
    if (!isRelevant(sourceFiles(), uri)) return false;
    changedUris.set(uri.toString(), uri);
    compareLater();
    return true;
  };
  const noteChange = (uri: vscode.Uri): void => {
    if (noteEdit(uri)) followLater();
  };
  const noteAll = (): void => {
    jobs.forgetSources();
    followLater();
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**');
  for (const subscription of [
    watcher,
    watcher.onDidChange(noteChange),
    watcher.onDidCreate(noteChange),
    watcher.onDidDelete(noteChange),
    // Nothing is delivered because of a key that is still being typed.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      noteEdit(document.uri);
    }),
    // Closing discards unsaved changes.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      noteEdit(uri);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(noteAll),
    onDidChangeLocaleFiles(noteAll),
    // On Linux, VS Code misses changes in folders that were created together with their parent folder
    // (https://github.com/parcel-bundler/watcher/issues/97).
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      for (const { project, file } of sourceFiles()) jobs.forgetSources(project, file);
      followLater();
    }),
    jobs.onDidChange(() => {
      listedFiles = undefined;
      compareLater();
    }),
    toDisposable(() => {
      clearTimeout(timer);
    }),
  ])
    store.add(subscription);
  compare();
  return store;
}

/**
 * Whether a changed file may be the source of a job, or a folder of one, or a file to which a string may have moved.
 */
function isRelevant(files: Jobs['sourceFiles'], uri: vscode.Uri): boolean {
  if (files.length === 0 || excludedPath.test(uri.path)) return false;
  const path = projectFileOf(uri)?.path;
  if (path === undefined) return false;
  return localeFileExtension.test(path) || files.some(({ file }) => file === path || file.startsWith(`${path}/`));
}

function forget(jobs: Jobs, files: Jobs['sourceFiles'], uri: vscode.Uri): void {
  const changedFile = projectFileOf(uri);
  if (changedFile === undefined) return;
  const { project, path } = changedFile;
  // Deleting or moving a folder is a single event.
  const isFolder = files.some(({ file }) => file.startsWith(`${path}/`));
  if (isFolder) jobs.forgetSources(project.id);
  else jobs.forgetSources(project.id, path);
}
