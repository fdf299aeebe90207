import * as l10n from '@vscode/l10n';
import type { JobArgument } from '../../editor/commandIds.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import type { JobAnswers, JobCommandArgument, JobsCommandArgument } from '../../editor/jobCommandArgument.ts';
import { localeName } from '../../words/formatting.ts';
import { documentLabel } from '../../words/deliverySentences.ts';
import { statusLabel } from '../../words/jobLabels.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { pickFrom } from '../../editor/shown/quickInput.ts';
import { fromOutside, words } from '../../words/words.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { actionsFor, type JobAction, type TrackedJob, chooseReady } from '../../orders/model/trackedJob.ts';

export interface ChosenJob {
  readonly session: Session;
  readonly job: TrackedJob;
  /** The answers that the caller supplied with the job. */
  readonly answers: JobAnswers;
}

/** Jobs that a command does not act on, by reason. */
export interface SkippedJobs {
  /** The translation has changed since it was shown. */
  readonly changed: readonly TrackedJob[];
  readonly withErrors: readonly TrackedJob[];
  /** Their status does not allow the action, or no longer. */
  readonly notPossible: readonly TrackedJob[];
}

export const noneSkipped: SkippedJobs = { changed: [], withErrors: [], notPossible: [] };

/** The jobs that a command acts on: those of selected rows, or a single one. */
export interface ChosenJobs {
  readonly session: Session;
  readonly jobs: readonly TrackedJob[];
  /** The jobs of selected rows that do not support the action. */
  readonly skipped: SkippedJobs;
  /** The job that the command asks and reports about; undefined if it names the jobs of selected rows. */
  readonly singleJob: TrackedJob | undefined;
  /** The answers that the caller supplied, about which the user is not asked. */
  readonly answers: JobAnswers;
}

/**
 * Returns the jobs of the selected rows that support the action or, if no rows were selected, the job that `chooseJob`
 * returns. Undefined if the user cancels.
 */
export async function chooseJobs(
  services: Services,
  argument: JobsCommandArgument,
  action: JobAction,
): Promise<ChosenJobs | undefined> {
  const { rows, ...jobArgument } = argument;
  // The argument also holds the answers that the caller supplied.
  if (rows !== undefined) return chooseFromRows(services, argument, rows, action);
  const chosen = await chooseJob(services, jobArgument, action);
  if (chosen === undefined) return undefined;
  const { session, job, answers } = chosen;
  return { session, jobs: [job], skipped: noneSkipped, singleJob: job, answers };
}

async function chooseFromRows(
  services: Services,
  answers: JobAnswers,
  rows: readonly JobArgument[],
  action: JobAction,
): Promise<ChosenJobs> {
  const session = await services.sessions.open();
  const hasUnknownJob = rows.some(({ jobId }) => session.jobs.get(jobId) === undefined);
  if (hasUnknownJob) await session.jobs.fetchAndDeliver({ recover: true });
  const jobs = rows.flatMap(({ jobId }) => session.jobs.get(jobId) ?? []);
  const changed = action === 'approve' ? jobs.filter((job) => hasChanged(job, rows)) : [];
  const unchanged = jobs.filter((job) => !changed.includes(job));
  const { ready, ...skipped } = chooseReady(unchanged, action);
  return { session, jobs: ready, skipped: { ...skipped, changed }, singleJob: undefined, answers };
}

/** Whether a translation has changed since its row was shown. */
function hasChanged({ id, translationHash }: TrackedJob, rows: readonly JobArgument[]): boolean {
  const shownHash = rows.find(({ jobId }) => jobId === id)?.translationHash;
  return shownHash !== undefined && shownHash !== translationHash;
}

/**
 * Returns the job that the argument of a command names or, if it names none, one that the user picks from the jobs that
 * support the action. Undefined if the user cancels.
 */
export async function chooseJob(
  services: Services,
  argument: JobCommandArgument,
  action: JobAction,
): Promise<ChosenJob | undefined> {
  const session = await services.sessions.open();
  const { jobId, jobIds, ...answers } = argument;
  if (jobId !== undefined) {
    // The caller may know a job that this window has not fetched yet.
    if (session.jobs.get(jobId) === undefined) await session.jobs.fetchAndDeliver({ recover: true });
    const job = session.jobs.get(jobId);
    if (job === undefined) throw new OrderError('unknown-job', jobId);
    return { session, job, answers };
  }
  const job = await pickJob(session, action, jobIds);
  return job === undefined ? undefined : { session, job, answers: {} };
}

/** The maximum length of a source text in the list of jobs. */
const maxListedCharacters = 120;

/** Lets the user pick from the jobs that support the action, limited to `jobIds` if there are any. */
async function pickJob(
  session: Session,
  action: JobAction,
  jobIds: readonly string[] | undefined,
): Promise<TrackedJob | undefined> {
  if (session.jobs.state.refreshedAt === undefined) await session.jobs.fetchAndDeliver();
  const isOffered = (job: TrackedJob): boolean => jobIds === undefined || jobIds.includes(job.id);
  const jobs = session.jobs.all.filter((job) => actionsFor(job).has(action) && isOffered(job));
  if (jobs.length === 0) {
    void showInformation(words(l10n.t('No job supports this action.')));
    return undefined;
  }
  const items = jobs.map((job) => ({
    label: fromOutside(job.title),
    description: words(l10n.t('{0} · {1}'), localeName(job.targetLocale), statusLabel(job.status)),
    detail:
      job.document === undefined ? fromOutside(job.sourceText, maxListedCharacters) : documentLabel(job, job.document),
    value: job,
  }));
  return pickFrom(items, words(l10n.t('Select a job')));
}
