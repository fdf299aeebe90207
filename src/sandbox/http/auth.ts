import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parameter, type WireCall } from './call.ts';
import { refused } from './errors.ts';

export interface Keys {
  readonly apiKey: string;
  readonly privateKey: string;
}

/**
 * Returns the account whose keys signed the call. Checks `api_key`, `api_sig` and `ts` in the service's order (public
 * material: a call without any of them gets 1100). The signature is the hexadecimal HMAC-SHA1 of the text of `ts` with
 * the private key. The maximum age of `ts` is not known, so any age is accepted.
 */
export function authenticate<T extends Keys>(call: WireCall, accounts: readonly T[]): T {
  const signature = parameter(call, 'api_sig');
  if (signature === undefined) throw refused(1100);
  const apiKey = parameter(call, 'api_key');
  if (apiKey === undefined) throw refused(1150);
  const ts = parameter(call, 'ts');
  if (ts === undefined) throw refused(1200);
  if (!/^\d+$/u.test(ts)) throw refused(1201);
  // Compares all keys, and checks unknown keys like known ones, so that the time taken reveals nothing.
  const [account] = accounts.filter((keys) => sameText(apiKey, keys.apiKey));
  const expected = createHmac('sha1', account?.privateKey ?? '')
    .update(ts)
    .digest('hex');
  if (!sameText(signature, expected) || account === undefined) throw refused(1000);
  return account;
}

/** Compares so that the time taken does not reveal how much of the text is right. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
