import * as vscode from 'vscode';
import { breakIcons } from './icon.ts';
import { link } from './link.ts';
import type { Words } from '../../words/words.ts';

/** Work that ends sooner shows no notification. */
const patienceMs = 600;

/**
 * Runs work, under a notification that can be canceled when it takes a while. The signal is aborted when the person
 * cancels.
 */
export async function withProgress<T>(
  title: Words,
  work: (signal: AbortSignal, report: (message: Words, increment?: number) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let latest: { message?: string; increment: number } = { increment: 0 };
  let show: ((step: { message?: string; increment: number }) => void) | undefined;
  const running = work(controller.signal, (words, increment = 0) => {
    const message = progressText(words);
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
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: progressText(title), cancellable: true },
    (progress, token) => {
      show = (step) => {
        progress.report(step);
      };
      show(latest);
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return running;
    },
  );
}

/** Runs work while a view shows that it is busy. */
export async function withViewProgress<T>(viewId: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

/**
 * VS Code turns links into links in the notification, and `$(name)` into an icon in the status bar, where the text is
 * shown once the notification is closed.
 */
function progressText(text: Words): string {
  return breakIcons(link(text));
}
