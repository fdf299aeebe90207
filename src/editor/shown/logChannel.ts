import * as vscode from 'vscode';
import { logLines } from './logLines.ts';

/**
 * The log in the Output panel. All log lines, also those of the client and the sandbox, go through it; each counts as
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
