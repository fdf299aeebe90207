import * as vscode from 'vscode';
import { layoutSettings } from '../../editor/settings.ts';
import type { Services } from '../../editor/session/services.ts';
import { withoutIgnored } from '../../editor/workspace/withoutIgnored.ts';
import { projectFileOf } from '../../editor/workspace/projects.ts';
import { openSources, type ChosenFile, type OpenProgress } from '../../orders/files/openSources.ts';
import type { SkippedFile } from '../../orders/files/skippedFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { UnitScope } from '../order/orderScope.ts';

/**
 * Opens locale files as one scope: files, all locale files of folders, or with no URIs those of all open folders. Files
 * that can't be read, that no longer exist, or that are in another source locale are skipped. Rejects with OrderError
 * 'no-locale-files', and with the file's error if the only one can't be read.
 */
export async function openProject(
  services: Pick<Services, 'localeFiles'>,
  uris: readonly vscode.Uri[],
  progress: OpenProgress,
): Promise<UnitScope> {
  const { files, missing } = await chosenFiles(services, uris, progress.signal);
  const { sources, into, skipped } = await openSources(files, progress);
  const [first, ...others] = sources;
  if (first !== undefined)
    return {
      kind: 'units',
      sources: [first, ...others],
      into,
      skippedFiles: [...missing, ...skipped],
      origin: uris.map((uri) => uri.toString()),
    };
  const [unreadable] = skipped;
  throw unreadable?.reason === 'unreadable' ? unreadable.error : new OrderError('no-locale-files');
}

interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  readonly missing: readonly SkippedFile[];
}

async function chosenFiles(
  services: Pick<Services, 'localeFiles'>,
  uris: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<ChosenFiles> {
  const kinds = await Promise.all(uris.map(async (uri) => ({ uri, kind: await kindOf(uri) })));
  const selected = kinds.flatMap(({ uri, kind }) => (kind === 'file' ? chosenFile(uri, true) : []));
  const missing = kinds.flatMap(({ uri, kind }) => (kind === undefined ? missingFile(uri) : []));
  const folders = kinds.flatMap(({ uri, kind }) => (kind === 'folder' ? [uri] : []));
  if (uris.length > 0 && folders.length === 0) return { files: selected, missing };
  const found = (await services.localeFiles.find(signal)).filter(
    (uri) => uris.length === 0 || folders.some((folder) => isInFolder(uri, folder)),
  );
  const kept = await withoutIgnored(found, signal);
  // In a folder that git ignores, all files are ignored, but the user has selected it.
  const files = (kept.length > 0 ? kept : found).flatMap((uri) => chosenFile(uri, false));
  return { files: [...selected, ...files], missing };
}

function chosenFile(uri: vscode.Uri, isSelected: boolean): readonly ChosenFile[] {
  const file = projectFileOf(uri);
  return file === undefined ? [] : [{ ...file, settings: layoutSettings(uri), isSelected }];
}

function missingFile(uri: vscode.Uri): readonly SkippedFile[] {
  const file = projectFileOf(uri);
  return file === undefined ? [] : [{ file: { project: file.project.id, path: file.path }, reason: 'not-found' }];
}

async function kindOf(uri: vscode.Uri): Promise<'file' | 'folder' | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
  } catch {
    return undefined;
  }
}

function isInFolder(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const root = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return uri.scheme === folder.scheme && uri.authority === folder.authority && uri.path.startsWith(root);
}
