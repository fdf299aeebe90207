import { isRecord } from '../../base/isRecord.ts';
import { callData, parameter, type WireCall } from '../http/call.ts';
import { refused } from '../http/errors.ts';
import { fieldOf, itemsOf, type Payload } from './fields.ts';
import type { SandboxJob } from '../records/job.ts';
import type { JobEvent } from '../world/jobMachine.ts';
import { readAction, wrongStateCode, type JobAction } from './jobActions.ts';
import { actOrRefuse, refuseIfImpossible, jobOf } from './routing.ts';
import type { World } from '../world/world.ts';

/**
 * PUT /translate/jobs (public material): `action`, `job_ids`, and a `comment` for jobs that have none of their own. An
 * entry of `job_ids` is an id, or an object with `job_id` and the fields of the action. If one job is refused, the
 * whole call is refused with that job's error and nothing is changed.
 */
export function actOnJobs(data: Payload, world: World): void {
  const acts = readEntries(data).map((entry) => readAct(entry, data, world));
  if (new Set(acts.map(({ job }) => job.id)).size < acts.length)
    throw refused(400, 'a job is named twice in "job_ids"');
  for (const { job, action } of acts) refuseIfImpossible(job, action, wrongStateCode(action));
  for (const { job, action } of acts) actOrRefuse(world, job, action, wrongStateCode(action));
}

/**
 * DELETE /translate/jobs (public clients): cancels the jobs named in the path, in a comma-separated parameter
 * `job_ids`, or in `job_ids` of `data`. As with other actions, if one job is unknown or taken, the call is refused and
 * nothing is changed.
 */
export function cancelJobs(call: WireCall, pathIds: string | undefined, world: World): void {
  const jobs = readCanceledIds(call, pathIds).map((id) => jobOf(world, id));
  for (const job of jobs) refuseIfImpossible(job, cancelEvent, notCancelable);
  for (const job of jobs) actOrRefuse(world, job, cancelEvent, notCancelable);
}

const cancelEvent: JobEvent = { kind: 'cancel' };
/** The service's code for a job that can't be canceled in its status. */
const notCancelable = 2252;

function readCanceledIds(call: WireCall, pathIds: string | undefined): readonly string[] {
  const listed = pathIds ?? parameter(call, 'job_ids');
  if (listed !== undefined) return readIdList(listed);
  const isEmpty = call.json === undefined && !call.query.has('data') && !call.fields.has('data');
  if (isEmpty) return readIdList('');
  const ids = readEntries(callData(call)).map((entry) => readId(asPayload(entry)));
  return [...new Set(ids)];
}

/** An entry may be an object, or the id of a job alone. */
function asPayload(entry: unknown): Payload {
  return isRecord(entry) ? entry : { job_id: entry };
}

/** Reads comma-separated ids. Refuses with 2050 if there are none. */
export function readIdList(text: string): readonly string[] {
  const ids = [...new Set(text.split(','))].map((id) => id.trim()).filter((id) => id !== '');
  if (ids.length === 0) throw refused(2050);
  return ids;
}

function readEntries(data: Payload): readonly unknown[] {
  const entries = itemsOf(data['job_ids']) ?? [];
  if (entries.length === 0) throw refused(2050);
  return entries;
}

function readId(entry: Payload): string {
  const id = fieldOf(entry, 'job_id');
  if (typeof id !== 'string' && typeof id !== 'number') throw refused(2050);
  return String(id);
}

function readAct(
  entry: unknown,
  data: Payload,
  world: World,
): { readonly job: SandboxJob; readonly action: JobAction } {
  const payload = asPayload(entry);
  const id = readId(payload);
  const comment = fieldOf(payload, 'comment') ?? data['comment'];
  const action = readAction({ ...payload, comment, action: data['action'] });
  return { job: jobOf(world, id), action };
}
