import * as vscode from 'vscode';

const t = vscode.l10n.t;

/** The log channel, and the one place where errors become messages. */
export class Messages implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Human Translation', { log: true });

  log(line: string): void {
    this.#channel.info(line);
  }

  showLog(): void {
    this.#channel.show();
  }

  /** Logs an error and tells the person in one sentence; what they canceled themselves is not told. */
  async error(error: unknown): Promise<void> {
    this.#channel.error(error instanceof Error ? describe(error) : String(error));
    // Loaded when something first fails: it knows every error of the domain.
    const { errorRemedy, errorSentence, isAbort } = await import('./errorSentence.ts');
    if (isAbort(error)) return;
    const remedy = errorRemedy(error);
    const showLog = t('Show Log');
    const chosen = await vscode.window.showErrorMessage(errorSentence(error), ...(remedy === undefined ? [] : [remedy.title]), showLog);
    if (chosen === showLog) this.showLog();
    else if (chosen !== undefined && chosen === remedy?.title) await remedy.run();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** An error and what caused it, as lines for the log. Errors of the service never hold keys or queries. */
function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  because: ${describe(error.cause)}` : '';
  const details = 'serviceMessage' in error && typeof error.serviceMessage === 'string' ? ` — the service says: ${error.serviceMessage}` : '';
  return `${error.stack ?? `${error.name}: ${error.message}`}${details}${cause}`;
}
