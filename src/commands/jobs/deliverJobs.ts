import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import { holdSentence } from '../../words/deliverySentences.ts';
import { problemLine } from '../../words/problemSentences.ts';
import type { Services } from '../../editor/session/services.ts';
import { truncatedLines, truncatedList } from '../../words/truncatedList.ts';
import { lastDelivery, undoDelivery, type UndoneDelivery } from '../../orders/deliver/deliver.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { Session } from '../../editor/session/session.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { pickFrom, type PickItem } from '../../editor/shown/quickInput.ts';
import { readableId } from '../../formats/kit/unitId.ts';
import { plain } from '../../words/plain.ts';
import { showInStatusBar } from '../../editor/shown/showInStatusBar.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';
import type { HoldReason, TrackedJob } from '../../orders/model/trackedJob.ts';
import type { UnitRef } from '../../orders/model/unitRef.ts';
import { confirmOutsideDelivery } from '../confirmOutsideDelivery.ts';
import { askWhereToDeliver } from './askClosedFolders.ts';
import type { JobAnswers, JobCommandArgument, JobsCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob, chooseJobs } from './chooseJob.ts';
import { nameInLine } from './reportOutcomes.ts';

/** The maximum number of errors listed in a question; the job's page lists all of them. */
const maxListedErrors = 10;

/** The maximum number of files named in a message. */
const maxNamedFiles = 3;

/** How long the status bar shows that a translation was copied. */
const copiedMs = 3000;

/** Delivers approved translations whose delivery is held or was undone. */
export async function deliver(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'deliver');
  if (chosen === undefined) return;
  const { session, jobs, singleJob, answers } = chosen;
  if (singleJob === undefined) await deliverSelected(session, jobs);
  else await deliverSingle(services, session, { job: singleJob, answers });
}

/** Delivers translations that need no decision; names the others, which are delivered one by one. */
async function deliverSelected(session: Session, jobs: readonly TrackedJob[]): Promise<void> {
  if (jobs.length === 0) {
    void showInformation(words(l10n.t('None of these can be delivered: approve the translations first.')));
    return;
  }
  const heldJobs = jobs.filter(({ delivery }) => delivery.kind === 'held');
  for (const job of jobs) {
    // A held job needs a decision. The delivery may find further ones.
    if (heldJobs.includes(job)) continue;
    const report = await session.jobs.deliver(job.id);
    if (report.held.has(job.id)) heldJobs.push(job);
  }
  if (heldJobs.length === 0) return;
  const names = nameInLine(heldJobs);
  void showWarning(words(l10n.t('Not delivered because they need a decision; deliver them one by one: {0}.'), names));
}

/** Delivers a translation. If it is held for a reason that the user can overrule, asks first. */
async function deliverSingle(
  services: Services,
  session: Session,
  { job, answers }: { readonly job: TrackedJob; readonly answers: JobAnswers },
): Promise<void> {
  const isConfirmed = answers.confirmed === true;
  const reason = holdReasonOf(job);
  if (reason === 'leads-outside') return deliverOutside(services, session, job, answers.outside === true);
  if (reason === 'no-project' && (await askWhereToDeliver(session, job.id))) return;
  if (job.document !== undefined) return deliverDocument(session, job, isConfirmed);
  if (reason === 'unit-gone') return decideOnLost(session, job);
  if (reason === 'several-places') return deliverToChosen(session, job, { force: false });
  const mustAsk = reason !== undefined && !isConfirmed;
  if (mustAsk && !(await confirmDelivery(job.title, holdDetail(job, reason)))) return;
  const report = await session.jobs.deliver(job.id);
  const newReason = report.held.get(job.id);
  if (newReason === 'several-places') await deliverToChosen(session, job, { force: true });
  else if (newReason === 'unit-gone') await decideOnLost(session, job);
  else requireDelivered(newReason);
}

/** Returns why the delivery of a translation is held; undefined if it isn't. */
function holdReasonOf(job: TrackedJob | undefined): HoldReason | undefined {
  return job?.delivery.kind === 'held' ? job.delivery.reason : undefined;
}

/** Throws OrderError 'not-delivered' if there is a reason why a translation was not delivered. */
function requireDelivered(reason: HoldReason | undefined): void {
  if (reason !== undefined) throw new OrderError('not-delivered', plain(holdSentence(reason)));
}

/**
 * Asks which string gets the translation: the key was renamed or the file moved, and several strings have its text.
 * Asks again if this applies to several strings of the job. `force` means that the user has agreed to deliver in spite
 * of errors.
 */
async function deliverToChosen(
  { jobs }: Session,
  job: TrackedJob,
  { force }: { readonly force: boolean },
): Promise<void> {
  for (;;) {
    const candidates = await jobs.placesOf(job.id);
    const items = candidates.map((candidate) => ({
      label: fromOutside(readableId(candidate.key ?? '')),
      description: fromOutside(candidate.file),
      detail: words(l10n.t('Will be delivered to {0}'), candidate.targetFile ?? ''),
      value: candidate,
    }));
    const chosenUnit = await pickFrom(
      items,
      words(l10n.t('Select the string that gets the translation of “{0}”'), job.title),
    );
    if (chosenUnit === undefined) return;
    await jobs.deliverTo(job.id, chosenUnit, { force });
    const reason = holdReasonOf(jobs.get(job.id));
    if (reason === 'several-places') continue;
    requireDelivered(reason);
    return;
  }
}

/** An answer to the question how to go on with a translation whose key is gone. */
type LostChoice =
  | { readonly kind: 'place'; readonly place: UnitRef }
  | { readonly kind: 'copy' }
  | { readonly kind: 'keep' };

/**
 * Asks what to do with a translation whose key the source file no longer has: deliver it to a string with the same text,
 * whose translation it replaces; copy it; or keep it without delivering it.
 */
async function decideOnLost({ jobs }: Session, job: TrackedJob): Promise<void> {
  const places = await jobs.placesOf(job.id, { translatedToo: true });
  const items: PickItem<LostChoice>[] = places.map((place) => ({
    codicon: 'arrow-down',
    label: words(l10n.t('Deliver to {0}'), readableId(place.key ?? '')),
    description: fromOutside(place.file),
    detail:
      place.targetHash === undefined
        ? words(l10n.t('Will be delivered to {0}'), place.targetFile ?? '')
        : words(l10n.t('Replaces the translation that this string has in {0}'), place.targetFile ?? ''),
    value: { kind: 'place', place },
  }));
  items.push(
    { codicon: 'copy', label: words(l10n.t('Copy Translation')), value: { kind: 'copy' } },
    {
      codicon: 'archive',
      label: words(l10n.t('Keep Without Delivering')),
      detail: words(l10n.t('It no longer waits for you. You can still copy it, or insert it into an editor.')),
      value: { kind: 'keep' },
    },
  );
  const [unit] = job.units;
  const key = readableId(unit?.key ?? job.title);
  const choice = await pickFrom(
    items,
    words(l10n.t('{0} no longer has “{1}”. What do you want to do with its translation?'), unit?.file ?? '', key),
  );
  if (choice === undefined) return;
  if (choice.kind === 'copy') return copyTexts([job.translatedText ?? ''], words(l10n.t('Translation copied')));
  if (choice.kind === 'keep') return jobs.keepUndelivered(job.id);
  await jobs.deliverTo(job.id, choice.place, { translatedToo: true });
  requireDelivered(holdReasonOf(jobs.get(job.id)));
}

async function copyTexts(texts: readonly string[], copiedText: Words): Promise<void> {
  await vscode.env.clipboard.writeText(texts.join('\n'));
  showInStatusBar(copiedText, copiedMs);
}

/** Delivers outside the open folders if the user agrees. Other reasons to hold the translation still apply. */
async function deliverOutside(
  { extension }: Services,
  { jobs }: Session,
  job: TrackedJob,
  hasAgreed: boolean,
): Promise<void> {
  if (!(await confirmOutsideDelivery(extension, job, hasAgreed))) return;
  await jobs.deliverApproved();
  requireDelivered(holdReasonOf(jobs.get(job.id)));
}

/** Delivers a document as a whole file. Replaces an existing file only if the user agrees to replace that file. */
async function deliverDocument({ jobs }: Session, job: TrackedJob, isConfirmed: boolean): Promise<void> {
  const oldReason = holdReasonOf(job);
  const mayBeOfOtherSource =
    oldReason === 'source-changed' || oldReason === 'source-missing' || oldReason === 'conflict-markers';
  if (mayBeOfOtherSource && !isConfirmed && !(await confirmDelivery(job.title, reasonToAsk(oldReason)))) return;
  let reason = (await jobs.deliver(job.id, { replace: isConfirmed })).held.get(job.id);
  if (reason === 'target-exists') {
    const file = job.units[0]?.targetFile ?? job.title;
    const replace = words(l10n.t('Replace'));
    const chosen = await askWarning(
      {
        message: words(l10n.t('{0} already exists. Replace it?'), file),
        detail: words(
          l10n.t(
            'The file wasn’t delivered by this extension, or it has changed since. “Undo Delivery” can restore it.',
          ),
        ),
      },
      replace,
    );
    if (chosen !== replace) return;
    reason = (await jobs.deliver(job.id, { replace: true })).held.get(job.id);
  }
  requireDelivered(reason);
}

/** Says why the delivery is held. If errors are the reason, lists them, so that the user sees them before agreeing. */
function holdDetail({ problems }: TrackedJob, reason: HoldReason): Words {
  if (reason !== 'problems') return reasonToAsk(reason);
  const errors = problems.filter(({ severity }) => severity === 'error').map(problemLine);
  return join(
    [
      words(l10n.t('The translation is approved, but checks found errors in it:')),
      join(truncatedLines(errors, maxListedErrors), '\n'),
    ],
    '\n\n',
  );
}

/** Says why the delivery is held and, if it matters, what delivering anyway does. */
function reasonToAsk(reason: HoldReason): Words {
  if (reason === 'target-changed')
    return words(
      l10n.t('The string in the target file has changed since the order. The translation replaces the change.'),
    );
  if (reason === 'source-changed')
    return words(l10n.t('The source has changed since the order, so the translation may no longer match it.'));
  return holdSentence(reason);
}

async function confirmDelivery(title: string, detail: Words): Promise<boolean> {
  const deliverAnyway = words(l10n.t('Deliver Anyway'));
  const message = words(l10n.t('Deliver “{0}” anyway?'), title);
  return (await askWarning({ message, detail }, deliverAnyway)) === deliverAnyway;
}

/** Undoes the last delivery of the given job or, without a job, the last delivery of all. */
export async function undo(services: Services, { jobId }: JobCommandArgument): Promise<void> {
  const session = await services.sessions.open();
  await session.context.journal.sync();
  const delivery = lastDelivery(session.context, jobId);
  if (delivery === undefined) throw new OrderError('nothing-to-undo');
  const undone = await undoDelivery(session.context, delivery);
  await session.jobs.reload();
  notifyUndone(undone);
}

function notifyUndone(undone: UndoneDelivery): void {
  void showInformation(undoneSentence(undone));
}

function undoneSentence({ file, units, document }: UndoneDelivery): Words {
  if (document === 'removed') return words(l10n.t('Delivery undone: {0} was deleted.'), file);
  if (document !== undefined) return words(l10n.t('Delivery undone: {0} was restored.'), file);
  return plural(
    units,
    {
      one: l10n.t('Delivery undone: {0} string in {1} was restored.'),
      other: l10n.t('Delivery undone: {0} strings in {1} were restored.'),
    },
    file,
  );
}

/**
 * Undoes deliveries, the last one first. One that can't be undone, because its file has changed, prevents none of the
 * others; the first such error is thrown at the end.
 */
export async function undoDeliveries(services: Services, deliveryIds: readonly string[]): Promise<void> {
  const session = await services.sessions.open();
  await session.context.journal.sync();
  const undone: UndoneDelivery[] = [];
  const errors: unknown[] = [];
  for (const deliveryId of deliveryIds.toReversed()) {
    try {
      undone.push(await undoDelivery(session.context, deliveryId));
    } catch (error) {
      errors.push(error);
    }
  }
  await session.jobs.reload();
  const single = onlyItem(undone);
  if (single !== undefined) notifyUndone(single);
  else if (undone.length > 0) {
    const files = undone.map(({ file }) => file);
    void showInformation(words(l10n.t('Delivery undone: {0}'), truncatedList(files, maxNamedFiles)));
  }
  if (errors.length > 0) throw errors[0];
}

/** Inserts the translation of a passage at the cursor, or replaces the selection with it. */
export async function insertTranslation(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'insert');
  const text = chosen?.job.translatedText;
  if (text === undefined) return;
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    void showInformation(words(l10n.t('Open a file and put the cursor where the translation should be inserted.')));
    return;
  }
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isInserted)
    void showWarning(
      words(
        l10n.t(
          'The translation wasn’t inserted because the editor is read-only or its text has just changed. Try again.',
        ),
      ),
    );
}

/** Copies translations, each in a line of its own. */
export async function copyTranslation(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'open');
  if (chosen === undefined) return;
  const texts = chosen.jobs.flatMap(({ translatedText }) => translatedText ?? []);
  let noneSentence = words(l10n.t('There are no translations yet.'));
  let copiedText = plural(texts.length, {
    one: l10n.t('{0} translation copied'),
    other: l10n.t('{0} translations copied'),
  });
  if (chosen.singleJob !== undefined) {
    noneSentence = words(l10n.t('There’s no translation yet.'));
    copiedText = words(l10n.t('Translation copied'));
  }
  if (texts.length === 0) {
    void showInformation(noneSentence);
    return;
  }
  await copyTexts(texts, copiedText);
}
