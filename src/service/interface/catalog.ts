/** The reasons that a code of the service can have; a subset of ServiceErrorReason. */
type CodeReason =
  | 'authentication'
  | 'invalid'
  | 'duplicate-submit'
  | 'not-found'
  | 'wrong-state'
  | 'credits'
  | 'unavailable';

/**
 * The service's error codes: the wire-level catalog of 2014 and the additions from a digest of 2026.
 * Codes below 1000 are HTTP statuses that appear as codes in some answers.
 */
const catalog = {
  400: { reason: 'invalid', meaning: 'bad-request' },
  404: { reason: 'not-found', meaning: 'resource-unknown' },
  500: { reason: 'unavailable', meaning: 'service-failed' },
  // Keys, signature and time
  1000: { reason: 'authentication', meaning: 'keys-rejected' },
  1100: { reason: 'authentication', meaning: 'signature-missing' },
  1150: { reason: 'authentication', meaning: 'key-missing' },
  1200: { reason: 'authentication', meaning: 'time-missing' },
  1201: { reason: 'authentication', meaning: 'time-invalid' },
  // The request as a whole, jobs and files
  1250: { reason: 'invalid', meaning: 'data-missing' },
  1251: { reason: 'invalid', meaning: 'data-unreadable' },
  1300: { reason: 'invalid', meaning: 'type-missing' },
  1301: { reason: 'invalid', meaning: 'type-unsupported' },
  1302: { reason: 'invalid', meaning: 'identifier-missing' },
  1303: { reason: 'invalid', meaning: 'quote-missing' },
  1304: { reason: 'invalid', meaning: 'tier-invalid' },
  1305: { reason: 'invalid', meaning: 'too-many-files' },
  1306: { reason: 'invalid', meaning: 'file-too-large' },
  1350: { reason: 'invalid', meaning: 'text-missing' },
  1351: { reason: 'invalid', meaning: 'text-invalid' },
  1352: { reason: 'invalid', meaning: 'content-type-invalid' },
  1400: { reason: 'invalid', meaning: 'source-language-missing' },
  1450: { reason: 'invalid', meaning: 'target-language-missing' },
  1500: { reason: 'invalid', meaning: 'tier-missing' },
  1501: { reason: 'invalid', meaning: 'filename-missing' },
  1551: { reason: 'invalid', meaning: 'pair-unsupported' },
  1601: { reason: 'invalid', meaning: 'callback-url-invalid' },
  1651: { reason: 'invalid', meaning: 'auto-approve-invalid' },
  1701: { reason: 'invalid', meaning: 'use-preferred-invalid' },
  1751: { reason: 'invalid', meaning: 'custom-data-too-long' },
  1754: { reason: 'duplicate-submit', meaning: 'duplicate-submit' },
  1758: { reason: 'invalid', meaning: 'custom-data-invalid' },
  1800: { reason: 'invalid', meaning: 'jobs-missing' },
  1801: { reason: 'invalid', meaning: 'files-mismatch' },
  1802: { reason: 'invalid', meaning: 'file-unsupported' },
  1803: { reason: 'invalid', meaning: 'file-key-missing' },
  1804: { reason: 'invalid', meaning: 'job-identifier-missing' },
  // Groups
  1851: { reason: 'invalid', meaning: 'group-flag-invalid' },
  1852: { reason: 'invalid', meaning: 'fork-flag-invalid' },
  1901: { reason: 'invalid', meaning: 'process-flag-invalid' },
  1950: { reason: 'invalid', meaning: 'group-mixed' },
  1951: { reason: 'invalid', meaning: 'group-of-one' },
  1952: { reason: 'invalid', meaning: 'group-tier-invalid' },
  // Actions on jobs and orders
  2000: { reason: 'invalid', meaning: 'comment-body-missing' },
  2010: { reason: 'invalid', meaning: 'attachment-invalid' },
  2050: { reason: 'invalid', meaning: 'job-id-missing' },
  2100: { reason: 'not-found', meaning: 'job-unknown' },
  2150: { reason: 'invalid', meaning: 'revision-id-missing' },
  2200: { reason: 'not-found', meaning: 'revision-unknown' },
  2250: { reason: 'wrong-state', meaning: 'not-reviewable' },
  2251: { reason: 'wrong-state', meaning: 'not-purchasable' },
  2252: { reason: 'wrong-state', meaning: 'not-cancelable' },
  2300: { reason: 'invalid', meaning: 'comment-missing' },
  2350: { reason: 'invalid', meaning: 'reason-missing' },
  2400: { reason: 'invalid', meaning: 'captcha-missing' },
  2401: { reason: 'invalid', meaning: 'captcha-wrong' },
  2450: { reason: 'invalid', meaning: 'follow-up-invalid' },
  2500: { reason: 'invalid', meaning: 'rating-missing' },
  2501: { reason: 'invalid', meaning: 'rating-invalid' },
  2502: { reason: 'invalid', meaning: 'rating-invalid' },
  2503: { reason: 'invalid', meaning: 'public-flag-invalid' },
  2550: { reason: 'invalid', meaning: 'group-missing' },
  2600: { reason: 'not-found', meaning: 'group-unknown' },
  2650: { reason: 'wrong-state', meaning: 'job-status-invalid' },
  2700: { reason: 'credits', meaning: 'credits-insufficient' },
  2750: { reason: 'not-found', meaning: 'order-unknown' },
  2751: { reason: 'wrong-state', meaning: 'order-not-ready' },
  2752: { reason: 'invalid', meaning: 'tone-too-long' },
  2753: { reason: 'invalid', meaning: 'purpose-too-long' },
  2800: { reason: 'unavailable', meaning: 'out-of-order' },
} as const satisfies Readonly<Record<number, { readonly reason: CodeReason; readonly meaning: string }>>;

/** The meanings of the service's codes. A closed set: `words/` has a sentence for each. */
export type CodeMeaning = (typeof catalog)[keyof typeof catalog]['meaning'];

/** The reason and the meaning of each code of the service. */
export const codes: Readonly<Record<number, { readonly reason: CodeReason; readonly meaning: CodeMeaning }>> = catalog;

/** Errors that this client finds before sending and that the service has no codes for. */
type LimitMeaning =
  | 'comment-too-long'
  | 'brackets-open'
  | 'brackets-nested'
  | 'number-invalid'
  | 'services-invalid'
  | 'reference-id-invalid'
  | 'key-invalid'
  | 'too-many-jobs'
  | 'request-too-large';

/** Problems with a file whose address came from the service. */
type FileMeaning = 'file-address-unsafe' | 'file-gone' | 'file-unusable';

/** The specific error; more precise than a reason. A closed set: `words/` has a sentence for each. */
export type ErrorMeaning = CodeMeaning | LimitMeaning | FileMeaning | 'price-unreadable';

/** Returns the meaning of a code; undefined for a code that is not in the catalog. */
export function meaningOf(code: number | undefined): ErrorMeaning | undefined {
  return code === undefined ? undefined : codes[code]?.meaning;
}

/** Returns the reason for a failure: from the service's code if it is known, otherwise from the HTTP status. */
export function reasonOf(code: number | undefined, httpStatus: number): CodeReason | StatusReason | 'service' {
  const fromCode = code === undefined ? undefined : codes[code]?.reason;
  if (fromCode === 'unavailable' && httpStatus === 429) return 'throttled';
  return fromCode ?? statusReason(httpStatus) ?? (httpStatus >= 500 ? 'unavailable' : 'service');
}

/**
 * The reasons that follow from an HTTP status whatever the body is: gateways and proxies answer with their own pages.
 */
type StatusReason = 'authentication' | 'forbidden' | 'proxy-authentication' | 'throttled';

/** Returns the reason that follows from an HTTP status alone; undefined if the body decides. */
export function statusReason(httpStatus: number): StatusReason | undefined {
  return statusReasons[httpStatus];
}

const statusReasons: Readonly<Record<number, StatusReason>> = {
  401: 'authentication',
  403: 'forbidden',
  407: 'proxy-authentication',
  429: 'throttled',
};

/**
 * Codes that do not rule out an effect. 1754 means that the same order arrived before, which is the case if a gateway
 * repeated the request and the first answer was lost; 2800 (temporarily unavailable) may be sent during processing.
 */
const ambiguousCodes: ReadonlySet<number> = new Set([1754, 2800]);

/**
 * Returns 'refused' if the service is known to have done nothing. Only codes of its catalog prove that: unknown codes
 * and HTTP statuses may be sent during processing.
 */
export function outcomeOf(received: readonly (number | undefined)[]): 'refused' | 'unknown' {
  const isRefusal = (code: number | undefined): boolean =>
    code !== undefined && code >= 1000 && !ambiguousCodes.has(code) && codes[code] !== undefined;
  return received.length > 0 && received.every(isRefusal) ? 'refused' : 'unknown';
}
