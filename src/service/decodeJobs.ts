import * as v from 'valibot';
import { jobsRefused, readJobError } from './envelope.ts';
import type { Comment, Feedback, Job, JobStub, NewJob, Order, QuotedJob, Revision, RevisionText } from './records.ts';
import { amount, amountOrNone, decodeAs, duration, flag, id, list, optionalName, optionalNumber, optionalText, present, text, time, Undecodable } from './schemas.ts';

/** Two statuses have two spellings; everything else stays as it is. */
function statusOf(wire: string): string {
  if (wire === 'cancelled') return 'canceled';
  return wire === 'held' ? 'hold' : wire;
}

const job = v.pipe(
  v.object({
    job_id: id,
    order_id: v.nullish(id),
    status: v.string(),
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
      }),
  ),
);

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

const quotedJob = v.object({ credits: amount, unit_count: amount, eta: duration, currency: optionalName, lc_src_detected: optionalName });

/**
 * The quotes of `jobs`, in their order; the answer has them by key or by position.
 * Throws ServiceError when single jobs were refused inside an answer that is otherwise fine.
 */
export function decodeQuote(response: unknown, jobs: readonly NewJob[]): readonly QuotedJob[] {
  const answer = decodeAs(v.object({ jobs: v.custom<object>((value) => typeof value === 'object' && value !== null) }), response, 'response').jobs;
  const entries: ReadonlyMap<string, unknown> = new Map(Object.entries(answer));
  const byPosition = Array.isArray(answer) || !jobs.some(({ key }) => entries.has(key));
  const found = jobs.map(({ key }, index) => {
    const name = byPosition ? String(index) : key;
    return { key, value: entries.get(name), where: `response.jobs${byPosition ? `[${index}]` : `.${key}`}` };
  });
  const refused = found.flatMap(({ key, value }) => {
    const errors = typeof value === 'object' && value !== null && 'err' in value ? readJobError(value.err) : undefined;
    return errors ? [[key, errors] as const] : [];
  });
  if (refused.length > 0) throw jobsRefused(new Map(refused));
  return found.map(({ key, value, where }) => {
    const wire = decodeAs(quotedJob, value, where);
    return present({
      key,
      credits: wire.credits,
      unitCount: wire.unit_count,
      etaSeconds: wire.eta,
      currency: wire.currency,
      detectedLanguage: wire.lc_src_detected,
    });
  });
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
