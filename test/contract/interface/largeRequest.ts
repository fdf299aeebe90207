import { request } from 'node:http';
import { Readable } from 'node:stream';
import { readReply, type Reply } from './replies.ts';
import type { Service } from './service.ts';

const chunk = Buffer.alloc(1024 * 1024, 'x');

/**
 * Sends a PUT whose form has the signed parameters, this `data`, and then a meaningless field of the given size in
 * bytes. The answer may arrive before the whole body was sent; undefined if the connection was cut instead.
 */
export async function putWithPadding(
  service: Service,
  path: string,
  data: unknown,
  bytes: number,
  announced: boolean,
): Promise<Reply | undefined> {
  const { hostname, port } = new URL(service.origin);
  const start = Buffer.from(
    `${new URLSearchParams({ ...service.keys(), data: JSON.stringify(data) }).toString()}&padding=`,
  );
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(announced ? { 'content-length': start.length + bytes } : {}),
  };
  const call = request({ hostname, port, method: 'PUT', path, headers, agent: false });
  const answer = new Promise<Reply | undefined>((resolve, reject) => {
    call.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', () => {
        resolve(undefined);
      });
      incoming.on('end', () => {
        readReply(new Response(Buffer.concat(parts), { status: incoming.statusCode ?? 0 })).then(resolve, reject);
      });
    });
    call.on('error', () => {
      resolve(undefined);
    });
  });
  Readable.from(paddedBody(start, bytes)).pipe(call);
  const reply = await answer;
  call.destroy();
  return reply;
}

function* paddedBody(start: Buffer, bytes: number): Generator<Buffer> {
  yield start;
  for (let left = bytes; left > 0; left -= chunk.length) yield left >= chunk.length ? chunk : chunk.subarray(0, left);
}
