import { createHash } from 'node:crypto';

/** Names a text: 16 hexadecimal digits of its SHA-256. Enough to tell the texts of one project apart, short enough for custom data. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}

/** The same of a file's bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
