import type { Clock } from '../base/clock.ts';
import type { BaseAddress } from './baseAddress.ts';
import { openEnvelope } from './envelope.ts';
import type { ServiceRequest } from './request.ts';
import { Undecodable } from './schemas.ts';
import type { CallOptions, Credentials, ServiceLog } from './serviceClient.ts';
import { ServiceError, type RequestOutcome, type ServiceErrorReason } from './serviceError.ts';
import { signature } from './sign.ts';
import { sharedThrottle, type Limits } from './throttle.ts';
import type { HttpRequest, Transport } from './transport.ts';
import type { WireForm } from './wire.ts';

export interface PipelineOptions {
  readonly address: BaseAddress;
  readonly credentials: () => Promise<Credentials | undefined>;
  readonly userAgent: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly transport: Transport;
}

/** Sends a request and gives its record. Rejects with ServiceError and nothing else. */
export type Call = <T>(request: ServiceRequest<T>, options?: CallOptions) => Promise<T>;

const maxRetries = 3;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const maxBodyBytes = 100 * 1024 * 1024;
const transientReasons: ReadonlySet<ServiceErrorReason> = new Set(['throttled', 'unavailable', 'network', 'unreadable']);

/**
 * The one way of every call: keys, throttle, signature, connection, envelope, record.
 * Reads are repeated on trouble that may pass; what changes anything is sent once. `closed` ends everything.
 */
export function createPipeline(options: PipelineOptions, closed: AbortSignal): Call {
  return async (request, { signal } = {}) => {
    const either = signal ? AbortSignal.any([signal, closed]) : closed;
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, options, either);
      } catch (error) {
        const failure = asServiceError(error, 'unknown');
        if (request.effect === 'change' || retries === maxRetries || !transientReasons.has(failure.reason)) throw failure;
        await pauseBefore(retries, failure, options.clock, either);
      }
    }
  };
}

async function attempt<T>(request: ServiceRequest<T>, options: PipelineOptions, signal: AbortSignal): Promise<T> {
  const { httpRequest, redact } = await beforeSending(async () => {
    const credentials = request.auth === 'none' ? undefined : await readKeys(options.credentials);
    if (!credentials && request.auth === 'required') throw noCredentials('No keys are stored for this address.');
    await sharedThrottle(options.address.origin, options.limits, request.group, options.clock).wait(signal);
    // Signed only now, because the wait may have been long.
    const auth = credentials && signed(credentials, Math.floor(options.clock.now() / 1000));
    const secrets = credentials && auth ? [credentials.apiKey, credentials.privateKey, auth.api_sig] : [];
    return { httpRequest: toHttp(request, auth, options), redact: redactor(secrets) };
  }, signal);
  const answer = await logged(httpRequest, options, () => options.transport.send(httpRequest, signal));
  const context = { redact, ...(request.jobKeys && { jobKeys: request.jobKeys }) };
  return decoded(request, () => openEnvelope(answer, context), answer.status);
}

/** Why a store of keys fails may hold anything, so of its error only the kind is kept. */
async function readKeys(credentials: PipelineOptions['credentials']): Promise<Credentials | undefined> {
  try {
    return await credentials();
  } catch (error) {
    throw noCredentials(`The keys for this address could not be read (${kindOf(error)}).`);
  }
}

function noCredentials(message: string): ServiceError {
  return new ServiceError('no-credentials', message, { outcome: 'not-sent' });
}

/** Whatever goes wrong before a request is sent, nothing was done. */
async function beforeSending<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal.aborted) throw new ServiceError('aborted', 'The call was given up.', { outcome: 'not-sent' });
    throw asServiceError(error, 'not-sent');
  }
}

function decoded<T>(request: ServiceRequest<T>, open: () => unknown, httpStatus: number): T {
  try {
    return request.decode(open());
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new ServiceError('unreadable', 'The service gave an answer that makes no sense.', {
      outcome: 'unknown',
      serviceMessage: error.message,
      httpStatus,
    });
  }
}

/** The request as it goes out. */
function toHttp<T>(request: ServiceRequest<T>, auth: Auth | undefined, { address, userAgent }: PipelineOptions): HttpRequest {
  const path = (request.base === 'root' ? address.rootPath : address.path) + request.path;
  const common = { method: request.method, ownConnection: request.effect === 'change' };
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  if (request.json !== undefined) {
    return { ...common, target: path, headers: { ...headers, 'content-type': 'application/json' }, body: checkedSize(JSON.stringify(request.json)) };
  }
  if (request.method === 'GET' || request.method === 'DELETE') {
    const query = form({ ...auth, ...request.query });
    return { ...common, target: query === '' ? path : `${path}?${query}`, headers };
  }
  const body = form({ ...auth, data: JSON.stringify(request.data) });
  return { ...common, target: path, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: checkedSize(body) };
}

type Auth = Pick<WireForm, 'api_key' | 'api_sig' | 'ts'>;

function signed({ apiKey, privateKey }: Credentials, ts: number): Auth {
  return { api_key: apiKey, api_sig: signature(privateKey, ts), ts: String(ts) };
}

function form(fields: Readonly<Record<string, string | number | undefined>>): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) encoded.append(name, String(value));
  return encoded.toString();
}

/** Takes the secrets out of a text, as they are and as they stand in an address or a form, whose escapes differ. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const written = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, encodeURIComponent(secret), form({ '': secret }).slice(1)]);
  return (text) => written.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

function checkedSize(body: string): string {
  if (Buffer.byteLength(body) <= maxBodyBytes) return body;
  throw new ServiceError('invalid', 'A request may have 100 MB at most.', { outcome: 'not-sent' });
}

/** One line for every request that was tried: method, path without its query, and how it ended. */
async function logged<A extends { readonly status: number }>(request: HttpRequest, { clock, log }: PipelineOptions, send: () => Promise<A>): Promise<A> {
  const started = clock.now();
  const line = (end: string | number): void => {
    tell(log, `${request.method} ${request.target.replace(/\?.*$/s, '')} → ${end} in ${Math.round(clock.now() - started)} ms`);
  };
  try {
    const answer = await send();
    line(answer.status);
    return answer;
  } catch (error) {
    const failure = asServiceError(error, 'unknown');
    line(failure.httpStatus ?? failure.reason);
    throw failure;
  }
}

/** A log that fails must not make a request that was answered look like one that was not. */
function tell(log: ServiceLog, line: string): void {
  try {
    log(line);
  } catch {
    // There is nowhere left to say so.
  }
}

/** Half a second, one, two, each longer or shorter by up to a quarter so that clients do not return in step. */
async function pauseBefore(retry: number, failure: ServiceError, clock: Clock, signal: AbortSignal): Promise<void> {
  const backOff = firstPauseMs * 2 ** retry * (0.75 + Math.random() / 2);
  try {
    await clock.sleep(Math.min(Math.max(backOff, failure.retryAfterMs ?? 0), longestPauseMs), signal);
  } catch {
    throw new ServiceError('aborted', 'The call was given up.', { outcome: failure.outcome });
  }
}

/** Nothing else than ServiceError leaves this folder, whatever was handed in. */
function asServiceError(error: unknown, outcome: RequestOutcome): ServiceError {
  if (error instanceof ServiceError) return error;
  return outcome === 'not-sent'
    ? new ServiceError('invalid', `The request could not be made (${kindOf(error)}).`, { outcome })
    : new ServiceError('unreadable', `The service's answer could not be handled (${kindOf(error)}).`, { outcome });
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
