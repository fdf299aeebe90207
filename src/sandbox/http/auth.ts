import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parameter, type WireCall } from './call.ts';
import { refused } from './errors.ts';

export interface Keys {
  readonly apiKey: string;
  readonly privateKey: string;
}

/**
 * Returns the account whose keys the call is signed with. Checks `api_key`, `api_sig` and `ts`, in the order in which the service complains (public material: a call with
 * nothing at all gets 1100). The signature is the hexadecimal HMAC-SHA1 of the text of `ts` under the private key.
 * How old `ts` may be is not known, so any age is taken.
 */
export function authenticate<T extends Keys>(call: WireCall, accounts: readonly T[]): T {
  const signature = parameter(call, 'api_sig');
  if (signature === undefined) throw refused(1100);
  const apiKey = parameter(call, 'api_key');
  if (apiKey === undefined) throw refused(1150);
  const ts = parameter(call, 'ts');
  if (ts === undefined) throw refused(1200);
  if (!/^\d+$/u.test(ts)) throw refused(1201);
  // Every key is compared, and an unknown one is checked like a known one: how long it takes tells nothing.
  const [account] = accounts.filter((each) => sameText(apiKey, each.apiKey));
  const expected = createHmac('sha1', account?.privateKey ?? '')
    .update(ts)
    .digest('hex');
  if (!sameText(signature, expected) || account === undefined) throw refused(1000);
  return account;
}

/** Takes as long for a text that is nearly right as for one that is not. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
