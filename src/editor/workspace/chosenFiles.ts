import type * as vscode from 'vscode';
import { kindOf } from '../fileSystem.ts';
import type { ChosenFile } from '../../orders/units/files/openSources.ts';
import { RefusedFileError } from '../../orders/units/files/refusedFileError.ts';
import type { SkippedFile } from '../../orders/units/files/skippedFile.ts';
import type { GitError } from '../../orders/units/history/gitError.ts';
import { layoutSettings } from '../settings.ts';
import { projectId, uriInFolder } from '../projectUri.ts';
import type { LinkInFolder } from '../workspaceLocaleFiles.ts';
import type { LocaleFileContext } from './localeFileContext.ts';
import { projectFileOf } from './projects.ts';
import { withoutIgnored } from './withoutIgnored.ts';

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
export async function chosenFiles(
  localeFiles: Pick<LocaleFileContext, 'find' | 'links'>,
  uris: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<ChosenFiles> {
  const kinds = await Promise.all(uris.map(async (uri) => ({ uri, kind: await kindOf(uri) })));
  const selected = kinds.flatMap(({ uri, kind }) => (kind === 'file' ? chosenFile(uri, true) : []));
  const missing = kinds.flatMap(({ uri, kind }) => (kind === undefined ? missingFile(uri) : []));
  const folders = kinds.flatMap(({ uri, kind }) => (kind === 'folder' ? [uri] : []));
  if (uris.length > 0 && folders.length === 0) return { files: selected, missing, gitErrors: [] };
  const found = (await localeFiles.find(signal)).filter(
    (uri) => uris.length === 0 || folders.some((folder) => isInFolder(uri, folder)),
  );
  const { kept, gitErrors } = await withoutIgnored(found, signal);
  // In a folder that git ignores, all files are ignored, but the user has selected it.
  const files = (kept.length > 0 ? kept : found).flatMap((uri) => chosenFile(uri, false));
  return { files: [...selected, ...files], missing: [...missing, ...linksIn(localeFiles.links, folders)], gitErrors };
}

/** Returns the links to locale files in folders, or in all open folders: their files are found where they are. */
function linksIn(links: readonly LinkInFolder[], folders: readonly vscode.Uri[]): readonly SkippedFile[] {
  return links.flatMap(({ folder, link }): readonly SkippedFile[] => {
    const uri = uriInFolder(folder, link.path);
    if (folders.length > 0 && !folders.some((one) => isInFolder(uri, one))) return [];
    const file = { project: projectId(folder), path: link.path };
    return [{ file, reason: 'unreadable', error: new RefusedFileError('link', link) }];
  });
}

function chosenFile(uri: vscode.Uri, isSelected: boolean): readonly ChosenFile[] {
  const file = projectFileOf(uri);
  return file === undefined ? [] : [{ ...file, settings: layoutSettings(uri), isSelected }];
}

function missingFile(uri: vscode.Uri): readonly SkippedFile[] {
  const file = projectFileOf(uri);
  return file === undefined ? [] : [{ file: { project: file.project.id, path: file.path }, reason: 'not-found' }];
}

function isInFolder(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const root = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return uri.scheme === folder.scheme && uri.authority === folder.authority && uri.path.startsWith(root);
}
