import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeCallback } from '../../service/decode/decodeCallback.ts';

/** A server on loopback that the service may tell that a job has moved. */
export interface CallbackListener {
  /** `http://127.0.0.1:PORT/PATH`. The path is a secret: whoever knows it can wake refreshes. Never log it. */
  readonly url: string;
  close(): Promise<void>;
}

export interface CallbackListenerOptions {
  /** Called with whatever id a callback names, at most once each request. Anybody may have sent it. */
  readonly onJob: (jobId: string) => void;
  /** Milliseconds that a request may take to arrive. Default 10 000. */
  readonly requestTimeoutMs?: number;
  /** Connections at once; those over it are closed. Default 32. */
  readonly maxConnections?: number;
}

/** The service sends nothing over 60 KB. */
const maxBodyBytes = 64 * 1024;
/** What is over that is read and thrown away for so long, so that the sender still sees the answer. */
const maxReadBytes = 1024 * 1024;
const maxHeaderBytes = 8 * 1024;
/** 256 bits, new for each listener. */
const secretBytes = 32;

/**
 * Listens on a free port of loopback, under a path that cannot be guessed. What is sent there only wakes: of a callback
 * nothing is believed but the id of a job to ask the service about. Rejects when no port can be had.
 */
export async function startCallbackListener({
  onJob,
  requestTimeoutMs = 10_000,
  maxConnections = 32,
}: CallbackListenerOptions): Promise<CallbackListener> {
  const path = `/${randomBytes(secretBytes).toString('base64url')}`;
  const timeouts = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 1000,
    connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
  };
  const server = createServer({ maxHeaderSize: maxHeaderBytes, ...timeouts }, (request, response) => {
    answer(request, response, path, onJob);
  });
  server.maxConnections = maxConnections;
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      // One that breaks later breaks quietly: jobs are asked about anyway.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

/** 200 for whatever comes to the right path, 404 for everything else, and never a word. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  onJob: (jobId: string) => void,
): void {
  const isRightPath = isSame(request.url ?? '', path);
  const chunks: Buffer[] = [];
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= maxBodyBytes) {
      if (isRightPath) chunks.push(chunk);
      return;
    }
    end(response, 200);
    if (received > maxReadBytes) request.socket.destroy();
  });
  request.on('end', () => {
    end(response, 200);
    if (!isRightPath || request.method !== 'POST' || received > maxBodyBytes) return;
    const jobId = decodeCallback(Buffer.concat(chunks).toString('utf8'));
    if (jobId !== undefined) onJob(jobId);
  });
  // A sender that goes away has said nothing.
  request.on('error', () => undefined);
  if (!isRightPath) end(response, 404);
}

function end(response: ServerResponse, status: 200 | 404): void {
  if (!response.headersSent) response.writeHead(status, { 'content-length': 0 }).end();
}

/** Compares in a time that tells nothing of how much was right. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
