import * as vscode from 'vscode';
import { RefusedFileError } from '../../orders/model/errors/refusedFileError.ts';
import type { FailedTrial } from '../../orders/model/project.ts';
import type { WriteTrials } from '../../project/writeTrials.ts';
import { localFile } from '../localFile.ts';

/**
 * Finds out whether deliveries to files will be possible, without changing any; see `WriteTrials`. Other file systems
 * than the local disk are asked what they allow.
 */
export class TargetTrials {
  /** The trials on the local disk. */
  #diskTrials: Promise<WriteTrials> | undefined;

  /** Returns why a file could not be written; undefined if it could. */
  async whyNot(uri: vscode.Uri): Promise<FailedTrial | undefined> {
    // Whether to deliver to a file outside the open folders, the user is asked separately.
    const local = await localFile(uri, () => true);
    if (local === undefined) return whyNotVirtual(uri);
    try {
      await local.files.requireAllowed(local.path);
    } catch (error) {
      if (!(error instanceof RefusedFileError)) throw error;
      return { obstacle: 'not-writable', message: error.message };
    }
    this.#diskTrials ??= import('../../project/writeTrials.ts').then(({ WriteTrials: Trials }) => new Trials());
    return (await this.#diskTrials).whyNot(uri.fsPath);
  }
}

/** Returns why a file of another file system than the local disk could not be written, as far as that says so. */
async function whyNotVirtual(uri: vscode.Uri): Promise<FailedTrial | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false)
    return { obstacle: 'read-only', message: `The file system ${uri.scheme} is read-only.` };
  const file = await statIfAny(uri);
  if (file !== undefined) return obstacleOf(file, vscode.FileType.File, 'It');
  for (let folder = parentOf(uri); ; folder = parentOf(folder)) {
    const status = await statIfAny(folder);
    if (status !== undefined) return obstacleOf(status, vscode.FileType.Directory, folder.path);
    if (parentOf(folder).path === folder.path) return undefined;
  }
}

/** Returns why a file could not be written, or why nothing could be created in a folder. */
function obstacleOf(
  { type, permissions }: vscode.FileStat,
  expected: vscode.FileType.File | vscode.FileType.Directory,
  name: string,
): FailedTrial | undefined {
  if (permissions === vscode.FilePermission.Readonly)
    return { obstacle: 'read-only', message: `${name} is read-only.` };
  if ((type & expected) !== 0) return undefined;
  const kind = expected === vscode.FileType.File ? 'file' : 'folder';
  return { obstacle: 'not-writable', message: `${name} is not a ${kind}.` };
}

function parentOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, '..');
}

async function statIfAny(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    (status) => status,
    () => undefined,
  );
}
