import { createHash, hash } from 'node:crypto';
import type { Problem } from '../../placeholders/read/placeholder.ts';

/** Returns 16 hexadecimal digits of a text's SHA-256: enough for the strings of one project, and short. */
export function hashText(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/** Returns the same hash for a file's bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 16);
}

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
