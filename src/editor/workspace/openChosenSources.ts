import type * as vscode from 'vscode';
import { kindOf } from '../fileSystem.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import { RefusedFileError } from '../../orders/model/errors/refusedFileError.ts';
import type { SkippedFile } from '../../orders/model/plan/skippedFile.ts';
import type { GitError } from '../../orders/model/errors/gitError.ts';
import { UnknownSourceError } from '../../orders/model/errors/unknownSourceError.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { layoutSettings } from '../settings.ts';
import { projectId, rootPathOf, uriInFolder } from '../projectUri.ts';
import type { LinkInFolder } from '../workspaceLocaleFiles.ts';
import type { LocaleFileContext } from './localeFileContext.ts';
import { projectFileOf } from './projects.ts';
import { withoutIgnored } from './withoutIgnored.ts';
import { openSources, type ChosenFile, type OpenProgress } from '../../orders/units/files/sourceDocument.ts';

/** The sources of locale files that are opened together. */
export interface ChosenSources {
  readonly sources: readonly [SourceFile, ...SourceFile[]];
  /** The locales of the chosen translations, if no source was chosen. */
  readonly into: readonly string[];
  /** Files that can't be read, that no longer exist, or that are in another source locale. */
  readonly skipped: readonly SkippedFile[];
  /** The errors of repositories that git can't read: files that these ignore are among the files. */
  readonly gitErrors: readonly GitError[];
}

/**
 * Opens the sources of files, of all locale files of folders or, with no URIs, of all open folders. Rejects as
 * `chosenFiles` and `openSources` do, with OrderError 'no-locale-files', and with the file's error if the only one
 * can't be read.
 */
export async function openChosenSources(
  localeFiles: Pick<LocaleFileContext, 'find' | 'links'>,
  uris: readonly vscode.Uri[],
  progress: OpenProgress,
): Promise<ChosenSources> {
  const { files, missing, gitErrors } = await chosenFiles(localeFiles, uris, progress.signal);
  const { sources, into, skipped } = await openSources(files, progress);
  const [first, ...others] = sources;
  if (first !== undefined) return { sources: [first, ...others], into, skipped: [...missing, ...skipped], gitErrors };
  for (const skippedFile of skipped) {
    if (skippedFile.reason === 'unreadable') throw skippedFile.error;
    if (skippedFile.reason === 'source-unknown') throw new UnknownSourceError(skippedFile.file, skippedFile.locales);
  }
  throw new OrderError('no-locale-files');
}

/** Locale files to open together. */
interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** Those that no longer exist, and links to others. */
  readonly missing: readonly SkippedFile[];
  /** The errors of repositories that git can't read: files that these ignore are among the files. */
  readonly gitErrors: readonly GitError[];
}

/**
 * Returns files to open together: the given ones, the locale files of folders or, with no URIs, those of all open
 * folders. Rejects with RestrictedModeError, and with the signal's reason.
 */
async function chosenFiles(
  localeFiles: Pick<LocaleFileContext, 'find' | 'links'>,
  uris: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<ChosenFiles> {
  const kinds = await Promise.all(uris.map(kindOf));
  const urisOf = (kind: 'file' | 'folder' | undefined): readonly vscode.Uri[] =>
    uris.filter((_, index) => kinds[index] === kind);
  const selectedFiles = urisOf('file').flatMap((uri) => chosenFile(uri, true));
  const missing = urisOf(undefined).flatMap(missingFile);
  const folders = urisOf('folder');
  if (uris.length > 0 && folders.length === 0) return { files: selectedFiles, missing, gitErrors: [] };
  const urisInFolders = (await localeFiles.find(signal)).filter(
    (uri) => uris.length === 0 || folders.some((folder) => isInFolder(uri, folder)),
  );
  const { notIgnored, gitErrors } = await withoutIgnored(urisInFolders, signal);
  // In a folder that git ignores, all files are ignored, but the user has selected it.
  const urisToOpen = notIgnored.length > 0 ? notIgnored : urisInFolders;
  const files = [...selectedFiles, ...urisToOpen.flatMap((uri) => chosenFile(uri, false))];
  return { files, missing: [...missing, ...linksIn(localeFiles.links, folders)], gitErrors };
}

/**
 * Returns the links to locale files in folders or, without folders, in all open folders. They are skipped because the
 * files that they lead to are found themselves.
 */
function linksIn(links: readonly LinkInFolder[], folders: readonly vscode.Uri[]): readonly SkippedFile[] {
  return links.flatMap(({ folder: projectFolder, link }): readonly SkippedFile[] => {
    const uri = uriInFolder(projectFolder, link.path);
    if (folders.length > 0 && !folders.some((folder) => isInFolder(uri, folder))) return [];
    const file = { project: projectId(projectFolder), path: link.path };
    return [{ file, reason: 'unreadable', error: new RefusedFileError('link', link) }];
  });
}

/** Returns a list with the file; an empty one if it is in no open folder. */
function chosenFile(uri: vscode.Uri, isSelected: boolean): readonly ChosenFile[] {
  const file = projectFileOf(uri);
  if (file === undefined) return [];
  return [{ ...file, settings: layoutSettings(uri), isSelected }];
}

function missingFile(uri: vscode.Uri): readonly SkippedFile[] {
  const file = projectFileOf(uri);
  if (file === undefined) return [];
  return [{ file: { project: file.project.id, path: file.path }, reason: 'not-found' }];
}

function isInFolder(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const isSameSystem = uri.scheme === folder.scheme && uri.authority === folder.authority;
  return isSameSystem && uri.path.startsWith(rootPathOf(folder));
}
