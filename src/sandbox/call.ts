import type { IncomingMessage } from 'node:http';
import { bufferToFormData } from 'hono/utils/buffer';
import { errorEntry, refused, RefusedError } from './errors.ts';

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
}

/**
 * Reads a request. Bodies may be forms (as documented), multipart or JSON, and `_method` in a POST
 * stands for the verb, for hosts that cannot send PUT or DELETE (public material).
 * Refuses with 413 what is too large and with 400 a body that cannot be read.
 */
export async function readCall(incoming: IncomingMessage): Promise<WireCall> {
  const url = readUrl(incoming.url ?? '/');
  const body = await readBody(incoming);
  const { fields, json } = await parseBody(body, incoming.headers['content-type'] ?? '');
  const call = { path: url.pathname, query: url.searchParams, fields, ...(json === undefined ? {} : { json }) };
  return { ...call, method: methodOf(incoming.method ?? 'GET', call) };
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(1251);
  }
}

function readUrl(address: string): URL {
  const base = 'http://sandbox.invalid';
  if (!address.startsWith('/') || !URL.canParse(base + address)) throw refused(400, 'the address is not valid');
  return new URL(base + address);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const tooLarge = (): Error => new RefusedError(errorEntry(413, `more than ${maxRequestBytes} bytes`), 413);
  if (Number(incoming.headers['content-length'] ?? 0) > maxRequestBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function parseBody(body: Buffer, contentType: string): Promise<{ fields: ReadonlyMap<string, unknown>; json?: unknown }> {
  if (body.length === 0) return { fields: new Map() };
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') return { fields: await parseMultipart(body, contentType) };
  const text = body.toString('utf8');
  // A JSON body is known by its first character too: hand-written calls forget its content type, and no form begins so.
  if (type === 'application/json' || /^\s*[{[]/u.test(text)) {
    const json = parseJson(text);
    return { fields: new Map(isRecord(json) ? Object.entries(json) : []), json };
  }
  return { fields: new Map(new URLSearchParams(text)) };
}

async function parseMultipart(body: Buffer, contentType: string): Promise<ReadonlyMap<string, unknown>> {
  try {
    return new Map(await bufferToFormData(new Uint8Array(body).buffer, contentType));
  } catch {
    throw refused(400, 'the multipart body could not be read');
  }
}

function methodOf(method: string, call: Pick<WireCall, 'query' | 'fields'>): string {
  if (!methods.includes(method)) throw refused(404);
  const override = method === 'POST' ? parameter(call, '_method')?.toUpperCase() : undefined;
  return override !== undefined && methods.includes(override) ? override : method;
}
