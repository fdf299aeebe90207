import * as vscode from 'vscode';
import { RefusedFileError } from '../../orders/units/files/refusedFileError.ts';
import type { FailedTrial } from '../../orders/model/project.ts';
import type { WriteTrials } from '../../project/writeTrials.ts';
import { localFile } from '../localFile.ts';

/**
 * Finds out whether deliveries to files will be possible, without changing any; see `WriteTrials`. Other file systems
 * than the local disk are asked what they allow.
 */
export class TargetTrials {
  #local: Promise<WriteTrials> | undefined;

  /** Returns why a file could not be written; undefined if it could. */
  async whyNot(uri: vscode.Uri): Promise<FailedTrial | undefined> {
    // The user is asked about a file outside the open folders.
    const local = await localFile(uri, () => true);
    if (local === undefined) return whyNotVirtual(uri);
    try {
      await local.files.requireAllowed(local.path);
    } catch (error) {
      if (!(error instanceof RefusedFileError)) throw error;
      return { obstacle: 'not-writable', message: error.message };
    }
    this.#local ??= import('../../project/writeTrials.ts').then(({ WriteTrials: Trials }) => new Trials());
    return (await this.#local).whyNot(uri.fsPath);
  }
}

async function whyNotVirtual(uri: vscode.Uri): Promise<FailedTrial | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false)
    return { obstacle: 'read-only', message: `The file system ${uri.scheme} is read-only.` };
  const found = await statIfAny(uri);
  if (found?.permissions === vscode.FilePermission.Readonly)
    return { obstacle: 'read-only', message: 'It is read-only.' };
  if (found !== undefined)
    return isOf(found, vscode.FileType.File) ? undefined : { obstacle: 'not-writable', message: 'It is not a file.' };
  for (let folder = parentOf(uri); ; folder = parentOf(folder)) {
    const status = await statIfAny(folder);
    if (status?.permissions === vscode.FilePermission.Readonly)
      return { obstacle: 'read-only', message: `${folder.path} is read-only.` };
    if (status !== undefined)
      return isOf(status, vscode.FileType.Directory)
        ? undefined
        : { obstacle: 'not-writable', message: `${folder.path} is not a folder.` };
    if (parentOf(folder).path === folder.path) return undefined;
  }
}

function parentOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, '..');
}

function isOf({ type }: vscode.FileStat, wanted: vscode.FileType): boolean {
  return (type & wanted) !== 0;
}

async function statIfAny(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    (found) => found,
    () => undefined,
  );
}
