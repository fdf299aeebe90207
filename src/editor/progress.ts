import * as vscode from 'vscode';

/** Runs work under a notification that can be canceled. The signal is aborted when the person cancels. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string, increment?: number) => void) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => {
      controller.abort();
    });
    return work(controller.signal, (message, increment) => {
      progress.report({ message, ...(increment === undefined ? {} : { increment }) });
    });
  });
}
