import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parameter, type WireCall } from './call.ts';
import { refused } from './errors.ts';

export interface Keys {
  readonly apiKey: string;
  readonly privateKey: string;
}

/**
 * Checks `api_key`, `api_sig` and `ts`, in the order in which the service complains (public material: a call with
 * nothing at all gets 1100). The signature is the hexadecimal HMAC-SHA1 of the text of `ts` under the private key.
 * How old `ts` may be is not known, so any age is taken.
 */
export function authenticate(call: WireCall, keys: Keys): void {
  const signature = parameter(call, 'api_sig');
  if (signature === undefined) throw refused(1100);
  const apiKey = parameter(call, 'api_key');
  if (apiKey === undefined) throw refused(1150);
  const ts = parameter(call, 'ts');
  if (ts === undefined) throw refused(1200);
  if (!/^\d+$/u.test(ts)) throw refused(1201);
  const expected = createHmac('sha1', keys.privateKey).update(ts).digest('hex');
  const known = sameText(apiKey, keys.apiKey);
  if (!sameText(signature, expected) || !known) throw refused(1000);
}

/** Takes as long for a text that is nearly right as for one that is not. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
