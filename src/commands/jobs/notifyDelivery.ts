import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { jobsViewId, type CommandId, type JobArgument } from '../../editor/commandIds.ts';
import { localeName } from '../../words/formatting.ts';
import { holdSentence } from '../../words/deliverySentences.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { showString } from '../../editor/workspace/showString.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { showInStatusBar } from '../../editor/shown/statusBarText.ts';
import { plural, sentences, words, type Words } from '../../words/words.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import type { DeliveryReport } from '../../orders/deliver/deliveryReport.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import type { Jobs } from '../../orders/track/jobs.ts';

/** How long the status bar shows a delivery, in milliseconds. */
const statusMs = 5000;

/** The maximum number of jobs named in a message. */
const maxNamedJobs = 5;

/** The maximum number of files named in a message. */
const maxNamedFiles = 3;

type WrittenFile = DeliveryReport['written'][number];

interface DeliveryNotificationOptions {
  /** Whether the review page is visible: notifications of each approval would cover it, except for that of the last. */
  readonly isReviewing: boolean;
  /** Undoes these deliveries, when the user presses the button. */
  readonly undo: (deliveryIds: readonly string[]) => void;
}

/**
 * Notifies the user of the files that were written, once for all of them, and of translations that are held. What was
 * approved on the review page, or automatically and delivered without a command, needs no decision, so the status bar
 * shows it for a moment.
 */
export function notifyDelivery(
  { written, held, inBackground }: DeliveryReport,
  jobs: Pick<Jobs, 'all' | 'get'>,
  { isReviewing, undo }: DeliveryNotificationOptions,
): void {
  const isLast = !jobs.all.some(({ status }) => status === 'reviewable');
  const isExpected = ({ project, file }: WrittenFile): boolean =>
    !isUnsaved(project, file) &&
    ((isReviewing && !isLast) || (inBackground === true && isApprovedAutomatically(jobs.all, project, file)));
  const expected = written.filter((each) => isExpected(each));
  const others = written.filter((each) => !isExpected(each));
  if (expected.length > 0) showInStatusBar(deliverySentence(expected), statusMs);
  if (others.length > 0) notifyWritten(others, jobs, undo);
  // Files outside the open folders have a question of their own, see `askAboutOutsideDeliveries`.
  const heldHere = new Map([...held].filter(([, reason]) => reason !== 'leads-outside'));
  if (heldHere.size > 0) notifyHeld(heldHere, jobs);
}

function notifyWritten(
  written: readonly WrittenFile[],
  jobs: Pick<Jobs, 'all'>,
  undo: (deliveryIds: readonly string[]) => void,
): void {
  const unsaved = written.filter(({ project, file }) => isUnsaved(project, file));
  const lines = [deliverySentence(written)];
  if (unsaved.length > 0)
    lines.push(
      written.length === 1
        ? words(l10n.t('The file has unsaved changes, so it wasn’t saved.'))
        : words(l10n.t('Not saved, because of unsaved changes: {0}'), fileList(unsaved)),
    );
  const open = words(l10n.t('Open File'));
  const undoTitle = words(l10n.t('Undo Delivery'));
  const [only] = written.length === 1 ? written : [];
  const buttons = only?.document === true || only === undefined ? [undoTitle] : [open, undoTitle];
  void showInformation(sentences(...lines), ...buttons).then((chosen) => {
    if (chosen === undoTitle) undo(written.map(({ deliveryId }) => deliveryId));
    if (chosen === open && only !== undefined) void openDelivered(only, jobs);
  });
}

/** Opens a file at one of its delivered translations. */
async function openDelivered({ project, file }: WrittenFile, jobs: Pick<Jobs, 'all'>): Promise<void> {
  const job = jobs.all.find(
    ({ delivery, units: [unit] }) =>
      delivery.kind === 'delivered' && unit?.project === project && unit.targetFile === file,
  );
  const uri = uriOf(project, file);
  if (job !== undefined) await showString(job, { preview: false });
  else if (uri !== undefined) await vscode.window.showTextDocument(uri, { preview: false });
}

function deliverySentence(written: readonly WrittenFile[]): Words {
  const [only] = written.length === 1 ? written : [];
  if (only?.document === true) return words(l10n.t('Delivered the document to {0}.'), only.file);
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
  const [only] = held.size === 1 ? held : [];
  const job = only === undefined ? undefined : jobs.get(only[0]);
  if (only !== undefined && job !== undefined) {
    const open = words(l10n.t('Open Job'));
    const approved = words(
      l10n.t('The translation of “{0}” into {1} is approved.'),
      job.title,
      localeName(job.targetLocale),
    );
    const message = sentences(approved, holdSentence(only[1]));
    void showWarning(message, open).then((chosen) => {
      if (chosen === open)
        void vscode.commands.executeCommand(
          'humanTranslation.openJob' satisfies CommandId,
          { jobId: job.id } satisfies JobArgument,
        );
    });
    return;
  }
  const names = [...held.keys()]
    .flatMap((jobId) => jobs.get(jobId) ?? [])
    .map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale)));
  const show = words(l10n.t('Show Jobs'));
  void showWarning(
    plural(
      held.size,
      {
        one: l10n.t('{0} approved translation wasn’t delivered: {1}. The Human Translation view shows why.'),
        other: l10n.t('{0} approved translations weren’t delivered: {1}. The Human Translation view shows why.'),
      },
      truncatedList(names, maxNamedJobs),
    ),
    show,
  ).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand(`${jobsViewId}.focus`);
  });
}

/** Whether every translation in a file was ordered to be approved automatically. */
function isApprovedAutomatically(jobs: readonly TrackedJob[], project: string, file: string): boolean {
  return jobs.every(
    ({ autoApprove, delivery, units }) =>
      autoApprove ||
      delivery.kind !== 'delivered' ||
      !units.some((unit) => unit.project === project && unit.targetFile === file),
  );
}

function isUnsaved(project: string, file: string): boolean {
  const name = uriOf(project, file)?.toString();
  return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === name);
}
