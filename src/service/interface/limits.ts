import type { ErrorMeaning } from './catalog.ts';
import { bracketProblem } from './excludedText.ts';
import { canBePublicHost } from './publicAddress.ts';
import type { Attachment, JobService } from './records.ts';
import { ServiceError } from './serviceError.ts';
import { integerOfId } from './wireJson.ts';

/** Limits from the contract (§2, §4, §8) and the public payload tables; this client checks them before sending. */
export const maxCommentCharacters = 25_000;
export const maxCustomDataBytes = 1024;
export const maxPurposeCharacters = 128;
export const maxListCount = 200;
/** Jobs in one call, whether it orders, reads or changes them. */
export const maxJobsPerCall = 50;
/**
 * Jobs in an order for one translator. Published by the service as the size of a group; it names no limit for others.
 */
export const maxJobsPerGroup = 300;
export const maxFilesPerCall = 50;
/** 100 MB, in decimal megabytes (the stricter definition). */
export const maxRequestBytes = 100_000_000;
/** Bytes that a file quote needs in addition to its files: keys, boundary and headers. */
const fileOverheadBytes = 10_000;
/** Bytes of all files in one call. */
export const maxFileBytes = maxRequestBytes - fileOverheadBytes;

const jobServices: readonly unknown[] = ['translation', 'edit'] satisfies readonly JobService[];

/** Makes the ServiceError for a request that this client does not send. */
export function refusal(message: string, meaning?: ErrorMeaning): ServiceError {
  return new ServiceError('invalid', message, { outcome: 'not-sent', ...(meaning !== undefined && { meaning }) });
}

// The `checked…` functions return their argument, and convert the id of a glossary to a number. For a value over a
// limit, they throw ServiceError 'invalid' with outcome 'not-sent'.

export function checkedComment(comment: string): string {
  return checkedLength(comment, maxCommentCharacters, 'A comment', 'comment-too-long');
}

export function checkedOptionalComment(comment: string | undefined): string | undefined {
  return comment === undefined ? undefined : checkedComment(comment);
}

export function checkedPurpose(purpose: string | undefined): string | undefined {
  if (purpose === undefined) return undefined;
  return checkedLength(purpose, maxPurposeCharacters, 'The purpose of a translation', 'purpose-too-long');
}

export function checkedTone(tone: string | undefined): string | undefined {
  if (tone === undefined) return undefined;
  return checkedLength(tone, maxPurposeCharacters, 'The tone of a translation', 'tone-too-long');
}

/** The limit of custom data is in bytes of UTF-8. */
export function checkedCustomData(customData: string | undefined): string | undefined {
  if (customData === undefined || Buffer.byteLength(customData) <= maxCustomDataBytes) return customData;
  throw refusal(`The custom data of a job may have ${maxCustomDataBytes} bytes at most.`, 'custom-data-too-long');
}

/** A text to be translated or counted: its excluded areas must be unambiguous. */
export function checkedText(text: string): string {
  const problem = bracketProblem(text);
  if (problem === undefined) return text;
  if (problem === 'nested')
    throw refusal(
      'The text has triple square brackets inside others. Each [[[ must be closed by ]]] before the next one opens.',
      'brackets-nested',
    );
  throw refusal(
    'The text has triple square brackets that are not closed, or not opened. Each [[[ needs its ]]].',
    'brackets-open',
  );
}

export function checkedRating(rating: number | undefined): number | undefined {
  if (rating === undefined || (Number.isInteger(rating) && rating >= 1 && rating <= 5)) return rating;
  throw refusal('A rating must be a whole number from 1, poor, to 5, fantastic.', 'rating-invalid');
}

export function checkedCount(count: number | undefined): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 1 && count <= maxListCount)) return count;
  throw refusal(`A list of jobs can be asked for 1 to ${maxListCount} of them.`, 'number-invalid');
}

/** A number such as a character limit or a position. `what` is the subject of the error message. */
export function checkedWhole(value: number | undefined, what: string): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return value;
  throw refusal(`${what} must be a whole number above 0.`, 'number-invalid');
}

/** Converts the id of a glossary, a string everywhere else, to its number. */
export function checkedGlossaryId(id: string | undefined): number | bigint | undefined {
  if (id === undefined) return undefined;
  const number = integerOfId(id);
  if (number === undefined) throw refusal('The id of a glossary must be a whole number above 0.', 'number-invalid');
  return number;
}

export function checkedReferenceId(id: number | undefined): number | undefined {
  if (id === undefined || (Number.isSafeInteger(id) && id >= 0)) return id;
  throw refusal('The reference id of an order must be a whole number, 0 or above.', 'reference-id-invalid');
}

export function checkedServices(services: readonly JobService[] | undefined): readonly JobService[] | undefined {
  if (services === undefined) return undefined;
  const isKnown =
    services.length > 0 &&
    new Set(services).size === services.length &&
    services.every((service) => jobServices.includes(service));
  if (isKnown && services.includes('translation')) return services;
  throw refusal('The services of a job are translation, or translation and edit.', 'services-invalid');
}

export function checkedCallbackUrl(address: string | undefined): string | undefined {
  if (address === undefined || isWebAddress(address)) return address;
  throw refusal(
    'A callback address must be a whole web address, without a user name or a password in it.',
    'callback-url-invalid',
  );
}

/** Translators fetch attachments, so each address must be public. */
export function checkedAttachment(attachment: Attachment): Attachment {
  const { url, filename, mimeType } = attachment;
  if (!isWebAddress(url) || !canBePublicHost(new URL(url).hostname)) {
    throw refusal(
      'An attachment must be at a web address that everybody can reach, without a user name or a password in it.',
      'attachment-invalid',
    );
  }
  if (filename.trim() === '') throw refusal('An attachment needs a file name.', 'attachment-invalid');
  if (!isMimeType(mimeType))
    throw refusal('An attachment needs its media type, such as image/png.', 'attachment-invalid');
  return attachment;
}

/** Numeric keys are indistinguishable from positions when a dictionary is returned as an array. */
export function checkedKey(key: string): string {
  if (key !== '' && !/^\d+$/.test(key)) return key;
  throw refusal(`"${key}" cannot be the key of a job: it must hold something else than digits.`, 'key-invalid');
}

export function isMimeType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\r\n]*"))*$/.test(text);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

function checkedLength(text: string, most: number, what: string, meaning: ErrorMeaning): string {
  // Characters are code points; a text never has more of them than UTF-16 units.
  if (text.length <= most || Array.from(text).length <= most) return text;
  throw refusal(`${what} can have at most ${most.toLocaleString('en-US')} characters.`, meaning);
}

/** Whether a comment is over the service's limit, which counts Unicode characters, not UTF-16 code units. */
export function isTooLong(comment: string): boolean {
  return Array.from(comment).length > maxCommentCharacters;
}
