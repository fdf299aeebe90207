import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { holdsAllLocales } from '../formats/formats.ts';
import { codeAndDocumentExtensions, localeFileExtension, componentFile } from '../locales/localeFileExtension.ts';
import { LocaleFileIndex } from '../locales/localeFileIndex.ts';
import type { LayoutPattern } from '../locales/layoutPattern.ts';
import {
  isForeignPath,
  maxCandidateBytes,
  maxCandidates,
  maxCodeAndDocuments,
  maxMessageFiles,
} from './searchLimits.ts';
import { GitError } from '../orders/history/gitError.ts';
import { isListedByGit, listWithGit } from './gitFiles.ts';

/** How a project's layouts are detected. */
export interface LayoutFacts {
  readonly patterns: readonly LayoutPattern[];
  readonly sourceLocale: string;
  /** Receives the error if git can't read the repository, so that the files it ignores are not known. */
  readonly onGitError: (error: GitError) => void;
}

/** The most files of each group that are searched. */
export interface SearchLimits {
  readonly messages: number;
  readonly codeAndDocuments: number;
}

const codeOrDocument = new RegExp(`\\.(?:${codeAndDocumentExtensions.join('|')})$`, 'iu');

/**
 * Returns the locale files of a folder, relative to it and sorted; without those that git ignores, which are copies made
 * by a build. Folders of dependencies and links to other folders are not searched. Rejects with the signal's reason.
 */
export async function findLocaleFiles(
  root: string,
  { patterns, sourceLocale, onGitError }: LayoutFacts,
  signal: AbortSignal,
  limits: SearchLimits = { messages: maxMessageFiles, codeAndDocuments: maxCodeAndDocuments },
): Promise<readonly string[]> {
  const listed = await listWithGit(root, [], [], signal).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    onGitError(error);
    return undefined;
  });
  signal.throwIfAborted();
  const names = listed && new Set(listed);
  const files: string[] = [];
  for await (const file of filesBelow(root, '', signal))
    if (localeFileExtension.test(file) && !componentFile.test(file)) files.push(file);
  const isKept = (file: string): boolean => names === undefined || isListedByGit(names, file);
  const index = new LocaleFileIndex(patterns, sourceLocale);
  let [messages, others] = [0, 0];
  // Files that git ignores are last, so that the limits don't skip others because of them.
  const ofGit = Map.groupBy(files, isKept);
  for (const file of [...(ofGit.get(true) ?? []), ...(ofGit.get(false) ?? [])])
    if (codeOrDocument.test(file) ? (others += 1) <= limits.codeAndDocuments : (messages += 1) <= limits.messages)
      index.add(file);
  await index.detect(signal);
  const found = [...index.localeFiles];
  for (const file of [...index.candidates].slice(0, maxCandidates)) {
    signal.throwIfAborted();
    if (await mayHoldLocales(root, file)) found.push(file);
  }
  const kept = found.filter(isKept);
  // In a folder that git ignores, all files are ignored, but the user has named it.
  return (kept.length > 0 ? kept : found).toSorted();
}

async function* filesBelow(root: string, folder: string, signal: AbortSignal): AsyncGenerator<string> {
  signal.throwIfAborted();
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!isForeignPath.test(`${name}/`)) yield* filesBelow(root, name, signal);
    } else if (!name.includes('\\')) yield name;
  }
}

async function mayHoldLocales(root: string, file: string): Promise<boolean> {
  try {
    const absolute = path.join(root, file);
    if ((await stat(absolute)).size > maxCandidateBytes) return false;
    return await holdsAllLocales(file, await readFile(absolute, 'utf8'));
  } catch (error) {
    // The file may be gone by now, or not be readable.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
