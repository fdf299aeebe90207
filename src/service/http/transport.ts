import type { LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, Pool, buildConnector, type Dispatcher, type ProxyAgent } from 'undici';
import { isLoopbackHost, type BaseAddress } from '../interface/baseAddress.ts';
import type { FindProxy } from '../interface/serviceClient.ts';
import { longestHoldMs } from './hold.ts';
import { LearnedProxy } from './learnedProxy.ts';
import { proxySettings, type ProxyOptions } from './proxy.ts';
import { acceptsOnlyNegotiation, proxyNegotiationCode } from './proxySignIn.ts';
import { createPublicLookup, type Resolve } from './createPublicLookup.ts';
import { ServiceError, type RequestOutcome } from '../interface/serviceError.ts';
import { transportError } from './transportError.ts';
import { trustedContext } from './trustedContext.ts';

/** An HTTP request. `target` includes the query and thus the keys: never log it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Use a new connection and close it afterwards. The service may close a kept-alive connection while the request is in
   * transit, and then it is unknown whether the request was read.
   */
  readonly ownConnection: boolean;
}

/** A request for a file on any host. */
export interface FileRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/** An answer that has not been parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly retryAfterMs?: number;
  /** The `Location` header, unchanged. */
  readonly location?: string;
  /** The `Content-Encoding` header; the client never asks for compression. */
  readonly encoding?: string;
}

/** Sends requests once and does not follow redirects. Rejects with ServiceError. */
export interface Transport {
  send(request: HttpRequest, signal: AbortSignal): Promise<RawAnswer>;
  /**
   * Fetches a file over its own connection. All addresses of the host must be public, unless the host is this machine
   * or a proxy resolves it. A file over `maxBytes` is 'unreadable'.
   */
  fetchFile(request: FileRequest, signal: AbortSignal): Promise<RawAnswer>;
  /** Aborts all requests. */
  close(): Promise<void>;
}

export interface TransportOptions extends ProxyOptions {
  readonly address: BaseAddress;
  readonly timeoutMs: number;
  readonly proxyStrictTls: boolean;
  /** Finds a proxy if none is configured. */
  readonly findProxy?: FindProxy | undefined;
  /** Looks up the hosts of files. Default: the system's lookup. */
  readonly resolve?: Resolve;
}

/** Maximum number of simultaneous connections; further requests wait. */
export const maxConnections = 8;
const maxAnswerBytes = 64 * 1024 * 1024;
const connectTimeoutMs = 30_000;
/** The slowest supported connection, in bytes per millisecond; extends the timeout of large requests and files. */
const slowestBytesPerMs = 64;

export function createTransport(options: TransportOptions): Transport {
  const { address, timeoutMs } = options;
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherOf = (name: string, create: () => Dispatcher): Dispatcher => {
    const dispatcher = dispatchers.get(name) ?? create();
    dispatchers.set(name, dispatcher);
    return dispatcher;
  };
  const learned = new Map<string, LearnedProxy>();
  /** Sends by `attempt`, which gets the address of the proxy that was learned for a URL, if any. */
  const viaProxy = (url: string, attempt: (proxy: string | undefined) => Promise<RawAnswer>): Promise<RawAnswer> => {
    const { origin, hostname } = new URL(url);
    const { findProxy } = options;
    if (findProxy === undefined || isLoopbackHost(hostname) || hasProxy(options, origin)) return attempt(undefined);
    const proxy = learned.get(origin) ?? new LearnedProxy(url, findProxy);
    learned.set(origin, proxy);
    return proxy.send(attempt);
  };
  return {
    send: (request, signal) => {
      const { method, target, headers, body = '', ownConnection } = request;
      const kind: ConnectionKind = {
        toLoopback: address.isLoopback,
        isTls: address.origin.startsWith('https:'),
        isKeptAlive: !ownConnection,
      };
      return viaProxy(address.href, (proxy) =>
        exchange(
          () => dispatcherOf(JSON.stringify(['service', kind, proxy]), () => createDispatcher(options, kind, proxy)),
          {
            request: { origin: address.origin, path: target, method, headers, ...(body !== '' && { body }) },
            maxBytes: maxAnswerBytes,
            timeoutMs: timeoutMs + Math.ceil(body.length / slowestBytesPerMs),
            signal,
          },
        ),
      );
    },
    fetchFile: ({ url, headers, maxBytes }, signal) => {
      const toLoopback = isLoopbackHost(url.hostname);
      const kind: ConnectionKind = {
        toLoopback,
        isTls: url.protocol === 'https:',
        isKeptAlive: false,
        ...(!toLoopback && { lookup: createPublicLookup(options.resolve) }),
      };
      return viaProxy(url.origin, (proxy) =>
        exchange(
          () => dispatcherOf(JSON.stringify(['files', kind, proxy]), () => createDispatcher(options, kind, proxy)),
          {
            request: { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers },
            maxBytes,
            timeoutMs,
            longestMs: timeoutMs + Math.ceil(maxBytes / slowestBytesPerMs),
            signal,
          },
        ),
      );
    },
    close: async () => {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** The kind of a connection. */
interface ConnectionKind {
  readonly toLoopback: boolean;
  readonly isTls: boolean;
  readonly isKeptAlive: boolean;
  readonly lookup?: LookupFunction;
}

/** Returns whether an option or the environment names a proxy for an origin. Its address may be invalid. */
function hasProxy(options: TransportOptions, origin: string): boolean {
  try {
    const { httpProxy, httpsProxy } = proxySettings(options, process.env);
    const proxy = origin.startsWith('https:') ? httpsProxy : httpProxy;
    return proxy !== '';
  } catch {
    return true;
  }
}

/** `learned` is the address of a proxy that was found, if any. */
function createDispatcher(
  { timeoutMs, proxyStrictTls, proxy, noProxy }: TransportOptions,
  { toLoopback, isTls, isKeptAlive, lookup }: ConnectionKind,
  learned: string | undefined,
): Dispatcher {
  const connectTimeout = Math.min(timeoutMs, connectTimeoutMs);
  // `rejectUnauthorized` is set explicitly; by default NODE_TLS_REJECT_UNAUTHORIZED would decide.
  const serviceTls = { rejectUnauthorized: true, ...(isTls && { secureContext: trustedContext() }) };
  // undici: pipelining 0 turns keep-alive off.
  const shared = { pipelining: isKeptAlive ? 1 : 0, connections: maxConnections, allowH2: false, connectTimeout };
  const connect = buildConnector({ ...serviceTls, allowH2: false, timeout: connectTimeout, ...(lookup && { lookup }) });
  if (toLoopback) return new Agent({ ...shared, connect });
  const proxies = proxySettings({ proxy: learned ?? proxy, noProxy }, process.env);
  const hasTlsProxy = [proxies.httpProxy, proxies.httpsProxy].some((proxyUrl) => proxyUrl.startsWith('https:'));
  return new EnvHttpProxyAgent({
    ...shared,
    ...proxies,
    connect,
    clientFactory: createProxyPool,
    requestTls: serviceTls,
    // undici would also use TLS to a SOCKS proxy if there were settings for it.
    ...(hasTlsProxy && { proxyTls: { rejectUnauthorized: proxyStrictTls, secureContext: trustedContext() } }),
  });
}

/**
 * Creates the connections to a proxy. A tunnel that is refused because the user has to sign in to the proxy by Kerberos or
 * NTLM fails with the code `proxyNegotiationCode`; undici's own error does not say how to sign in.
 */
const createProxyPool: NonNullable<ProxyAgent.Options['clientFactory']> = (origin, options) => {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool);
  const checked = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const answer = await connect(request);
    if (answer.statusCode !== 407 || !acceptsOnlyNegotiation(answer.headers['proxy-authenticate'])) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw Object.assign(new Error('The proxy accepts only Kerberos or NTLM.'), { code: proxyNegotiationCode });
  };
  return Object.assign(pool, { connect: checked });
};

interface ExchangeOptions {
  readonly request: Dispatcher.DispatchOptions;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** The total time for a large file: each received chunk restarts `timeoutMs`, up to this total. */
  readonly longestMs?: number;
  readonly signal: AbortSignal;
}

/** Sends one request and receives its answer. */
async function exchange(dispatcherFor: () => Dispatcher, options: ExchangeOptions): Promise<RawAnswer> {
  const { request, signal } = options;
  const started = new Exchange(options);
  if (signal.aborted) started.abort();
  else {
    try {
      // The only limits are the timers of the exchange.
      dispatcherFor().dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, started);
    } catch (error) {
      // For example, an invalid proxy address.
      started.onResponseError(undefined, error);
    }
  }
  return started.answer;
}

/** One request and its answer, which settles exactly once. Enforces the limits of time and size. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #answer = Promise.withResolvers<RawAnswer>();
  readonly #timer: NodeJS.Timeout;
  /** Limits the total time, in case the server keeps sending single bytes. */
  readonly #totalTimer: NodeJS.Timeout | undefined;
  /** undici passes the controller immediately before it writes the first byte: without it, nothing was sent. */
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #head: Omit<RawAnswer, 'body'> = { status: 0 };
  #received = 0;
  readonly #chunks: Buffer[] = [];

  constructor(options: ExchangeOptions) {
    const { timeoutMs, longestMs, signal } = options;
    this.#options = options;
    this.#timer = this.#failAfter(timeoutMs);
    if (longestMs !== undefined) this.#totalTimer = this.#failAfter(longestMs);
    signal.addEventListener('abort', this.abort, { once: true });
  }

  get answer(): Promise<RawAnswer> {
    return this.#answer.promise;
  }

  readonly abort = (): void => {
    this.#fail(new ServiceError('aborted', 'The call was given up.', { outcome: this.#outcome }));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Aborted while waiting for a connection: it must no longer be sent.
    if (this.#isSettled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    this.#head = headOf(status, headers);
    if (Number(headers['content-length']) > this.#options.maxBytes) this.#failTooLarge();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received > this.#options.maxBytes) {
      this.#failTooLarge();
      return;
    }
    this.#chunks.push(chunk);
    if (this.#totalTimer !== undefined && !this.#isSettled) this.#timer.refresh();
  }

  onResponseEnd(): void {
    if (this.#settle()) this.#answer.resolve({ ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: unknown, error: unknown): void {
    if (this.#settle()) this.#answer.reject(transportError(error, this.#outcome));
  }

  get #outcome(): RequestOutcome {
    return this.#controller ? 'unknown' : 'not-sent';
  }

  /** Returns false if the exchange was settled before. */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#totalTimer);
    this.#options.signal.removeEventListener('abort', this.abort);
    return true;
  }

  #fail(error: ServiceError): void {
    if (this.#settle()) this.#answer.reject(error);
    this.#controller?.abort(error);
  }

  #failAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const message = `The service did not answer within ${Math.round(ms / 1000)} seconds.`;
      this.#fail(new ServiceError('timeout', message, { outcome: this.#outcome }));
    }, ms);
  }

  #failTooLarge(): void {
    const limit = this.#options.maxBytes.toLocaleString('en-US');
    this.#fail(
      new ServiceError('unreadable', `The response is larger than the allowed ${limit} bytes.`, {
        outcome: 'unknown',
        httpStatus: this.#head.status,
        isFinal: true,
      }),
    );
  }
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

function headOf(status: number, headers: AnswerHeaders): Omit<RawAnswer, 'body'> {
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
 * Returns the milliseconds to wait for a `Retry-After`, which is a number of seconds or a date (RFC 9110); undefined
 * for anything else and for more than a month. A date is compared with the answer's own date, so that the clocks need
 * not agree.
 */
export function retryAfter(
  header: string | string[] | undefined,
  date: string | string[] | undefined,
  now: () => number = Date.now,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const end = timeOf(text);
  let ms = 0;
  if (/^\d{1,9}$/.test(text)) ms = Number(text) * 1000;
  else if (end !== undefined) ms = end - (timeOf(date) ?? now());
  if (ms <= 0 || ms > longestHoldMs) return undefined;
  return ms;
}

/** Parses the three date formats of HTTP, which begin with a weekday; `Date.parse` accepts many other texts. */
function timeOf(date: string | string[] | undefined): number | undefined {
  if (typeof date !== 'string' || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(date.trim())) return undefined;
  // The oldest format does not name its time zone, GMT.
  const zone = date.trim().endsWith('GMT') ? '' : ' GMT';
  const time = Date.parse(date + zone);
  return Number.isNaN(time) ? undefined : time;
}
