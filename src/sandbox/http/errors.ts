/**
 * The service's catalog of codes (public material). Recorded sentences are used unchanged, because tests of public
 * clients compare them. The others are made up; clients use only the code. No input in the contract causes 1852
 * (`allow_fork`), 1951, 1952 (tier `ultra`), 2251 (unpaid jobs), 2400 and 2401 (captchas); faults can produce them.
 */
const catalog = {
  400: 'bad request',
  404: 'Requested Resource Not Found',
  413: 'request too large',
  500: 'internal error',
  1000: 'Authentication failed',
  1100: '"api_sig" is a required field',
  1150: '"api_key" is a required field',
  1200: '"ts" is a required field',
  1201: '"ts" must be a numeric Unix time in seconds',
  1250: '"data" is a required field',
  1251: '"data" could not be decoded as JSON',
  1300: '"type" is a required field',
  1301: 'job type is not supported',
  1302: '"identifier" is a required field',
  1303: 'no quote is known for this identifier',
  1304: 'tier is not valid',
  1305: 'too many files in one quote',
  1306: 'the file is too large',
  1350: '"body_src" is a required field',
  1351: '"body_src" is not valid text',
  1352: 'the content type is not valid',
  1400: '"lc_src" is a required field',
  1450: '"lc_tgt" is a required field',
  1500: '"tier" is a required field',
  1501: 'the filename is missing',
  1551: 'this language pair and tier is not supported',
  1601: '"callback_url" is not a valid URL',
  1651: '"auto_approve" must be 0 or 1',
  1701: '"use_preferred" must be 0 or 1',
  1751: '"custom_data" is larger than 1 kB',
  1754: 'an identical payload was submitted within the last five minutes',
  1758: '"custom_data" must be a string',
  1800: '"jobs" is a required field',
  1801: 'jobs and files do not match',
  1802: 'the file could not be taken, or its kind is not supported',
  1803: '"file_key" is a required field of a file to be quoted',
  1804: '"identifier" is a required field of a file job',
  1851: '"as_group" must be 0 or 1',
  1852: '"allow_fork" must be 0 or 1',
  1901: '"process" must be 0 or 1',
  1950: 'jobs of different languages or tiers cannot be grouped',
  1951: 'a single job cannot be grouped',
  1952: 'jobs of the tier ultra cannot be grouped',
  2000: '"body" is a required field',
  2010: 'attachment is not valid',
  2050: '"job_id" is a required field',
  2100: 'unauthorized job access',
  2150: '"rev_id" is a required field',
  2200: 'unauthorized revision access',
  2250: 'job is not reviewable',
  2251: 'job cannot be purchased in this state',
  2252: 'job cannot be canceled in this state',
  2300: '"comment" is a required field',
  2350: '"reason" must be quality, incomplete or other',
  2400: '"captcha" is a required field',
  2401: '"captcha" is wrong',
  2450: '"follow_up" must be requeue or cancel',
  2500: '"rating" is a required field',
  2501: '"rating" must be a whole number from 1 to 5',
  2502: '"rating" must be between 1 and 5',
  2503: '"public" must be 0 or 1',
  2550: '"group_id" is a required field',
  2600: 'unauthorized group access',
  2650: 'invalid job status',
  2700: 'not enough credits',
  2750: 'unauthorized order access',
  2751: 'the order is still queued; wait until its jobs are out of the queue',
  2752: '"tone" is longer than 128 characters',
  2753: '"purpose" is longer than 128 characters',
  2800: 'the interface is temporarily unavailable',
} as const satisfies Readonly<Record<number, string>>;

export type ErrorCode = keyof typeof catalog;

export const errorCodes: readonly number[] = Object.keys(catalog).map(Number);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'number' && errorCodes.includes(value);
}

export interface ErrorEntry {
  readonly code: ErrorCode;
  readonly msg: string;
}

/**
 * Returns an error with its sentence. The detail is appended to the sentence; for 400, whose sentence is generic, it
 * replaces it.
 */
export function errorEntry(code: ErrorCode, detail?: string): ErrorEntry {
  if (detail === undefined) return { code, msg: catalog[code] };
  return { code, msg: code === 400 ? detail : `${catalog[code]}: ${detail}` };
}

/**
 * A call that the service refuses. Business errors are sent with HTTP 200, as in recorded answers (public material).
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly err: ErrorEntry | Readonly<Record<string, readonly ErrorEntry[]>>;
  readonly httpStatus: number;

  constructor(err: RefusedError['err'], httpStatus = 200) {
    super('The call is refused.');
    this.err = err;
    this.httpStatus = httpStatus;
  }
}

export function refused(code: ErrorCode, detail?: string): RefusedError {
  return new RefusedError(errorEntry(code, detail));
}

/** Refuses an order or quote because of errors in single jobs: lists all errors of each job, by the caller's key. */
export function refusedJobs(errors: ReadonlyMap<string, readonly ErrorEntry[]>): RefusedError {
  return new RefusedError(Object.fromEntries(errors));
}
