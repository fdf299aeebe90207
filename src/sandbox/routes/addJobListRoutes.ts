import type { WireJobStub } from '../../service/interface/wire.ts';
import { callData, parameter, type WireCall } from '../http/call.ts';
import { actOnJobs, cancelJobs, readIdList } from './bulkActions.ts';
import { okAnswer } from '../http/answers.ts';
import { refused } from '../http/errors.ts';
import type { SandboxJob } from '../records/job.ts';
import type { SandboxApp } from './routing.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';
import { jobRecord, wireTime } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

const defaultListed = 10;
const maxListed = 200;

/** Adds calls about several jobs of any orders. */
export function addJobListRoutes(app: SandboxApp, world: World, wire: WireNumbers): void {
  app.get('/v2/translate/jobs', (c) => okAnswer(listJobs(c.env.call, world).map((job) => stubOf(job, wire))));

  app.put('/v2/translate/jobs', (c) => {
    actOnJobs(callData(c.env.call), world);
    return okAnswer();
  });

  app.on('DELETE', ['/v2/translate/jobs', '/v2/translate/jobs/:ids'], (c) => {
    cancelJobs(c.env.call, c.req.param('ids'), world);
    return okAnswer();
  });

  app.get('/v2/translate/jobs/group', () => {
    throw refused(2550);
  });

  app.get('/v2/translate/jobs/group/:id', (c) => okAnswer(readGroup(c.req.param('id'), world, wire)));

  app.get('/v2/translate/jobs/:ids', (c) => {
    const jobs = readIdList(c.req.param('ids')).flatMap((id) => world.job(id) ?? []);
    if (jobs.length === 0) throw refused(2100);
    return okAnswer({ jobs: jobs.map((job) => jobRecord(job, world, wire)) });
  });
}

/**
 * Older clients ask for jobs by the number of a group, which here is the number of an order with `as_group`. Not in the
 * contract, but its two codes are in the catalog.
 */
function readGroup(
  id: string,
  world: World,
  wire: WireNumbers,
): { readonly jobs: readonly WireJobStub[]; readonly ctime: number } {
  const order = world.order(id);
  if (order?.asGroup !== true) throw refused(2600);
  const jobs = world.jobsOf(order).filter((job) => job.createdAt !== undefined);
  return { jobs: jobs.map((job) => stubOf(job, wire)), ctime: wireTime(order.at) };
}

/**
 * Returns the newest jobs if only a count is given. With a time, returns the jobs of that second and later, oldest
 * first and at most the count, so that clients can page by increasing the time (public material; it is not known
 * whether that second is included, so it is, and no job is missed).
 */
function listJobs(call: WireCall, world: World): readonly SandboxJob[] {
  const status = readStatus(call);
  const fromSeconds = readNumber(call, 'timestamp_after');
  const count = readNumber(call, 'count');
  const isWanted = (job: SandboxJob): boolean => status === undefined || job.status === status;
  if (fromSeconds === undefined) return newest(world, isWanted, Math.min(count ?? defaultListed, maxListed));
  const jobs = world.visibleJobs(fromSeconds * 1000).filter(isWanted);
  return count === undefined ? jobs : jobs.slice(0, Math.min(count, maxListed));
}

function newest(world: World, isWanted: (job: SandboxJob) => boolean, count: number): readonly SandboxJob[] {
  const jobs: SandboxJob[] = [];
  for (const job of world.newestJobs()) {
    if (jobs.length >= count) break;
    if (isWanted(job)) jobs.push(job);
  }
  return jobs;
}

/** Public material has a second spelling for two statuses. An unknown status has no jobs. */
function readStatus(call: WireCall): string | undefined {
  const status = parameter(call, 'status');
  if (status === 'cancelled') return 'canceled';
  return status === 'held' ? 'hold' : status;
}

function readNumber(call: WireCall, name: string): number | undefined {
  const text = parameter(call, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/u.test(text)) throw refused(400, `"${name}" must be a whole number`);
  return Number(text);
}

function stubOf(job: SandboxJob, wire: WireNumbers): WireJobStub {
  return { job_id: wire.id(job.id), ctime: wireTime(job.createdAt ?? 0) };
}
