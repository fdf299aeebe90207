import assert from 'node:assert/strict';
import { fields, okFields, refusedWith, string, type Fields, type Reply } from './replies.ts';
import { finish, idsIn, orderJobs, start } from './jobs.ts';
import type { Data, Service } from './service.ts';

/** A file to quote, and the name of its multipart part. */
export interface SentFile {
  readonly key: string;
  readonly filename: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly mimeType?: string;
}

export const markdown: SentFile = {
  key: 'file_1',
  filename: 'guide.md',
  content: '# Guide\n\nFour words of text.\n',
  mimeType: 'text/markdown',
};

/** The payload of a file job in a quote. */
export function fileJob(key: string, more: Data = {}): Data {
  return { type: 'file', file_key: key, lc_src: 'en', lc_tgt: 'ja', tier: 'standard', ...more };
}

/** Requests a quote with these jobs and files, as multipart. */
export function quoteFiles(
  service: Service,
  jobs: Data,
  files: readonly SentFile[],
  path = '/v2/translate/service/quote/file',
): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...service.keys(), data: JSON.stringify({ jobs }) }))
    form.set(name, value);
  for (const { key, filename, content, mimeType } of files)
    form.set(key, new Blob([content], { type: mimeType ?? 'application/octet-stream' }), filename);
  return service.send('POST', path, { body: form });
}

/** Quotes one Markdown file and returns its entry. */
export async function quotedFile(service: Service, file: SentFile = markdown): Promise<Fields> {
  return fields(fields(okFields(await quoteFiles(service, { job_1: fileJob(file.key) }, [file]))['jobs'])['job_1']);
}

/** Quotes and orders one Markdown file; returns the id of its job, which is available. */
export async function orderFile(service: Service, file: SentFile = markdown): Promise<string> {
  const identifier = string((await quotedFile(service, file))['identifier']);
  const placed = okFields(await service.post('/v2/translate/jobs', { jobs: { job_1: { type: 'file', identifier } } }));
  const [id] = await idsIn(service, String(placed['order_id']), 'jobs_available');
  return string(id);
}

/** Checks that an order accepts the identifiers of quoted files, and refuses others. */
export async function orderQuotedFiles(service: Service, identifiers: readonly string[]): Promise<void> {
  const orderId = await orderJobs(
    service,
    ...identifiers.map((identifier) => ({ type: 'file', identifier, comment: 'Please.' })),
  );
  assert.equal((await idsIn(service, orderId, 'jobs_available')).length, identifiers.length);
  refusedWith(
    1303,
    await service.post('/v2/translate/jobs', { jobs: { a: { type: 'file', identifier: '0'.repeat(64) } } }),
  );
}

export async function translatedFile(service: Service, file: SentFile = markdown): Promise<string> {
  const id = await orderFile(service, file);
  await start(service, id);
  await finish(service, id);
  return id;
}
