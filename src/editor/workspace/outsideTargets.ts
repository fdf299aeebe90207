import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isWithin, realPathOf } from '../../base/realPath.ts';

/** The user's decisions about delivering to files outside the open folders. */
export type OutsideAnswer = 'deliver' | 'hold';

const key = 'humanTranslation.outsideTargets';

/**
 * Where symbolic links lead out of the open folders, and what the user said about it; remembered with the workspace.
 */
export class OutsideTargets {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /**
   * The user's answer for a file that really is at `real`; undefined until asked, and once the link leads elsewhere.
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
 * Where a file of an open folder really is, when that is in none of the open folders. Links of other file systems
 * cannot be followed.
 */
export async function realPathOutside(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const real = await realPathOf(uri.fsPath);
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (
      folder.uri.scheme === 'file' &&
      isWithin(await realpath(folder.uri.fsPath).catch(() => folder.uri.fsPath), real)
    )
      return undefined;
  }
  return real;
}

function nameOf(uri: vscode.Uri, real: string): string {
  return JSON.stringify([uri.toString(), real]);
}
