import { createHash } from 'node:crypto';

/**
 * Returns the first 16 hexadecimal digits of a text's SHA-256: enough to distinguish the strings of one project, and
 * short enough for custom data.
 */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}

/** Returns the same hash for a file's bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
