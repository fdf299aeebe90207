import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { maxRequestBytes } from './call.ts';
import { errorEntry, type ErrorEntry } from './errors.ts';
import type { TlsIdentity } from './tlsFiles.ts';

/** Limits of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 1000,
  headersMs: 20_000,
  requestMs: 300_000,
};

const maxHeaderBytes = 32 * 1024;
/** Time for which a connection stays open after a fatal error, so that the client can read the answer. */
const closeAfterMs = 1000;

export interface HttpServer {
  readonly server: Server;
  /**
   * Stops accepting connections, lets calls in progress finish for the given time, and resolves when every connection
   * is closed.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Creates an HTTP server. It also answers input that never becomes a request (headers that are too large or too slow,
 * invalid HTTP, CONNECT) with the service's envelope. Connections over the limit are closed when they are opened. With
 * a TLS identity it serves only https; connections that fail to encrypt are closed and logged.
 */
export function createHttpServer(
  listener: RequestListener,
  limits: ConnectionLimits,
  log: (line: string) => void,
  tls?: TlsIdentity,
): HttpServer {
  const options = {
    maxHeaderSize: maxHeaderBytes,
    // The listener checks the host and reports the error itself.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.max(50, Math.min(5000, limits.headersMs / 4)),
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersMs });
  // Runs before the server's own handler, which would send an HTTP answer that the client can't decrypt.
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    log(`TLS connection closed: ${error.code ?? error.message}`);
    socket.destroy();
  });
  server.maxConnections = limits.maxConnections;
  server.on('request', listener);
  server.on('checkContinue', (incoming, outgoing) => {
    // A client that asks before sending a body that is too large gets an error without having to send it.
    if (Number(incoming.headers['content-length'] ?? 0) <= maxRequestBytes) outgoing.writeContinue();
    listener(incoming, outgoing);
  });
  server.on('checkExpectation', (_incoming, outgoing) => {
    const body = envelope(errorEntry(400, 'nothing but 100-continue can be expected'));
    outgoing
      .writeHead(417, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      })
      .end(body);
  });
  const answered = new WeakSet<Duplex>();
  const answerOnce = (socket: Duplex, status: number, error: ErrorEntry): void => {
    // After an error, the parser fails again for every further byte.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable) socket.destroy();
    else answerAndClose(socket, status, error);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW')
      answerOnce(socket, 431, errorEntry(400, 'the address or the headers are too long'));
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      answerOnce(socket, 408, errorEntry(400, 'the request did not come in time'));
    else answerOnce(socket, 400, errorEntry(400, 'this is no HTTP request'));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    answerOnce(socket, 405, errorEntry(404));
  });
  return { server, close: closing(server) };
}

function closing(server: Server): HttpServer['close'] {
  // Includes connections still in the TLS handshake, which the server does not track.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (graceMs) => {
    const closed = new Promise<void>((resolve) =>
      server.close(() => {
        resolve();
      }),
    );
    server.closeIdleConnections();
    const graceTimer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(graceTimer);
  };
}

/**
 * Writes an answer directly to the socket, and continues to read for a moment: closing a connection with unread bytes
 * would discard the answer.
 */
function answerAndClose(socket: Duplex, status: number, err: ErrorEntry): void {
  const body = envelope(err);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), closeAfterMs).unref();
}

function envelope(err: ErrorEntry): string {
  return JSON.stringify({ opstat: 'error', err });
}
