import * as l10n from '@vscode/l10n';
import type { JobArgument } from '../../editor/commandIds.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { truncatedLines, truncatedList } from '../../words/truncatedList.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { askInformation, askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { join, plural, sentences, type Words, words } from '../../words/words.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { addCredits } from '../../orders/model/credits.ts';
import {
  approveJobs,
  archiveJobs,
  cancelOrder,
  cancelableJobs,
  chooseReady,
  rejectJobs,
  reviseJobs,
  type BulkApproval,
  type BulkOutcome,
  type JobChoice,
  type RefusedJob,
} from '../../orders/review/reviewMany.ts';
import type { Rejection } from '../../orders/review/review.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './chooseJob.ts';

/** The maximum number of jobs named in a question. */
const maxNamedJobs = 8;

/**
 * Approves several translations at once. Skips, and names, those with errors and those that have changed since their
 * rows were shown. `confirmed`: the caller has already asked.
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
    notifyNoneReady(choice, changed);
    return;
  }
  if (!confirmed && !(await confirmApproval(choice, changed))) return;
  const result = await approveJobs(session.context, session.jobs, choice.ready);
  notifyNotApproved({ ...result, changed: [...changed, ...result.changed] });
  throwRefusal(result.refused);
}

function notifyNotApproved({ approved, changed, notPossible, refused }: BulkApproval): void {
  const lines = [...changedLines(changed), ...skippedLines({ withErrors: [], notPossible })];
  if (refused.length > 0)
    lines.push(
      words(l10n.t('Not approved because the service refused: {0}.'), nameInLine(refused.map(({ job }) => job))),
    );
  if (lines.length === 0) return;
  const done = plural(approved.length, {
    one: l10n.t('{0} translation was approved.'),
    other: l10n.t('{0} translations were approved.'),
  });
  void showWarning(sentences(done, ...lines));
}

/** Reports the last refusal of the service. */
function throwRefusal(refused: readonly RefusedJob[]): void {
  const last = refused.at(-1);
  if (last !== undefined) throw last.error;
}

/** Sorts the selected jobs by whether an action can be performed on them. If on none of them, says so. */
export async function openSelected(
  services: Services,
  rows: readonly JobArgument[],
  action: 'revise' | 'reject',
): Promise<{ readonly session: Session; readonly choice: JobChoice } | undefined> {
  const { session, jobs } = await openJobs(
    services,
    rows.map(({ jobId }) => jobId),
  );
  const choice = chooseReady(jobs, action);
  if (choice.ready.length > 0) return { session, choice };
  void showInformation(words(l10n.t('None of these supports this action.')));
  return undefined;
}

/** Requests a revision of several translations, with one comment, and names those for which that wasn't possible. */
export async function reviseSelected(
  { session, choice }: { readonly session: Session; readonly choice: JobChoice },
  comment: string,
): Promise<void> {
  const ids = choice.ready.map(({ id }) => id);
  notifySkipped(choice, await reviseJobs(session.context, session.jobs, ids, comment), (count) =>
    plural(count, {
      one: l10n.t('A revision of {0} translation was requested.'),
      other: l10n.t('Revisions of {0} translations were requested.'),
    }),
  );
}

/** Rejects several translations, with one reason and comment, and names those for which that wasn't possible. */
export async function rejectSelected(
  { session, choice }: { readonly session: Session; readonly choice: JobChoice },
  rejection: Rejection,
): Promise<void> {
  const ids = choice.ready.map(({ id }) => id);
  notifySkipped(choice, await rejectJobs(session.context, session.jobs, ids, rejection), (count) =>
    plural(count, {
      one: l10n.t('{0} translation was rejected.'),
      other: l10n.t('{0} translations were rejected.'),
    }),
  );
}

function notifySkipped(choice: JobChoice, outcome: BulkOutcome, doneSentence: (count: number) => Words): void {
  const notPossible = [...choice.notPossible, ...outcome.notPossible];
  const lines = skippedLines({ withErrors: [], notPossible });
  if (outcome.refused.length > 0) {
    const refused = nameInLine(outcome.refused.map(({ job }) => job));
    lines.push(words(l10n.t('Skipped because the service refused: {0}.'), refused));
  }
  if (lines.length > 0) void showWarning(sentences(doneSentence(outcome.done.length), ...lines));
  throwRefusal(outcome.refused);
}

function changedLines(changed: readonly TrackedJob[]): readonly Words[] {
  return changed.length === 0
    ? []
    : [words(l10n.t('Skipped because they’ve changed since you saw them: {0}.'), nameInLine(changed))];
}

/** Names the translations of texts that have changed since the order. */
function earlierSourceLines(jobs: readonly TrackedJob[]): readonly Words[] {
  const earlier = jobs.filter(({ sourceChanges = [] }) => sourceChanges.some(({ state }) => state.kind === 'changed'));
  return earlier.length === 0
    ? []
    : [words(l10n.t('Delivered only if you agree, because their source has changed: {0}.'), nameInLine(earlier))];
}

async function confirmApproval(choice: JobChoice, changed: readonly TrackedJob[]): Promise<boolean> {
  const { ready } = choice;
  const yes = plural(ready.length, {
    one: l10n.t('Approve {0} Translation'),
    other: l10n.t('Approve {0} Translations'),
  });
  const question = plural(ready.length, {
    one: l10n.t('Approve {0} translation?'),
    other: l10n.t('Approve {0} translations?'),
  });
  const detail = join(
    [
      nameJobs(ready),
      words(l10n.t('Approval can’t be undone.')),
      ...earlierSourceLines(ready),
      ...changedLines(changed),
      ...skippedLines(choice),
    ],
    '\n\n',
  );
  return (await askInformation({ message: question, detail }, yes)) === yes;
}

/** Archives several approved jobs; names those that can't be archived. */
export async function archiveSelected(services: Services, rows: readonly JobArgument[]): Promise<void> {
  const { session, jobs } = await openJobs(
    services,
    rows.map(({ jobId }) => jobId),
  );
  const choice = chooseReady(jobs, 'archive');
  if (choice.ready.length > 0) await archiveJobs(session.context, session.jobs, choice.ready);
  if (choice.notPossible.length > 0)
    void showInformation(
      words(l10n.t('Only approved jobs can be archived. Skipped: {0}.'), nameInLine(choice.notPossible)),
    );
}

function notifyNoneReady(choice: JobChoice, changed: readonly TrackedJob[]): void {
  void showInformation(
    sentences(words(l10n.t('None of these can be approved.')), ...changedLines(changed), ...skippedLines(choice)),
  );
}

function skippedLines({ withErrors, notPossible }: Pick<JobChoice, 'withErrors' | 'notPossible'>): Words[] {
  return [
    ...(withErrors.length === 0
      ? []
      : [words(l10n.t('Skipped because checks found errors: {0}.'), nameInLine(withErrors))]),
    ...(notPossible.length === 0
      ? []
      : [words(l10n.t('Skipped because they aren’t waiting for review: {0}.'), nameInLine(notPossible))]),
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

/** Cancels all jobs of a job's order that no translator has started. */
export async function cancelOrderOf(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (job.orderId === undefined) throw new OrderError('unknown-job', job.id);
  const jobs = cancelableJobs(session.jobs.all, job.orderId);
  // A caller that passes `confirmed` has already asked.
  if (
    answers.confirmed !== true &&
    !(await confirmCancel(jobs, session.jobs.all.filter(({ orderId }) => orderId === job.orderId).length))
  )
    return;
  await cancelOrder(session.context, session.jobs, job.orderId);
}

async function confirmCancel(jobs: readonly TrackedJob[], orderJobCount: number): Promise<boolean> {
  const yes = plural(jobs.length, { one: l10n.t('Cancel {0} Job'), other: l10n.t('Cancel {0} Jobs') });
  const refund = formatCredits(
    jobs.reduce((sum, job) => addCredits(sum, job.credits), 0),
    jobs[0]?.currency,
  );
  const question = plural(jobs.length, {
    one: l10n.t('Cancel the {0} job of this order that no translator has started?'),
    other: l10n.t('Cancel the {0} jobs of this order that no translator has started?'),
  });
  const others = orderJobCount - jobs.length;
  const rest =
    others === 0
      ? []
      : [
          plural(others, {
            one: l10n.t('{0} other job of this order won’t be canceled.'),
            other: l10n.t('{0} other jobs of this order won’t be canceled.'),
          }),
        ];
  const detail = join(
    [nameJobs(jobs), sentences(words(l10n.t('The price of {0} will be refunded.'), refund), ...rest)],
    '\n\n',
  );
  return (await askWarning({ message: question, detail, closeTitle: words(l10n.t('Keep Jobs')) }, yes)) === yes;
}

/** Names jobs on one line each. */
function nameJobs(jobs: readonly TrackedJob[]): Words {
  return join(
    truncatedLines(
      jobs.map(({ title, targetLocale }) => words(l10n.t('{0}, {1}'), title, localeName(targetLocale))),
      maxNamedJobs,
    ),
    '\n',
  );
}

/** Names jobs in one line. */
function nameInLine(jobs: readonly TrackedJob[]): Words {
  return truncatedList(
    jobs.map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale))),
    maxNamedJobs,
  );
}
