import { execFile } from 'node:child_process';
import { lstat, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { codeExtensions, generatedFolders, inSearchOrder, isCodePath } from '../../orders/context/codePaths.ts';
import type { CodeUsage, CodeUsages, KeyMatch } from '../../orders/context/keyUsage.ts';

export interface UsageRequest {
  /** Whether translators may be shown locations in code, or lines of code too. */
  readonly mode: 'places' | 'lines';
  /** Number of the keys that are looked for. */
  readonly keyCount: number;
  readonly search: (text: string) => readonly KeyMatch[];
  /** Files that are no code, whatever they are called. */
  readonly isLocaleFile: (path: string) => boolean;
}

const maxFiles = 2000;
const maxBytes = 30_000_000;
const maxFileBytes = 512_000;
const maxMs = 5000;
const maxPlaces = 3;
const filesAtOnce = 16;

/**
 * Where the code of an open folder uses keys. Only files that git does not ignore; only in a trusted workspace on
 * this machine; within limits of files, bytes and time, beyond which it is left at what was found. Rejects with the
 * signal's reason.
 */
export async function findCodeUsages(
  folder: vscode.Uri,
  request: UsageRequest,
  signal: AbortSignal,
): Promise<CodeUsages> {
  const usages = new Map<string, CodeUsage[]>();
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted || request.keyCount === 0) return usages;
  const timed = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  try {
    const paths = (await codePaths(folder, timed)).filter((place) => isCodePath(place) && !request.isLocaleFile(place));
    await searchFiles(folder, inSearchOrder(paths).slice(0, maxFiles), request, usages, timed);
  } catch {
    // The order is worth more than what only helps with it; out of time, what was found is true as well.
    signal.throwIfAborted();
  }
  return usages;
}

async function searchFiles(
  folder: vscode.Uri,
  paths: readonly string[],
  { mode, keyCount, search }: UsageRequest,
  usages: Map<string, CodeUsage[]>,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  let complete = 0;
  for (let first = 0; first < paths.length && bytes < maxBytes && complete < keyCount; first += filesAtOnce) {
    const batch = paths.slice(first, first + filesAtOnce);
    const texts = await Promise.all(batch.map((place) => readCode(path.join(folder.fsPath, place))));
    signal.throwIfAborted();
    for (const [index, text] of texts.entries()) {
      if (text === undefined) continue;
      bytes += text.length;
      for (const { key, line, code } of search(text)) {
        const places = usages.get(key) ?? [];
        if (places.length >= maxPlaces) continue;
        places.push({ path: batch[index] ?? '', line, ...(mode === 'lines' ? { code } : {}) });
        usages.set(key, places);
        if (places.length === maxPlaces) complete += 1;
      }
    }
  }
}

/** Undefined for what is no plain file of text: a link may lead out of the folder. */
async function readCode(file: string): Promise<string | undefined> {
  try {
    const stats = await lstat(file);
    if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
    const text = await readFile(file, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Paths of files that nobody has excluded. Where a folder is under git and git cannot be asked, none: what it ignores
 * is not known.
 */
async function codePaths(folder: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const listed = await askGit(folder.fsPath, signal);
  if (listed !== undefined) return listed;
  signal.throwIfAborted();
  return (await isUnderGit(folder.fsPath)) ? [] : foundByEditor(folder, signal);
}

const run = promisify(execFile);
const patterns = [...codeExtensions, 'xml'].map((extension) => `*.${extension}`);
/** In UTF-16 units of git's answer. */
const maxListing = 64_000_000;

/** Files that git tracks or would add. Undefined when it gives no answer: no repository, or no git. */
async function askGit(root: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
  // Variables of a hook that has started this would name another repository.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX)$/u.test(name)),
  );
  const options = ['-c', 'core.fsmonitor=false', '-C', root];
  try {
    const { stdout } = await run(
      'git',
      [...options, 'ls-files', '-co', '--exclude-standard', '-z', '--', ...patterns],
      {
        // On Windows a program is looked for in the working folder first, which must not be the repository.
        cwd: homedir(),
        env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
        maxBuffer: maxListing,
        windowsHide: true,
        signal,
      },
    );
    return stdout.split('\0').filter((name) => name !== '');
  } catch {
    return undefined;
  }
}

async function isUnderGit(root: string): Promise<boolean> {
  for (let place = root; ; place = path.dirname(place)) {
    const isHere = await lstat(path.join(place, '.git')).then(
      () => true,
      () => false,
    );
    if (isHere) return true;
    if (path.dirname(place) === place) return false;
  }
}

/** VS Code leaves out `files.exclude` by itself where it is given more to leave out. */
async function foundByEditor(folder: vscode.Uri, signal: AbortSignal): Promise<readonly string[]> {
  const searchExclude: unknown = vscode.workspace.getConfiguration('search', folder).get('exclude');
  const own =
    typeof searchExclude === 'object' && searchExclude !== null
      ? Object.entries(searchExclude).filter(([, value]) => value === true)
      : [];
  const excluded = [...generatedFolders.map((name) => `**/${name}/**`), ...own.map(([pattern]) => pattern)];
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const include = new vscode.RelativePattern(folder, `**/*.{${[...codeExtensions, 'xml'].join(',')}}`);
    const found = await vscode.workspace.findFiles(include, `{${excluded.join(',')}}`, maxFiles * 4, source.token);
    const root = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
    return found.map((uri) => uri.path.slice(root.length));
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
