import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { JobArgument } from '../../editor/commandIds.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { showInStatusBar } from '../../editor/shown/statusBarText.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { addCredits } from '../../orders/model/credits.ts';
import { actionsFor, type TrackedJob } from '../../orders/model/trackedJob.ts';
import { cancelJob } from '../../orders/review/review.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { truncatedLines, truncatedList } from '../../words/truncatedList.ts';
import { join, plural, sentences, type Words, words } from '../../words/words.ts';

/** The maximum number of jobs named in a message. */
const maxNamedJobs = 8;

/** Cancels the selected jobs that no translator has started, one by one, after a confirmation. */
export async function cancelSelected(services: Services, rows: readonly JobArgument[]): Promise<void> {
  const { session, jobs } = await openJobs(services, rows);
  const ready = jobs.filter((job) => actionsFor(job).has('cancel'));
  if (ready.length === 0) {
    void showInformation(words(l10n.t('None of these can be canceled: a translator has started them.')));
    return;
  }
  if (!(await confirmCancel(ready, jobs.length - ready.length))) return;
  const refused: TrackedJob[] = [];
  let refusal: unknown;
  for (const job of ready) {
    try {
      await cancelJob(session, job.id);
    } catch (error) {
      // A refusal concerns this job only, for example because a translator has just started it.
      if (!(error instanceof ServiceError) || error.outcome !== 'refused') throw error;
      refused.push(job);
      refusal = error;
    }
  }
  if (refused.length === 0) return;
  void showWarning(words(l10n.t('Not canceled because the service refused: {0}.'), nameInLine(refused)));
  throw refusal;
}

async function confirmCancel(ready: readonly TrackedJob[], skipped: number): Promise<boolean> {
  const yes = plural(ready.length, { one: l10n.t('Cancel {0} Job'), other: l10n.t('Cancel {0} Jobs') });
  const message = plural(ready.length, { one: l10n.t('Cancel {0} job?'), other: l10n.t('Cancel {0} jobs?') });
  const refund = formatCredits(
    ready.reduce((sum, job) => addCredits(sum, job.credits), 0),
    ready[0]?.currency,
  );
  const rest =
    skipped === 0
      ? []
      : [
          plural(skipped, {
            one: l10n.t('{0} other selected job has been started or is closed, so it’s skipped.'),
            other: l10n.t('{0} other selected jobs have been started or are closed, so they’re skipped.'),
          }),
        ];
  const detail = join(
    [
      join(truncatedLines(ready.map(jobName), maxNamedJobs), '\n'),
      sentences(words(l10n.t('The price of {0} will be refunded.'), refund), ...rest),
    ],
    '\n\n',
  );
  return (await askWarning({ message, detail, closeTitle: words(l10n.t('Keep Jobs')) }, yes)) === yes;
}

/** Delivers the selected translations that need no decision; names the others, which are delivered one by one. */
export async function deliverSelected(services: Services, rows: readonly JobArgument[]): Promise<void> {
  const { session, jobs } = await openJobs(services, rows);
  const deliverable = jobs.filter((job) => actionsFor(job).has('deliver'));
  const held = deliverable.filter(({ delivery }) => delivery.kind === 'held');
  for (const job of deliverable) {
    if (held.includes(job)) continue;
    const report = await session.jobs.deliver(job.id);
    if (report.held.has(job.id)) held.push(job);
  }
  if (deliverable.length === 0)
    void showInformation(words(l10n.t('None of these can be delivered: approve the translations first.')));
  else if (held.length > 0)
    void showWarning(
      words(l10n.t('Not delivered because they need a decision; deliver them one by one: {0}.'), nameInLine(held)),
    );
}

/** Copies the selected translations, each in a line of its own. */
export async function copySelected(services: Services, rows: readonly JobArgument[]): Promise<void> {
  const { jobs } = await openJobs(services, rows);
  const texts = jobs.flatMap(({ translatedText }) => translatedText ?? []);
  if (texts.length === 0) {
    void showInformation(words(l10n.t('There are no translations yet.')));
    return;
  }
  await vscode.env.clipboard.writeText(texts.join('\n'));
  const copied = plural(texts.length, {
    one: l10n.t('{0} translation copied'),
    other: l10n.t('{0} translations copied'),
  });
  showInStatusBar(copied, 3000);
}

async function openJobs(
  services: Services,
  rows: readonly JobArgument[],
): Promise<{ readonly session: Session; readonly jobs: readonly TrackedJob[] }> {
  const session = await services.sessions.open();
  return { session, jobs: rows.flatMap(({ jobId }) => session.jobs.get(jobId) ?? []) };
}

function jobName({ title, targetLocale }: TrackedJob): Words {
  return words(l10n.t('{0}, {1}'), title, localeName(targetLocale));
}

function nameInLine(jobs: readonly TrackedJob[]): Words {
  const names = jobs.map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale)));
  return truncatedList(names, maxNamedJobs);
}
