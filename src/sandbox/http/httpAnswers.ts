import type { IncomingMessage, ServerResponse } from 'node:http';
import { addAbortListener } from 'node:events';

/** Time for which the rest of a request is read that was answered before it arrived completely. */
const lingerMs = 5000;

/**
 * Sends the answer. If the request has not been read to its end, reads and discards the rest for a short time before
 * closing the connection: an immediate close would reset it, and the client might not see the answer.
 */
export async function sendAnswer(answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (outgoing.destroyed || outgoing.headersSent) return;
  const isReadToEnd = incoming.complete || !hasBody(incoming);
  const headers = headersOf(answer, body);
  if (isReadToEnd) {
    outgoing.writeHead(answer.status, headers).end(body);
    return;
  }
  outgoing.writeHead(answer.status, { ...headers, Connection: 'close' }).write(body);
  await discardRest(incoming);
  outgoing.end();
}

/** Declares the full length, sends half of the answer, and cuts the connection. */
export async function sendHalf(answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, headersOf(answer, body));
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
}

/**
 * Returns the headers with their usual case, such as `Content-Type`. A `Response` has lowercase names, and PHP programs
 * look them up in arrays with case-sensitive keys.
 */
function headersOf(answer: Response, body: Buffer): Readonly<Record<string, string | number>> {
  const named = [...answer.headers].map(
    ([name, value]) => [name.replace(/(?<![a-z])[a-z]/gu, (letter) => letter.toUpperCase()), value] as const,
  );
  return { ...Object.fromEntries(named), 'Content-Length': body.length };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function discardRest(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const linger = AbortSignal.timeout(lingerMs);
    addAbortListener(linger, () => {
      resolve();
    });
    incoming
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => {
        resolve();
      });
    incoming.resume();
  });
}
