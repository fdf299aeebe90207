import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { holdSentence } from '../../words/deliverySentences.ts';
import { problemLine } from '../../words/problemSentences.ts';
import type { Services } from '../../editor/session/services.ts';
import { listSome } from '../../words/truncatedList.ts';
import { lastDelivery, undoDelivery } from '../../orders/deliver/deliver.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { Session } from '../../editor/session/session.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { plain } from '../../words/plain.ts';
import { showInStatusBar } from '../../editor/shown/statusBarText.ts';
import { join, type Words, words } from '../../words/words.ts';
import type { HoldReason, TrackedJob } from '../../orders/model/trackedJob.ts';
import { agreeOutside } from '../askOutside.ts';
import { askWhereToDeliver } from './askClosedFolders.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './jobArgument.ts';

/** So many errors are named in a question; the page of the job has them all. */
const namedErrors = 10;

/** Writes an approved translation that is not in its file: held, or taken back. */
export async function deliver(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'deliver');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (job.delivery.kind === 'held' && job.delivery.reason === 'leads-outside') {
    await deliverOutside(services, session, job, answers.outside === true);
    return;
  }
  if (
    job.delivery.kind === 'held' &&
    job.delivery.reason === 'no-project' &&
    (await askWhereToDeliver(session, job.id))
  )
    return;
  if (job.document !== undefined) {
    await deliverWhole(session, job, answers.confirmed === true);
    return;
  }
  if (
    job.delivery.kind === 'held' &&
    answers.confirmed !== true &&
    !(await askAnyway(job.title, whyHeld(job, job.delivery.reason)))
  )
    return;
  const report = await session.jobs.deliver(job.id);
  const reason = report.held.get(job.id);
  if (reason !== undefined) throw new OrderError('not-delivered', plain(holdSentence(reason)));
}

/** The user agrees to the place and to nothing else: other reasons to hold the translation still count. */
async function deliverOutside(
  { extension }: Services,
  { jobs }: Session,
  job: TrackedJob,
  agreed: boolean,
): Promise<void> {
  if (!(await agreeOutside(extension, job, agreed))) return;
  await jobs.deliverApproved();
  const delivery = jobs.get(job.id)?.delivery;
  if (delivery?.kind === 'held') throw new OrderError('not-delivered', plain(holdSentence(delivery.reason)));
}

/**
 * A document is written as a whole; another file takes its place only when the person has said so about that very
 * file.
 */
async function deliverWhole({ jobs }: Session, job: TrackedJob, confirmed: boolean): Promise<void> {
  const held = job.delivery.kind === 'held' ? job.delivery.reason : undefined;
  if (held === 'source-changed' && !confirmed && !(await askAnyway(job.title, holdSentence(held)))) return;
  let reason = (await jobs.deliver(job.id, { replace: confirmed })).held.get(job.id);
  if (reason === 'target-exists') {
    const file = job.units[0]?.targetFile ?? job.title;
    const replace = words(l10n.t('Replace It'));
    const picked = await askWarning(
      {
        message: words(l10n.t('{0} is there already. Replace it?'), file),
        detail: words(
          l10n.t('It was not delivered by this extension, or was changed since. “Undo Delivery” puts it back.'),
        ),
      },
      replace,
    );
    if (picked !== replace) return;
    reason = (await jobs.deliver(job.id, { replace: true })).held.get(job.id);
  }
  if (reason !== undefined) throw new OrderError('not-delivered', plain(holdSentence(reason)));
}

/** The errors are named where they are the reason: who delivers anyway has seen them. */
function whyHeld({ problems }: TrackedJob, reason: HoldReason): Words {
  if (reason !== 'problems') return holdSentence(reason);
  const errors = problems.filter(({ severity }) => severity === 'error').map(problemLine);
  return join(
    [words(l10n.t('It was approved, but the checks found errors in it:')), join(listSome(errors, namedErrors), '\n')],
    '\n\n',
  );
}

async function askAnyway(title: string, detail: Words): Promise<boolean> {
  const yes = words(l10n.t('Deliver Anyway'));
  return (await askWarning({ message: words(l10n.t('Deliver “{0}” anyway?'), title), detail }, yes)) === yes;
}

/** Puts back what a delivery replaced: that of the given job, else the last one. */
export async function undo(services: Services, { jobId }: JobCommandArgument): Promise<void> {
  const session = await services.sessions.open();
  await session.context.journal.sync();
  const delivery = lastDelivery(session.context, jobId);
  if (delivery === undefined) throw new OrderError('nothing-to-undo');
  const { file, units, document } = await undoDelivery(session.context, delivery);
  await session.jobs.reload();
  if (document !== undefined) {
    void showInformation(
      document === 'removed'
        ? words(l10n.t('The delivery was undone: {0} was taken away again.'), file)
        : words(l10n.t('The delivery was undone: {0} is as it was before.'), file),
    );
    return;
  }
  void showInformation(
    units === 1
      ? words(l10n.t('The delivery into {0} was undone: 1 value is as it was.'), file)
      : words(l10n.t('The delivery into {0} was undone: {1} values are as they were.'), file, units),
  );
}

/** Puts the translation of a passage where the cursor is, in place of what is selected. */
export async function insertTranslation(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'insert');
  const text = chosen?.job.translatedText;
  if (text === undefined) return;
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    void showInformation(words(l10n.t('Open the file and put the cursor where the translation should stand.')));
    return;
  }
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isInserted)
    void showWarning(
      words(
        l10n.t(
          'The translation was not inserted: the editor is read-only, or its text changed at that moment. Try again.',
        ),
      ),
    );
}

export async function copyTranslation(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  const text = chosen?.job.translatedText;
  if (text === undefined) {
    void showInformation(words(l10n.t('There is no translation yet.')));
    return;
  }
  await vscode.env.clipboard.writeText(text);
  showInStatusBar(words(l10n.t('Translation copied')), 3000);
}
