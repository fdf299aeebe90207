import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { callOf, serveOnLoopback } from '../loopbackServer.ts';

/** Hooks into a forwarded call; `call` is method and path without the query, such as `GET /v2/…`. */
export interface Hooks {
  /** Before the call is passed on. */
  readonly onCall?: (call: string) => Promise<void>;
  /** After the service has answered, before the answer is passed back. */
  readonly onAnswer?: (call: string) => Promise<void>;
  /** When the body of the call was received. */
  readonly onBody?: (call: string, body: string) => void;
}

/** A proxy between a client and the sandbox. */
export function startForwarder(
  upstream: string,
  { onCall, onAnswer, onBody }: Hooks,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  return serveOnLoopback(async (incoming, outgoing) => {
    const call = callOf(incoming);
    await onCall?.(call);
    const onward = request(new URL(incoming.url ?? '', upstream), {
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
    });
    const received: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => received.push(chunk));
    incoming.on('end', () => onBody?.(call, Buffer.concat(received).toString()));
    incoming.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    await onAnswer?.(call);
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
}
