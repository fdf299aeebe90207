import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { callOf, serveOnLoopback } from '../loopbackServer.ts';

/** What a call is answered instead, given what the sandbox answers. `call` is method and path, `GET /v2/…`. */
export type Tamper = (call: string, answer: unknown) => unknown;

/** Stands between a client and the sandbox, and changes answers into others that the service has been seen to give. */
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
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    ...(body.length === 0 ? {} : { body }),
  });
  return answer.json();
}

/** The same data after every string and number in it went through `change`. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, change)]));
}
