import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { showString } from '../../editor/workspace/showString.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { showInStatusBar } from '../../editor/shown/showInStatusBar.ts';
import { plural, sentences, words, type Words } from '../../words/words.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import type { DeliveryReport } from '../../orders/deliver/deliveryReport.ts';
import type { Jobs } from '../../orders/jobs/track/jobs.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { heldSentence } from './heldSentence.ts';
import { openJobButton, showJobsButton } from './showNotices.ts';

/** How long the status bar shows a delivery, in milliseconds. */
const statusMs = 5000;

/** The maximum number of files named in a message. */
const maxNamedFiles = 3;

type WrittenFile = DeliveryReport['written'][number];

interface DeliveryNotificationOptions {
  /** Whether the review page is visible: notifications of each approval would cover it, except for that of the last. */
  readonly isReviewing: boolean;
  /** Undoes these deliveries, when the user presses the button. */
  readonly undo: (deliveryIds: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Notifies the user of the files that were written, once for all of them, and of translations that are held. The status
 * bar shows for a moment what needs no decision: what was approved on the review page, and what was delivered without a
 * command (`inBackground`). For translations that are held without a command, `watchNotices` notifies the user.
 */
export function notifyDelivery(
  { written, held, inBackground }: DeliveryReport,
  jobs: Pick<Jobs, 'all' | 'get'>,
  { isReviewing, undo, onError }: DeliveryNotificationOptions,
): void {
  const isReviewComplete = !jobs.all.some(({ status }) => status === 'reviewable');
  const isQuiet = inBackground === true || (isReviewing && !isReviewComplete);
  // The user has to save an editor with unsaved changes.
  const isExpected = ({ project, file }: WrittenFile): boolean => isQuiet && !isUnsaved(project, file);
  const expectedFiles = written.filter((file) => isExpected(file));
  const otherFiles = written.filter((file) => !isExpected(file));
  if (expectedFiles.length > 0) showInStatusBar(deliverySentence(expectedFiles), statusMs);
  if (otherFiles.length > 0) notifyWritten(otherFiles, jobs, { undo, onError });
  if (inBackground === true) return;
  // Files outside the open folders have a question of their own, see `askAboutOutsideDeliveries`.
  const heldInside = new Map([...held].filter(([, reason]) => reason !== 'leads-outside'));
  if (heldInside.size > 0) notifyHeld(heldInside, jobs);
}

/** Shows a message with buttons that undo the deliveries and, for one locale file, open it. */
function notifyWritten(
  written: readonly WrittenFile[],
  jobs: Pick<Jobs, 'all'>,
  { undo, onError }: Pick<DeliveryNotificationOptions, 'undo' | 'onError'>,
): void {
  const unsavedFiles = written.filter(({ project, file }) => isUnsaved(project, file));
  const lines = [deliverySentence(written)];
  if (unsavedFiles.length > 0) lines.push(unsavedSentence(unsavedFiles, written.length));
  const openTitle = words(l10n.t('Open File'));
  const undoTitle = words(l10n.t('Undo Delivery'));
  const onlyFile = onlyItem(written);
  const buttons = [undoTitle];
  if (onlyFile !== undefined && onlyFile.document !== true) buttons.unshift(openTitle);
  void showInformation(sentences(...lines), ...buttons).then((chosen) => {
    if (chosen === undoTitle) undo(written.map(({ deliveryId }) => deliveryId));
    if (chosen === openTitle && onlyFile !== undefined) openDelivered(onlyFile, jobs).catch(onError);
  });
}

function unsavedSentence(unsavedFiles: readonly WrittenFile[], writtenCount: number): Words {
  if (writtenCount === 1) return words(l10n.t('The file has unsaved changes, so it wasn’t saved.'));
  return words(l10n.t('Not saved, because of unsaved changes: {0}'), fileList(unsavedFiles));
}

/** Opens a file at the translation that was delivered to it last. Rejects if the file is gone. */
async function openDelivered({ project, file }: WrittenFile, jobs: Pick<Jobs, 'all'>): Promise<void> {
  let lastDelivered: { readonly job: TrackedJob; readonly at: number } | undefined;
  for (const job of jobs.all) {
    if (job.delivery.kind !== 'delivered') continue;
    const { at } = job.delivery;
    const isInFile = job.units.some((unit) => unit.project === project && unit.targetFile === file);
    if (isInFile && (lastDelivered === undefined || at > lastDelivered.at)) lastDelivered = { job, at };
  }
  const uri = uriOf(project, file);
  if (lastDelivered !== undefined) await showString(lastDelivered.job, { preview: false });
  else if (uri !== undefined) await vscode.window.showTextDocument(uri, { preview: false });
}

function deliverySentence(written: readonly WrittenFile[]): Words {
  const single = onlyItem(written);
  if (single?.document === true) return words(l10n.t('Delivered the document to {0}.'), single.file);
  return plural(
    written.reduce((sum, { units }) => sum + units, 0),
    {
      one: l10n.t('Delivered {0} translation to {1}.'),
      other: l10n.t('Delivered {0} translations to {1}.'),
    },
    fileList(written),
  );
}

function fileList(written: readonly WrittenFile[]): Words {
  return truncatedList(
    written.map(({ file }) => file),
    maxNamedFiles,
  );
}

/** Notifies the user of approved translations that were not delivered: a single one with the reason. */
function notifyHeld(held: DeliveryReport['held'], jobs: Pick<Jobs, 'get'>): void {
  const heldJobs = [...held.keys()].flatMap((jobId) => jobs.get(jobId) ?? []);
  if (heldJobs.length === 0) return;
  const single = onlyItem(heldJobs);
  const { title, run } = single === undefined ? showJobsButton() : openJobButton(single);
  void showWarning(heldSentence(heldJobs), title).then((chosen) => {
    if (chosen !== undefined) void run();
  });
}

function isUnsaved(project: string, file: string): boolean {
  const uriText = uriOf(project, file)?.toString();
  return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uriText);
}
