import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { holdsAllLocales } from '../formats/formats.ts';
import { codeOrDocument, localeFileExtension, componentFile } from '../locales/localeFileExtension.ts';
import { LocaleFileIndex } from '../locales/localeFileIndex.ts';
import type { LayoutPattern } from '../locales/layoutPattern.ts';
import { RefusedFileError, type ProjectLink } from '../orders/model/errors/refusedFileError.ts';
import {
  isForeignPath,
  maxCandidateBytes,
  maxCandidates,
  maxCodeAndDocuments,
  maxMessageFiles,
} from './searchLimits.ts';
import { isListedByGit, listWithGit } from './listWithGit.ts';
import { linksAmong } from './linksAmong.ts';
import { ProjectFiles } from './projectFiles.ts';
import { GitError } from '../orders/model/errors/gitError.ts';

/** How a project's layouts are detected. */
export interface LayoutFacts {
  readonly patterns: readonly LayoutPattern[];
  readonly sourceLocale: string;
  /** Receives the error if git can't read the repository, so that the files it ignores are not known. */
  readonly onGitError: (error: GitError) => void;
}

export interface SearchOptions {
  readonly files?: ProjectFiles;
  /** The most files of each group that are searched. */
  readonly messages?: number;
  readonly codeAndDocuments?: number;
}

/** The locale files of a folder. */
export interface FoundLocaleFiles {
  /** Relative to the folder, and sorted. */
  readonly files: readonly string[];
  /** All files that were searched, locale files or not. */
  readonly searched: readonly string[];
  /** Links to locale files, or to folders of them, that are not followed because the files themselves are found. */
  readonly links: readonly ProjectLink[];
}

/** The most links that are looked at. */
const maxLinks = 1000;

/**
 * Finds the locale files of a folder, without those that git ignores, which are copies made by a build. Folders of
 * dependencies are not searched, and links to other files and folders of the project are not followed. Rejects with the
 * signal's reason.
 */
export async function findLocaleFiles(
  root: string,
  { patterns, sourceLocale, onGitError }: LayoutFacts,
  signal: AbortSignal,
  options: SearchOptions = {},
): Promise<FoundLocaleFiles> {
  const { files: projectFiles = new ProjectFiles(root, [root]) } = options;
  const listedPaths = await listWithGit(root, [], [], signal).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    onGitError(error);
    return undefined;
  });
  signal.throwIfAborted();
  const namesInGit = listedPaths && new Set(listedPaths);
  // Without git, no file counts as ignored.
  const isInGit = (file: string): boolean => namesInGit === undefined || isListedByGit(namesInGit, file);
  const { files, links } = await filesAndLinks(root, projectFiles, signal);
  const index = new LocaleFileIndex(patterns, sourceLocale);
  const searched = withinLimits(files, isInGit, options);
  for (const file of searched) index.add(file);
  await index.detect(signal);
  const localeFiles = [...index.localeFiles];
  for (const file of [...index.candidates].slice(0, maxCandidates)) {
    signal.throwIfAborted();
    if (await mayHoldLocales(projectFiles, file)) localeFiles.push(file);
  }
  let chosenFiles = localeFiles.filter(isInGit);
  // In a folder that git ignores, all files are ignored, but the user has named it.
  if (chosenFiles.length === 0) chosenFiles = localeFiles;
  return {
    files: chosenFiles.toSorted(),
    searched: searched.filter(isInGit),
    links: await linksAmong(chosenFiles, links, { patterns, sourceLocale }, signal),
  };
}

/** Lists the files that may be locale files, and the links that are not followed. */
async function filesAndLinks(
  root: string,
  projectFiles: ProjectFiles,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly links: readonly ProjectLink[] }> {
  const files: string[] = [];
  const linkNames: string[] = [];
  const mayBeLocaleFile = (file: string): boolean => localeFileExtension.test(file) && !componentFile.test(file);
  for await (const { name, isLink } of filesBelow(root, '', signal))
    if (isLink && linkNames.length < maxLinks) linkNames.push(name);
    else if (!isLink && mayBeLocaleFile(name)) files.push(name);
  const links: ProjectLink[] = [];
  for (const file of linkNames) {
    const link = await projectFiles.linkOn(file).catch(() => undefined);
    if (link !== undefined) links.push(link);
    // The link leads out of the project, which is reported when the file is read.
    else if (mayBeLocaleFile(file)) files.push(file);
  }
  return { files, links };
}

/** Returns the files to search. Those that git ignores are last, so that limits skip them rather than others. */
function withinLimits(
  files: readonly string[],
  isInGit: (file: string) => boolean,
  { messages = maxMessageFiles, codeAndDocuments = maxCodeAndDocuments }: SearchOptions,
): readonly string[] {
  const sorted = [...files.filter(isInGit), ...files.filter((file) => !isInGit(file))];
  return [
    ...sorted.filter((file) => !codeOrDocument.test(file)).slice(0, messages),
    ...sorted.filter((file) => codeOrDocument.test(file)).slice(0, codeAndDocuments),
  ];
}

/** A file or a link. */
interface FoundEntry {
  readonly name: string;
  readonly isLink: boolean;
}

/** Yields the files and links below a folder. A name with a backslash can't be a path of a project. */
async function* filesBelow(root: string, folder: string, signal: AbortSignal): AsyncGenerator<FoundEntry> {
  signal.throwIfAborted();
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isForeignPath.test(`${name}/`)) yield* filesBelow(root, name, signal);
    } else if (!name.includes('\\')) yield { name, isLink: entry.isSymbolicLink() };
  }
}

async function mayHoldLocales(files: ProjectFiles, file: string): Promise<boolean> {
  try {
    const bytes = await files.read(file, maxCandidateBytes);
    return bytes !== undefined && (await holdsAllLocales(file, new TextDecoder().decode(bytes)));
  } catch (error) {
    // The file may be gone by now, or not be readable.
    if (error instanceof RefusedFileError || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
