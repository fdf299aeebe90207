import { present } from '../../base/present.ts';
import { isRecord } from '../../base/isRecord.ts';
import { refused, type ErrorCode } from '../http/errors.ts';
import type { Attachment } from '../records/job.ts';

/**
 * Limits of contract §8 and public material. A character is a Unicode code point, whatever its number of UTF-16 units.
 */
const maxCommentChars = 25_000;
const maxCustomDataBytes = 1024;
const maxToneChars = 128;

export type Payload = Readonly<Record<string, unknown>>;
/** Records an error, or throws it. */
export type Complain = (code: ErrorCode, detail?: string) => void;

/** Throws the first error, for calls that report only one. */
export const refuse: Complain = (code, detail) => {
  throw refused(code, detail);
};

/** Returns a field's value; undefined for null and '', which clients send instead of omitting a field. */
export function fieldOf(payload: Payload, name: string): unknown {
  const value = payload[name];
  return value === null || value === '' ? undefined : value;
}

/** Returns whether a field is present but empty: null or ''. */
export function isLeftEmpty(payload: Payload, name: string): boolean {
  return payload[name] === null || payload[name] === '';
}

/**
 * Returns the items of an array, or of a dictionary, because PHP may send one instead of the other; otherwise
 * undefined.
 */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? Object.values(value) : undefined;
}

/** Reads a flag: 0 or 1, as a number or as text, or a JSON boolean, which public clients send too; absent is 0. */
export function readFlag(payload: Payload, name: string, code: ErrorCode, complain: Complain): boolean {
  const value = fieldOf(payload, name) ?? 0;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'number' ? String(value) : value;
  if (text !== '0' && text !== '1') complain(code);
  return text === '1';
}

/** Reads a whole number from `least` up, as a number or as text. */
export function readWholeNumber(payload: Payload, name: string, least: 0 | 1, complain: Complain): number | undefined {
  const value = fieldOf(payload, name);
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
  complain(400, `"${name}" must be an integer greater or equal ${least}`); // Recorded sentence.
  return undefined;
}

/** Reads an optional comment. */
export function readComment(payload: Payload, name: string, complain: Complain): string | undefined {
  const comment = fieldOf(payload, name);
  if (comment === undefined) return undefined;
  if (typeof comment !== 'string') complain(400, `"${name}" must be a string`);
  else if (isLongerThan(comment, maxCommentChars))
    complain(400, `"${name}" is longer than ${maxCommentChars} characters`);
  else return comment;
  return undefined;
}

/** Reads a required comment; refuses with `missing` if there is none. */
export function readCommentText(payload: Payload, name: 'body' | 'comment', missing: 2000 | 2300): string {
  const text = fieldOf(payload, name);
  if (typeof text !== 'string') throw refused(missing);
  if (isLongerThan(text, maxCommentChars)) throw refused(400, `"${name}" is longer than ${maxCommentChars} characters`);
  return text;
}

/**
 * Reads a comment for the thread of a job or of an order: `body`, and `attachments` (public material). Refuses with
 * 2000, with 2010, or with 400 if it is too long.
 */
export function readThreadComment(payload: Payload): {
  readonly body: string;
  readonly attachments?: readonly Attachment[];
} {
  const body = readCommentText(payload, 'body', 2000);
  const attachments = readAttachments(payload, refuse);
  return present({ body, attachments });
}

/** Reads a callback address: absolute and without credentials, because it is stored and shown. */
export function readCallbackUrl(payload: Payload, complain: Complain): string | undefined {
  const url = fieldOf(payload, 'callback_url');
  if (url === undefined) return undefined;
  const parsed = parseWebAddress(url);
  if (parsed?.username === '' && parsed.password === '' && typeof url === 'string') return url;
  complain(1601);
  return undefined;
}

export function readCustomData(payload: Payload, complain: Complain): string | undefined {
  const value = fieldOf(payload, 'custom_data');
  if (value === undefined) return undefined;
  if (typeof value !== 'string') complain(1758);
  else if (Buffer.byteLength(value) > maxCustomDataBytes) complain(1751);
  else return value;
  return undefined;
}

/** Reads tone and purpose, of one job or of an order. */
export function readManner(
  payload: Payload,
  complain: Complain,
): { readonly tone?: string; readonly purpose?: string } {
  const tone = readShortText(payload, 'tone', 2752, complain);
  const purpose = readShortText(payload, 'purpose', 2753, complain);
  return present({ tone, purpose });
}

/**
 * Reads the addresses of reference files: each has an http or https `url`, and optionally `filename` and `mime_type`.
 */
export function readAttachments(payload: Payload, complain: Complain): readonly Attachment[] | undefined {
  const value = fieldOf(payload, 'attachments') ?? fieldOf(payload, 'url_attachments');
  if (value === undefined) return undefined;
  // A value that is no list counts as one attachment that is not valid.
  const attachments = itemsOf(value)?.map(readAttachment) ?? [undefined];
  const validAttachments = attachments.filter((attachment) => attachment !== undefined);
  if (validAttachments.length === attachments.length) return validAttachments;
  complain(2010);
  return undefined;
}

function readAttachment(item: unknown): Attachment | undefined {
  if (!isRecord(item)) return undefined;
  const { url } = item;
  const filename = fieldOf(item, 'filename');
  const mimeType = fieldOf(item, 'mime_type');
  if (typeof url !== 'string' || parseWebAddress(url) === undefined) return undefined;
  if (filename !== undefined && typeof filename !== 'string') return undefined;
  if (mimeType !== undefined && (typeof mimeType !== 'string' || !/^[\w.+-]+\/[\w.+-]+/u.test(mimeType)))
    return undefined;
  return present({ url, filename, mimeType });
}

function readShortText(payload: Payload, name: string, code: ErrorCode, complain: Complain): string | undefined {
  const value = fieldOf(payload, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && !isLongerThan(value, maxToneChars)) return value;
  complain(code);
  return undefined;
}

function parseWebAddress(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/u.test(url.protocol) ? url : undefined;
}

function isLongerThan(text: string, characters: number): boolean {
  // A code point has one or two UTF-16 units, so most texts need no counting.
  if (text.length <= characters) return false;
  return text.length > 2 * characters || Array.from(text).length > characters;
}
