import type { NewJob, NewOrder } from './records.ts';
import { present } from './schemas.ts';
import { ServiceError } from './serviceError.ts';
import type { WireJobPayload, WireOrderRequest } from './wire.ts';

/** The contract's limits. */
const maxCommentCharacters = 25_000;
const maxCustomDataBytes = 1024;

/** The wire's form of an order. Throws ServiceError 'invalid' for what the contract does not allow. */
export function orderPayload(order: NewOrder): WireOrderRequest {
  if (order.jobs.length === 0) throw invalid('An order must have at least one job.');
  return present({
    jobs: jobPayloads(order.jobs),
    comment: checkedOptionalComment(order.comment),
    as_group: flag(order.asGroup),
  });
}

/** Jobs by their keys, to be quoted or ordered. Throws ServiceError 'invalid'. */
export function jobPayloads(jobs: readonly NewJob[]): Readonly<Record<string, WireJobPayload>> {
  const payloads = new Map(jobs.map((job) => [checkedKey(job.key), jobPayload(job)]));
  if (payloads.size < jobs.length) throw invalid('Two jobs have the same key.');
  return Object.fromEntries(payloads);
}

function jobPayload(job: NewJob): WireJobPayload {
  if (job.customData !== undefined && Buffer.byteLength(job.customData) > maxCustomDataBytes) {
    throw invalid(`The custom data of a job may have ${maxCustomDataBytes} bytes at most.`);
  }
  // Optional fields that are not set are left out: the service does not take null for them.
  return present({
    type: 'text' as const,
    slug: job.title,
    body_src: job.text,
    lc_src: job.sourceLanguage,
    lc_tgt: job.targetLanguage,
    tier: job.tier,
    comment: checkedOptionalComment(job.comment),
    callback_url: job.callbackUrl,
    custom_data: job.customData,
    auto_approve: flag(job.autoApprove),
    force: flag(job.force),
    position: job.position,
    max_chars: job.maxChars,
  });
}

/** A comment for translators or staff. Throws ServiceError 'invalid' when it is too long. */
export function checkedComment(comment: string): string {
  // Characters are code points; there are never more of them than UTF-16 units.
  if (comment.length > maxCommentCharacters && Array.from(comment).length > maxCommentCharacters) {
    throw invalid(`A comment may have ${maxCommentCharacters.toLocaleString('en-GB')} characters at most.`);
  }
  return comment;
}

/** The same for a comment that may be left out. */
export function checkedOptionalComment(comment: string | undefined): string | undefined {
  return comment === undefined ? undefined : checkedComment(comment);
}

/** Throws ServiceError 'invalid' unless the rating is a whole number from 1 to 5. */
export function checkedRating(rating: number | undefined): number | undefined {
  if (rating !== undefined && !(Number.isInteger(rating) && rating >= 1 && rating <= 5)) {
    throw invalid('A rating must be a whole number from 1, poor, to 5, fantastic.');
  }
  return rating;
}

/** Throws ServiceError 'invalid' unless the count is a whole number from 1 to 200. */
export function checkedCount(count: number | undefined): number | undefined {
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= 200)) {
    throw invalid('A list of jobs can be asked for 1 to 200 of them.');
  }
  return count;
}

/** Numeric keys could not be told from positions when a dictionary comes back as an array. */
function checkedKey(key: string): string {
  if (key === '' || /^\d+$/.test(key)) throw invalid(`"${key}" cannot be the key of a job: it must hold something else than digits.`);
  return key;
}

export function flag(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid', message, { outcome: 'not-sent' });
}
