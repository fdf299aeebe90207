import * as vscode from 'vscode';

/** Work that is over sooner is not worth a notification. */
const patienceMs = 600;

/** Runs work, under a notification that can be canceled when it takes a while. The signal is aborted when the person cancels. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string, increment?: number) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let latest: { message?: string; increment: number } = { increment: 0 };
  let show: ((step: { message?: string; increment: number }) => void) | undefined;
  const running = work(controller.signal, (message, increment = 0) => {
    if (show === undefined) latest = { message, increment: latest.increment + increment };
    else show({ message, increment });
  });
  const isQuick = await Promise.race([
    running.then(
      () => true,
      () => true,
    ),
    new Promise<false>((resolve) => {
      setTimeout(resolve, patienceMs, false);
    }),
  ]);
  if (isQuick) return running;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (progress, token) => {
    show = (step) => {
      progress.report(step);
    };
    show(latest);
    token.onCancellationRequested(() => {
      controller.abort();
    });
    return running;
  });
}
