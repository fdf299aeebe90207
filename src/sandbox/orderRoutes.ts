import type { WireJobStub, WirePlacedOrder, WireOrderAnswer } from '../service/wire.ts';
import { callData, parameter, type WireCall } from './call.ts';
import { okAnswer } from './envelope.ts';
import { refused } from './errors.ts';
import type { SandboxJob } from './job.ts';
import { currency, formatCents } from './prices.ts';
import type { SandboxApp } from './routing.ts';
import { readJobs, readOrderOptions } from './validate.ts';
import { jobRecord, orderRecord, wireTime } from './wireRecords.ts';
import type { World } from './world.ts';

const defaultListed = 10;
const maxListed = 200;

/** Placing orders, and reading orders and several jobs. */
export function addOrderRoutes(app: SandboxApp, world: World): void {
  app.post('/v2/translate/jobs', (c) => okAnswer(placeOrder(c.env.call, world)));

  app.get('/v2/translate/order/:id', (c) => {
    const order = world.order(c.req.param('id'));
    if (order === undefined) throw refused(2750);
    const answer: WireOrderAnswer = { order: orderRecord(order, world.jobsOf(order)) };
    return okAnswer(answer);
  });

  app.get('/v2/translate/jobs', (c) => okAnswer(listJobs(c.env.call, world)));

  app.get('/v2/translate/jobs/:ids', (c) => {
    const jobs = [...new Set(c.req.param('ids').split(','))].flatMap((id) => world.job(id.trim()) ?? []);
    if (jobs.length === 0) throw refused(2100);
    return okAnswer({ jobs: jobs.map((job) => jobRecord(job, world)) });
  });
}

function placeOrder(call: WireCall, world: World): WirePlacedOrder {
  const data = callData(call);
  const jobs = readJobs(data);
  const placement = world.place({ ...readOrderOptions(data, jobs), jobs, payload: JSON.stringify(data) });
  if (placement.kind === 'repeated') throw refused(1754);
  if (placement.kind === 'too-expensive') {
    throw refused(2700, `the order costs ${formatCents(placement.cents)}, the balance is ${formatCents(world.account.balanceCents)}`);
  }
  const { order, known } = placement;
  return {
    // Nothing was ordered when every job was known.
    ...(order === undefined ? {} : { order_id: order.id }),
    job_count: jobs.size,
    credits_used: formatCents(order?.cents ?? 0),
    currency,
    ...(known.size === 0
      ? {}
      : { jobs: Object.fromEntries([...known].map(([key, records]) => [key, records.map((job) => jobRecord(job, world))])) }),
  };
}

/**
 * With a count only, the newest so many; with a time, those of that second and later, and with both so many of them, oldest
 * first, so that one can page by moving the time (public material; whether that second counts is not known, and so none is lost).
 */
function listJobs(call: WireCall, world: World): readonly WireJobStub[] {
  const status = parameter(call, 'status');
  const after = readNumber(call, 'timestamp_after');
  const count = readNumber(call, 'count');
  const jobs = world
    .visibleJobs()
    .filter((job) => (status === undefined || job.status === status) && wireTime(job.createdAt ?? 0) >= (after ?? 0));
  const listed = after === undefined ? newest(jobs, count ?? defaultListed) : count === undefined ? jobs : jobs.slice(0, Math.min(count, maxListed));
  return listed.map((job) => ({ job_id: String(job.id), ctime: wireTime(job.createdAt ?? 0) }));
}

function newest(jobs: readonly SandboxJob[], count: number): readonly SandboxJob[] {
  return jobs.slice(Math.max(0, jobs.length - Math.min(count, maxListed))).toReversed();
}

function readNumber(call: WireCall, name: string): number | undefined {
  const text = parameter(call, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/u.test(text)) throw refused(400, `"${name}" must be a whole number`);
  return Number(text);
}
