import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeCallback } from '../../service/decode/decodeCallback.ts';

/** A server on the loopback interface that receives the callbacks of the service. */
export interface CallbackListener {
  /** `http://127.0.0.1:PORT/PATH`. The path is a secret: anyone who knows it can trigger refreshes. Never log it. */
  readonly url: string;
  close(): Promise<void>;
}

export interface CallbackListenerOptions {
  /**
   * Called with the job id of a callback, at most once for each request. The id is not verified: any process may
   * have sent it.
   */
  readonly onJob: (jobId: string) => void;
  /** The time in milliseconds within which a request must be complete. Default: 10,000. */
  readonly requestTimeoutMs?: number;
  /** The maximum number of parallel connections; further ones are closed. Default: 32. */
  readonly maxConnections?: number;
}

/** Larger bodies are ignored: the service sends at most 60 KB. */
const maxBodyBytes = 64 * 1024;
/** Up to this size, a body that is too large is read and discarded, so that the sender still receives the answer. */
const maxReadBytes = 1024 * 1024;
const maxHeaderBytes = 8 * 1024;
/** The length of the secret path: 256 bits, random for each listener. */
const secretBytes = 32;

/**
 * Listens on a free port of the loopback interface, at a path that can't be guessed. A callback only triggers a
 * refresh: of its content, only the job id is used, to fetch the job from the service. Rejects if no port is
 * available.
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
      // Later errors of the server are ignored, because jobs are polled anyway.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

/** Answers 200 for every request to the secret path and 404 for all others, always with an empty body. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  onJob: (jobId: string) => void,
): void {
  const isSecretPath = isSame(request.url ?? '', path);
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  request.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes <= maxBodyBytes) {
      if (isSecretPath) chunks.push(chunk);
      return;
    }
    end(response, 200);
    if (receivedBytes > maxReadBytes) request.socket.destroy();
  });
  request.on('end', () => {
    end(response, 200);
    if (!isSecretPath || request.method !== 'POST' || receivedBytes > maxBodyBytes) return;
    const jobId = decodeCallback(Buffer.concat(chunks).toString('utf8'));
    if (jobId !== undefined) onJob(jobId);
  });
  // A request that was not completed is ignored.
  request.on('error', () => undefined);
  if (!isSecretPath) end(response, 404);
}

/** Sends the answer, unless one was sent. */
function end(response: ServerResponse, status: 200 | 404): void {
  if (!response.headersSent) response.writeHead(status, { 'content-length': 0 }).end();
}

/** Compares in constant time, so that the time does not reveal how many characters match. */
function isSame(requestedPath: string, secretPath: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(requestedPath), digest(secretPath));
}
