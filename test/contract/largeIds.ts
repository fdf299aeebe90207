import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { serveOnLoopback } from './loopbackServer.ts';

/** How the ids of an answer are written. */
export type IdForm = (digits: string) => string;

/** Above 2^53, as JSON numbers: two of them that differ by one would be the same `number`. */
export const asLargeNumber: IdForm = (digits) => `9007199254${digits.padStart(10, '0')}`;
/** Strings with leading zeros. */
export const asPaddedText: IdForm = (digits) => `"00${digits}"`;

const namedId = /"(job_id|order_id|rev_id)":"?(\d+)"?/gu;
const idList = /"(jobs_(?!queued)[a-z]+)":\[([^\]]*)\]/gu;

/**
 * A service with other ids than the sandbox has: forwards to it, and rewrites the ids in answers and requests. `bodies`
 * receives the bodies of requests as they were sent.
 */
export function startWithIds(
  upstream: string,
  form: IdForm,
  bodies: string[] = [],
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const back = (text: string): string =>
    text
      .replaceAll(/9007199254(\d{10})/gu, (_all, digits: string) => String(Number(digits)))
      .replaceAll(/\b00(\d+)/gu, '$1');
  return serveOnLoopback(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    bodies.push(decodeURIComponent(sent));
    const body = back(sent);
    const onward = request(new URL(back(incoming.url ?? ''), upstream), {
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const answered: Buffer[] = [];
    for await (const chunk of answer) answered.push(chunk as Buffer);
    const json = Buffer.concat(answered)
      .toString()
      .replaceAll(namedId, (_all, name: string, digits: string) => `"${name}":${form(digits)}`)
      .replaceAll(
        idList,
        (_all, name: string, ids: string) =>
          `"${name}":[${ids.replaceAll(/"?(\d+)"?/gu, (_id, digits: string) => form(digits))}]`,
      );
    outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
    outgoing.end(json);
  });
}
