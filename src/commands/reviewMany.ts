import { formatCredits, localeName } from '../editor/jobLabels.ts';
import { listSome, nameSome } from '../editor/someNames.ts';
import type { Services } from '../editor/services.ts';
import type { Session } from '../editor/session.ts';
import { askInformation, askWarning, showInformation } from '../editor/shown/messages.ts';
import { t } from '../editor/shown/t.ts';
import { join, type Words } from '../editor/shown/words.ts';
import { OrderError } from '../orders/orderError.ts';
import { addCredits } from '../orders/quote.ts';
import { approveJobs, archiveJobs, cancelOrder, cancelableJobs, chooseReady, type JobChoice } from '../orders/reviewMany.ts';
import type { TrackedJob } from '../orders/trackedJob.ts';
import { chooseJob } from './jobArgument.ts';

/** So many jobs are named in a question. */
const namedJobs = 8;

/** The jobs among the rows that were selected together; undefined when it is not several. */
export function selectedJobIds(selected: unknown): readonly string[] | undefined {
  if (!Array.isArray(selected)) return undefined;
  const ids = selected.flatMap((row: unknown) => (typeof row === 'object' && row !== null && 'jobId' in row && typeof row.jobId === 'string' ? [row.jobId] : []));
  return ids.length > 1 ? ids : undefined;
}

/** Approves several translations at once; those with errors are left out and named. `confirmed`: the caller has asked by itself. */
export async function approveSelected(services: Services, ids: readonly string[], confirmed: boolean): Promise<void> {
  const { session, jobs } = await openJobs(services, ids);
  const choice = chooseReady(jobs, 'approve');
  if (choice.ready.length === 0) {
    tellNothingReady(choice);
    return;
  }
  if (confirmed || (await confirmApproval(choice))) await approveJobs(session.context, session.jobs, choice.ready);
}

async function confirmApproval(choice: JobChoice): Promise<boolean> {
  const { ready } = choice;
  const yes = ready.length === 1 ? t('Approve 1 Translation') : t('Approve {0} Translations', ready.length);
  const question = ready.length === 1 ? t('Approve 1 translation?') : t('Approve {0} translations?', ready.length);
  const detail = join([nameJobs(ready), t('An approval cannot be taken back.'), ...leftOutLines(choice)], '\n\n');
  return (await askInformation({ message: question, detail }, yes)) === yes;
}

/** Takes several approved jobs off the list. */
export async function archiveSelected(services: Services, ids: readonly string[]): Promise<void> {
  const { session, jobs } = await openJobs(services, ids);
  const choice = chooseReady(jobs, 'archive');
  if (choice.ready.length > 0) await archiveJobs(session.context, session.jobs, choice.ready);
  if (choice.notPossible.length > 0) void showInformation(t('Only approved jobs can be archived. Left as they are: {0}', nameInLine(choice.notPossible)));
}

function tellNothingReady(choice: JobChoice): void {
  void showInformation(join([t('None of these can be approved now.'), ...leftOutLines(choice)], ' '));
}

function leftOutLines({ withErrors, notPossible }: JobChoice): readonly Words[] {
  return [
    ...(withErrors.length === 0 ? [] : [t('Left out, since the checks found errors in them: {0}', nameInLine(withErrors))]),
    ...(notPossible.length === 0 ? [] : [t('Left out, since they are not up for review: {0}', nameInLine(notPossible))]),
  ];
}

async function openJobs(services: Services, ids: readonly string[]): Promise<{ readonly session: Session; readonly jobs: readonly TrackedJob[] }> {
  const session = await services.sessions.open();
  if (ids.some((id) => session.jobs.get(id) === undefined)) await session.jobs.refresh({ recover: true });
  return { session, jobs: ids.flatMap((id) => session.jobs.get(id) ?? []) };
}

/** Withdraws whatever of a job's order nobody has started. */
export async function cancelOrderOf(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (job.orderId === undefined) throw new OrderError('unknown-job', job.id);
  const jobs = cancelableJobs(session.jobs.all, job.orderId);
  // A caller that names the job and confirms has asked by itself.
  if (answers['confirmed'] !== true && !(await confirmCancel(jobs, session.jobs.all.filter(({ orderId }) => orderId === job.orderId).length))) return;
  await cancelOrder(session.context, session.jobs, job.orderId);
}

async function confirmCancel(jobs: readonly TrackedJob[], ofOrder: number): Promise<boolean> {
  const yes = jobs.length === 1 ? t('Cancel 1 Job') : t('Cancel {0} Jobs', jobs.length);
  const refund = formatCredits(jobs.reduce((sum, job) => addCredits(sum, job.credits), 0), jobs[0]?.currency);
  const question = jobs.length === 1 ? t('Cancel the one job of this order that nobody has started?') : t('Cancel the {0} jobs of this order that nobody has started?', jobs.length);
  const others = ofOrder - jobs.length;
  const rest = others === 0 ? [] : [others === 1 ? t('1 other job of the order stays as it is.') : t('{0} other jobs of the order stay as they are.', others)];
  const detail = join([nameJobs(jobs), join([t('Their price of {0} is refunded.', refund), ...rest], ' ')], '\n\n');
  return (await askWarning({ message: question, detail, leave: t('Keep Them') }, yes)) === yes;
}

function nameJobs(jobs: readonly TrackedJob[]): Words {
  return join(listSome(jobs.map(({ title, targetLocale }) => t('{0}, {1}', title, localeName(targetLocale))), namedJobs), '\n');
}

function nameInLine(jobs: readonly TrackedJob[]): Words {
  return nameSome(jobs.map(({ title, targetLocale }) => t('“{0}” ({1})', title, localeName(targetLocale))), namedJobs);
}
