import * as vscode from 'vscode';
import { rootPathOf } from '../projectUri.ts';
import type { CodeUsage, CodeUsages, KeyMatch } from '../../orders/spend/context/keyUsage.ts';
import { ProjectFiles } from '../../project/projectFiles.ts';
import { gitListing } from './gitOfFolder.ts';
import { codeExtensions, generatedFolders, inSearchOrder, isCodePath } from './codePaths.ts';

export interface UsageRequest {
  /** Whether translators may be shown locations in code, or lines of code too. */
  readonly mode: 'places' | 'lines';
  /** Number of keys to search for. */
  readonly keyCount: number;
  readonly search: (text: string) => readonly KeyMatch[];
  /** Returns whether a file is a locale file, so that its keys are not uses. */
  readonly isLocaleFile: (path: string) => boolean;
}

const maxFiles = 2000;
/** Of all files together, in UTF-16 units. */
const maxTotalLength = 30_000_000;
const maxFileBytes = 512_000;
const maxMs = 5000;
/** The most locations of one key. */
const maxLocations = 3;
const filesAtOnce = 16;

/**
 * Finds where the code of an open folder uses keys. Reads only files that git does not ignore, and only in a trusted
 * workspace on this machine. Stops at limits of files, bytes and time, and returns the uses found until then. Rejects
 * with the signal's reason.
 */
export async function findCodeUsages(
  folder: vscode.Uri,
  request: UsageRequest,
  signal: AbortSignal,
): Promise<CodeUsages> {
  const usages = new Map<string, CodeUsage[]>();
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted || request.keyCount === 0) return usages;
  const searchSignal = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  try {
    const listedPaths = await codePaths(folder, searchSignal);
    const paths = listedPaths.filter((path) => isCodePath(path) && !request.isLocaleFile(path));
    const pathsToSearch = inSearchOrder(paths).slice(0, maxFiles);
    await searchFiles({ folder, paths: pathsToSearch, request, usages, signal: searchSignal });
  } catch {
    // Uses only help translators, so an error must not prevent the order. After a timeout, the uses found are valid.
    signal.throwIfAborted();
  }
  return usages;
}

interface FileSearch {
  readonly folder: vscode.Uri;
  /** Relative to the folder. */
  readonly paths: readonly string[];
  readonly request: UsageRequest;
  /** Receives the uses that are found, even if the search is aborted later. */
  readonly usages: Map<string, CodeUsage[]>;
  readonly signal: AbortSignal;
}

async function searchFiles({ folder, paths, request, usages, signal }: FileSearch): Promise<void> {
  const { mode, keyCount, search } = request;
  // A link may lead out of the folder, so none is followed.
  const files = new ProjectFiles(folder.fsPath, [folder.fsPath]);
  let totalLength = 0;
  /** The number of keys for which enough locations were found. */
  let completeKeys = 0;
  const isDone = (): boolean => totalLength >= maxTotalLength || completeKeys >= keyCount;
  for (let batchStart = 0; batchStart < paths.length && !isDone(); batchStart += filesAtOnce) {
    const batch = paths.slice(batchStart, batchStart + filesAtOnce);
    const texts = await Promise.all(batch.map((file) => readCode(files, file)));
    signal.throwIfAborted();
    for (const [indexInBatch, text] of texts.entries()) {
      if (text === undefined) continue;
      totalLength += text.length;
      for (const { key, line, code } of search(text)) {
        const locations = usages.get(key) ?? [];
        if (locations.length >= maxLocations) continue;
        const location = { path: batch[indexInBatch] ?? '', line };
        locations.push(mode === 'lines' ? { ...location, code } : location);
        usages.set(key, locations);
        if (locations.length === maxLocations) completeKeys += 1;
      }
    }
  }
}

/** Returns a file's text; undefined if it is not a regular text file. */
async function readCode(files: ProjectFiles, file: string): Promise<string | undefined> {
  try {
    const bytes = await files.read(file, maxFileBytes);
    const text = bytes && new TextDecoder().decode(bytes);
    return text?.includes('\0') === true ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Returns the paths of code that git doesn't ignore or, without a repository, that VS Code's search finds. None if git
 * can't read the repository, because the ignored files are not known.
 */
async function codePaths(folder: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const { names, error } = await gitListing(folder, gitPatterns, signal);
  if (names !== undefined) return names;
  if (error !== undefined) return [];
  return listWithEditor(folder, signal);
}

const gitPatterns = [...codeExtensions, 'xml'].map((extension) => `*.${extension}`);

/** Returns the files that VS Code finds. VS Code also excludes the patterns in the setting `files.exclude`. */
async function listWithEditor(folder: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const searchExclude = vscode.workspace.getConfiguration('search', folder).get<object | null>('exclude') ?? {};
  const userEntries = Object.entries(searchExclude).filter(([, isExcluded]) => isExcluded === true);
  const excluded = [...generatedFolders.map((name) => `**/${name}/**`), ...userEntries.map(([pattern]) => pattern)];
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const include = new vscode.RelativePattern(folder, `**/*.{${[...codeExtensions, 'xml'].join(',')}}`);
    const files = await vscode.workspace.findFiles(include, `{${excluded.join(',')}}`, maxFiles * 4, source.token);
    return files.map((uri) => uri.path.slice(rootPathOf(folder).length));
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
