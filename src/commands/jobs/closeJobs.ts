import * as l10n from '@vscode/l10n';
import type { JobCommandArgument, JobsCommandArgument } from '../../editor/jobCommandArgument.ts';
import type { Services } from '../../editor/session/services.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { addCredits } from '../../orders/model/addCredits.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { type TrackedJob, cancelableJobs } from '../../orders/model/trackedJob.ts';
import { allowReordering, archiveJobs, cancelJobs, cancelOrder, requireDone } from '../../orders/jobs/review/review.ts';
import { formatCredits } from '../../words/formatting.ts';
import { join, plural, sentences, type Words, words } from '../../words/words.ts';
import { chooseJob, chooseJobs, type ChosenJobs } from './chooseJob.ts';
import { nameInLine, nameOnLines, sortOutcomes } from './reportOutcomes.ts';

/** Cancels jobs that no translator has started, after a confirmation. */
export async function cancel(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, jobs, singleJob } = chosen;
  if (jobs.length === 0) {
    void showInformation(words(l10n.t('None of these can be canceled: a translator has started them.')));
    return;
  }
  if (!(await confirmCancel(chosen))) return;
  const outcomes = await cancelJobs(
    session,
    jobs.map(({ id }) => id),
  );
  const { refused } = sortOutcomes(jobs, outcomes);
  if (singleJob === undefined && refused.length > 0)
    void showWarning(words(l10n.t('Not canceled because the service refused: {0}.'), nameInLine(refused)));
  requireDone(outcomes);
}

async function confirmCancel({ jobs, skipped, singleJob, answers }: ChosenJobs): Promise<boolean> {
  // A caller that passes `confirmed` has already asked about its job.
  if (singleJob !== undefined) return answers.confirmed === true || (await confirmCancelOfOne(singleJob));
  const message = plural(jobs.length, { one: l10n.t('Cancel {0} job?'), other: l10n.t('Cancel {0} jobs?') });
  const skippedCount = skipped.notPossible.length;
  const skippedSentence = plural(skippedCount, {
    one: l10n.t('{0} other selected job has been started or is closed, so it’s skipped.'),
    other: l10n.t('{0} other selected jobs have been started or are closed, so they’re skipped.'),
  });
  return confirmCancelOfSeveral(message, jobs, skippedCount > 0 ? [skippedSentence] : []);
}

async function confirmCancelOfOne({ title, credits, currency }: TrackedJob): Promise<boolean> {
  const message = words(l10n.t('Cancel the job “{0}”?'), title);
  const detail = words(
    l10n.t('No translator has started it. Its price of {0} will be refunded.'),
    formatCredits(credits, currency),
  );
  const cancelJob = words(l10n.t('Cancel Job'));
  return (await askWarning({ message, detail, closeTitle: words(l10n.t('Keep Job')) }, cancelJob)) === cancelJob;
}

/** Names the jobs and their price. `otherSentences` say what happens to jobs that are not canceled. */
async function confirmCancelOfSeveral(
  message: Words,
  jobs: readonly TrackedJob[],
  otherSentences: readonly Words[],
): Promise<boolean> {
  const credits = jobs.reduce((sum, job) => addCredits(sum, job.credits), 0);
  const refund = words(l10n.t('The price of {0} will be refunded.'), formatCredits(credits, jobs[0]?.currency));
  const detail = join([nameOnLines(jobs), sentences(refund, ...otherSentences)], '\n\n');
  const cancelAll = plural(jobs.length, { one: l10n.t('Cancel {0} Job'), other: l10n.t('Cancel {0} Jobs') });
  return (await askWarning({ message, detail, closeTitle: words(l10n.t('Keep Jobs')) }, cancelAll)) === cancelAll;
}

/** Cancels all jobs of a job's order that no translator has started. */
export async function cancelOrderOf(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (job.orderId === undefined) throw new OrderError('unknown-job', job.id);
  // A caller that passes `confirmed` has already asked.
  if (answers.confirmed !== true && !(await confirmCancelOfOrder(session.jobs.all, job.orderId))) return;
  await cancelOrder(session, job.orderId);
}

async function confirmCancelOfOrder(jobs: readonly TrackedJob[], orderId: string): Promise<boolean> {
  const cancelable = cancelableJobs(jobs, orderId);
  const otherCount = jobs.filter((job) => job.orderId === orderId).length - cancelable.length;
  const message = plural(cancelable.length, {
    one: l10n.t('Cancel the {0} job of this order that no translator has started?'),
    other: l10n.t('Cancel the {0} jobs of this order that no translator has started?'),
  });
  const otherSentence = plural(otherCount, {
    one: l10n.t('{0} other job of this order won’t be canceled.'),
    other: l10n.t('{0} other jobs of this order won’t be canceled.'),
  });
  return confirmCancelOfSeveral(message, cancelable, otherCount > 0 ? [otherSentence] : []);
}

/** Archives approved jobs, which are no longer listed then; names those of selected rows that can't be archived. */
export async function archive(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'archive');
  if (chosen === undefined) return;
  const { session, jobs, skipped, singleJob } = chosen;
  const outcomes = await archiveJobs(
    session,
    jobs.map(({ id }) => id),
  );
  if (singleJob !== undefined) {
    requireDone(outcomes);
    return;
  }
  const sorted = sortOutcomes(jobs, outcomes);
  // Jobs that could not be archived already when they were chosen, and those that have changed since then.
  const notPossible = [...skipped.notPossible, ...sorted.notPossible];
  if (notPossible.length > 0)
    void showInformation(words(l10n.t('Only approved jobs can be archived. Skipped: {0}.'), nameInLine(notPossible)));
  if (sorted.failed !== undefined) throw sorted.failed.error;
}

/** Allows reordering the units of an order without a response, unless a refresh finds it. They may be charged twice. */
export async function confirmReordering(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'orderAgain');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  await session.jobs.fetchAndDeliver();
  if (session.jobs.get(job.id)?.status !== 'unclear') {
    void showInformation(words(l10n.t('The order has since been found, so there’s nothing to reorder.')));
    return;
  }
  const allow = words(l10n.t('Allow Reordering'));
  const chosenButton = await askWarning(
    {
      message: words(l10n.t('The order of “{0}” is unconfirmed.'), job.title),
      detail: sentences(
        session.jobs.hasSeenAllOrders
          ? words(l10n.t('No response arrived, and the service doesn’t list the order.'))
          : words(l10n.t('No response arrived. The service listed only some of its jobs, so the order may exist.')),
        words(l10n.t('If it turns up later, any strings that you reordered are charged twice.')),
        words(l10n.t('The extension keeps looking for it.')),
      ),
    },
    allow,
  );
  if (chosenButton === allow) await allowReordering(session, job.id);
}
