import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port of loopback. A call that is not served, because `serve` rejects, has its connection cut. */
export async function serveOnLoopback(
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
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

/** Method and path of a call, `GET /v2/…`, without its query. */
export function callOf({ method, url }: IncomingMessage): string {
  return `${method ?? ''} ${(url ?? '').replace(/\?.*$/su, '')}`;
}
