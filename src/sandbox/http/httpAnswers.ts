import type { IncomingMessage, ServerResponse } from 'node:http';
import { addAbortListener } from 'node:events';

/** How long to go on reading a request that was answered before it had come whole. */
const lingerMs = 5000;

/**
 * Sends the answer. When the request has not been read to its end, what still comes is read and thrown away for a while before
 * the connection is closed: closing it at once would reset it, and the client might never see the answer.
 */
export async function sendAnswer(answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (outgoing.destroyed || outgoing.headersSent) return;
  const whole = incoming.complete || !hasBody(incoming);
  const headers = headersOf(answer, body);
  if (whole) {
    outgoing.writeHead(answer.status, headers).end(body);
    return;
  }
  outgoing.writeHead(answer.status, { ...headers, Connection: 'close' }).write(body);
  await readAway(incoming);
  outgoing.end();
}

/** Promises the whole answer, sends half of it and cuts the connection. */
export async function sendHalf(answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, headersOf(answer, body));
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
}

/**
 * The headers with their names as HTTP documents write them, such as `Content-Type`: a `Response` has them in lower case, and
 * PHP programs look them up in an array, whose keys are case-sensitive.
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

function readAway(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const patience = AbortSignal.timeout(lingerMs);
    addAbortListener(patience, () => {
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
