import { createHmac } from 'node:crypto';

/**
 * The service's signature: lower-case hexadecimal HMAC-SHA1 of the decimal time, keyed with the private key.
 * `ts` is in seconds since the epoch and must be the very value that is sent.
 * It covers the time alone, so whoever reads a signature can use it: treat it as a key.
 */
export function signature(privateKey: string, ts: number): string {
  return createHmac('sha1', privateKey).update(String(ts)).digest('hex');
}
