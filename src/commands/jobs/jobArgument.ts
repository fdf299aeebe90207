import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { documentLabel, localeName, statusLabel } from '../../editor/jobLabels.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { pickFrom } from '../../editor/shown/quickInput.ts';
import { t } from '../../editor/shown/t.ts';
import { outside } from '../../editor/shown/words.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { actionsFor, type JobAction, type TrackedJob } from '../../orders/model/trackedJob.ts';

export interface ChosenJob {
  readonly session: Session;
  readonly job: TrackedJob;
  /** Whatever else came with the job: the answers that would be asked for. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * The job that a command is about: a row of the tree, `{ jobId, … }` with answers, or, from the palette, one that is
 * asked for among those with which the action is possible. Undefined when the person leaves.
 */
export async function chooseJob(
  services: Services,
  argument: unknown,
  action: JobAction,
): Promise<ChosenJob | undefined> {
  const session = await services.sessions.open();
  const answers: Readonly<Record<string, unknown>> =
    typeof argument === 'object' && argument !== null ? { ...argument } : {};
  const { jobId } = answers;
  if (typeof jobId === 'string' || typeof jobId === 'number') {
    const id = String(jobId);
    // A caller may know a job before this window does.
    if (session.jobs.get(id) === undefined) await session.jobs.refresh({ recover: true });
    const job = session.jobs.get(id);
    if (job === undefined) throw new OrderError('unknown-job', id);
    return { session, job, answers };
  }
  const job = await pickJob(session, action);
  return job === undefined ? undefined : { session, job, answers: {} };
}

async function pickJob(session: Session, action: JobAction): Promise<TrackedJob | undefined> {
  if (session.jobs.state.refreshedAt === undefined) await session.jobs.refresh();
  const jobs = session.jobs.all.filter((job) => actionsFor(job).has(action));
  if (jobs.length === 0) {
    void showInformation(t('There is no job with which this can be done now.'));
    return undefined;
  }
  const items = jobs.map((job) => ({
    label: outside(job.title),
    description: t('{0} · {1}', localeName(job.targetLocale), statusLabel(job.status)),
    detail: job.document === undefined ? outside(job.sourceText, 120) : documentLabel(job, job.document),
    value: job,
  }));
  return pickFrom(items, t('Choose a job'));
}
