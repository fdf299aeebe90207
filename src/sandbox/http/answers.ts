import type { WireEnvelope } from '../../service/interface/wire.ts';
import type { RefusedError } from './errors.ts';

/**
 * Returns the answer to a successful call. Updates, deletions and posted comments have an empty object (contract §2).
 */
export function okAnswer(response: unknown = {}): Response {
  const envelope: WireEnvelope<unknown> = { opstat: 'ok', response };
  return jsonAnswer(envelope);
}

export function refusedAnswer(error: RefusedError): Response {
  const envelope: WireEnvelope<never> = { opstat: 'error', err: error.err };
  return jsonAnswer(envelope, error.httpStatus);
}

/** Public material: `Content-Type` is exactly `application/json`, without a charset. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
