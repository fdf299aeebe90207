import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../base/isRecord.ts';
import { stringOf } from '../../base/unknownValue.ts';
import { errorEntry, refused, RefusedError } from './errors.ts';
import type { IncomingFile } from '../storage/fileContents.ts';
import { decodeForm, decodeUtf8 } from './formBody.ts';
import { parseJson } from './parseJson.ts';
import { readMultipart, type UploadedFile } from './readMultipart.ts';

/** Size limit of a request in bytes (contract §8). */
export const maxRequestBytes = 100 * 1024 * 1024;

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** A request with its body read and its parameters collected from wherever clients put them. */
export interface WireCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Fields of a form body, or members of a JSON body. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The JSON body as received; some clients send it unwrapped. */
  readonly json?: unknown;
  /** Files of a multipart body, in order of arrival. */
  readonly files?: readonly UploadedFile[];
}

/** Receives the bytes of a body. */
export interface Intake {
  /** Called when bytes arrive. Throws if there is no room for them. */
  readonly take: (bytes: number) => void;
  /** Creates the destination of a file in a multipart body. */
  readonly receive: () => Promise<IncomingFile>;
}

/**
 * Reads a request. Bodies may be forms (as documented), multipart or JSON. `_method` in a POST replaces the verb, for
 * hosts that can't send PUT or DELETE (public material). Refuses with 413 if the body is too large, 415 for an
 * unsupported encoding, and 400 for an unreadable body.
 */
export async function readCall(incoming: IncomingMessage, target: RequestTarget, intake: Intake): Promise<WireCall> {
  const query = new URLSearchParams([...decodeForm(Buffer.from(target.query, 'latin1'))]);
  const call = { path: target.path, query, ...(await readBody(incoming, intake)) };
  return { ...call, method: methodOf(incoming.method ?? 'GET', call) };
}

/** The address of a request. */
export interface RequestTarget {
  /** The host of an absolute address, as sent to proxies; otherwise undefined. */
  readonly host?: string;
  readonly path: string;
  /** Without the question mark; escapes are kept. */
  readonly query: string;
}

/** Parses an address. Refuses an invalid one with 400. */
export function readTarget(address: string): RequestTarget {
  const isAbsolute = /^https?:\/\//iu.test(address);
  // A relative address gets a host that is not used, so that it can be parsed.
  const whole = isAbsolute ? address : `http://sandbox.invalid${address}`;
  const isValid = (isAbsolute || address.startsWith('/')) && URL.canParse(whole);
  if (!isValid) throw new RefusedError(errorEntry(400, 'the address is not valid'), 400);
  const { host, pathname, search } = new URL(whole);
  const target = { path: pathname, query: search.slice(1) };
  return isAbsolute ? { ...target, host } : target;
}

/** Returns a parameter from the query or, if it is not there, from the body. */
export function parameter(call: Pick<WireCall, 'query' | 'fields'>, name: string): string | undefined {
  const value = call.query.get(name) ?? call.fields.get(name);
  if (typeof value === 'number') return String(value);
  return value === '' ? undefined : stringOf(value);
}

/** Returns the decoded `data` of a call, or the whole unwrapped JSON body. Refuses with 1250 or 1251. */
export function callData(call: WireCall): Readonly<Record<string, unknown>> {
  const wrapped = call.fields.get('data') ?? call.query.get('data');
  let data = wrapped ?? call.json;
  if (data === undefined) throw refused(1250);
  if (typeof wrapped === 'string') data = parseJson(wrapped);
  if (!isRecord(data)) throw refused(1251, 'it must be an object');
  return data;
}

type Body = Pick<WireCall, 'fields' | 'json' | 'files'>;

async function readBody(incoming: IncomingMessage, intake: Intake): Promise<Body> {
  const { headers } = incoming;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
    return { fields: new Map() };
  if (Number(headers['content-length'] ?? 0) > maxRequestBytes) throw tooLarge();
  const contentType = headers['content-type'] ?? '';
  requireUncompressedUtf8(headers['content-encoding'], contentType);
  const chunks = takeChunks(incoming, intake);
  if (mediaType(contentType) === 'multipart/form-data') return readMultipart(chunks, contentType, intake.receive);
  return parseBody(await join(chunks), contentType);
}

/** Refuses bodies that are compressed or in another encoding than UTF-8 (contract §1). */
function requireUncompressedUtf8(encoding: string | undefined, contentType: string): void {
  if (encoding !== undefined && !/^(?:identity)?$/iu.test(encoding))
    throw new RefusedError(errorEntry(1352, 'bodies must not be compressed'), 415);
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/iu.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && !['', 'utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new RefusedError(errorEntry(1352, 'all data must be UTF-8'), 415);
}

/** Keeps the connection open if a body is not read to its end, so that the answer can be sent. */
async function* takeChunks(incoming: IncomingMessage, intake: Intake): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes) throw tooLarge();
    intake.take(chunk.length);
    yield chunk;
  }
}

async function join(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const received: Buffer[] = [];
  for await (const chunk of chunks) received.push(chunk);
  return Buffer.concat(received);
}

function parseBody(body: Buffer, contentType: string): Body {
  if (body.length === 0) return { fields: new Map() };
  // JSON bodies are also recognized by their first character, because handwritten calls often lack the content type; no
  // form begins with it.
  if (mediaType(contentType) === 'application/json' || /^\s*[{[]/u.test(body.subarray(0, 100).toString('latin1'))) {
    const json = parseJson(decodeUtf8(body).replace(/^\ufeff/u, ''));
    return { fields: new Map(isRecord(json) ? Object.entries(json) : []), json };
  }
  return { fields: decodeForm(body) };
}

function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function methodOf(method: string, call: Pick<WireCall, 'query' | 'fields'>): string {
  if (!methods.includes(method)) throw refused(404);
  if (method !== 'POST') return method;
  const replacement = parameter(call, '_method')?.toUpperCase() ?? '';
  return methods.includes(replacement) ? replacement : method;
}

function tooLarge(): RefusedError {
  return new RefusedError(errorEntry(413, `more than ${maxRequestBytes} bytes`), 413);
}
