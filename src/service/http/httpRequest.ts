import { present } from '../../base/present.ts';
import type { BaseAddress } from '../interface/baseAddress.ts';
import { maxRequestBytes, refusal } from '../interface/limits.ts';
import { multipartBody } from './multipart.ts';
import type { ServiceRequest } from './request.ts';
import type { Credentials } from '../interface/serviceClient.ts';
import { signature } from './signature.ts';
import type { HttpRequest } from './transport.ts';
import type { WireForm } from '../interface/wire.ts';
import { formatWireJson } from '../interface/wireJson.ts';

/** The form fields that authenticate a request. */
export type Auth = Pick<WireForm, 'api_key' | 'api_sig' | 'ts'>;

/** Returns the authentication fields for a time `ts` in seconds since the epoch. */
export function authFields({ apiKey, privateKey }: Credentials, ts: number): Auth {
  return { api_key: apiKey, api_sig: signature(privateKey, ts), ts: String(ts) };
}

/**
 * Converts a request to HTTP: GET and DELETE have all fields in the query, others send a form (a multipart form if
 * there are files) or JSON. Throws ServiceError 'invalid' for one that is too large.
 */
export function toHttp<T>(
  request: ServiceRequest<T>,
  auth: Auth | undefined,
  { address, userAgent }: { readonly address: BaseAddress; readonly userAgent: string },
): HttpRequest {
  const path = (request.base === 'root' ? address.rootPath : address.path) + request.path;
  const common = { method: request.method, ownConnection: request.effect === 'change' };
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  if (request.method === 'GET' || request.method === 'DELETE') {
    const query = form({ ...auth, ...request.query });
    const target = query === '' ? path : `${path}?${query}`;
    return { ...common, target, headers };
  }
  const { contentType, body } = bodyOf(request, auth);
  if (Buffer.byteLength(body) > maxRequestBytes)
    throw refusal('A request may have 100 MB at most.', 'request-too-large');
  return { ...common, target: path, headers: { ...headers, 'content-type': contentType }, body };
}

function bodyOf<T>(
  request: ServiceRequest<T>,
  auth: Auth | undefined,
): { readonly contentType: string; readonly body: string | Uint8Array } {
  if (request.json !== undefined) return { contentType: 'application/json', body: formatWireJson(request.json) };
  const data = request.data === undefined ? undefined : formatWireJson(request.data);
  const fields = present({ ...auth, data });
  if (request.files !== undefined) return multipartBody(fields, request.files);
  return { contentType: 'application/x-www-form-urlencoded', body: form(fields) };
}

function form(fields: Readonly<Record<string, string | number | undefined>>): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) encoded.append(name, String(value));
  return encoded.toString();
}
