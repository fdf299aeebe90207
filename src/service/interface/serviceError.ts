import { meaningOf, type ErrorMeaning } from './catalog.ts';

/** Why a call failed. Closed: `editor/` has one sentence for each. */
export type ServiceErrorReason =
  | 'authentication' // the service does not accept the keys
  | 'invalid' // the request is not as the service wants it
  | 'forbidden' // HTTP 403: the service, or a gateway in front of it, does not let the request through
  | 'proxy-authentication' // HTTP 407: the proxy asks for a user name and a password
  | 'duplicate-submit' // an identical payload arrived within the last five minutes; it may be this very order
  | 'not-found' // unknown here, or somebody else's
  | 'wrong-state' // the job is not in a state that allows this
  | 'credits' // not enough credits
  | 'throttled' // too many requests
  | 'unavailable' // the service says it is out of order
  | 'network' // no connection, or it broke
  | 'timeout' // no answer in time
  | 'aborted' // the caller gave up
  | 'unreadable' // an answer came that cannot be read
  | 'insecure' // plain http to a host that is not this machine, a redirect, or a certificate that cannot be verified
  | 'no-credentials' // no keys are stored for this address
  | 'service'; // any other error the service names

/**
 * What is known of a request's effect:
 * - `not-sent`: it never left, so nothing happened;
 * - `refused`: the service answered that it did not do it;
 * - `unknown`: it may have been done.
 */
export type RequestOutcome = 'not-sent' | 'refused' | 'unknown';

/** What is wrong with a single job of a call. */
export interface JobErrorEntry {
  readonly code?: number;
  /** Default: what the code means. */
  readonly meaning?: ErrorMeaning;
  /** The service's own words, or what this client found. */
  readonly message: string;
}

export interface ServiceErrorDetails {
  readonly outcome: RequestOutcome;
  /** The service's own code (wire-level catalogue), when it gave one. */
  readonly code?: number;
  /** What was wrong, finer than the reason. Default: what the code means. */
  readonly meaning?: ErrorMeaning;
  /** The service's own words: for the log, not for people. */
  readonly serviceMessage?: string;
  readonly httpStatus?: number;
  /** Milliseconds to wait before asking again, when the service named a time. */
  readonly retryAfterMs?: number;
  /** Asking again would be answered in the same way, so a read is not repeated. */
  readonly isFinal?: true;
  /** Errors of single jobs in an order or quote, by the caller's key. */
  readonly jobErrors?: ReadonlyMap<string, readonly JobErrorEntry[]>;
  readonly cause?: unknown;
}

/** The one error of this folder. The message never holds a key, a signature or an address with a query. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly reason: ServiceErrorReason;
  readonly outcome: RequestOutcome;
  readonly code: number | undefined;
  readonly meaning: ErrorMeaning | undefined;
  readonly serviceMessage: string | undefined;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isFinal: boolean;
  /** Set if the service asked for a pause longer than an hour: lets the next request of the same kind through once. */
  tryAnyway: (() => void) | undefined;
  readonly jobErrors: ServiceErrorDetails['jobErrors'];

  constructor(reason: ServiceErrorReason, message: string, details: ServiceErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.outcome = details.outcome;
    this.code = details.code;
    this.meaning = details.meaning ?? meaningOf(details.code);
    this.serviceMessage = details.serviceMessage;
    this.httpStatus = details.httpStatus;
    this.retryAfterMs = details.retryAfterMs;
    this.isFinal = details.isFinal === true;
    this.jobErrors = details.jobErrors;
  }
}
