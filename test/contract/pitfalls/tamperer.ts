import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { present } from '../../../src/base/present.ts';
import { callOf, serveOnLoopback } from '../loopbackServer.ts';

/** Returns the answer to send instead of the sandbox's. `call` is method and path, such as `GET /v2/…`. */
export type Tamper = (call: string, answer: unknown) => unknown;

/** Starts a proxy between a client and the sandbox that changes answers into others that the real service has given. */
export function startTamperer(
  upstream: string,
  tamper: Tamper,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  return serveOnLoopback(async (incoming, outgoing) => {
    const answer = await forward(incoming, upstream);
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(tamper(callOf(incoming), answer)));
  });
}

async function forward(incoming: IncomingMessage, upstream: string): Promise<unknown> {
  const { method = 'GET', headers, url = '' } = incoming;
  const body = await buffer(incoming);
  const type = headers['content-type'];
  const answer = await fetch(new URL(url, upstream), {
    method,
    ...present({
      headers: type === undefined ? undefined : { 'content-type': type },
      body: body.length === 0 ? undefined : body,
    }),
  });
  return answer.json();
}

/** Returns the same data with `change` applied to every value that is not an object or an array. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, change)]));
}
