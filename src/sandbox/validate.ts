import { isRecord } from './call.ts';
import { errorEntry, refused, refusedJobs, type ErrorCode, type ErrorEntry } from './errors.ts';
import { findPair, priceInCents, tiers, type Pair } from './prices.ts';
import { countUnits } from './unitCount.ts';
import type { JobRequest, RequestedWork } from './world.ts';

/** Limits of contract §8 and public material. */
export const maxCommentChars = 25_000;
const maxCustomDataBytes = 1024;
const maxToneChars = 128;

type Payload = Readonly<Record<string, unknown>>;
/** Takes note of what is wrong with a job. */
type Complain = (code: ErrorCode, detail?: string) => void;

/**
 * Reads `jobs` of an order or a quote: a dictionary by the caller's key, or an array, whose keys are then "0", "1" …
 * Refuses with 1800 when there are none, and with every error of every job when any is wrong: nothing is taken then.
 */
export function readJobs(data: Payload): ReadonlyMap<string, JobRequest> {
  const jobs = data['jobs'];
  const entries = isRecord(jobs) || Array.isArray(jobs) ? Object.entries(jobs as Payload) : [];
  if (entries.length === 0) throw refused(1800);
  const requests = new Map<string, JobRequest>();
  const errors = new Map<string, readonly ErrorEntry[]>();
  for (const [key, payload] of entries) {
    const result = readJob(payload);
    if ('errors' in result) errors.set(key, result.errors);
    else requests.set(key, result.job);
  }
  if (errors.size > 0) throw refusedJobs(errors);
  return requests;
}

/** Checks what belongs to an order as a whole; its jobs have been read. */
export function readOrderOptions(data: Payload, jobs: ReadonlyMap<string, JobRequest>): { asGroup: boolean; comment?: string } {
  const complain: Complain = (code, detail) => {
    throw refused(code, detail);
  };
  const asGroup = readFlag(data, 'as_group', 1851, complain);
  readFlag(data, 'process', 1901, complain);
  checkTone(data, complain);
  checkAttachments(data, complain);
  const comment = readComment(data, complain);
  if (asGroup) checkGroup([...jobs.values()]);
  return { asGroup, ...(comment === undefined ? {} : { comment }) };
}

/** A value that is there: null and '' are what clients send for nothing. */
export function given(payload: Payload, name: string): unknown {
  const value = payload[name];
  return value === null || value === '' ? undefined : value;
}

/** 0 or 1, as a number or as text; absent is 0. */
export function readFlag(payload: Payload, name: string, code: ErrorCode, complain: Complain): boolean {
  const value = given(payload, name) ?? 0;
  const text = typeof value === 'number' ? String(value) : value;
  if (text !== '0' && text !== '1') complain(code);
  return text === '1';
}

function readJob(payload: unknown): { readonly job: JobRequest } | { readonly errors: readonly ErrorEntry[] } {
  if (!isRecord(payload)) return { errors: [errorEntry(400, 'a job must be an object')] };
  const errors: ErrorEntry[] = [];
  const complain: Complain = (code, detail) => errors.push(errorEntry(code, detail));
  const type = given(payload, 'type') ?? 'text';
  if (type === 'file') {
    complain(given(payload, 'identifier') === undefined ? 1804 : 1303);
    return { errors };
  }
  if (type !== 'text') complain(1301);
  const bodySrc = readBodySrc(payload, complain);
  const pair = readPair(payload, complain);
  const options = readOptions(payload, complain);
  const force = readFlag(payload, 'force', 400, complain);
  if (errors.length > 0 || bodySrc === undefined || pair === undefined) return { errors };
  const unitCount = countUnits(bodySrc, pair.lcSrc);
  const { lcSrc, lcTgt, tier } = pair;
  const cents = priceInCents(pair, unitCount);
  return {
    job: { force, work: { ...options, slug: readSlug(payload, bodySrc), bodySrc, lcSrc, lcTgt, tier, unitCount, cents } },
  };
}

/** The contract's text says `body`, its tables and every client `body_src`: both are understood. */
function readBodySrc(payload: Payload, complain: Complain): string | undefined {
  const body = given(payload, 'body_src') ?? given(payload, 'body');
  if (body === undefined) complain(1350);
  else if (typeof body !== 'string' || !body.isWellFormed()) complain(1351);
  else return body;
  return undefined;
}

function readPair(payload: Payload, complain: Complain): Pair | undefined {
  const lcSrc = given(payload, 'lc_src');
  const lcTgt = given(payload, 'lc_tgt');
  const tier = given(payload, 'tier');
  const known = tiers.some((name) => name === tier);
  if (lcSrc === undefined) complain(1400);
  if (lcTgt === undefined) complain(1450);
  if (tier === undefined) complain(1500);
  else if (!known) complain(1304);
  if (lcSrc === undefined || lcTgt === undefined || !known) return undefined;
  const pair = typeof lcSrc === 'string' && typeof lcTgt === 'string' && typeof tier === 'string' ? findPair(lcSrc, lcTgt, tier) : undefined;
  if (pair === undefined) complain(1551);
  return pair;
}

function readOptions(payload: Payload, complain: Complain): Pick<RequestedWork, 'autoApprove' | 'comment' | 'callbackUrl' | 'customData' | 'position' | 'maxChars'> {
  readFlag(payload, 'use_preferred', 1701, complain);
  readFlag(payload, 'as_group', 1851, complain);
  checkTone(payload, complain);
  checkAttachments(payload, complain);
  checkServices(payload, complain);
  readCount(payload, 'glossary_id', complain);
  const optional = {
    comment: readComment(payload, complain),
    callbackUrl: readCallbackUrl(payload, complain),
    customData: readCustomData(payload, complain),
    position: readCount(payload, 'position', complain),
    maxChars: readCount(payload, 'max_chars', complain),
  };
  return {
    autoApprove: readFlag(payload, 'auto_approve', 1651, complain),
    ...withoutUndefined(optional),
  };
}

function readComment(payload: Payload, complain: Complain): string | undefined {
  const comment = given(payload, 'comment');
  if (comment === undefined) return undefined;
  if (typeof comment !== 'string') complain(400, '"comment" must be a string');
  else if (comment.length > maxCommentChars) complain(400, `"comment" is longer than ${maxCommentChars} characters`);
  else return comment;
  return undefined;
}

/** Absolute, and with no credentials in it: it is stored and shown. */
function readCallbackUrl(payload: Payload, complain: Complain): string | undefined {
  const url = given(payload, 'callback_url');
  if (url === undefined) return undefined;
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const fit = parsed !== undefined && /^https?:$/u.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
  if (fit && typeof url === 'string') return url;
  complain(1601);
  return undefined;
}

function readCustomData(payload: Payload, complain: Complain): string | undefined {
  const value = given(payload, 'custom_data');
  if (value === undefined) return undefined;
  if (typeof value !== 'string') complain(1758);
  else if (Buffer.byteLength(value) > maxCustomDataBytes) complain(1751);
  else return value;
  return undefined;
}

/** A whole number from 1, as a number or as text. */
function readCount(payload: Payload, name: string, complain: Complain): number | undefined {
  const value = given(payload, name);
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  complain(400, `"${name}" must be a whole number above 0`);
  return undefined;
}

function checkTone(payload: Payload, complain: Complain): void {
  for (const [name, code] of [['tone', 2752], ['purpose', 2753]] as const) {
    const value = given(payload, name);
    if (value !== undefined && (typeof value !== 'string' || value.length > maxToneChars)) complain(code);
  }
}

function checkAttachments(payload: Payload, complain: Complain): void {
  const attachments = given(payload, 'attachments');
  if (attachments === undefined) return;
  const isFit = (item: unknown): boolean => {
    const url = isRecord(item) ? item['url'] : undefined;
    return typeof url === 'string' && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
  };
  if (!Array.isArray(attachments) || !attachments.every(isFit)) complain(2010);
}

function checkServices(payload: Payload, complain: Complain): void {
  const services = given(payload, 'services');
  if (services === undefined) return;
  const known = Array.isArray(services) && services.includes('translation') && services.every((name) => name === 'translation' || name === 'edit');
  if (!known) complain(400, '"services" must hold "translation" and may hold "edit"');
}

function checkGroup(jobs: readonly JobRequest[]): void {
  const [first] = jobs;
  if (first === undefined || jobs.length === 1) throw refused(1951);
  const alike = jobs.every(({ work }) => work.lcSrc === first.work.lcSrc && work.lcTgt === first.work.lcTgt && work.tier === first.work.tier);
  if (!alike) throw refused(1950);
}

/** Without a title the service makes one from the beginning of the text. */
function readSlug(payload: Payload, bodySrc: string): string {
  const slug = given(payload, 'slug');
  if (typeof slug === 'string' || typeof slug === 'number') return String(slug);
  return bodySrc.length <= 12 ? bodySrc : `${bodySrc.slice(0, 12).replace(/[\ud800-\udbff]$/u, '')}...`;
}

function withoutUndefined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
