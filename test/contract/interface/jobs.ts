import assert from 'node:assert/strict';
import { present } from '../../../src/base/present.ts';
import { fields, integer, list, ok, okFields, string, wireCents, type Fields, type Reply } from './replies.ts';
import type { Data, Service } from './service.ts';

/** The payload of a text job: four English words to Japanese. */
export function textJob(more: Data = {}): Data {
  return {
    type: 'text',
    slug: 'A title',
    body_src: 'Four words of text',
    lc_src: 'en',
    lc_tgt: 'ja',
    tier: 'standard',
    ...more,
  };
}

/** Orders one job and returns the answer. */
export function postJob(service: Service, job: Data): Promise<Reply> {
  return service.post('/v2/translate/jobs', { jobs: { job_1: job } });
}

/** Quotes one job and returns the answer. */
export function quoteJob(service: Service, job: Data): Promise<Reply> {
  return service.post('/v2/translate/service/quote', { jobs: { job_1: job } });
}

export async function quotedEntry(service: Service, job: Data): Promise<Fields> {
  return fields(fields(okFields(await quoteJob(service, job))['jobs'])['job_1']);
}

/** Orders the jobs in one order and returns its id. */
export async function orderJobs(service: Service, ...jobs: readonly Data[]): Promise<string> {
  return orderJobsAs(service, {}, ...jobs);
}

/** Orders the jobs with options of the order as a whole. */
export async function orderJobsAs(service: Service, order: Data, ...jobs: readonly Data[]): Promise<string> {
  const payload = Object.fromEntries(jobs.map((job, index) => [`job_${index + 1}`, job]));
  return String(okFields(await service.post('/v2/translate/jobs', { jobs: payload, ...order }))['order_id']);
}

export async function readOrder(service: Service, orderId: string): Promise<Fields> {
  return fields(okFields(await service.get(`/v2/translate/order/${orderId}`))['order']);
}

/** Returns the ids in one of the order's lists, such as `jobs_available`. */
export async function idsIn(service: Service, orderId: string, name: string): Promise<readonly string[]> {
  return list((await readOrder(service, orderId))[name]).map(String);
}

/** Orders one job, which has then left the queue, and returns its id. */
export async function orderJob(service: Service, more: Data = {}): Promise<string> {
  const [id, ...others] = await idsIn(service, await orderJobs(service, textJob(more)), 'jobs_available');
  assert.ok(id !== undefined && others.length === 0, 'The order must have one available job.');
  return id;
}

export async function readJob(service: Service, id: string): Promise<Fields> {
  return fields(okFields(await service.get(`/v2/translate/job/${id}`))['job']);
}

export async function statusOf(service: Service, id: string): Promise<string> {
  return string((await readJob(service, id))['status']);
}

/** Lets a translator take the job. */
export async function start(service: Service, id: string): Promise<void> {
  ok(await service.control(`/jobs/${id}/start`));
}

/** Lets a translator submit a translation: this text, or a simulated one. */
export async function finish(service: Service, id: string, text?: string): Promise<void> {
  ok(await service.control(`/jobs/${id}/finish`, present({ body_tgt: text })));
}

/** Orders a job and completes its translation; returns its id. */
export async function reviewableJob(service: Service, more: Data = {}): Promise<string> {
  const id = await orderJob(service, more);
  await start(service, id);
  await finish(service, id);
  assert.equal(await statusOf(service, id), 'reviewable');
  return id;
}

export async function approvedJob(service: Service, more: Data = {}): Promise<string> {
  const id = await reviewableJob(service, more);
  ok(await service.put(`/v2/translate/job/${id}`, { action: 'approve' }));
  return id;
}

export async function thread(service: Service, path: string): Promise<readonly Fields[]> {
  return list(okFields(await service.get(path))['thread']).map((entry) => fields(entry));
}

/** Returns the texts of a comment thread, oldest first, each with its author. */
export async function commentsOf(service: Service, id: string): Promise<readonly string[]> {
  const entries = await thread(service, `/v2/translate/job/${id}/comments`);
  return entries.map((entry) => `${string(entry['author'])}: ${string(entry['body'])}`);
}

export async function revisionsOf(service: Service, id: string): Promise<readonly Fields[]> {
  return list(okFields(await service.get(`/v2/translate/job/${id}/revisions`))['revisions']).map((entry) =>
    fields(entry),
  );
}

export async function feedbackOf(service: Service, id: string): Promise<Fields> {
  return fields(okFields(await service.get(`/v2/translate/job/${id}/feedback`))['feedback']);
}

/** Returns the account's balance in hundredths of a credit. */
export async function balance(service: Service): Promise<number> {
  return wireCents(service.wire, okFields(await service.get('/v2/account/balance'))['credits']);
}

export async function languagePairs(service: Service): Promise<readonly Fields[]> {
  return list(ok(await service.send('GET', '/v2/translate/service/language_pairs'))).map((entry) => fields(entry));
}

/** Returns the sandbox's time in seconds since the epoch. */
export async function wireNow(service: Service): Promise<number> {
  return integer(okFields(await service.state())['now']);
}
