import type { Clock } from '../../base/clock.ts';
import { isLoopbackHost, type BaseAddress } from '../interface/baseAddress.ts';
import { reasonOf, type ErrorMeaning } from '../interface/catalog.ts';
import type { Lifetime } from '../calls/lifetime.ts';
import { canBePublicHost } from '../interface/publicAddress.ts';
import { isRedirect } from '../http/redirected.ts';
import { logRequest } from '../calls/requestLog.ts';
import { withRetries } from '../calls/withRetries.ts';
import type { ServiceClient, ServiceLog } from '../interface/serviceClient.ts';
import { ServiceError, type ServiceErrorReason } from '../interface/serviceError.ts';
import type { SharedThrottle } from '../calls/sharedThrottle.ts';
import type { ResourceGroup } from '../interface/resourceGroup.ts';
import type { RawAnswer, Transport } from '../http/transport.ts';
import { notPublicError } from '../http/transportError.ts';

export interface FileMethodsOptions {
  readonly address: BaseAddress;
  readonly userAgent: string;
  readonly throttleFor: (group: ResourceGroup) => SharedThrottle;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly transport: Transport;
  readonly lifetime: Lifetime;
}

const maxRedirects = 5;
/** After a longer pause, the download is repeated by a later refresh instead. */
const longestHoldMs = 30_000;
/** Does not include 'unreadable': retrying a file that is too large or compressed is useless. */
const transient: ReadonlySet<ServiceErrorReason> = new Set(['throttled', 'unavailable', 'network']);

/** Creates the download method. The addresses from the service are untrusted: no keys are sent, and each is checked. */
export function createFileMethods(options: FileMethodsOptions): ServiceClient['files'] {
  const { clock, lifetime } = options;
  return {
    async download(url, { maxBytes, signal: callerSignal }) {
      const signal = callerSignal ? AbortSignal.any([callerSignal, lifetime.closed]) : lifetime.closed;
      if (signal.aborted) throw new ServiceError('aborted', 'The call was given up.', { outcome: 'not-sent' });
      try {
        const address = checkedAddress(url, options.address);
        const fetchFile = () => fetchFollowing(address, maxBytes, options, signal);
        return await withRetries(fetchFile, { transient, clock, signal });
      } catch (error) {
        throw asFileError(error);
      }
    },
  };
}

async function fetchFollowing(
  firstAddress: URL,
  maxBytes: number,
  options: FileMethodsOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let url = firstAddress;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetchOnce(url, maxBytes, options, signal);
    if (!isRedirect(answer)) return contentOf(answer);
    if (redirects === maxRedirects || answer.location === undefined)
      throw new ServiceError('insecure', 'The file was pointed to elsewhere again and again.', {
        outcome: 'unknown',
        httpStatus: answer.status,
      });
    url = checkedAddress(answer.location, options.address, url);
  }
}

async function fetchOnce(
  url: URL,
  maxBytes: number,
  { address, userAgent, throttleFor, clock, log, transport }: FileMethodsOptions,
  signal: AbortSignal,
): Promise<RawAnswer> {
  // A download from the service itself counts as a request to it.
  const markAnswered = url.origin === address.origin ? await waitForThrottle(throttleFor('other'), signal) : undefined;
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  try {
    return await logRequest({ method: 'GET', target: url.origin + url.pathname }, { clock, log }, () =>
      transport.fetchFile({ url, headers, maxBytes }, signal),
    );
  } finally {
    markAnswered?.();
  }
}

async function waitForThrottle({ hold, throttle }: SharedThrottle, signal: AbortSignal): Promise<() => void> {
  try {
    await hold.pass({ signal, longestMs: longestHoldMs });
    return await throttle.wait(signal);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('aborted', 'The call was given up.', { outcome: 'not-sent' });
  }
}

/**
 * Throws ServiceError 'insecure' unless the address is https to a possibly public host, or loopback if the service is.
 */
function checkedAddress(text: string, { isLoopback }: BaseAddress, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw insecure('The address of the file is no web address.');
  if (url.username !== '' || url.password !== '')
    throw insecure('The address of the file holds a user name or a password.');
  if (isLoopbackHost(url.hostname)) {
    if (isLoopback) return url;
    throw notPublicError();
  }
  if (url.protocol !== 'https:') throw insecure('The file is offered over plain http, so it was not fetched.');
  if (!canBePublicHost(url.hostname)) throw notPublicError();
  return url;
}

function contentOf({ status, body, encoding, retryAfterMs }: RawAnswer): Uint8Array {
  if (status === 200) {
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return body;
    throw new ServiceError('unreadable', 'The file came compressed, which was not asked for.', {
      outcome: 'unknown',
      httpStatus: status,
    });
  }
  // The file server received no keys, so its refusal does not mean that they are wrong.
  const isRefusal = status === 401 || status === 403;
  const isGone = status === 404 || status === 410;
  const otherReason = isRefusal ? 'service' : reasonOf(undefined, status);
  const reason = isGone ? 'not-found' : otherReason;
  throw new ServiceError(reason, `The file could not be fetched (HTTP status ${status}).`, {
    outcome: 'unknown',
    httpStatus: status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The meanings that reasons have for a file. Shown as errors of the service, they would mislead the user. */
const fileMeanings: Partial<Record<ServiceErrorReason, ErrorMeaning>> = {
  insecure: 'file-address-unsafe',
  'not-found': 'file-gone',
  unreadable: 'file-unusable',
};

function asFileError(error: unknown): unknown {
  const meaning = error instanceof ServiceError ? fileMeanings[error.reason] : undefined;
  if (!(error instanceof ServiceError) || meaning === undefined) return error;
  const { reason, message, outcome, httpStatus, cause } = error;
  return new ServiceError(reason, message, {
    outcome,
    meaning,
    cause,
    ...(httpStatus !== undefined && { httpStatus }),
  });
}

function insecure(message: string): ServiceError {
  return new ServiceError('insecure', message, { outcome: 'not-sent' });
}
