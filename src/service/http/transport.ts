import type { LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, buildConnector, type Dispatcher } from 'undici';
import { isLoopbackHost, type BaseAddress } from '../interface/baseAddress.ts';
import { longestHoldMs } from './hold.ts';
import { proxySettings, type ProxyOptions } from './proxy.ts';
import { createPublicLookup, type Resolve } from './publicLookup.ts';
import { ServiceError, type RequestOutcome } from '../interface/serviceError.ts';
import { transportError } from './transportError.ts';
import { trustedContext } from './trust.ts';

/** A request as it goes on the wire. `target` has the query, and with it the keys: never log it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Over a new connection, closed afterwards. A kept one may have been closed by the service while the request
   * was on its way, and then nobody knows whether the request was read.
   */
  readonly ownConnection: boolean;
}

/** A file somewhere on the web, as it is asked for. */
export interface FileRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/** An answer as it came, whatever it holds. */
export interface RawAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly retryAfterMs?: number;
  /** Where it points to instead, as it stands in the answer. */
  readonly location?: string;
  /** How the body is compressed, which nobody asked for. */
  readonly encoding?: string;
}

/** Sends once; never follows a redirect, but tells where to. Rejects with ServiceError, whose outcome tells whether anything left. */
export interface Transport {
  send(request: HttpRequest, signal: AbortSignal): Promise<RawAnswer>;
  /**
   * Fetches over a connection of its own. The name of the host must stand for public addresses alone, unless it means this
   * machine or a proxy looks it up. A file over `maxBytes` is 'unreadable'.
   */
  fetchFile(request: FileRequest, signal: AbortSignal): Promise<RawAnswer>;
  /** Cuts what is in flight. */
  close(): Promise<void>;
}

export interface TransportOptions extends ProxyOptions {
  readonly address: BaseAddress;
  readonly timeoutMs: number;
  readonly proxyStrictTls: boolean;
  /** Who looks up the names of hosts that files are fetched from. Default: the system. */
  readonly resolve?: Resolve;
}

/** Kept connections; a caller who sends more at once makes requests wait in here. */
export const maxConnections = 8;
const maxAnswerBytes = 64 * 1024 * 1024;
const connectTimeoutMs = 30_000;
/** A line may be this slow, in bytes a millisecond, before a large request or file runs out of time. */
const slowestLine = 64;

export function createTransport(options: TransportOptions): Transport {
  const { address, timeoutMs } = options;
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherOf = (kind: string, create: () => Dispatcher): Dispatcher => {
    const dispatcher = dispatchers.get(kind) ?? create();
    dispatchers.set(kind, dispatcher);
    return dispatcher;
  };
  return {
    send: (request, signal) => {
      const { method, target, headers, body = '', ownConnection } = request;
      const path: Path = {
        toLoopback: address.isLoopback,
        isTls: address.origin.startsWith('https:'),
        kept: !ownConnection,
      };
      return exchange(() => dispatcherOf(ownConnection ? 'once' : 'kept', () => createDispatcher(options, path)), {
        request: { origin: address.origin, path: target, method, headers, ...(body !== '' && { body }) },
        maxBytes: maxAnswerBytes,
        timeoutMs: timeoutMs + Math.ceil(body.length / slowestLine),
        signal,
      });
    },
    fetchFile: ({ url, headers, maxBytes }, signal) => {
      const toLoopback = isLoopbackHost(url.hostname);
      const isTls = url.protocol === 'https:';
      const path: Path = {
        toLoopback,
        isTls,
        kept: false,
        ...(!toLoopback && { lookup: createPublicLookup(options.resolve) }),
      };
      return exchange(
        () =>
          dispatcherOf(`files ${isTls ? 'over TLS' : ''} ${toLoopback ? 'here' : ''}`, () =>
            createDispatcher(options, path),
          ),
        {
          request: { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers },
          maxBytes,
          timeoutMs,
          longestMs: timeoutMs + Math.ceil(maxBytes / slowestLine),
          signal,
        },
      );
    },
    close: async () => {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** What a connection leads to, and how. */
interface Path {
  readonly toLoopback: boolean;
  readonly isTls: boolean;
  readonly kept: boolean;
  readonly lookup?: LookupFunction;
}

function createDispatcher(
  { timeoutMs, proxyStrictTls, ...proxyOptions }: TransportOptions,
  { toLoopback, isTls, kept, lookup }: Path,
): Dispatcher {
  const connectTimeout = Math.min(timeoutMs, connectTimeoutMs);
  // `rejectUnauthorized` is said aloud because NODE_TLS_REJECT_UNAUTHORIZED would decide otherwise.
  const serviceTls = { rejectUnauthorized: true, ...(isTls && { secureContext: trustedContext() }) };
  // undici: pipelining 0 turns keep-alive off.
  const shared = { pipelining: kept ? 1 : 0, connections: maxConnections, allowH2: false, connectTimeout };
  const connect = buildConnector({ ...serviceTls, allowH2: false, timeout: connectTimeout, ...(lookup && { lookup }) });
  if (toLoopback) return new Agent({ ...shared, connect });
  const proxies = proxySettings(proxyOptions, process.env);
  const hasTlsProxy = [proxies.httpProxy, proxies.httpsProxy].some((proxy) => proxy.startsWith('https:'));
  return new EnvHttpProxyAgent({
    ...shared,
    ...proxies,
    connect,
    requestTls: serviceTls,
    proxyTls: { rejectUnauthorized: proxyStrictTls, ...(hasTlsProxy && { secureContext: trustedContext() }) },
  });
}

interface Exchange {
  readonly request: Dispatcher.DispatchOptions;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** A file may be long: each piece of the answer gives it the whole time again, until so much has passed in all. */
  readonly longestMs?: number;
  readonly signal: AbortSignal;
}

/** One request and its answer, settled exactly once. */
async function exchange(
  dispatcherFor: () => Dispatcher,
  { request, maxBytes, timeoutMs, longestMs, signal }: Exchange,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let head: Omit<RawAnswer, 'body'> = { status: 0 };
  let received = 0;
  const chunks: Buffer[] = [];

  const settle = (end: () => void): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    clearTimeout(longest);
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
  const giveUpAfter = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      giveUp(
        new ServiceError('timeout', `The service did not answer within ${Math.round(ms / 1000)} seconds.`, {
          outcome: outcome(),
        }),
      );
    }, ms);
  const timer = giveUpAfter(timeoutMs);
  // Who sends a byte now and then would otherwise be waited for without end.
  const longest = longestMs === undefined ? undefined : giveUpAfter(longestMs);
  signal.addEventListener('abort', onAbort, { once: true });
  const tooLarge = (): void => {
    giveUp(
      new ServiceError(
        'unreadable',
        `The answer is larger than the ${maxBytes.toLocaleString('en-GB')} bytes that are allowed.`,
        { outcome: 'unknown', httpStatus: head.status, isFinal: true },
      ),
    );
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Given up while it waited for a connection: it must not leave any more.
      if (settled) started.abort(new Error('given up'));
      else controller = started;
    },
    onResponseStart(_controller, status, headers) {
      head = headOf(status, headers);
      if (Number(headers['content-length']) > maxBytes) tooLarge();
    },
    onResponseData(_controller, chunk) {
      received += chunk.length;
      if (received > maxBytes) {
        tooLarge();
        return;
      }
      chunks.push(chunk);
      if (longestMs !== undefined && !settled) timer.refresh();
    },
    onResponseEnd() {
      settle(() => {
        resolve({ ...head, body: Buffer.concat(chunks) });
      });
    },
    onResponseError(_controller, error) {
      settle(() => {
        reject(transportError(error, outcome()));
      });
    },
  };
  if (signal.aborted) {
    onAbort();
    return promise;
  }
  try {
    // The only limits are the timers above.
    dispatcherFor().dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler);
  } catch (error) {
    // A proxy's address that is none, for instance.
    giveUp(transportError(error, outcome()));
  }
  return promise;
}

function headOf(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Omit<RawAnswer, 'body'> {
  const retryAfterMs = retryAfter(headers['retry-after'], headers['date']);
  const { location, 'content-encoding': encoding } = headers;
  return {
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(typeof location === 'string' && { location }),
    ...(typeof encoding === 'string' && encoding !== '' && { encoding }),
  };
}

/**
 * Returns the milliseconds that a `Retry-After` asks to wait, which is a number of seconds or a date (RFC 9110); undefined for
 * anything else, and for more than a month. A date is compared with the answer's own, so that the two clocks need not agree.
 */
export function retryAfter(
  header: string | string[] | undefined,
  date: string | string[] | undefined,
  now: () => number = Date.now,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const end = timeOf(text);
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : end === undefined ? 0 : end - (timeOf(date) ?? now());
  return ms > 0 && ms <= longestHoldMs ? ms : undefined;
}

/** The three forms of a date that HTTP knows begin with a weekday; `Date.parse` takes much else for dates. */
function timeOf(date: string | string[] | undefined): number | undefined {
  if (typeof date !== 'string' || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(date.trim())) return undefined;
  // The oldest form does not say that it is in GMT.
  const time = Date.parse(date.trim().endsWith('GMT') ? date : `${date} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
