import { createHash } from 'node:crypto';
import type { Problem } from '../../placeholders/read/placeholder.ts';

/**
 * Returns the hash of a translation and its problems. Two translations have the same hash only if a user who decides on
 * an approval sees the same. It is a full SHA-256, because a hostile service could find a collision of a shorter hash.
 */
export function translationHash(text: string, problems: readonly Problem[]): string {
  return sha256(JSON.stringify([text, problems]));
}

/** Returns the SHA-256 of a text in UTF-8, or of bytes, as hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
