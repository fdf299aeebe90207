import * as vscode from 'vscode';
import { jobsViewId, type CommandId, type JobArgument } from '../../editor/commandIds.ts';
import { holdSentence, localeName } from '../../editor/jobLabels.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { t } from '../../editor/shown/t.ts';
import { join } from '../../editor/shown/words.ts';
import { nameSome } from '../../editor/someNames.ts';
import type { DeliveryReport } from '../../orders/deliver/deliveryReport.ts';
import type { Jobs } from '../../orders/track/jobs.ts';

/** So many jobs are named in a message. */
const namedJobs = 5;

/** Says what was written into which file, with a way back, and what was held. */
export function tellDelivery({ written, held }: DeliveryReport, jobs: Pick<Jobs, 'get'>): void {
  for (const { project, file, units, document } of written) {
    const undo = t('Undo Delivery');
    const message =
      document === true
        ? t('The translated document was written: {0}', file)
        : units === 1
          ? t('1 translation was written into {0}.', file)
          : t('{0} translations were written into {1}.', units, file);
    const unsaved = isUnsaved(project, file) ? [t('The file has unsaved changes, so it is not saved yet.')] : [];
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
    const open = t('Open Job');
    const message = t(
      'The translation of “{0}” into {1} is approved. {2}',
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
    .map(({ title, targetLocale }) => t('“{0}” ({1})', title, localeName(targetLocale)));
  const show = t('Show Jobs');
  void showWarning(
    t(
      '{0} approved translations were not written: {1}. The Human Translation view says why.',
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
