import { createHash } from 'node:crypto';
import type { OrderedJob } from '../records/job.ts';

/**
 * Two jobs are identical when text, languages and tier are (contract §1), and those of files when they are of one quote.
 * Hashed, so that long texts are not held twice.
 */
export function identityOf(job: Pick<OrderedJob, 'bodySrc' | 'lcSrc' | 'lcTgt' | 'tier' | 'file'>): string {
  const content = job.file === undefined ? job.bodySrc : { file: job.file.identifier };
  return digest(JSON.stringify([job.lcSrc, job.lcTgt, job.tier, content]));
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
