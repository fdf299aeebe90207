import { ServiceError } from '../../../service/interface/serviceError.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { Jobs } from '../track/jobs.ts';
import type { OrderLog, ServiceAccess } from '../../journal/account/orderContext.ts';
import { hasErrors } from '../../model/trackedJob.ts';
import type { ShownJob } from '../../model/errors/changedSinceShownError.ts';

/**
 * The state of a translation at the service, compared with the one that was shown: `as-shown` (without errors),
 * `has-errors` (the same errors that were shown), `changed`, or `not-reviewable`.
 */
export type ShownState = 'as-shown' | 'has-errors' | 'changed' | 'not-reviewable';

/**
 * Fetches jobs and compares each with the one that was shown. A job that could not be read is absent from the result. A
 * job shown without a translation is never `changed`, because the user has seen none. For a document, the address and
 * state of its file are compared, and its bytes if the user has viewed them. The service has no conditional approval,
 * so a change between this answer and the approval can't be excluded.
 */
export async function compareWithShown(
  context: ServiceAccess & OrderLog,
  jobs: Jobs,
  shown: readonly ShownJob[],
  options: CallOptions,
): Promise<ReadonlyMap<string, ShownState>> {
  const states = new Map<string, ShownState>();
  const ids = shown.map(({ id }) => id);
  const jobById = new Map((await readJobs(context, ids, options)).map((job) => [job.id, job]));
  for (const { id, translationHash: shownHash } of shown) {
    const job = jobById.get(id);
    const state = job === undefined ? undefined : await stateOf(context, jobs, { shownHash, job }, options);
    if (state !== undefined) states.set(id, state);
  }
  return states;
}

/** Returns the state of a job's translation; undefined if a document can't be downloaded and compared. */
async function stateOf(
  context: ServiceAccess & OrderLog,
  jobs: Jobs,
  { shownHash, job }: { readonly shownHash: string | undefined; readonly job: Job },
  options: CallOptions,
): Promise<ShownState | undefined> {
  if (job.status !== 'reviewable') return 'not-reviewable';
  const record = jobs.record(job.id);
  const { deliveries } = jobs;
  if (shownHash !== undefined && shownHash !== deliveries.versionOf(record, job)) return 'changed';
  try {
    if (!(await deliveries.isAsViewed(record, job, options))) return 'changed';
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    context.log(`The translated file of job ${job.id} could not be compared with what was shown: ${String(error)}`);
    return undefined;
  }
  const checked = deliveries.check(record, job);
  return checked !== undefined && hasErrors(checked) ? 'has-errors' : 'as-shown';
}

/**
 * Returns the jobs that can be read. Skips jobs that the service does not know, and records that can't be read: a
 * request that fails because of one of them is split in half until they are isolated.
 */
async function readJobs(
  context: ServiceAccess & OrderLog,
  ids: readonly string[],
  options: CallOptions,
): Promise<readonly Job[]> {
  try {
    return await context.client.jobs.get(ids, options);
  } catch (error) {
    const isOfSingleJob =
      error instanceof ServiceError && (error.reason === 'not-found' || error.reason === 'unreadable');
    if (!isOfSingleJob || ids.length <= 1) throw error;
  }
  const half = Math.ceil(ids.length / 2);
  const jobs: Job[] = [];
  for (const idsOfHalf of [ids.slice(0, half), ids.slice(half)]) {
    try {
      jobs.push(...(await readJobs(context, idsOfHalf, options)));
    } catch (error) {
      if (idsOfHalf.length > 1) throw error;
      context.log(`Job ${idsOfHalf.join()} could not be read: ${String(error)}`);
    }
  }
  return jobs;
}
