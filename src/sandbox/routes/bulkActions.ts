import { isRecord } from '../../base/isRecord.ts';
import { refused } from '../http/errors.ts';
import { given, type Payload } from './fields.ts';
import type { SandboxJob } from '../world/job.ts';
import { readAction, wrongStateCode, type JobAction } from './jobActions.ts';
import { actOrRefuse, checkOrRefuse, jobOf } from './routing.ts';
import type { World } from '../world/world.ts';

/**
 * PUT /translate/jobs (public material): `action`, `job_ids` and a `comment` that counts where a job has none of its own. An entry
 * of `job_ids` is an id, or an object of `job_id` and the fields of the action. When one job is bad the whole call is refused
 * with what that job is refused with, and nothing is done.
 */
export function actOnJobs(data: Payload, world: World): void {
  const acts = readEntries(data).map((entry) => readAct(entry, data, world));
  if (new Set(acts.map(({ job }) => job.id)).size < acts.length) throw refused(400, 'a job is named twice in "job_ids"');
  for (const { job, action } of acts) checkOrRefuse(job, action, wrongStateCode(action));
  for (const { job, action } of acts) actOrRefuse(world, job, action, wrongStateCode(action));
}

/** A dictionary stands for an array here too: PHP sends one for the other. */
function readEntries(data: Payload): readonly unknown[] {
  const ids = data['job_ids'];
  const entries = Array.isArray(ids) ? (ids as readonly unknown[]) : isRecord(ids) ? Object.values(ids) : [];
  if (entries.length === 0) throw refused(2050);
  return entries;
}

function readAct(entry: unknown, data: Payload, world: World): { readonly job: SandboxJob; readonly action: JobAction } {
  const own: Payload = isRecord(entry) ? entry : { job_id: entry };
  const id = given(own, 'job_id');
  if (typeof id !== 'string' && typeof id !== 'number') throw refused(2050);
  const comment = given(own, 'comment') ?? data['comment'];
  const action = readAction({ ...own, comment, action: data['action'] });
  return { job: jobOf(world, String(id)), action };
}
