import type { Clock } from '../../base/clock.ts';
import type { BaseAddress } from '../interface/baseAddress.ts';
import { openEnvelope } from '../decode/envelope.ts';
import { signed, toHttp } from '../http/httpRequest.ts';
import type { HoldWait } from '../http/hold.ts';
import type { Lifetime } from './lifetime.ts';
import { redactor } from './redact.ts';
import { isRedirect, redirected } from '../http/redirects.ts';
import type { UnreadableRow } from '../interface/records.ts';
import type { ServiceRequest } from '../http/request.ts';
import { logged } from './requestLog.ts';
import { withRetries } from './retry.ts';
import { Undecodable } from '../decode/schemas.ts';
import type { CallOptions, Credentials, ServiceLog } from '../interface/serviceClient.ts';
import { ServiceError, type RequestOutcome, type ServiceErrorReason } from '../interface/serviceError.ts';
import { createSlots, type Slots } from '../http/slots.ts';
import type { Gate } from './sharedThrottle.ts';
import type { Answered } from './throttle.ts';
import type { ResourceGroup } from '../interface/resourceGroup.ts';
import { maxConnections, type HttpRequest, type RawAnswer, type Transport } from '../http/transport.ts';

export interface PipelineOptions {
  readonly address: BaseAddress;
  readonly credentials: () => Promise<Credentials | undefined>;
  readonly userAgent: string;
  readonly gateOf: (group: ResourceGroup) => Gate;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly transport: Transport;
  readonly lifetime: Lifetime;
}

/** Sends a request and gives its record. Rejects with ServiceError and nothing else. */
export type Call = <T>(request: ServiceRequest<T>, options?: CallOptions) => Promise<T>;

/** What ends a request: `waiting` and `confirm` before it is sent, `sent` afterwards. */
interface Signals {
  readonly waiting: AbortSignal;
  readonly confirm: CallOptions['confirm'];
  readonly sent: AbortSignal;
}

const transient: ReadonlySet<ServiceErrorReason> = new Set(['throttled', 'unavailable', 'network', 'unreadable']);

/**
 * The one way of every call: keys, throttle, signature, connection, envelope, record.
 * Reads are repeated on trouble that may pass; what changes anything is sent once, and is not cut at once when the client closes.
 */
export function createPipeline(options: PipelineOptions): Call {
  const { clock, lifetime } = options;
  // Where a request waits must be before the throttle: connections that come free together would send a burst.
  const slots = { read: createSlots(maxConnections), change: createSlots(maxConnections) };
  return async (request, callOptions = {}) => {
    const { signal, confirm, once: isAskedOnce = false } = callOptions;
    const waiting = eitherOf(signal, lifetime.closed);
    const once = (sent: AbortSignal) => async () => {
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
    if (request.effect === 'change') return lifetime.lasting(once(eitherOf(signal, lifetime.cut)));
    return isAskedOnce ? once(waiting)() : withRetries(once(waiting), { transient, clock, signal: waiting });
  };
}

function eitherOf(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

async function attempt<T>(
  request: ServiceRequest<T>,
  options: PipelineOptions & CallOptions,
  signals: Signals,
  slots: Slots,
): Promise<T> {
  const leave = await beforeSending(() => slots.take(signals.waiting), signals.waiting);
  try {
    const credentials = await beforeSending(() => keysFor(request.auth, options.credentials), signals.waiting);
    let prepare = (): Prepared => prepared(request, credentials, options);
    for (let redirects = 0; ; redirects += 1) {
      const gate = options.gateOf(request.group);
      const longestMs = options.longestHoldMs ?? (request.effect === 'change' ? longestHoldOfChangeMs : undefined);
      const turn = () =>
        takeTurn(gate, {
          signal: signals.waiting,
          ignore: options.ignoreHold === true,
          ...(longestMs !== undefined && { longestMs }),
        });
      const { sent, answer } = await sendInTurn(prepare, turn, options, signals);
      if (!isRedirect(answer)) return await holdingBack(gate, () => decoded(request, answer, sent.redact, options));
      const httpRequest = redirected(sent.httpRequest, answer, { origin: options.address.origin, redirects });
      prepare = () => ({ ...sent, httpRequest });
    }
  } finally {
    leave();
  }
}

/** A request that can leave, and what takes its secrets out of a text. */
interface Prepared {
  readonly httpRequest: HttpRequest;
  readonly redact: (text: string) => string;
}

function prepared<T>(
  request: ServiceRequest<T>,
  credentials: Credentials | undefined,
  options: PipelineOptions,
): Prepared {
  const auth = credentials && signed(credentials, Math.floor(options.clock.now() / 1000));
  const secrets = credentials && auth ? [credentials.apiKey, credentials.privateKey, auth.api_sig] : [];
  return { httpRequest: toHttp(request, auth, options), redact: redactor(secrets) };
}

/** A change that waits in secret may come when the user no longer expects it, so a longer pause is reported instead. */
const longestHoldOfChangeMs = 30_000;

/** Waits until the service's pause is over and the throttle has a slot; another answer may have begun a pause meanwhile. */
async function takeTurn({ hold, throttle }: Gate, wait: HoldWait): Promise<Answered> {
  for (;;) {
    const isLifted = await hold.pass(wait);
    const answered = await throttle.wait(wait.signal);
    if (isLifted || !hold.isOn) return answered;
    answered();
  }
}

/** Begins the pause that an error of the service asks for. */
async function holdingBack<T>({ hold }: Gate, decode: () => T): Promise<T> {
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

/** Waits for its turn and sends at once. What is sent is made only then, because the wait may have been long and the time is signed. */
async function sendInTurn(
  prepare: () => Prepared,
  turn: () => Promise<Answered>,
  options: PipelineOptions,
  { waiting, confirm, sent }: Signals,
): Promise<{ readonly sent: Prepared; readonly answer: RawAnswer }> {
  const answered = await beforeSending(turn, waiting);
  try {
    if (confirm !== undefined) await beforeSending(() => confirmed(confirm), waiting);
    const ready = await beforeSending(() => Promise.resolve(prepare()), waiting);
    const { httpRequest, redact } = ready;
    const line = { method: httpRequest.method, target: httpRequest.target, redact };
    return { sent: ready, answer: await logged(line, options, () => options.transport.send(httpRequest, sent)) };
  } finally {
    answered();
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

/** A call for which keys are optional goes on without when there are none, or they cannot be read. */
async function keysFor(
  auth: ServiceRequest<unknown>['auth'],
  credentials: PipelineOptions['credentials'],
): Promise<Credentials | undefined> {
  if (auth === 'none') return undefined;
  try {
    const keys = await credentials();
    if (keys === undefined && auth === 'required') throw noCredentials('No keys are stored for this address.');
    return keys;
  } catch (error) {
    if (auth === 'optional') return undefined;
    // Why a store of keys fails may hold anything, so of its error only the kind is kept.
    throw error instanceof ServiceError
      ? error
      : noCredentials(`The keys for this address could not be read (${kindOf(error)}).`);
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
    return request.decode(openEnvelope(answer, context), { redact, report });
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    throw new ServiceError('unreadable', 'The service gave an answer that cannot be read.', {
      outcome: 'unknown',
      isFinal: true,
      // It names the place in the answer, and the service may have put anything into the keys of its objects.
      serviceMessage: redact(error.message),
      httpStatus: answer.status,
    });
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
