import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { globalStorage } from './storage.ts';

/** The extension's sandbox, as described in its port file. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
  readonly pid: number;
}

/** Fields of a job that these tests use. */
export interface WireJob {
  readonly status: string;
  readonly order_id: number;
  readonly body_tgt?: string;
}

type Data = Readonly<Record<string, unknown>>;

export async function readSandbox(): Promise<Sandbox> {
  return JSON.parse(await readFile(globalStorage('sandbox', 'sandbox.json'), 'utf8')) as Sandbox;
}

/** Makes the extension start its sandbox with the pace `manual`. */
export async function useManualSandbox(): Promise<void> {
  await vscode.workspace
    .getConfiguration('humanTranslation')
    .update('sandbox.pace', 'manual', vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('humanTranslation.refresh');
}

/** Orders a job without the extension, as another machine would. Returns its id: the sandbox queues no orders. */
export async function placeJob(job: Data): Promise<string> {
  const placed = await call('POST', '/translate/jobs', {
    jobs: { '0': { type: 'text', lc_src: 'en', lc_tgt: 'ja', tier: 'standard', force: 1, ...job } },
  });
  const { order } = (await call('GET', `/translate/order/${String(placed['order_id'])}`)) as {
    readonly order: { readonly jobs_available: readonly string[] };
  };
  const [id] = order.jobs_available;
  if (id === undefined) throw new Error('The sandbox created no job for the order.');
  return id;
}

/** Quotes a file and orders it without the extension. Returns the id of its job. */
export async function placeFileJob(filename: string, content: string, customData: Data): Promise<string> {
  const { baseUrl } = await readSandbox();
  const form = new FormData();
  for (const [name, value] of await signature()) form.set(name, value);
  form.set(
    'data',
    JSON.stringify({
      jobs: { file: { type: 'file', file_key: 'part', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } },
    }),
  );
  form.set('part', new Blob([content], { type: 'text/markdown' }), filename);
  const quote = responseOf(
    await (await fetch(`${baseUrl}/translate/service/quote/file`, { method: 'POST', body: form })).json(),
  ) as { readonly jobs: { readonly file: { readonly identifier: string } } };
  return placeJob({ type: 'file', identifier: quote.jobs.file.identifier, custom_data: JSON.stringify(customData) });
}

/** Makes a translator submit the sandbox's own translation. */
export async function finishJob(jobId: string): Promise<void> {
  await control(jobId, 'start');
  await control(jobId, 'finish');
}

/** Makes a translator submit a translation. */
export async function translateJob(jobId: string, text: string): Promise<void> {
  const { status } = await readJob(jobId);
  if (status === 'available') await control(jobId, 'start');
  await control(jobId, 'finish', { body_tgt: text });
}

export async function readJob(jobId: string): Promise<WireJob> {
  return (await call('GET', `/translate/job/${jobId}`))['job'] as WireJob;
}

/** Returns the comments of a job. */
export async function readThread(
  jobId: string,
): Promise<readonly { readonly author: string; readonly body: string }[]> {
  return (await call('GET', `/translate/job/${jobId}/comments`))['thread'] as readonly {
    readonly author: string;
    readonly body: string;
  }[];
}

export async function readFeedback(
  jobId: string,
): Promise<{ readonly rating: number; readonly for_translator: string | null }> {
  return (await call('GET', `/translate/job/${jobId}/feedback`))['feedback'] as {
    readonly rating: number;
    readonly for_translator: string | null;
  };
}

/** Writes a comment as the translator of a job. */
export async function commentAsTranslator(jobId: string, body: string): Promise<void> {
  await control(jobId, 'comment', { body });
}

/** Approves without the extension, as on the service's website. */
export async function approveElsewhere(jobId: string): Promise<void> {
  await call('PUT', `/translate/job/${jobId}`, { action: 'approve' });
}

/** Makes a signed call of the service's interface without the extension's code. */
async function call(method: 'GET' | 'POST' | 'PUT', path: string, data?: Data): Promise<Data> {
  const { baseUrl } = await readSandbox();
  const parameters = await signature();
  if (data !== undefined) parameters.set('data', JSON.stringify(data));
  const answer =
    method === 'GET'
      ? await fetch(`${baseUrl}${path}?${parameters.toString()}`)
      : await fetch(baseUrl + path, { method, body: parameters });
  return responseOf(await answer.json());
}

async function signature(): Promise<URLSearchParams> {
  const { apiKey, privateKey } = await readSandbox();
  const ts = String(Math.floor(Date.now() / 1000));
  return new URLSearchParams({ api_key: apiKey, ts, api_sig: createHmac('sha1', privateKey).update(ts).digest('hex') });
}

async function control(jobId: string, verb: string, body: Data = {}): Promise<void> {
  const { baseUrl, controlToken } = await readSandbox();
  const answer = await fetch(new URL(`/sandbox/jobs/${jobId}/${verb}`, baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  responseOf(await answer.json());
}

function responseOf(answer: unknown): Data {
  const { opstat, response } = answer as { readonly opstat: string; readonly response?: Data };
  if (opstat !== 'ok') throw new Error(`The sandbox refused: ${JSON.stringify(answer)}`);
  return response ?? {};
}
