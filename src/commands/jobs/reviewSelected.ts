import * as l10n from '@vscode/l10n';
import type { JobArgument } from '../../editor/commandIds.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { listSome, nameSome } from '../../words/truncatedList.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { askInformation, askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { join, type Words, words } from '../../words/words.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { addCredits } from '../../orders/model/credits.ts';
import {
  approveJobs,
  archiveJobs,
  cancelOrder,
  cancelableJobs,
  chooseReady,
  type BulkApproval,
  type JobChoice,
} from '../../orders/review/reviewMany.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './jobArgument.ts';

/** The maximum number of jobs named in a question. */
const namedJobs = 8;

/**
 * Approves several translations at once, each only if it is what its row showed. Those with errors are skipped;
 * these, and those that have changed, are reported by name. `confirmed`: the caller has asked by itself.
 */
export async function approveSelected(
  services: Services,
  rows: readonly JobArgument[],
  confirmed: boolean,
): Promise<void> {
  const { session, jobs } = await openJobs(
    services,
    rows.map(({ jobId }) => jobId),
  );
  const hashes = new Map(rows.map(({ jobId, translationHash }) => [jobId, translationHash]));
  const hasChanged = (job: TrackedJob): boolean => (hashes.get(job.id) ?? job.translationHash) !== job.translationHash;
  const changed = jobs.filter(hasChanged);
  const choice = chooseReady(
    jobs.filter((job) => !hasChanged(job)),
    'approve',
  );
  if (choice.ready.length === 0) {
    tellNothingReady(choice, changed);
    return;
  }
  if (!confirmed && !(await confirmApproval(choice, changed))) return;
  const result = await approveJobs(session.context, session.jobs, choice.ready);
  tellNotApproved({ ...result, changed: [...changed, ...result.changed] });
  if (result.refused !== undefined) throw result.refused.error;
}

function tellNotApproved({ approved, changed, notPossible, refused }: BulkApproval): void {
  const lines = [...changedLines(changed), ...leftOutLines({ withErrors: [], notPossible })];
  if (refused !== undefined)
    lines.push(words(l10n.t('Not approved, since the service refused: {0}'), nameInLine(refused.jobs)));
  if (lines.length === 0) return;
  const done =
    approved.length === 1
      ? words(l10n.t('1 translation was approved.'))
      : words(l10n.t('{0} translations were approved.'), approved.length);
  void showWarning(join([done, ...lines], ' '));
}

function changedLines(changed: readonly TrackedJob[]): readonly Words[] {
  return changed.length === 0
    ? []
    : [words(l10n.t('Not approved, since they have changed since they were shown: {0}'), nameInLine(changed))];
}

async function confirmApproval(choice: JobChoice, changed: readonly TrackedJob[]): Promise<boolean> {
  const { ready } = choice;
  const yes =
    ready.length === 1
      ? words(l10n.t('Approve 1 Translation'))
      : words(l10n.t('Approve {0} Translations'), ready.length);
  const question =
    ready.length === 1
      ? words(l10n.t('Approve 1 translation?'))
      : words(l10n.t('Approve {0} translations?'), ready.length);
  const detail = join(
    [nameJobs(ready), words(l10n.t('An approval can’t be undone.')), ...changedLines(changed), ...leftOutLines(choice)],
    '\n\n',
  );
  return (await askInformation({ message: question, detail }, yes)) === yes;
}

/** Takes several approved jobs off the list. */
export async function archiveSelected(services: Services, rows: readonly JobArgument[]): Promise<void> {
  const { session, jobs } = await openJobs(
    services,
    rows.map(({ jobId }) => jobId),
  );
  const choice = chooseReady(jobs, 'archive');
  if (choice.ready.length > 0) await archiveJobs(session.context, session.jobs, choice.ready);
  if (choice.notPossible.length > 0)
    void showInformation(
      words(l10n.t('Only approved jobs can be archived. Left as they are: {0}'), nameInLine(choice.notPossible)),
    );
}

function tellNothingReady(choice: JobChoice, changed: readonly TrackedJob[]): void {
  void showInformation(
    join([words(l10n.t('None of these can be approved now.')), ...changedLines(changed), ...leftOutLines(choice)], ' '),
  );
}

function leftOutLines({ withErrors, notPossible }: Pick<JobChoice, 'withErrors' | 'notPossible'>): readonly Words[] {
  return [
    ...(withErrors.length === 0
      ? []
      : [words(l10n.t('Left out, since the checks found errors in them: {0}'), nameInLine(withErrors))]),
    ...(notPossible.length === 0
      ? []
      : [words(l10n.t('Left out, since they are not up for review: {0}'), nameInLine(notPossible))]),
  ];
}

async function openJobs(
  services: Services,
  ids: readonly string[],
): Promise<{ readonly session: Session; readonly jobs: readonly TrackedJob[] }> {
  const session = await services.sessions.open();
  if (ids.some((id) => session.jobs.get(id) === undefined)) await session.jobs.refresh({ recover: true });
  return { session, jobs: ids.flatMap((id) => session.jobs.get(id) ?? []) };
}

/** Withdraws whatever of a job's order nobody has started. */
export async function cancelOrderOf(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (job.orderId === undefined) throw new OrderError('unknown-job', job.id);
  const jobs = cancelableJobs(session.jobs.all, job.orderId);
  // A caller that names the job and confirms has asked by itself.
  if (
    answers.confirmed !== true &&
    !(await confirmCancel(jobs, session.jobs.all.filter(({ orderId }) => orderId === job.orderId).length))
  )
    return;
  await cancelOrder(session.context, session.jobs, job.orderId);
}

async function confirmCancel(jobs: readonly TrackedJob[], ofOrder: number): Promise<boolean> {
  const yes = jobs.length === 1 ? words(l10n.t('Cancel 1 Job')) : words(l10n.t('Cancel {0} Jobs'), jobs.length);
  const refund = formatCredits(
    jobs.reduce((sum, job) => addCredits(sum, job.credits), 0),
    jobs[0]?.currency,
  );
  const question =
    jobs.length === 1
      ? words(l10n.t('Cancel the one job of this order that nobody has started?'))
      : words(l10n.t('Cancel the {0} jobs of this order that nobody has started?'), jobs.length);
  const others = ofOrder - jobs.length;
  const rest =
    others === 0
      ? []
      : [
          others === 1
            ? words(l10n.t('1 other job of the order stays as it is.'))
            : words(l10n.t('{0} other jobs of the order stay as they are.'), others),
        ];
  const detail = join(
    [nameJobs(jobs), join([words(l10n.t('Their price of {0} is refunded.'), refund), ...rest], ' ')],
    '\n\n',
  );
  return (await askWarning({ message: question, detail, leave: words(l10n.t('Keep Them')) }, yes)) === yes;
}

function nameJobs(jobs: readonly TrackedJob[]): Words {
  return join(
    listSome(
      jobs.map(({ title, targetLocale }) => words(l10n.t('{0}, {1}'), title, localeName(targetLocale))),
      namedJobs,
    ),
    '\n',
  );
}

function nameInLine(jobs: readonly TrackedJob[]): Words {
  return nameSome(
    jobs.map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale))),
    namedJobs,
  );
}
