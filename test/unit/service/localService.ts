import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../../src/base/clock.ts';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import type { ServiceClient, ServiceClientOptions } from '../../../src/service/interface/serviceClient.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
  /** The body's form fields. */
  readonly form: URLSearchParams;
}

export type Respond = (response: ServerResponse, received: Received, index: number) => void;

export interface LocalService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  readonly connections: () => number;
}

export const credentials = { apiKey: 'Key|&=%~+#@^', privateKey: 'p|r&i=v%a~t$e{k}' };

/** A clock that only sleeping advances. */
export interface TestClock extends Clock {
  readonly slept: readonly number[];
}

export function testClock(start = 1_700_000_000_000): TestClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

/** Starts an HTTP server on loopback. */
export async function localService(respond: Respond): Promise<LocalService> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = bytes.toString('utf8');
      const url = new URL(request.url ?? '/', 'http://localhost');
      const entry = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
        bytes,
        form: new URLSearchParams(body),
      };
      received.push(entry);
      respond(response, entry, received.length - 1);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function ok(response: unknown): Respond {
  return json({ opstat: 'ok', response });
}

export function err(error: unknown, status = 200): Respond {
  return json({ opstat: 'error', err: error }, status);
}

export function json(value: unknown, status = 200): Respond {
  return raw(JSON.stringify(value), status);
}

export function raw(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** Closes the connection without an answer. */
export const cut: Respond = (response) => {
  response.destroy();
};

/** Runs `use` with a client of a service that answers with `respond`; returns the received requests and the log. */
export async function withClient(
  respond: Respond,
  use: (client: ServiceClient, service: LocalService, lines: readonly string[]) => Promise<void>,
  options: Partial<ServiceClientOptions> = {},
): Promise<void> {
  await using service = await localService(respond);
  const lines: string[] = [];
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials: () => Promise.resolve(credentials),
    userAgent: 'Test; Version 1; https://example.com;',
    limits: 'production',
    clock: testClock(),
    log: (line) => lines.push(line),
    ...options,
  });
  try {
    await use(client, service, lines);
  } finally {
    await client.close();
  }
}

/** Returns the ServiceError that a call rejects with; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}
