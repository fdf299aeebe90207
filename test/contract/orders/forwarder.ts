import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What may happen on the way of a call; `call` is method and path, `GET /v2/…`, without its query. */
export interface Hooks {
  /** Before the call is passed on. */
  readonly onCall?: (call: string) => Promise<void>;
  /** When the service has done it, before the answer is passed back. */
  readonly onAnswer?: (call: string) => Promise<void>;
}

/** Stands between a client and the sandbox. */
export async function startForwarder(upstream: string, { onCall, onAnswer }: Hooks): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer((incoming, outgoing) => {
    const pass = async (): Promise<void> => {
      const call = `${incoming.method ?? ''} ${(incoming.url ?? '').replace(/\?.*$/su, '')}`;
      await onCall?.(call);
      const onward = request(new URL(incoming.url ?? '', upstream), { method: incoming.method ?? 'GET', headers: incoming.headers });
      incoming.pipe(onward);
      const [answer] = (await once(onward, 'response')) as [IncomingMessage];
      await onAnswer?.(call);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    };
    pass().catch(() => incoming.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
