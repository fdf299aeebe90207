import { createHmac } from 'node:crypto';

/**
 * Returns the service's signature: the lower-case hexadecimal HMAC-SHA1 of the decimal time, keyed with the private
 * key. `ts` is in seconds since the epoch and must be exactly the value that is sent. The signature covers only the
 * time, so anyone who obtains it can use it: treat it like a key.
 */
export function signature(privateKey: string, ts: number): string {
  return createHmac('sha1', privateKey).update(String(ts)).digest('hex');
}
