import { Agent, EnvHttpProxyAgent, buildConnector, type Dispatcher } from 'undici';
import type { BaseAddress } from './baseAddress.ts';
import type { RawAnswer } from './envelope.ts';
import { ServiceError, type RequestOutcome } from './serviceError.ts';
import { transportError } from './transportError.ts';
import { trustedContext } from './trust.ts';

/** A request as it goes on the wire. `target` has the query, and with it the keys: never log it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Over a new connection, closed afterwards. A kept one may have been closed by the service while the request
   * was on its way, and then nobody knows whether the request was read.
   */
  readonly ownConnection: boolean;
}

export interface Transport {
  /** Sends once; never follows a redirect. Rejects with ServiceError, whose outcome tells whether anything left. */
  send(request: HttpRequest, signal: AbortSignal): Promise<RawAnswer>;
  /** Cuts what is in flight. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly address: BaseAddress;
  readonly timeoutMs: number;
  readonly proxy: string | undefined;
  readonly proxyStrictTls: boolean;
}

const maxAnswerBytes = 64 * 1024 * 1024;
const maxConnections = 8;
const connectTimeoutMs = 30_000;

export function createTransport(options: TransportOptions): Transport {
  let kept: Dispatcher | undefined;
  let once: Dispatcher | undefined;
  const dispatcherFor = (ownConnection: boolean): Dispatcher => {
    // undici: pipelining 0 turns keep-alive off.
    if (ownConnection) return (once ??= createDispatcher(options, 0));
    return (kept ??= createDispatcher(options, 1));
  };
  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        let dispatcher: Dispatcher;
        try {
          dispatcher = dispatcherFor(request.ownConnection);
        } catch (error) {
          // A proxy's address that is none, for instance.
          reject(transportError(error, 'not-sent'));
          return;
        }
        exchange(dispatcher, request, { ...options, signal, resolve, reject });
      }),
    close: async () => {
      await Promise.all([kept?.destroy(), once?.destroy()]);
    },
  };
}

function createDispatcher({ address, timeoutMs, proxy, proxyStrictTls }: TransportOptions, pipelining: 0 | 1): Dispatcher {
  const isTls = address.origin.startsWith('https:');
  const connectTimeout = Math.min(timeoutMs, connectTimeoutMs);
  // `rejectUnauthorized` is said aloud because NODE_TLS_REJECT_UNAUTHORIZED would decide otherwise.
  const serviceTls = { rejectUnauthorized: true, ...(isTls && { secureContext: trustedContext() }) };
  const shared = { pipelining, connections: maxConnections, allowH2: false, connectTimeout };
  const connect = buildConnector({ ...serviceTls, allowH2: false, timeout: connectTimeout });
  if (address.isLoopback) return new Agent({ ...shared, connect });
  return new EnvHttpProxyAgent({
    ...shared,
    ...(proxy !== undefined && proxy !== '' && { httpProxy: proxy, httpsProxy: proxy }),
    connect,
    requestTls: serviceTls,
    proxyTls: { rejectUnauthorized: proxyStrictTls, ...(isTls && { secureContext: trustedContext() }) },
  });
}

interface Exchange {
  readonly address: BaseAddress;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: ServiceError) => void;
}

/** One request and its answer, settled exactly once. */
function exchange(dispatcher: Dispatcher, request: HttpRequest, { address, timeoutMs, signal, resolve, reject }: Exchange): void {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let status = 0;
  let retryAfterMs: number | undefined;
  let received = 0;
  const chunks: Buffer[] = [];

  const settle = (end: () => void): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    end();
  };
  // undici hands over the controller immediately before the first byte is written, so without one nothing left.
  const outcome = (): RequestOutcome => (controller ? 'unknown' : 'not-sent');
  const giveUp = (error: ServiceError): void => {
    settle(() => {
      reject(error);
    });
    controller?.abort(error);
  };
  const onAbort = (): void => {
    giveUp(new ServiceError('aborted', 'The call was given up.', { outcome: outcome() }));
  };
  const timer = setTimeout(() => {
    giveUp(new ServiceError('timeout', `The service did not answer within ${timeoutMs / 1000} seconds.`, { outcome: outcome() }));
  }, timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) {
    onAbort();
    return;
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Given up while it waited for a connection: it must not leave any more.
      if (settled) started.abort(new Error('given up'));
      else controller = started;
    },
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      retryAfterMs = retryAfter(headers['retry-after']);
    },
    onResponseData(_controller, chunk) {
      received += chunk.length;
      if (received <= maxAnswerBytes) chunks.push(chunk);
      else giveUp(new ServiceError('unreadable', 'The answer is too large.', { outcome: 'unknown', httpStatus: status }));
    },
    onResponseEnd() {
      settle(() => {
        if (status >= 300 && status < 400) reject(redirected(status));
        else resolve({ status, body: Buffer.concat(chunks), ...(retryAfterMs !== undefined && { retryAfterMs }) });
      });
    },
    onResponseError(_controller, error) {
      settle(() => {
        reject(transportError(error, outcome()));
      });
    },
  };
  const message = {
    origin: address.origin,
    path: request.target,
    method: request.method,
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
    // The one limit is the timer above.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  try {
    dispatcher.dispatch(message, handler);
  } catch (error) {
    giveUp(transportError(error, outcome()));
  }
}

function redirected(httpStatus: number): ServiceError {
  return new ServiceError('insecure', 'The service pointed to another address; the keys are not sent there.', { outcome: 'unknown', httpStatus });
}

/** Milliseconds from the header's number of seconds; its other form, a date, is not worth trusting two clocks for. */
function retryAfter(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : undefined;
}
