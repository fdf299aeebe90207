import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { LogChannel } from './shown/logChannel.ts';
import { showError } from './shown/toasts.ts';
import { words } from '../words/words.ts';

/** The log channel, and the only code that turns errors into messages. */
export class Messages implements vscode.Disposable {
  readonly #channel = new LogChannel();
  #disposed = false;

  /** Messages are dropped while the window is closing. */
  log(line: string): void {
    if (!this.#disposed) this.#channel.info(line);
  }

  showLog(): void {
    this.#channel.show();
  }

  /** Logs an error and shows it in one sentence, unless the user canceled the operation. */
  async error(error: unknown): Promise<void> {
    if (this.#disposed) return;
    this.#channel.error(error instanceof Error ? describe(error) : String(error));
    // Loaded when something first fails: it knows every error of the domain.
    const [{ errorSentence }, { errorRemedy, isAbort }] = await Promise.all([
      import('../words/errorSentence.ts'),
      import('./errorRemedy.ts'),
    ]);
    if (isAbort(error)) return;
    const remedy = errorRemedy(error);
    const showLog = words(l10n.t('Show Log'));
    const chosen = await showError(errorSentence(error), ...(remedy === undefined ? [] : [remedy.title]), showLog);
    if (chosen === showLog) this.showLog();
    else if (chosen !== undefined && chosen === remedy?.title) await remedy.run();
  }

  dispose(): void {
    this.#disposed = true;
    this.#channel.dispose();
  }
}

/** An error and what caused it, as lines for the log. Errors of the service never hold keys or queries. */
function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  because: ${describe(error.cause)}` : '';
  const details =
    'serviceMessage' in error && typeof error.serviceMessage === 'string'
      ? ` — the service says: ${error.serviceMessage}`
      : '';
  return `${error.stack ?? `${error.name}: ${error.message}`}${details}${describeJobs(error)}${cause}`;
}

/** The service's messages about single jobs. */
function describeJobs(error: Error): string {
  if (!('jobErrors' in error) || !(error.jobErrors instanceof Map)) return '';
  return [...error.jobErrors].map(([key, reasons]) => `\n  ${String(key)}: ${JSON.stringify(reasons)}`).join('');
}
