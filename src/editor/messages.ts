import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { LogChannel, type LogEntry } from './shown/logChannel.ts';
import { showError, showWarning } from './shown/toasts.ts';
import { words } from '../words/words.ts';

/** The log channel, and the only code that turns errors into messages. */
export class Messages implements vscode.Disposable {
  readonly #channel = new LogChannel();
  #isDisposed = false;

  /** Messages are dropped while the window is closing. */
  log(line: string): void {
    if (!this.#isDisposed) this.#channel.info(line);
  }

  /** The last entries of the log. */
  get recentLog(): readonly LogEntry[] {
    return this.#channel.recent;
  }

  showLog(): void {
    this.#channel.show();
  }

  /**
   * Logs an error and shows its sentence, unless the user canceled the operation. `isOrdering` means that an order
   * failed before anything was ordered.
   */
  async error(error: unknown, { isOrdering = false }: { readonly isOrdering?: boolean } = {}): Promise<void> {
    if (this.#isDisposed) return;
    this.#channel.error(error instanceof Error ? describe(error) : String(error));
    // Loaded when the first error occurs, because these modules import every error of the domain.
    const [{ errorSentence, orderingErrorSentence }, { errorRemedy, isAbort }] = await Promise.all([
      import('../words/errorSentence.ts'),
      import('./errorRemedy.ts'),
    ]);
    if (isAbort(error)) return;
    const remedy = errorRemedy(error);
    const showLog = words(l10n.t('Show Log'));
    const sentence = isOrdering ? orderingErrorSentence(error) : errorSentence(error);
    const buttons = remedy === undefined ? [showLog] : [remedy.title, showLog];
    const chosenButton = await showError(sentence, ...buttons);
    if (chosenButton === undefined) return;
    if (chosenButton === showLog) this.showLog();
    else await remedy?.run();
  }

  /** Shows the sentence of an error after which the work goes on. */
  async warning(error: Error): Promise<void> {
    const { errorSentence } = await import('../words/errorSentence.ts');
    if (!this.#isDisposed) await showWarning(errorSentence(error));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#channel.dispose();
  }
}

/** Returns an error and its causes as lines for the log. Errors of the service never contain keys or queries. */
function describe(error: Error): string {
  let text = error.stack ?? `${error.name}: ${error.message}`;
  if ('serviceMessage' in error && typeof error.serviceMessage === 'string')
    text += ` — the service says: ${error.serviceMessage}`;
  if ('reason' in error && typeof error.reason === 'string') text += `\n  reason: ${error.reason}`;
  text += describeJobs(error);
  if (error.cause instanceof Error) text += `\n  because: ${describe(error.cause)}`;
  return text;
}

/** Returns the service's messages about single jobs as lines, each after a line break. */
function describeJobs(error: Error): string {
  if (!('jobErrors' in error) || !(error.jobErrors instanceof Map)) return '';
  return [...error.jobErrors].map(([key, reasons]) => `\n  ${String(key)}: ${JSON.stringify(reasons)}`).join('');
}
