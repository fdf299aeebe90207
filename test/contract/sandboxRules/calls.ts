import assert from 'node:assert/strict';
import { signature, type Answer, type SandboxFixture } from '../sandboxFixture.ts';

export type Data = Readonly<Record<string, unknown>>;

/** The payload of a text job. */
export function textJob(more: Data = {}): Data {
  return { body_src: 'Hello there', lc_src: 'en', lc_tgt: 'fr', tier: 'standard', ...more };
}

export function okOf(answer: Answer): unknown {
  assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
  return answer.response;
}

/** Returns the code of a call that was refused as a whole. */
export function codeOf(answer: Answer): unknown {
  assert.equal(answer.opstat, 'error', JSON.stringify(answer.response));
  return (answer.err as { readonly code?: unknown }).code;
}

/** Returns the codes of each refused job, by its key. */
export function jobCodesOf(answer: Answer): Readonly<Record<string, readonly unknown[]>> {
  assert.equal(answer.opstat, 'error', JSON.stringify(answer.response));
  const errors = answer.err as Readonly<Record<string, readonly { readonly code: unknown; readonly msg: string }[]>>;
  return Object.fromEntries(Object.entries(errors).map(([key, entries]) => [key, entries.map(({ code }) => code)]));
}

/** Orders the jobs and returns the order's number. */
export async function placeJobs({ call }: SandboxFixture, jobs: readonly Data[], more: Data = {}): Promise<string> {
  const placed = okOf(await call('POST', '/translate/jobs', { jobs, ...more })) as { readonly order_id: number };
  return String(placed.order_id);
}

export async function readOrder({ call }: SandboxFixture, id: string): Promise<Data> {
  return (okOf(await call('GET', `/translate/order/${id}`)) as { readonly order: Data }).order;
}

/** Returns the job ids in one of an order's lists, such as `jobs_available`. */
export async function idsIn(fixture: SandboxFixture, orderId: string, list: string): Promise<readonly string[]> {
  return (await readOrder(fixture, orderId))[list] as readonly string[];
}

export async function readJob({ call }: SandboxFixture, id: string): Promise<Data> {
  return (okOf(await call('GET', `/translate/job/${id}`)) as { readonly job: Data }).job;
}

/** Completes the translation of the jobs, whatever their status. */
export async function translateJobs({ control }: SandboxFixture, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await control('POST', `/jobs/${id}/start`);
    okOf(await control('POST', `/jobs/${id}/finish`));
  }
}

/** Orders jobs and completes their translations. */
export async function reviewableJobs(fixture: SandboxFixture, jobs: readonly Data[]): Promise<readonly string[]> {
  const ids = await idsIn(fixture, await placeJobs(fixture, jobs), 'jobs_available');
  await translateJobs(fixture, ids);
  return ids;
}

/** Sends an unsigned call to the sandbox. */
export async function send({ sandbox }: SandboxFixture, path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(new URL(path, sandbox.baseUrl), init);
  return (await answer.json()) as Answer;
}

/** Sends a call that is signed in the query. */
export function sendSigned(fixture: SandboxFixture, path: string, init: RequestInit = {}): Promise<Answer> {
  const query = new URLSearchParams(signature(fixture.sandbox)).toString();
  return send(fixture, `${path}${path.includes('?') ? '&' : '?'}${query}`, init);
}
