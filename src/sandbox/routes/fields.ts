import { isRecord } from '../../base/isRecord.ts';
import { refused, type ErrorCode } from '../http/errors.ts';
import type { Attachment } from '../records/job.ts';

/** Limits of contract §8 and public material. A character is a Unicode code point, however many units it takes. */
const maxCommentChars = 25_000;
const maxCustomDataBytes = 1024;
const maxToneChars = 128;

export type Payload = Readonly<Record<string, unknown>>;
/** Takes note of what is wrong, or throws it. */
export type Complain = (code: ErrorCode, detail?: string) => void;

/** For calls that are refused by the first thing that is wrong. */
export const refuse: Complain = (code, detail) => {
  throw refused(code, detail);
};

/** A value that is there: null and '' are what clients send for nothing. */
export function given(payload: Payload, name: string): unknown {
  const value = payload[name];
  return value === null || value === '' ? undefined : value;
}

/** Named, but with nothing in it: null or ''. */
export function isLeftEmpty(payload: Payload, name: string): boolean {
  return payload[name] === null || payload[name] === '';
}

/** Returns the items of an array; undefined for what is none. A dictionary stands for an array too: PHP sends one for the other. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? Object.values(value) : undefined;
}

/** Reads 0 or 1, as a number or as text, or a JSON boolean, which public clients send too; absent is 0. */
export function readFlag(payload: Payload, name: string, code: ErrorCode, complain: Complain): boolean {
  const value = given(payload, name) ?? 0;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'number' ? String(value) : value;
  if (text !== '0' && text !== '1') complain(code);
  return text === '1';
}

/** A whole number from `least`, as a number or as text. */
export function readWholeNumber(payload: Payload, name: string, least: 0 | 1, complain: Complain): number | undefined {
  const value = given(payload, name);
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
  complain(400, `"${name}" must be an integer greater or equal ${least}`); // Recorded.
  return undefined;
}

/** A comment that may be left out. */
export function readComment(payload: Payload, name: string, complain: Complain): string | undefined {
  const comment = given(payload, name);
  if (comment === undefined) return undefined;
  if (typeof comment !== 'string') complain(400, `"${name}" must be a string`);
  else if (isLongerThan(comment, maxCommentChars))
    complain(400, `"${name}" is longer than ${maxCommentChars} characters`);
  else return comment;
  return undefined;
}

/** A comment that must be there; without it, refuses with the code that the call has for that. */
export function readCommentText(payload: Payload, name: 'body' | 'comment', missing: 2000 | 2300): string {
  const text = given(payload, name);
  if (typeof text !== 'string') throw refused(missing);
  if (isLongerThan(text, maxCommentChars)) throw refused(400, `"${name}" is longer than ${maxCommentChars} characters`);
  return text;
}

/** What is posted to the thread of a job or of an order: `body`, and `attachments` (public material). Refuses with 2000, 2010 or, when it is too long, 400. */
export function readThreadComment(payload: Payload): {
  readonly body: string;
  readonly attachments?: readonly Attachment[];
} {
  const body = readCommentText(payload, 'body', 2000);
  const attachments = readAttachments(payload, refuse);
  return { body, ...(attachments === undefined ? {} : { attachments }) };
}

/** Absolute, and with no credentials in it: it is stored and shown. */
export function readCallbackUrl(payload: Payload, complain: Complain): string | undefined {
  const url = given(payload, 'callback_url');
  if (url === undefined) return undefined;
  const parsed = parseWebAddress(url);
  if (parsed?.username === '' && parsed.password === '' && typeof url === 'string') return url;
  complain(1601);
  return undefined;
}

export function readCustomData(payload: Payload, complain: Complain): string | undefined {
  const value = given(payload, 'custom_data');
  if (value === undefined) return undefined;
  if (typeof value !== 'string') complain(1758);
  else if (Buffer.byteLength(value) > maxCustomDataBytes) complain(1751);
  else return value;
  return undefined;
}

/** What is said of the manner of the text, of one job or of an order. */
export function readManner(
  payload: Payload,
  complain: Complain,
): { readonly tone?: string; readonly purpose?: string } {
  const tone = readShortText(payload, 'tone', 2752, complain);
  const purpose = readShortText(payload, 'purpose', 2753, complain);
  return { ...(tone === undefined ? {} : { tone }), ...(purpose === undefined ? {} : { purpose }) };
}

/** Addresses of files to look at: each with an http or https `url`, and where given a `filename` and a `mime_type`. */
export function readAttachments(payload: Payload, complain: Complain): readonly Attachment[] | undefined {
  const value = given(payload, 'attachments') ?? given(payload, 'url_attachments');
  if (value === undefined) return undefined;
  const attachments = itemsOf(value)?.map(readAttachment) ?? [undefined];
  const fit = attachments.filter((attachment) => attachment !== undefined);
  if (fit.length === attachments.length) return fit;
  complain(2010);
  return undefined;
}

function readAttachment(item: unknown): Attachment | undefined {
  if (!isRecord(item)) return undefined;
  const { url } = item;
  const filename = given(item, 'filename');
  const mimeType = given(item, 'mime_type');
  if (typeof url !== 'string' || parseWebAddress(url) === undefined) return undefined;
  if (filename !== undefined && typeof filename !== 'string') return undefined;
  if (mimeType !== undefined && (typeof mimeType !== 'string' || !/^[\w.+-]+\/[\w.+-]+/u.test(mimeType)))
    return undefined;
  return { url, ...(filename === undefined ? {} : { filename }), ...(mimeType === undefined ? {} : { mimeType }) };
}

function readShortText(payload: Payload, name: string, code: ErrorCode, complain: Complain): string | undefined {
  const value = given(payload, name);
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
  // A code point takes one or two units, so most texts need no counting.
  if (text.length <= characters) return false;
  return text.length > 2 * characters || Array.from(text).length > characters;
}
