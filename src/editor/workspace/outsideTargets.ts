import * as vscode from 'vscode';
import { realPathOutside } from '../../base/realPath.ts';

/** The user's decision about delivering to a file outside the open folders. */
export type OutsideAnswer = 'deliver' | 'hold';

const mementoKey = 'humanTranslation.outsideTargets';

/** The user's decisions about symbolic links that lead out of the open folders. They are stored with the workspace. */
export class OutsideTargets {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Returns the user's decision for a file with this real path; undefined if there is none for both. */
  answerFor(uri: vscode.Uri, realPath: string): OutsideAnswer | undefined {
    const answer = this.#answers()[answerKey(uri, realPath)];
    return answer === 'deliver' || answer === 'hold' ? answer : undefined;
  }

  async remember(uri: vscode.Uri, realPath: string, answer: OutsideAnswer): Promise<void> {
    await this.#memento.update(mementoKey, { ...this.#answers(), [answerKey(uri, realPath)]: answer });
  }

  #answers(): Readonly<Record<string, unknown>> {
    return this.#memento.get<Readonly<Record<string, unknown>>>(mementoKey, {});
  }
}

/**
 * Returns the real path of a file in an open folder if that path is outside all open folders. Links of virtual file
 * systems can't be followed.
 */
export async function outsidePathOf(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const localFolders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  const folderPaths = localFolders.map((folder) => folder.uri.fsPath);
  return realPathOutside(uri.fsPath, folderPaths);
}

/** Both paths, so that a decision no longer counts when the link has changed. */
function answerKey(uri: vscode.Uri, realPath: string): string {
  return JSON.stringify([uri.toString(), realPath]);
}
