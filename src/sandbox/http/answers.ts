import type { WireEnvelope } from '../../service/interface/wire.ts';
import type { RefusedError } from './errors.ts';

/** The answer to a call that worked. Updates, deletions and posted comments answer an empty object (contract §2). */
export function okAnswer(response: unknown = {}): Response {
  const envelope: WireEnvelope<unknown> = { opstat: 'ok', response };
  return jsonAnswer(envelope);
}

export function refusedAnswer(error: RefusedError): Response {
  const envelope: WireEnvelope<never> = { opstat: 'error', err: error.err };
  return jsonAnswer(envelope, error.httpStatus);
}

/** Public material: `Content-Type` is `application/json` exactly, with no charset. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
