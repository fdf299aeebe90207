import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NotificationQueue } from '../editor/notificationQueue.ts';
import { OutsideTargets, outsidePathOf } from '../editor/workspace/outsideTargets.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { Session } from '../editor/session/session.ts';
import { askWarning, showWarning } from '../editor/shown/toasts.ts';
import type { DeliveryReport } from '../orders/deliver/deliveryReport.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { words, type Words } from '../words/words.ts';

/** A target file whose symbolic links lead out of the open folders. */
interface OutsideTarget {
  readonly uri: vscode.Uri;
  /** The file that the links resolve to. */
  readonly realPath: string;
}

/** The questions that are currently shown, so that a refresh does not show them again. */
const openQuestions = new Set<string>();

/**
 * Asks whether to deliver held translations whose target files are outside the open folders: once per file and
 * workspace. The translations are delivered as soon as the user agrees.
 */
export async function askAboutOutsideDeliveries(
  extension: vscode.ExtensionContext,
  session: Session,
  { held }: DeliveryReport,
  notifications: NotificationQueue,
): Promise<void> {
  const targets = new OutsideTargets(extension.workspaceState);
  const jobIds = [...held.keys()].filter((jobId) => held.get(jobId) === 'leads-outside');
  const jobs = jobIds.flatMap((jobId) => session.jobs.get(jobId) ?? []);
  const files = (await Promise.all(jobs.map(outsideFilesOf))).flat();
  const askOnce = async (file: OutsideTarget): Promise<void> => {
    const question = `${file.uri.toString()} ${file.realPath}`;
    if (openQuestions.has(question) || targets.answerFor(file.uri, file.realPath) !== undefined) return;
    openQuestions.add(question);
    try {
      await notifications.show(async () => {
        if (await ask(targets, file)) await session.jobs.deliverApproved();
      });
    } finally {
      openQuestions.delete(question);
    }
  };
  await Promise.all(files.map(askOnce));
}

/** Returns whether a job's files outside the folders may be written. Unless `hasAgreed`, asks, even again. */
export async function confirmOutsideDelivery(
  extension: vscode.ExtensionContext,
  job: TrackedJob,
  hasAgreed: boolean,
): Promise<boolean> {
  const targets = new OutsideTargets(extension.workspaceState);
  for (const file of await outsideFilesOf(job)) {
    if (targets.answerFor(file.uri, file.realPath) === 'deliver') continue;
    if (hasAgreed) await targets.remember(file.uri, file.realPath, 'deliver');
    else if (!(await ask(targets, file))) return false;
  }
  return true;
}

/** Returns whether an order's target file may be written. Asks, even again, if links lead out of the open folders. */
export async function agreesToOutsideFile(extension: vscode.ExtensionContext, uri: vscode.Uri): Promise<boolean> {
  const realPath = await outsidePathOf(uri);
  if (realPath === undefined) return true;
  const targets = new OutsideTargets(extension.workspaceState);
  if (targets.answerFor(uri, realPath) === 'deliver') return true;
  return ask(targets, { uri, realPath }, (message, ...buttons) => askWarning({ message }, ...buttons));
}

/** Returns a job's target files outside the open folders, each once. */
async function outsideFilesOf({ units }: TrackedJob): Promise<readonly OutsideTarget[]> {
  const files = new Map<string, OutsideTarget>();
  for (const { project, targetFile } of units) {
    const uri = targetFile === undefined ? undefined : uriOf(project, targetFile);
    if (uri === undefined || files.has(uri.toString())) continue;
    const realPath = await outsidePathOf(uri);
    if (realPath !== undefined) files.set(uri.toString(), { uri, realPath });
  }
  return [...files.values()];
}

/** Asks about a file, in a notification unless `show` does it in another way, and remembers the answer. */
async function ask(
  targets: OutsideTargets,
  { uri, realPath }: OutsideTarget,
  show: (message: Words, ...buttons: readonly Words[]) => Promise<Words | undefined> = showWarning,
): Promise<boolean> {
  const deliver = words(l10n.t('Deliver to {0}'), realPath);
  const hold = words(l10n.t('Don’t Deliver'));
  const chosen = await show(
    words(
      l10n.t(
        'Because of a symbolic link, {0} is stored at {1}, outside the open folders. Deliver the translation there?',
      ),
      vscode.workspace.asRelativePath(uri),
      realPath,
    ),
    deliver,
    hold,
  );
  if (chosen !== undefined) await targets.remember(uri, realPath, chosen === deliver ? 'deliver' : 'hold');
  return chosen === deliver;
}
