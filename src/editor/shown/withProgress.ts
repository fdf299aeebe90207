import * as vscode from 'vscode';
import { breakIcons } from './icon.ts';
import { link } from './link.ts';
import type { Words } from '../../words/words.ts';

/** The notification appears after this time. */
const delayMs = 600;

/** Runs work. If it takes a while, shows a notification with a Cancel button, which aborts the signal. */
export async function withProgress<T>(
  title: Words,
  work: (signal: AbortSignal, report: (message: Words, increment?: number) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  /** What was reported until the notification appears. */
  let earlierStep: { message?: string; increment: number } = { increment: 0 };
  let showStep: ((step: { message?: string; increment: number }) => void) | undefined;
  const running = work(controller.signal, (words, increment = 0) => {
    const message = progressText(words);
    if (showStep === undefined) earlierStep = { message, increment: earlierStep.increment + increment };
    else showStep({ message, increment });
  });
  const isQuick = await Promise.race([
    running.then(
      () => true,
      () => true,
    ),
    new Promise<false>((resolve) => {
      setTimeout(resolve, delayMs, false);
    }),
  ]);
  if (isQuick) return running;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: progressText(title), cancellable: true },
    (progress, token) => {
      showStep = (step) => {
        progress.report(step);
      };
      showStep(earlierStep);
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return running;
    },
  );
}

/** Runs work, and shows progress in a view until it ends. */
export async function withViewProgress<T>(viewId: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

/** VS Code shows links in the notification, and icons in the status bar, which has the text once that is closed. */
function progressText(text: Words): string {
  return breakIcons(link(text));
}
