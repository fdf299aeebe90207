import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../base/isRecord.ts';
import { errorEntry, refused, RefusedError } from './errors.ts';
import type { IncomingFile } from '../storage/fileContents.ts';
import { decodeForm, decodeUtf8 } from './formBody.ts';
import { parseJson } from './jsonText.ts';
import { readMultipart, type UploadedFile } from './readMultipart.ts';

/** A request may have so many bytes (contract §8). */
export const maxRequestBytes = 100 * 1024 * 1024;

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** A request, its body read and its parameters found wherever clients put them. */
export interface WireCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Fields of a form body, or the members of a JSON body. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** A JSON body as it came: some clients send it unwrapped. */
  readonly json?: unknown;
  /** Files of a multipart body, in the order in which they came. */
  readonly files?: readonly UploadedFile[];
}

/** Where the bytes of a body go. */
export interface Intake {
  /** Told of bytes that came. Throws when there is no room for them. */
  readonly take: (bytes: number) => void;
  /** For a file of a multipart body. */
  readonly receive: () => Promise<IncomingFile>;
}

/**
 * Reads a request. Bodies may be forms (as documented), multipart or JSON, and `_method` in a POST
 * stands for the verb, for hosts that cannot send PUT or DELETE (public material).
 * Refuses with 413 what is too large, with 415 what is encoded in a way that the interface does not have, and with 400 a body that cannot be read.
 */
export async function readCall(incoming: IncomingMessage, target: RequestTarget, intake: Intake): Promise<WireCall> {
  const query = new URLSearchParams([...decodeForm(Buffer.from(target.query, 'latin1'))]);
  const call = { path: target.path, query, ...(await readBody(incoming, intake)) };
  return { ...call, method: methodOf(incoming.method ?? 'GET', call) };
}

/** What a request is addressed to. */
export interface RequestTarget {
  /** Of an absolute address, as proxies are sent; else undefined. */
  readonly host?: string;
  readonly path: string;
  /** Without its question mark, escapes and all. */
  readonly query: string;
}

/** Refuses with 400 what is no address. */
export function readTarget(address: string): RequestTarget {
  const absolute = /^https?:\/\//iu.test(address);
  const whole = absolute ? address : `http://sandbox.invalid${address}`;
  if (!(absolute || address.startsWith('/')) || !URL.canParse(whole))
    throw new RefusedError(errorEntry(400, 'the address is not valid'), 400);
  const { host, pathname, search } = new URL(whole);
  return { path: pathname, query: search.slice(1), ...(absolute ? { host } : {}) };
}

/** A parameter by its name: from the query, or else from the body. */
export function parameter(call: Pick<WireCall, 'query' | 'fields'>, name: string): string | undefined {
  const value = call.query.get(name) ?? call.fields.get(name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The decoded `data` of a call, or the whole of an unwrapped JSON body. Refuses with 1250 or 1251. */
export function callData(call: WireCall): Readonly<Record<string, unknown>> {
  const wrapped = call.fields.get('data') ?? call.query.get('data') ?? undefined;
  if (wrapped === undefined && call.json === undefined) throw refused(1250);
  const data = typeof wrapped === 'string' ? parseJson(wrapped) : (wrapped ?? call.json);
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
  checkEncoding(headers['content-encoding'], contentType);
  const chunks = takeChunks(incoming, intake);
  if (mediaType(contentType) === 'multipart/form-data') return readMultipart(chunks, contentType, intake.receive);
  return parseBody(await join(chunks), contentType);
}

/** All data is UTF-8 (contract §1), and as it is. */
function checkEncoding(encoding: string | undefined, contentType: string): void {
  if (encoding !== undefined && !/^(?:identity)?$/iu.test(encoding))
    throw new RefusedError(errorEntry(1352, 'bodies must not be compressed'), 415);
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/iu.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && !['', 'utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new RefusedError(errorEntry(1352, 'all data must be UTF-8'), 415);
}

/** The connection stays open when a body is not read to its end, so that the answer can be sent. */
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
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function parseBody(body: Buffer, contentType: string): Body {
  if (body.length === 0) return { fields: new Map() };
  // A JSON body is known by its first character too: hand-written calls forget its content type, and no form begins so.
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
  const override = method === 'POST' ? parameter(call, '_method')?.toUpperCase() : undefined;
  return override !== undefined && methods.includes(override) ? override : method;
}

function tooLarge(): RefusedError {
  return new RefusedError(errorEntry(413, `more than ${maxRequestBytes} bytes`), 413);
}
