import { createHash } from 'node:crypto';
import type { OrderedJob } from '../records/job.ts';

/**
 * Returns a hash that identical jobs share: jobs with the same text, languages and tier (contract §1), or file jobs of
 * the same quote. With a hash, long texts need not be kept twice.
 */
export function identityOf(job: Pick<OrderedJob, 'bodySrc' | 'lcSrc' | 'lcTgt' | 'tier' | 'file'>): string {
  const content = job.file === undefined ? job.bodySrc : { file: job.file.identifier };
  return digest(JSON.stringify([job.lcSrc, job.lcTgt, job.tier, content]));
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
