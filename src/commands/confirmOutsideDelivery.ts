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
interface OutsideFile {
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
  const ids = [...held.keys()].filter((jobId) => held.get(jobId) === 'leads-outside');
  const jobs = ids.flatMap((jobId) => session.jobs.get(jobId) ?? []);
  const files = (await Promise.all(jobs.map(outsideFilesOf))).flat();
  await Promise.all(
    files.map(async (file) => {
      const name = `${file.uri.toString()} ${file.realPath}`;
      if (openQuestions.has(name) || targets.answerFor(file.uri, file.realPath) !== undefined) return;
      openQuestions.add(name);
      try {
        await notifications.show(async () => {
          if (await ask(targets, file)) await session.jobs.deliverApproved();
        });
      } finally {
        openQuestions.delete(name);
      }
    }),
  );
}

/**
 * Asks whether one job's files outside the open folders may be written, even if the user declined before. Does not ask
 * if `agreed`. Returns whether all of them may be written.
 */
export async function confirmOutsideDelivery(
  extension: vscode.ExtensionContext,
  job: TrackedJob,
  agreed: boolean,
): Promise<boolean> {
  const targets = new OutsideTargets(extension.workspaceState);
  for (const file of await outsideFilesOf(job)) {
    if (targets.answerFor(file.uri, file.realPath) === 'deliver') continue;
    if (agreed) await targets.remember(file.uri, file.realPath, 'deliver');
    else if (!(await ask(targets, file))) return false;
  }
  return true;
}

/**
 * Asks whether a file that an order is for may be written, if links lead to it outside the open folders; even if the
 * user declined before. Returns whether it may be.
 */
export async function agreesToOutsideFile(extension: vscode.ExtensionContext, uri: vscode.Uri): Promise<boolean> {
  const realPath = await outsidePathOf(uri);
  if (realPath === undefined) return true;
  const targets = new OutsideTargets(extension.workspaceState);
  if (targets.answerFor(uri, realPath) === 'deliver') return true;
  return ask(targets, { uri, realPath }, (message, ...buttons) => askWarning({ message }, ...buttons));
}

async function outsideFilesOf({ units }: TrackedJob): Promise<readonly OutsideFile[]> {
  const files = new Map<string, OutsideFile>();
  for (const { project, targetFile } of units) {
    const uri = targetFile === undefined ? undefined : uriOf(project, targetFile);
    if (uri === undefined || files.has(uri.toString())) continue;
    const realPath = await outsidePathOf(uri);
    if (realPath !== undefined) files.set(uri.toString(), { uri, realPath });
  }
  return [...files.values()];
}

/** Asks in a notification, or in a dialog if `show` says so. */
async function ask(
  targets: OutsideTargets,
  { uri, realPath }: OutsideFile,
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
