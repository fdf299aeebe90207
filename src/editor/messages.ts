import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { LogChannel, type LogEntry } from './shown/logChannel.ts';
import { showError, showWarning } from './shown/toasts.ts';
import { words } from '../words/words.ts';

/** The log channel, and the only code that turns errors into messages. */
export class Messages implements vscode.Disposable {
  readonly #channel = new LogChannel();
  #disposed = false;

  /** Messages are dropped while the window is closing. */
  log(line: string): void {
    if (!this.#disposed) this.#channel.info(line);
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
    if (this.#disposed) return;
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
    const chosen = await showError(sentence, ...(remedy === undefined ? [] : [remedy.title]), showLog);
    if (chosen === showLog) this.showLog();
    else if (chosen !== undefined && chosen === remedy?.title) await remedy.run();
  }

  /** Shows the sentence of an error after which the work goes on. */
  async warning(error: Error): Promise<void> {
    const { errorSentence } = await import('../words/errorSentence.ts');
    if (!this.#disposed) await showWarning(errorSentence(error));
  }

  dispose(): void {
    this.#disposed = true;
    this.#channel.dispose();
  }
}

/** Returns an error and its causes as lines for the log. Errors of the service never contain keys or queries. */
function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  because: ${describe(error.cause)}` : '';
  const reason = 'reason' in error && typeof error.reason === 'string' ? `\n  reason: ${error.reason}` : '';
  const details =
    'serviceMessage' in error && typeof error.serviceMessage === 'string'
      ? ` — the service says: ${error.serviceMessage}`
      : '';
  return `${error.stack ?? `${error.name}: ${error.message}`}${details}${reason}${describeJobs(error)}${cause}`;
}

/** The service's messages about single jobs. */
function describeJobs(error: Error): string {
  if (!('jobErrors' in error) || !(error.jobErrors instanceof Map)) return '';
  return [...error.jobErrors].map(([key, reasons]) => `\n  ${String(key)}: ${JSON.stringify(reasons)}`).join('');
}
