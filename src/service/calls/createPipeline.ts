import type { Clock } from '../../base/clock.ts';
import { errorKind } from '../../base/errorMessage.ts';
import type { BaseAddress } from '../interface/baseAddress.ts';
import { unwrapEnvelope } from '../decode/envelope.ts';
import { authFields, toHttp } from '../http/httpRequest.ts';
import type { HoldWait } from '../http/hold.ts';
import type { Lifetime } from './lifetime.ts';
import { createRedactor } from './createRedactor.ts';
import { isRedirect, redirected } from '../http/redirected.ts';
import type { UnreadableRow } from '../interface/records.ts';
import type { ServiceRequest } from '../http/request.ts';
import { logRequest } from './requestLog.ts';
import { withRetries } from './withRetries.ts';
import { UndecodableError } from '../decode/schemas.ts';
import type { CallOptions, Credentials, ServiceLog } from '../interface/serviceClient.ts';
import { ServiceError, type RequestOutcome, type ServiceErrorReason } from '../interface/serviceError.ts';
import { createSlots, type Slots } from '../http/slots.ts';
import type { SharedThrottle } from './sharedThrottle.ts';
import type { MarkAnswered } from './throttle.ts';
import type { LimitedGroup } from '../interface/resourceGroup.ts';
import { maxConnections, type HttpRequest, type RawAnswer, type Transport } from '../http/transport.ts';

export interface PipelineOptions {
  readonly address: BaseAddress;
  /** Undefined if nothing may be sent. */
  readonly credentials: (() => Promise<Credentials | undefined>) | undefined;
  readonly userAgent: string;
  readonly throttleFor: (group: LimitedGroup) => SharedThrottle;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly transport: Transport;
  readonly lifetime: Lifetime;
}

/** Sends a request and returns its decoded record. Rejects with ServiceError only. */
export type Call = <T>(request: ServiceRequest<T>, options?: CallOptions) => Promise<T>;

/** The means to stop a request: `waiting` and `confirm` before it is sent, `sent` after that. */
interface Signals {
  readonly waiting: AbortSignal;
  readonly confirm: CallOptions['confirm'];
  readonly sent: AbortSignal;
}

const transient: ReadonlySet<ServiceErrorReason> = new Set(['throttled', 'unavailable', 'network', 'unreadable']);

/**
 * Creates the function that every call goes through: keys, throttle, signature, connection, envelope, record.
 * Reads are retried after transient errors. Changes are sent once, and have a grace period when the client closes.
 */
export function createPipeline(options: PipelineOptions): Call {
  const { clock, lifetime } = options;
  // Requests wait for a connection before the throttle: several connections becoming free at once would cause a burst.
  const slots = { read: createSlots(maxConnections), change: createSlots(maxConnections) };
  return async (request, callOptions = {}) => {
    const { signal, confirm, once: isSentOnce = false } = callOptions;
    const waiting = eitherOf(signal, lifetime.closed);
    const sendOnce = async (sent: AbortSignal) => {
      try {
        return await attempt(
          request,
          { ...options, ...callOptions },
          { waiting, confirm, sent },
          slots[request.effect],
        );
      } catch (error) {
        throw asServiceError(error, 'unknown');
      }
    };
    // A change that was sent goes on for the grace period; a read ends when the client is closed.
    if (request.effect === 'change') return lifetime.runChange(() => sendOnce(eitherOf(signal, lifetime.ended)));
    if (isSentOnce) return sendOnce(waiting);
    return withRetries(() => sendOnce(waiting), { transient, clock, signal: waiting });
  };
}

/** Returns a signal that is aborted when one of the two is. */
function eitherOf(callerSignal: AbortSignal | undefined, lifetimeSignal: AbortSignal): AbortSignal {
  return callerSignal ? AbortSignal.any([callerSignal, lifetimeSignal]) : lifetimeSignal;
}

async function attempt<T>(
  request: ServiceRequest<T>,
  options: PipelineOptions & CallOptions,
  signals: Signals,
  slots: Slots,
): Promise<T> {
  const releaseSlot = await beforeSending(() => slots.take(signals.waiting), signals.waiting);
  try {
    const credentials = await beforeSending(() => readKeys(request.auth, options.credentials), signals.waiting);
    let prepare = (): Prepared => prepared(request, credentials, options);
    for (let redirects = 0; ; redirects += 1) {
      const throttle = options.throttleFor(request.group);
      const longestMs = options.longestHoldMs ?? (request.effect === 'change' ? longestHoldOfChangeMs : undefined);
      const holdWait = {
        signal: signals.waiting,
        ignore: options.ignoreHold === true,
        ...(longestMs !== undefined && { longestMs }),
      };
      const wait = async (): Promise<MarkAnswered> => {
        const marks: MarkAnswered[] = [];
        if (request.createsJobs === true) marks.push(await waitForThrottle(options.throttleFor('new-jobs'), holdWait));
        marks.push(await waitForThrottle(throttle, holdWait));
        return () => {
          for (const markAnswered of marks) markAnswered();
        };
      };
      const { sent, answer } = await sendAfterWait(prepare, wait, options, signals);
      if (!isRedirect(answer))
        return await pauseIfAsked(throttle, () => decoded(request, answer, sent.redact, options));
      const httpRequest = redirected(sent.httpRequest, answer, { origin: options.address.origin, redirects });
      prepare = () => ({ ...sent, httpRequest });
    }
  } finally {
    releaseSlot();
  }
}

/** A request that is ready to be sent, and the function that removes its secrets from a text. */
interface Prepared {
  readonly httpRequest: HttpRequest;
  readonly redact: (text: string) => string;
}

function prepared<T>(
  request: ServiceRequest<T>,
  credentials: Credentials | undefined,
  options: PipelineOptions,
): Prepared {
  const auth = credentials && authFields(credentials, Math.floor(options.clock.now() / 1000));
  const secrets = credentials && auth ? [credentials.apiKey, credentials.privateKey, auth.api_sig] : [];
  return { httpRequest: toHttp(request, auth, options), redact: createRedactor(secrets) };
}

/** After a longer wait, the user may no longer expect the change, so the pause is reported instead. */
const longestHoldOfChangeMs = 30_000;

/** Waits until the service's pause is over and the throttle has a slot, during which a new pause may have begun. */
async function waitForThrottle({ hold, throttle }: SharedThrottle, wait: HoldWait): Promise<MarkAnswered> {
  for (;;) {
    const isLifted = await hold.pass(wait);
    const markAnswered = await throttle.wait(wait.signal);
    if (isLifted || !hold.isOn) return markAnswered;
    markAnswered();
  }
}

/** Begins a pause if the decoded error asks for one. */
async function pauseIfAsked<T>({ hold }: SharedThrottle, decode: () => T): Promise<T> {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryAfterMs === undefined || !busyReasons.has(error.reason))
      throw error;
    await hold.set(error.retryAfterMs);
    throw hold.offerTry(error);
  }
}

const busyReasons: ReadonlySet<ServiceErrorReason> = new Set(['throttled', 'unavailable']);

/** Waits and then sends. The request is prepared after the wait because its time is signed and the wait may be long. */
async function sendAfterWait(
  prepare: () => Prepared,
  wait: () => Promise<MarkAnswered>,
  options: PipelineOptions,
  { waiting, confirm, sent }: Signals,
): Promise<{ readonly sent: Prepared; readonly answer: RawAnswer }> {
  const markAnswered = await beforeSending(wait, waiting);
  try {
    if (confirm !== undefined) await beforeSending(() => confirmed(confirm), waiting);
    const ready = await beforeSending(() => Promise.resolve(prepare()), waiting);
    const { httpRequest, redact } = ready;
    const line = { method: httpRequest.method, target: httpRequest.target, redact };
    return { sent: ready, answer: await logRequest(line, options, () => options.transport.send(httpRequest, sent)) };
  } finally {
    markAnswered();
  }
}

async function confirmed(confirm: () => Promise<void>): Promise<void> {
  try {
    await confirm();
  } catch (cause) {
    throw new ServiceError('aborted', 'The caller gave the call up when its turn had come.', {
      outcome: 'not-sent',
      cause,
    });
  }
}

/** Reads the keys. If they are optional, a call without keys, or with unreadable ones, is sent unsigned. */
async function readKeys(
  auth: ServiceRequest<unknown>['auth'],
  credentials: PipelineOptions['credentials'],
): Promise<Credentials | undefined> {
  if (credentials === undefined) throw noCredentials('There are no keys for this address.');
  if (auth === 'none') return undefined;
  try {
    const keys = await credentials();
    if (keys === undefined && auth === 'required') throw noCredentials('No keys are stored for this address.');
    return keys;
  } catch (error) {
    if (auth === 'optional') return undefined;
    // The message of the key store's error may contain anything, so only its kind is kept.
    if (error instanceof ServiceError) throw error;
    throw noCredentials(`The keys for this address could not be read (${errorKind(error)}).`);
  }
}

function noCredentials(message: string): ServiceError {
  return new ServiceError('no-credentials', message, { outcome: 'not-sent' });
}

/** Runs a step before sending: its failure means that nothing was sent. */
async function beforeSending<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal.aborted) throw new ServiceError('aborted', 'The call was given up.', { outcome: 'not-sent' });
    throw asServiceError(error, 'not-sent');
  }
}

function decoded<T>(
  request: ServiceRequest<T>,
  answer: RawAnswer,
  redact: Prepared['redact'],
  { log, onUnreadable }: PipelineOptions & CallOptions,
): T {
  const report = (row: UnreadableRow): void => {
    log(redact(`${request.method} ${request.path}: an entry of the answer cannot be read. ${row.problem}`));
    onUnreadable?.(row);
  };
  try {
    const context = { redact, bare: request.bare ?? false, ...(request.jobKeys && { jobKeys: request.jobKeys }) };
    return request.decode(unwrapEnvelope(answer, context), { redact, report });
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw new ServiceError('unreadable', 'The service gave an answer that cannot be read.', {
      outcome: 'unknown',
      isFinal: true,
      // The message contains a path in the answer, and the keys of the service's objects may contain anything.
      serviceMessage: redact(error.message),
      httpStatus: answer.status,
    });
  }
}

/** Converts any error to a ServiceError, the only error that this folder throws. */
function asServiceError(error: unknown, outcome: RequestOutcome): ServiceError {
  if (error instanceof ServiceError) return error;
  const kind = errorKind(error);
  if (outcome === 'not-sent')
    return new ServiceError('invalid', `The request could not be made (${kind}).`, { outcome });
  return new ServiceError('unreadable', `The service's answer could not be handled (${kind}).`, { outcome });
}
