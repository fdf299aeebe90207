import * as v from 'valibot';
import type { Comment, Feedback, Job, JobStub, Order, Revision, RevisionText } from '../records.ts';
import { present } from '../present.ts';
import { amount, amountOrNone, decodeAs, duration, flag, id, list, optionalName, optionalNumber, optionalText, text, time, Undecodable } from './schemas.ts';

/** Two statuses have two spellings; everything else stays as it is. */
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
    unit_count: amountOrNone,
    credits: amountOrNone,
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
  v.transform(
    (wire): Job =>
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

/** Text jobs carry `file_download_ready` too; what makes a file's job is an address, or that it says so. */
function fileOf(wire: { readonly type: string | undefined; readonly file_url_src: string | undefined; readonly file_url_tgt: string | undefined; readonly file_download_ready: boolean }): Job['file'] {
  if (wire.type !== 'file' && wire.file_url_src === undefined && wire.file_url_tgt === undefined) return undefined;
  return present({ sourceUrl: wire.file_url_src, targetUrl: wire.file_url_tgt, ready: wire.file_download_ready });
}

/** A job record that stands at `where` in an answer. */
export function decodeJobAt(value: unknown, where: string): Job {
  return decodeAs(job, value, where);
}

export function decodeJob(response: unknown): Job {
  return decodeAs(v.object({ job }), response, 'response').job;
}

/** `jobs` as an array or a dictionary; the order is the service's. */
export function decodeJobs(response: unknown): readonly Job[] {
  return decodeAs(v.object({ jobs: list(job) }), response, 'response').jobs;
}

const jobStub = v.pipe(
  v.object({ job_id: id, ctime: time }),
  v.transform((wire): JobStub => present({ id: wire.job_id, createdAt: wire.ctime })),
);

export function decodeJobStubs(response: unknown): readonly JobStub[] {
  return decodeAs(list(jobStub), response, 'response');
}

const order = v.objectWithRest({ order_id: id, total_credits: amountOrNone, total_units: amountOrNone, total_jobs: optionalNumber, currency: optionalName }, v.unknown());

/** Every `jobs_…` list counts, whatever status it names; `jobs_queued` is a number of jobs, or a list of them. */
export function decodeOrder(response: unknown): Order {
  const wire = decodeAs(v.object({ order }), response, 'response').order;
  const jobIds: Record<string, string[]> = {};
  let queuedCount = 0;
  for (const [name, value] of Object.entries(wire)) {
    if (!name.startsWith('jobs_') || value === null || value === undefined) continue;
    const where = `response.order.${name}`;
    if (name === 'jobs_queued' && typeof value !== 'object') {
      queuedCount = decodeAs(amount, value, where);
      continue;
    }
    const ids = decodeAs(list(id), value, where);
    if (name === 'jobs_queued') queuedCount = ids.length;
    const status = statusOf(name.slice('jobs_'.length));
    jobIds[status] = [...(jobIds[status] ?? []), ...ids];
  }
  return present({
    id: wire.order_id,
    totalCredits: wire.total_credits,
    totalUnits: wire.total_units,
    totalJobs: wire.total_jobs ?? queuedCount + Object.entries(jobIds).reduce((sum, [status, ids]) => (status === 'queued' ? sum : sum + ids.length), 0),
    currency: wire.currency,
    queuedCount,
    jobIds,
  });
}

/** The answer to an order's cancellation: the order, or in older material an empty object. */
export function decodeOptionalOrder(response: unknown): Order | undefined {
  if (typeof response === 'object' && response !== null && 'order' in response && response.order !== null) return decodeOrder(response);
  decodeNothing(response);
  return undefined;
}

const revision = v.pipe(
  v.object({ rev_id: id, ctime: time }),
  v.transform((wire): Revision => present({ id: wire.rev_id, createdAt: wire.ctime })),
);

export function decodeRevisions(response: unknown): readonly Revision[] {
  return decodeAs(v.object({ revisions: list(revision) }), response, 'response').revisions;
}

export function decodeRevision(response: unknown): RevisionText {
  const wire = decodeAs(v.object({ revision: v.object({ body_tgt: text, ctime: time }) }), response, 'response').revision;
  return present({ translatedText: wire.body_tgt, createdAt: wire.ctime });
}

/** A rating of "0.0" stands for none. */
export function decodeFeedback(response: unknown): Feedback {
  const wire = decodeAs(v.object({ feedback: v.object({ for_translator: optionalName, rating: optionalNumber }) }), response, 'response').feedback;
  return present({ forTranslator: wire.for_translator, rating: wire.rating === 0 ? undefined : wire.rating });
}

const comment = v.pipe(
  v.object({ author: text, body: text, ctime: time }),
  v.transform((wire): Comment => present({ author: wire.author, body: wire.body, createdAt: wire.ctime })),
);

/** The thread, oldest first. */
export function decodeComments(response: unknown): readonly Comment[] {
  return decodeAs(v.object({ thread: list(comment) }), response, 'response').thread;
}

/** For calls that answer an empty object, or nothing. */
export function decodeNothing(response: unknown): void {
  if (response !== undefined && response !== null && typeof response !== 'object') {
    throw new Undecodable(`response is of type ${typeof response}, expected an object`);
  }
}
