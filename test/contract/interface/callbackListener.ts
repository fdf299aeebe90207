import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fields, type Fields } from './replies.ts';

/** A callback as received. */
export interface Callback {
  readonly method: string;
  readonly contentType: string;
  /** The form's fields. */
  readonly form: URLSearchParams;
  /** The JSON in the field `job` or `comment`. */
  readonly record: Fields;
}

/** Maximum time to wait for a callback. */
const patienceMs = 5000;

/** A server on loopback that receives callbacks. */
export interface CallbackListener extends AsyncDisposable {
  readonly url: string;
  /** All callbacks received so far. */
  readonly received: readonly Callback[];
  /** Resolves with the first received or future callback that fits; rejects if none arrives in time. */
  next(fits: (callback: Callback) => boolean): Promise<Callback>;
}

/** Answers each callback with the HTTP status that `answer` returns for it. */
export async function listenForCallbacks(
  answer: (callback: Callback) => number = () => 200,
): Promise<CallbackListener> {
  const received: Callback[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void readCallback(request).then((callback) => {
      received.push(callback);
      response.writeHead(answer(callback)).end();
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback?secret=${encodeURIComponent('a&b=c')}`,
    received,
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = received.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timeout);
          resolve(found);
        };
        const timeout = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No such callback came; there were ${received.length} others.`));
        }, patienceMs);
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readCallback(request: IncomingMessage): Promise<Callback> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  const value = form.get('job') ?? form.get('comment') ?? '{}';
  return {
    method: request.method ?? '',
    contentType: request.headers['content-type'] ?? '',
    form,
    record: fields(JSON.parse(value) as unknown),
  };
}
