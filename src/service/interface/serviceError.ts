import { present } from '../../base/present.ts';
import { meaningOf, type ErrorMeaning } from './catalog.ts';

/** Why a call failed. A closed set: `words/` has one sentence for each. */
export type ServiceErrorReason =
  | 'authentication' // the service does not accept the keys
  | 'invalid' // the request does not meet the requirements of the service
  | 'forbidden' // HTTP 403: the service, or a gateway in front of it, rejects the request
  | 'proxy-authentication' // HTTP 407: the proxy asks for a user name and a password
  | 'proxy-negotiation' // HTTP 407: the proxy accepts only Kerberos or NTLM
  | 'proxy-address' // the address of the proxy is not valid, or the proxy is of an unsupported kind
  | 'duplicate-submit' // an identical payload arrived within the last five minutes; it may be this same order
  | 'not-found' // unknown, or belongs to another account
  | 'wrong-state' // the job is not in a state that allows this
  | 'credits' // not enough credits
  | 'throttled' // too many requests
  | 'unavailable' // the service is temporarily unavailable
  | 'network' // no connection, or it was interrupted
  | 'timeout' // no answer in time
  | 'aborted' // aborted by the caller
  | 'unreadable' // the answer cannot be read
  | 'insecure' // plain http to a host that is not this machine, a redirect, or a certificate that cannot be verified
  | 'no-credentials' // no keys are stored for this address
  | 'service'; // any other error from the service

/**
 * The known effect of a request:
 * - `not-sent`: the request was not sent, so it had no effect;
 * - `refused`: the service answered that it did nothing;
 * - `unknown`: it may have had its effect.
 */
export type RequestOutcome = 'not-sent' | 'refused' | 'unknown';

/** An error of a single job of a call. */
export interface JobErrorEntry {
  readonly code?: number;
  /** Default: the meaning of the code. */
  readonly meaning?: ErrorMeaning;
  /** The service's own words, or this client's finding. */
  readonly message: string;
}

export interface ServiceErrorDetails {
  readonly outcome: RequestOutcome;
  /** The service's own code (wire-level catalog), if any. */
  readonly code?: number;
  /** The specific error; more precise than the reason. Default: the meaning of the code. */
  readonly meaning?: ErrorMeaning;
  /** The service's own words: for the log, not for users. */
  readonly serviceMessage?: string;
  readonly httpStatus?: number;
  /** Milliseconds to wait before the next attempt, if the service named a time. */
  readonly retryAfterMs?: number;
  /** Another attempt would fail in the same way, so a read is not retried. */
  readonly isFinal?: true;
  /** Errors of single jobs in an order or quote, by the caller's key. */
  readonly jobErrors?: ReadonlyMap<string, readonly JobErrorEntry[]>;
  readonly cause?: unknown;
}

/** The only error that this folder throws. Its message never contains a key, a signature or an address with a query. */
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
  /** Set if the service asked for a pause longer than an hour: allows the next request of the same resource group. */
  tryAnyway: (() => void) | undefined;
  readonly jobErrors: ServiceErrorDetails['jobErrors'];

  constructor(reason: ServiceErrorReason, message: string, details: ServiceErrorDetails) {
    super(message, present({ cause: details.cause }));
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
