import * as vscode from 'vscode';
import { logLines } from './logLines.ts';

/**
 * The log in the Output panel: the one way into it, for the client and the sandbox too. All it is given counts as
 * text from outside.
 */
export class LogChannel implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Human Translation', { log: true });

  info(text: string): void {
    this.#channel.info(logLines(text));
  }

  error(text: string): void {
    this.#channel.error(logLines(text));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
