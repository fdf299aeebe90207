import { present } from '../../base/present.ts';
import { isRecord } from '../../base/isRecord.ts';
import { numberOf, stringOf } from '../../base/unknownValue.ts';
import { findBrackets } from '../world/findBrackets.ts';
import { errorEntry, refused, refusedJobs, type ErrorEntry } from '../http/errors.ts';
import {
  fieldOf,
  isLeftEmpty,
  readAttachments,
  readComment,
  readFlag,
  readManner,
  readWholeNumber,
  refuse,
  type Complain,
  type Payload,
} from './fields.ts';
import { jobEntries } from './jobEntries.ts';
import { readJobOptions } from './jobOptions.ts';
import { firstAccountSetup, type AccountSetup } from '../world/accountSetup.ts';
import type { JobRequest, OrderOptions, RequestedWork } from '../world/orderRequest.ts';
import { findPair, priceInCents, tiers, type Pair } from '../world/prices.ts';
import type { QuotedFile, QuotedFiles } from '../records/quotedFiles.ts';
import { countUnits } from '../world/countUnits.ts';

/**
 * The purpose of reading jobs. A file is quoted by its `file_key`, and ordered by the `identifier` from its quote.
 * `setup` is that of the calling account; default: the first account's.
 */
export type JobUse = ({ readonly kind: 'quote' } | { readonly kind: 'order'; readonly files: QuotedFiles }) & {
  readonly setup?: AccountSetup;
};

const forQuote: JobUse = { kind: 'quote' };

/**
 * Reads `jobs` of an order or a quote. Refuses as `jobEntries` does. If any job is invalid, refuses all jobs, with
 * every error of every job.
 */
export function readJobs(data: Payload, use: JobUse = forQuote): ReadonlyMap<string, JobRequest> {
  const requests = new Map<string, JobRequest>();
  const errors = new Map<string, readonly ErrorEntry[]>();
  for (const [key, payload] of jobEntries(data)) {
    const result = readJob(payload, use);
    if ('errors' in result) errors.set(key, result.errors);
    else requests.set(key, result.job);
  }
  if (errors.size > 0) throw refusedJobs(errors);
  return requests;
}

/**
 * Reads the options of an order as a whole, after its jobs. Sources disagree about the default of `as_group`; here it
 * is 0. A group of one is accepted, although the catalog has 1951 for it: a public client always sends `as_group`, and
 * its tests expect the live service to accept a single job. On a job, `as_group` groups it with jobs of the same
 * languages and tier that also set it, and is never refused.
 */
export function readOrderOptions(data: Payload, jobs: ReadonlyMap<string, JobRequest>): OrderOptions {
  const asGroup = readFlag(data, 'as_group', 1851, refuse);
  readFlag(data, 'process', 1901, refuse);
  const comment = readComment(data, 'comment', refuse);
  const referenceId = readWholeNumber(data, 'reference_id', 0, refuse);
  const attachments = readAttachments(data, refuse);
  if (asGroup) requireGroup([...jobs.values()]);
  return {
    asGroup,
    ...readManner(data, refuse),
    ...present({ comment, referenceId, attachments }),
  };
}

/**
 * Reads languages and tier of a job, which must be an offered pair. Complains about each that is missing or invalid.
 */
export function readPair(payload: Payload, complain: Complain): Pair | undefined {
  const lcSrc = fieldOf(payload, 'lc_src');
  const lcTgt = fieldOf(payload, 'lc_tgt');
  const tier = fieldOf(payload, 'tier');
  const offeredTier = tiers.find((name) => name === tier);
  if (lcSrc === undefined) complain(1400);
  if (lcTgt === undefined) complain(1450);
  if (tier === undefined) complain(1500);
  else if (offeredTier === undefined) complain(1304);
  if (lcSrc === undefined || lcTgt === undefined || offeredTier === undefined) return undefined;
  // No language has an empty code, so a value that is no text is of no pair.
  const pair = findPair(stringOf(lcSrc) ?? '', stringOf(lcTgt) ?? '', offeredTier);
  if (pair === undefined) complain(1551);
  return pair;
}

type Result<T> = T | { readonly errors: readonly ErrorEntry[] };

function readJob(payload: unknown, use: JobUse): Result<{ readonly job: JobRequest }> {
  if (!isRecord(payload)) return { errors: [errorEntry(400, 'a job must be an object')] };
  const errors: ErrorEntry[] = [];
  const complain: Complain = (code, detail) => errors.push(errorEntry(code, detail));
  if (isLeftEmpty(payload, 'type')) complain(1300);
  const type = fieldOf(payload, 'type') ?? 'text';
  if (type !== 'text' && type !== 'file') complain(1301);
  const readWork = type === 'file' ? readFileWork : readTextWork;
  const work = readWork(payload, use, complain);
  const force = readFlag(payload, 'force', 400, complain);
  if (errors.length > 0 || work === undefined) return { errors };
  return { job: { force, work } };
}

function readTextWork(
  payload: Payload,
  { setup = firstAccountSetup }: JobUse,
  complain: Complain,
): RequestedWork | undefined {
  const bodySrc = readBodySrc(payload, complain);
  const pair = readPair(payload, complain);
  const options = readJobOptions(payload, pair, setup, complain);
  if (bodySrc === undefined || pair === undefined) return undefined;
  const unitCount = countUnits(bodySrc, pair.lcSrc);
  const { lcSrc, lcTgt, tier } = pair;
  const cents = priceInCents(pair, unitCount, options.edit);
  return { ...options, slug: readSlug(payload) ?? beginningOf(bodySrc), bodySrc, lcSrc, lcTgt, tier, unitCount, cents };
}

/** Reads a file job. Languages, tier, price and services come from the file's quote. */
function readFileWork(payload: Payload, use: JobUse, complain: Complain): RequestedWork | undefined {
  if (use.kind === 'quote') {
    // The call has no file, otherwise it would be a quote of files.
    complain(fieldOf(payload, 'file_key') === undefined ? 1803 : 1801);
    return undefined;
  }
  const file = readQuotedFile(payload, use.files, complain);
  const options = readJobOptions(payload, file, use.setup ?? firstAccountSetup, complain);
  if (file === undefined) return undefined;
  const { identifier, filename, lcSrc, lcTgt, tier, unitCount, cents, edit = false } = file;
  return {
    ...options,
    edit,
    slug: readSlug(payload) ?? filename,
    bodySrc: '',
    lcSrc,
    lcTgt,
    tier,
    unitCount,
    cents,
    file: { identifier, filename },
  };
}

/**
 * The catalog has three codes with nearly the same meaning. Here: an absent `identifier` is 1804, an empty one or one
 * that is not text is 1302, and one that is in no quote is 1303.
 */
function readQuotedFile(payload: Payload, files: QuotedFiles, complain: Complain): QuotedFile | undefined {
  const { identifier } = payload;
  if (identifier === undefined) complain(1804);
  else if (typeof identifier !== 'string' || identifier === '') complain(1302);
  else {
    const file = files.find(identifier);
    if (file === undefined) complain(1303);
    return file;
  }
  return undefined;
}

/** Accepts both names: the contract's text says `body`, its tables and all clients say `body_src`. */
function readBodySrc(payload: Payload, complain: Complain): string | undefined {
  const body = fieldOf(payload, 'body_src') ?? fieldOf(payload, 'body');
  if (body === undefined) complain(1350);
  else if (typeof body !== 'string' || !body.isWellFormed()) complain(1351);
  // Text never contains this character, so this is the content of another kind of file.
  else if (body.includes('\0')) complain(1352, 'this is not text');
  else {
    const { fault } = findBrackets(body);
    if (fault === undefined) return body;
    complain(1351, fault === 'unclosed' ? '"[[[" is not closed by "]]]"' : '"[[[" is inside "[[[ ]]]"');
  }
  return undefined;
}

function requireGroup(jobs: readonly JobRequest[]): void {
  const kinds = new Set(jobs.map(({ work: { lcSrc, lcTgt, tier } }) => JSON.stringify([lcSrc, lcTgt, tier])));
  if (kinds.size > 1) throw refused(1950);
}

function readSlug(payload: Payload): string | undefined {
  const slug = fieldOf(payload, 'slug');
  return stringOf(slug) ?? numberOf(slug)?.toString();
}

/** Returns the beginning of the text, which the service uses for a job without a title. */
function beginningOf(bodySrc: string): string {
  if (bodySrc.length <= 12) return bodySrc;
  return `${bodySrc.slice(0, 12).replace(/[\ud800-\udbff]$/u, '')}...`;
}
