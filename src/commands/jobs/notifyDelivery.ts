import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { jobsViewId, type CommandId, type JobArgument } from '../../editor/commandIds.ts';
import { localeName } from '../../words/formatting.ts';
import { holdSentence } from '../../words/deliverySentences.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { join, words } from '../../words/words.ts';
import { nameSome } from '../../words/truncatedList.ts';
import type { DeliveryReport } from '../../orders/deliver/deliveryReport.ts';
import type { Jobs } from '../../orders/track/jobs.ts';

/** So many jobs are named in a message. */
const namedJobs = 5;

/** Says what was written into which file, with a way back, and what was held. */
export function tellDelivery({ written, held }: DeliveryReport, jobs: Pick<Jobs, 'get'>): void {
  for (const { project, file, units, document } of written) {
    const undo = words(l10n.t('Undo Delivery'));
    const message =
      document === true
        ? words(l10n.t('The translated document was written: {0}'), file)
        : units === 1
          ? words(l10n.t('1 translation was written into {0}.'), file)
          : words(l10n.t('{0} translations were written into {1}.'), units, file);
    const unsaved = isUnsaved(project, file)
      ? [words(l10n.t('The file has unsaved changes, so it is not saved yet.'))]
      : [];
    void showInformation(join([message, ...unsaved], ' '), undo).then((chosen) => {
      if (chosen === undo) void vscode.commands.executeCommand('humanTranslation.undoDelivery' satisfies CommandId);
    });
  }
  // Whether to deliver outside the open folders is asked separately.
  const others = new Map([...held].filter(([, reason]) => reason !== 'leads-outside'));
  if (others.size > 0) tellHeld(others, jobs);
}

/** Approved translations that were not written: why, and where to look at them. Each reason is told once. */
function tellHeld(held: DeliveryReport['held'], jobs: Pick<Jobs, 'get'>): void {
  const [only] = held.size === 1 ? held : [];
  const job = only === undefined ? undefined : jobs.get(only[0]);
  if (only !== undefined && job !== undefined) {
    const open = words(l10n.t('Open Job'));
    const message = words(
      l10n.t('The translation of “{0}” into {1} is approved. {2}'),
      job.title,
      localeName(job.targetLocale),
      holdSentence(only[1]),
    );
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
    words(
      l10n.t('{0} approved translations were not written: {1}. The Human Translation view says why.'),
      held.size,
      nameSome(names, namedJobs),
    ),
    show,
  ).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand(`${jobsViewId}.focus`);
  });
}

function isUnsaved(project: string, file: string): boolean {
  const name = uriOf(project, file)?.toString();
  return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === name);
}
