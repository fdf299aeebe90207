import { createHash } from 'node:crypto';
import type { Problem } from '../../placeholders/read/placeholder.ts';

/**
 * Identifies a translation together with what the checks say of it: two have the same hash only if a person who decides
 * on an approval sees the same. It is a whole SHA-256, because a hostile service could find two texts with the same short one.
 */
export function translationHash(text: string, problems: readonly Problem[]): string {
  return sha256(JSON.stringify([text, problems]));
}

/** Returns the SHA-256 of a text in UTF-8, or of bytes, as hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
