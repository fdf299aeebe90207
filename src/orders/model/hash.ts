import { hash } from 'node:crypto';

/**
 * Returns the first 16 hexadecimal digits of a text's SHA-256: enough to distinguish the strings of one project, and
 * short enough for custom data.
 */
export function hashText(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/** Returns the same hash for a file's bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 16);
}
