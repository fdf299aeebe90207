import * as vscode from 'vscode';
import { realPathOutside } from '../../base/realPath.ts';

/** The user's decision about delivering to a file outside the open folders. */
export type OutsideAnswer = 'deliver' | 'hold';

const key = 'humanTranslation.outsideTargets';

/**
 * The user's decisions about symbolic links that lead out of the open folders. They are stored with the workspace.
 */
export class OutsideTargets {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /**
   * Returns the user's decision for a file whose real path is `real`; undefined if there is none, or if the link has
   * changed since then.
   */
  answerFor(uri: vscode.Uri, real: string): OutsideAnswer | undefined {
    const answer = this.#answers()[nameOf(uri, real)];
    return answer === 'deliver' || answer === 'hold' ? answer : undefined;
  }

  async remember(uri: vscode.Uri, real: string, answer: OutsideAnswer): Promise<void> {
    await this.#memento.update(key, { ...this.#answers(), [nameOf(uri, real)]: answer });
  }

  #answers(): Readonly<Record<string, unknown>> {
    return this.#memento.get<Readonly<Record<string, unknown>>>(key, {});
  }
}

/**
 * Returns the real path of a file in an open folder if that path is outside all open folders. Links of virtual file
 * systems can't be followed.
 */
export async function outsidePathOf(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  return realPathOutside(
    uri.fsPath,
    folders.map((folder) => folder.uri.fsPath),
  );
}

function nameOf(uri: vscode.Uri, real: string): string {
  return JSON.stringify([uri.toString(), real]);
}
