import * as vscode from 'vscode';
import { logLines, maxEntryLength } from './logLines.ts';

/** An entry of the log, as it was logged. */
export interface LogEntry {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly level: 'info' | 'error';
  readonly text: string;
}

/** The most entries that are kept for a report. */
const maxEntries = 200;

/**
 * The log in the Output panel. All log lines, also those of the client and the sandbox, go through it; each counts as
 * text from outside.
 */
export class LogChannel implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Human Translation', { log: true });
  readonly #recent: LogEntry[] = [];

  /** The last entries, the oldest first. VS Code can't read its own log. */
  get recent(): readonly LogEntry[] {
    return this.#recent;
  }

  info(text: string): void {
    this.#keep('info', text);
    this.#channel.info(logLines(text));
  }

  error(text: string): void {
    this.#keep('error', text);
    this.#channel.error(logLines(text));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #keep(level: LogEntry['level'], text: string): void {
    this.#recent.push({ at: Date.now(), level, text: text.slice(0, maxEntryLength) });
    if (this.#recent.length > maxEntries) this.#recent.shift();
  }
}
