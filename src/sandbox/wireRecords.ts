import type { WireComment, WireJob, WireOrder } from '../service/wire.ts';
import type { JobStatus, SandboxJob } from './job.ts';
import type { SandboxOrder } from './ledger.ts';
import { etaSeconds } from './pace.ts';
import { currency, formatCents } from './prices.ts';
import type { World } from './world.ts';

/** Statuses in which there is a translation to show. */
const withText: readonly JobStatus[] = ['reviewable', 'approved', 'revising', 'archived'];

/** A job as the wire writes it: ids, counts and credits as decimal strings, as recorded; what is not there is absent. */
export function jobRecord(job: SandboxJob, world: World): WireJob {
  return {
    job_id: String(job.id),
    order_id: String(job.orderId),
    slug: job.slug,
    body_src: job.bodySrc,
    ...(job.bodyTgt !== undefined && withText.includes(job.status) ? { body_tgt: job.bodyTgt } : {}),
    lc_src: job.lcSrc,
    lc_tgt: job.lcTgt,
    unit_count: String(job.unitCount),
    tier: job.tier,
    credits: formatCents(job.cents),
    currency,
    status: job.status,
    eta: etaSeconds(job, world.pace, world.now),
    ctime: wireTime(job.createdAt ?? job.since),
    auto_approve: job.autoApprove ? '1' : '0',
    position: job.position,
    file_download_ready: false,
    ...(job.callbackUrl === undefined ? {} : { callback_url: job.callbackUrl }),
    ...(job.customData === undefined ? {} : { custom_data: job.customData }),
  };
}

/** An order as the wire writes it. There is no list of rejected jobs; an archived job is among the approved. */
export function orderRecord(order: SandboxOrder, jobs: readonly SandboxJob[]): WireOrder {
  const idsIn = (...statuses: readonly JobStatus[]): readonly string[] =>
    jobs.filter((job) => statuses.includes(job.status)).map((job) => String(job.id));
  return {
    order_id: String(order.id),
    total_credits: formatCents(order.cents),
    total_units: String(order.units),
    total_jobs: String(order.jobCount),
    currency,
    as_group: order.asGroup ? 1 : 0,
    jobs_queued: jobs.filter((job) => job.status === 'queued').length,
    jobs_available: idsIn('available'),
    jobs_pending: idsIn('pending'),
    jobs_reviewable: idsIn('reviewable'),
    jobs_approved: idsIn('approved', 'archived'),
    jobs_revising: idsIn('revising'),
    jobs_cancelled: idsIn('canceled'),
    jobs_held: idsIn('hold'),
  };
}

export function threadRecord(job: SandboxJob): readonly WireComment[] {
  return job.thread.map(({ author, body, at }) => ({ body, author, ctime: wireTime(at) }));
}

/** Milliseconds to the wire's seconds. */
export function wireTime(ms: number): number {
  return Math.floor(ms / 1000);
}
