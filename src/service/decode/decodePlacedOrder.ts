import * as v from 'valibot';
import { decodeJobRows } from './decodeJobs.ts';
import type { Job, NewJob, PlacedOrder } from '../interface/records.ts';
import type { DecodeContext } from '../http/request.ts';
import { present } from '../../base/present.ts';
import { memberOf } from '../../base/unknownValue.ts';
import { amount, decodeAs, optionalId, optionalName, optionalNumber, UndecodableError } from './schemas.ts';

const placedOrder = v.object({
  order_id: optionalId,
  job_count: optionalNumber,
  credits_used: v.nullish(amount),
  currency: optionalName,
  jobs: v.nullish(v.custom<object>((value) => typeof value === 'object')),
});

/**
 * Decodes the answer to an order: an order id for new jobs, the records of jobs that the service already knew, or both.
 * If there is an order id, the amount charged must be readable: otherwise it is unknown whether the price was kept, so
 * the order is treated as unconfirmed and looked up. A known job that cannot be read is reported and skipped.
 */
export function decodePlacedOrder(
  response: unknown,
  sent: readonly NewJob[],
  { report }: Pick<DecodeContext, 'report'>,
): PlacedOrder {
  const wire = decodeAs(placedOrder, response, 'response');
  const knownJobs = wire.jobs ? knownJobsByKey(wire.jobs, sent, report) : new Map<string, readonly Job[]>();
  if (wire.order_id === undefined && knownJobs.size === 0)
    throw new UndecodableError('response.order_id is absent, and so are jobs');
  if (wire.order_id !== undefined && wire.credits_used === undefined)
    throw new UndecodableError('response.credits_used is absent');
  return present({
    orderId: wire.order_id,
    jobCount: wire.job_count ?? sent.length,
    creditsUsed: wire.credits_used ?? 0,
    currency: wire.currency,
    knownJobs,
  });
}

/**
 * Returns the known jobs by key. Observed shapes: a job, an array of jobs, an array of arrays, or `{ duplicate:
 * otherKey }` for a job that is identical to another in the same order (the key gets the other job's known jobs, none
 * if the other job is new).
 */
function knownJobsByKey(
  answer: object,
  sent: readonly NewJob[],
  report: DecodeContext['report'],
): ReadonlyMap<string, readonly Job[]> {
  const entries = Object.entries(answer) as [string, unknown][];
  const keyOf = keyReader(entries.length, sent);
  /** The key of the identical job in the same order, by the key of its repetition. */
  const repeats = new Map<string, string>();
  const knownJobs = new Map<string, readonly Job[]>();
  for (const [index, [name, value]] of entries.entries()) {
    const where = `response.jobs[${index}]`;
    const duplicate = memberOf(value, 'duplicate');
    if (typeof duplicate === 'string' || typeof duplicate === 'number') {
      repeats.set(keyOf(name) ?? name, keyOf(String(duplicate)) ?? String(duplicate));
      continue;
    }
    // One job, an array of jobs, or an array of arrays.
    const records = [value].flat(2).filter((record) => record !== null);
    const jobs = decodeJobRows(records, where, report);
    const firstJob = jobs[0];
    if (!firstJob) continue;
    const keyByText = (): string | undefined =>
      sent.find((job) => !knownJobs.has(job.key) && isSameText(job, firstJob))?.key;
    const key = keyOf(name) ?? keyByText();
    if (key === undefined) report({ id: firstJob.id, problem: `${where} is none of the jobs that were sent` });
    else knownJobs.set(key, jobs);
  }
  for (const [key, other] of repeats) knownJobs.set(key, knownJobs.get(other) ?? []);
  return knownJobs;
}

/**
 * Returns a function that finds the key of an entry: the name itself, or the key at its position, because dictionaries
 * are sometimes returned as arrays. In an array of another length, positions are meaningless.
 */
function keyReader(count: number, sent: readonly NewJob[]): (name: string) => string | undefined {
  const keys = new Set(sent.map(({ key }) => key));
  return (name) => {
    if (keys.has(name)) return name;
    return count === sent.length && /^\d+$/.test(name) ? sent[Number(name)]?.key : undefined;
  };
}

function isSameText(job: NewJob, earlierJob: Job): boolean {
  return (
    'text' in job &&
    job.text === earlierJob.sourceText &&
    job.targetLanguage === earlierJob.targetLanguage &&
    job.tier === earlierJob.tier
  );
}
