import * as v from 'valibot';
import type { DecodeContext } from '../http/request.ts';
import {
  knownStatuses,
  type Comment,
  type Feedback,
  type Job,
  type JobStub,
  type Order,
  type Revision,
  type RevisionText,
} from '../interface/records.ts';
import { present } from '../../base/present.ts';
import {
  decodeAs,
  decodeRows,
  duration,
  flag,
  id,
  optionalAmount,
  optionalId,
  optionalName,
  optionalNumber,
  optionalText,
  text,
  time,
  UndecodableError,
} from './schemas.ts';

/** The context that decoders of lists need. */
type Report = Pick<DecodeContext, 'report'>;

/** Normalizes the two statuses that have two spellings. */
function statusOf(wire: string): string {
  if (wire === 'cancelled') return 'canceled';
  return wire === 'held' ? 'hold' : wire;
}

const job = v.pipe(
  v.object({
    job_id: id,
    order_id: v.nullish(id),
    status: text,
    type: optionalName,
    lc_src: text,
    lc_tgt: text,
    tier: text,
    body_src: text,
    body_tgt: optionalText,
    slug: optionalText,
    unit_count: optionalAmount,
    credits: optionalAmount,
    currency: optionalName,
    eta: duration,
    ctime: time,
    auto_approve: flag,
    custom_data: optionalName,
    callback_url: optionalName,
    position: optionalNumber,
    file_url_src: optionalName,
    file_url_tgt: optionalName,
    file_download_ready: flag,
  }),
  v.transform((wire): Job =>
    present({
      id: wire.job_id,
      orderId: wire.order_id ?? undefined,
      status: statusOf(wire.status),
      sourceLanguage: wire.lc_src,
      targetLanguage: wire.lc_tgt,
      tier: wire.tier,
      sourceText: wire.body_src,
      translatedText: wire.body_tgt,
      title: wire.slug,
      unitCount: wire.unit_count,
      credits: wire.credits,
      currency: wire.currency,
      etaSeconds: wire.eta,
      createdAt: wire.ctime,
      autoApprove: wire.auto_approve,
      customData: wire.custom_data,
      callbackUrl: wire.callback_url,
      position: wire.position,
      file: fileOf(wire),
    }),
  ),
);

/** Text jobs also have `file_download_ready`, so the job of a file is recognized by its type or an address. */
function fileOf(wire: {
  readonly type: string | undefined;
  readonly file_url_src: string | undefined;
  readonly file_url_tgt: string | undefined;
  readonly file_download_ready: boolean;
}): Job['file'] {
  if (wire.type !== 'file' && wire.file_url_src === undefined && wire.file_url_tgt === undefined) return undefined;
  return present({ sourceUrl: wire.file_url_src, targetUrl: wire.file_url_tgt, ready: wire.file_download_ready });
}

/** Decodes the job records at `where` in an answer. */
export function decodeJobRows(
  values: readonly unknown[],
  where: string,
  report: DecodeContext['report'],
): readonly Job[] {
  return decodeRows(job, values, where, { idName: 'job_id', report });
}

/** Decodes the answer about a single job. */
export function decodeJob(response: unknown): Job {
  return decodeAs(v.object({ job }), response, 'response').job;
}

/** Decodes `jobs`, an array or a dictionary, in the service's order. */
export function decodeJobs(response: unknown, { report }: Report): readonly Job[] {
  const { jobs } = decodeAs(v.object({ jobs: v.unknown() }), response, 'response');
  return decodeRows(job, jobs, 'response.jobs', { idName: 'job_id', report });
}

const jobStub = v.pipe(
  v.object({ job_id: id, ctime: time }),
  v.transform((wire): JobStub => present({ id: wire.job_id, createdAt: wire.ctime })),
);

export function decodeJobStubs(response: unknown, { report }: Report): readonly JobStub[] {
  return decodeRows(jobStub, response, 'response', { idName: 'job_id', report });
}

const order = v.objectWithRest(
  {
    order_id: optionalId,
    total_credits: optionalAmount,
    total_units: optionalAmount,
    total_jobs: optionalNumber,
    currency: optionalName,
  },
  v.unknown(),
);

/**
 * Decodes the order `orderId`. Every `jobs_…` list is read, also for unknown statuses; `jobs_queued` is a number of
 * jobs or a list of them. A list that cannot be read is reported and skipped.
 */
export function decodeOrder(response: unknown, orderId: string, { report }: Report): Order {
  const wire = decodeAs(v.object({ order }), response, 'response').order;
  const jobIds: Record<string, string[]> = {};
  let queuedCount: number | undefined = 0;
  for (const [name, value] of Object.entries(wire)) {
    if (!name.startsWith('jobs_') || value === null || value === undefined) continue;
    const status = statusOf(name.slice('jobs_'.length));
    if (status === 'queued' && typeof value !== 'object') {
      queuedCount = decodeAs(optionalAmount, value, 'response.order.jobs_queued');
      if (queuedCount === undefined) report({ problem: 'response.order.jobs_queued is not a number of jobs' });
      continue;
    }
    const ids = idsIn(value, `response.order.jobs_${knownStatusSet.has(status) ? status : '…'}`, report);
    if (status === 'queued') queuedCount = ids?.length;
    jobIds[status] = [...(jobIds[status] ?? []), ...(ids ?? [])];
  }
  const listedCount = Object.entries(jobIds).reduce(
    (sum, [status, ids]) => (status === 'queued' ? sum : sum + ids.length),
    0,
  );
  return present({
    id: wire.order_id ?? orderId,
    totalCredits: wire.total_credits,
    totalUnits: wire.total_units,
    totalJobs: wire.total_jobs ?? (queuedCount === undefined ? undefined : queuedCount + listedCount),
    currency: wire.currency,
    queuedCount,
    jobIds,
  });
}

const knownStatusSet: ReadonlySet<string> = new Set(knownStatuses);

/** Returns the ids in a list, or undefined if it is not a list. */
function idsIn(value: unknown, where: string, report: Report['report']): readonly string[] | undefined {
  try {
    return decodeRows(id, value, where, { report });
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    report({ problem: error.message });
    return undefined;
  }
}

/** Decodes the answer to an order's cancellation: the order or, in older material, an empty object. */
export function decodeOptionalOrder(response: unknown, orderId: string, context: Report): Order | undefined {
  if (typeof response === 'object' && response !== null && 'order' in response && response.order !== null)
    return decodeOrder(response, orderId, context);
  decodeNothing(response);
  return undefined;
}

const revision = v.pipe(
  v.object({ rev_id: id, ctime: time }),
  v.transform((wire): Revision => present({ id: wire.rev_id, createdAt: wire.ctime })),
);

export function decodeRevisions(response: unknown, { report }: Report): readonly Revision[] {
  const { revisions } = decodeAs(v.object({ revisions: v.unknown() }), response, 'response');
  return decodeRows(revision, revisions, 'response.revisions', { idName: 'rev_id', report });
}

export function decodeRevision(response: unknown): RevisionText {
  const wire = decodeAs(
    v.object({ revision: v.object({ body_tgt: text, ctime: time }) }),
    response,
    'response',
  ).revision;
  return present({ translatedText: wire.body_tgt, createdAt: wire.ctime });
}

/** Decodes feedback; a rating of "0.0" means that there is none. */
export function decodeFeedback(response: unknown): Feedback {
  const wire = decodeAs(
    v.object({ feedback: v.object({ for_translator: optionalName, rating: optionalNumber }) }),
    response,
    'response',
  ).feedback;
  return present({ forTranslator: wire.for_translator, rating: wire.rating === 0 ? undefined : wire.rating });
}

const comment = v.pipe(
  v.object({ author: text, body: text, ctime: time }),
  v.transform((wire): Comment => present({ author: wire.author, body: wire.body, createdAt: wire.ctime })),
);

/** Decodes a comment thread, oldest first. */
export function decodeComments(response: unknown, { report }: Report): readonly Comment[] {
  const { thread } = decodeAs(v.object({ thread: v.unknown() }), response, 'response');
  return decodeRows(comment, thread, 'response.thread', { report });
}

/** Decodes the answer of calls that return an empty object or nothing. */
export function decodeNothing(response: unknown): void {
  if (response !== undefined && response !== null && typeof response !== 'object') {
    throw new UndecodableError(`response is of type ${typeof response}, expected an object`);
  }
}
