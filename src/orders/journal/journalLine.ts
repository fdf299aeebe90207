import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { isRecord } from '../../base/isRecord.ts';
import { compileCheck } from './entryCheck.ts';
import { journalEntrySchema, type JournalEntry } from './journalEntry.ts';

/** The version of the lines that this code writes and understands. A line of a later version has its version in `v`. */
const lineVersion = 1;

/** The result of reading a line. */
export type JournalLine =
  | { readonly kind: 'entry'; readonly entry: JournalEntry }
  /** Written by a later version, and apparently undamaged. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

const checks = new Map<unknown, (value: unknown) => value is JournalEntry>(
  journalEntrySchema.options.map((schema) => [schema.entries.type.literal, compileCheck(schema)]),
);

/** The end of a line with a checksum; each space is a digit of the checksum. */
const ending = ',"crc":"        "}';
const checksumLength = ending.length;
const brace = Buffer.from('}');

/** Returns an entry's line with its checksum and line break. */
export function formatLine(entry: JournalEntry): string {
  const json = JSON.stringify(entry);
  return `${json.slice(0, -1)},"crc":"${hexOf(crc32(json))}"}\n`;
}

/**
 * Reads a line, which is passed without its line break. Lines of early versions have no checksum; they are accepted if
 * they are valid. An entry of a known type that does not match its schema is damaged, unless its checksum proves that a
 * later version wrote it like that.
 */
export function readLine(line: Buffer): JournalLine {
  // An editor or a file synchronization tool may have changed the line breaks.
  const bytes = line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  const end = bytes.toString('latin1', Math.max(0, bytes.length - checksumLength));
  const checksum = /^,"crc":"([0-9a-f]{8})"\}$/u.exec(end)?.[1];
  if (checksum === undefined)
    return isUtf8(bytes) && !wasChecksum(end) ? readValue(parse(bytes.toString()), false) : { kind: 'damaged' };
  const content = bytes.subarray(0, -checksumLength);
  if (hexOf(crc32(brace, crc32(content))) !== checksum) return { kind: 'damaged' };
  return readValue(parse(`${content.toString()}}`), true);
}

function readValue(value: unknown, isProven: boolean): JournalLine {
  const unrecognized: JournalLine = { kind: isProven ? 'newer' : 'damaged' };
  // Only lines with a checksum have this member, so the checksum must have been damaged.
  if (!isRecord(value) || (!isProven && 'crc' in value)) return unrecognized;
  const { type, v } = value;
  if (typeof v === 'number' && v > lineVersion) return { kind: 'newer' };
  const fits = checks.get(type);
  if (fits === undefined) return typeof type === 'string' ? { kind: 'newer' } : unrecognized;
  return fits(value) ? { kind: 'entry', entry: value } : unrecognized;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the end of a line resembles a damaged checksum. No entry without a checksum ends in a similar way.
 */
function wasChecksum(end: string): boolean {
  return Array.from(ending).filter((letter, index) => letter !== ' ' && letter === end[index]).length >= 7;
}

function hexOf(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
