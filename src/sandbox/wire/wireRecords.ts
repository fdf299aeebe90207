import { present } from '../../base/present.ts';
import type { WireComment, WireJob, WireNumber, WireOrder } from '../../service/interface/wire.ts';
import type { JobComment, JobStatus, OrderedFile, SandboxJob } from '../records/job.ts';
import type { SandboxOrder } from '../records/placedOrder.ts';
import { etaSeconds } from '../world/pace.ts';
import { currency } from '../world/prices.ts';
import { wireNumbers, type WireNumbers } from './wireNumbers.ts';
import type { World } from '../world/world.ts';

/** Statuses in which a translation is shown. */
const statusesWithText: readonly JobStatus[] = ['reviewable', 'approved', 'revising', 'archived'];

/** Returns the wire record of a job. Absent values have no field. */
export function jobRecord(job: SandboxJob, world: World, wire: WireNumbers): WireJob {
  return {
    job_id: wire.id(job.id),
    order_id: wire.id(job.orderId),
    slug: job.slug,
    ...(job.file === undefined ? textFields(job) : fileFields(job, job.file, world.origin)),
    lc_src: job.lcSrc,
    lc_tgt: job.lcTgt,
    unit_count: wire.count(job.unitCount),
    tier: job.tier,
    credits: wire.credits(job.cents),
    currency,
    status: job.status,
    eta: etaSeconds(job, world.pace, world.now),
    ctime: wireTime(job.createdAt ?? job.since),
    auto_approve: wire.flag(job.autoApprove),
    position: job.position,
    ...present({ glossary_id: job.glossaryId, callback_url: job.callbackUrl, custom_data: job.customData }),
  };
}

/** Whether there is a translation to show: a text, or a file to download. */
export function hasTranslation(job: SandboxJob): boolean {
  return job.bodyTgt !== undefined && statusesWithText.includes(job.status);
}

function textFields(job: SandboxJob): Pick<WireJob, 'body_src' | 'body_tgt' | 'file_download_ready'> {
  return {
    body_src: job.bodySrc,
    ...present({ body_tgt: hasTranslation(job) ? (job.bodyTgt ?? '') : undefined }),
    file_download_ready: false,
  };
}

/**
 * Returns the file addresses that replace texts. They contain an unguessable identifier, and anyone who has one may
 * download the file. Both are present from the beginning (contract §2); the translation can be downloaded once
 * `file_download_ready` is set.
 */
function fileFields(
  job: SandboxJob,
  file: OrderedFile,
  origin: string,
): Pick<WireJob, 'file_download_ready' | 'file_url_src' | 'file_url_tgt'> {
  const name = encodeURIComponent(file.filename);
  const folder = `${origin}/files/${file.identifier}`;
  return {
    file_download_ready: hasTranslation(job),
    file_url_src: `${folder}/source/${name}`,
    file_url_tgt: `${folder}/target/${job.id}/${name}`,
  };
}

/** Returns the wire record of an order. It has no list of rejected jobs; archived jobs are among the approved ones. */
export function orderRecord(order: SandboxOrder, jobs: readonly SandboxJob[], wire: WireNumbers): WireOrder {
  const { recorded } = wireNumbers;
  const idsIn = (...statuses: readonly JobStatus[]): readonly WireNumber[] =>
    jobs.filter((job) => statuses.includes(job.status)).map((job) => recorded.id(job.id));
  return {
    order_id: wire.id(order.id),
    total_credits: recorded.credits(order.cents),
    total_units: recorded.count(order.units),
    total_jobs: recorded.count(order.jobCount),
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

/** Returns the thread of a job or of an order, oldest comment first. */
export function threadRecord(thread: readonly JobComment[]): readonly WireComment[] {
  return thread.map(({ author, body, at }) => ({ body, author, ctime: wireTime(at) }));
}

/** Returns the comments on an order as a whole: the one sent with the order, then those posted later. */
export function orderThread(order: SandboxOrder): readonly JobComment[] {
  const sentWithOrder: readonly JobComment[] =
    order.comment === undefined ? [] : [{ author: 'customer', body: order.comment, at: order.at }];
  return [...sentWithOrder, ...(order.comments ?? [])];
}

/** Converts milliseconds to the wire's seconds. */
export function wireTime(ms: number): number {
  return Math.floor(ms / 1000);
}
