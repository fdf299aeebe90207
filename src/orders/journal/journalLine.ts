import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { isRecord } from '../../base/isRecord.ts';
import { compileCheck } from './compileCheck.ts';
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
const checksumEnding = ',"crc":"        "}';
const checksumPattern = /^,"crc":"([0-9a-f]{8})"\}$/u;
const brace = Buffer.from('}');
const carriageReturn = 0x0d;

/** Returns an entry's line with its checksum and line break: `{"type":"job",…,"crc":"1f2e3d4c"}`. */
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
  const bytes = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
  const ending = bytes.toString('latin1', Math.max(0, bytes.length - checksumEnding.length));
  const checksum = checksumPattern.exec(ending)?.[1];
  if (checksum === undefined) {
    if (!isUtf8(bytes) || resemblesChecksum(ending)) return { kind: 'damaged' };
    return readValue(parse(bytes.toString()), false);
  }
  // The checksum is that of the entry without the member `crc`: of the content before it and the closing brace.
  const content = bytes.subarray(0, -checksumEnding.length);
  if (hexOf(crc32(brace, crc32(content))) !== checksum) return { kind: 'damaged' };
  return readValue(parse(`${content.toString()}}`), true);
}

/** `hasChecksum`: whether a valid checksum proves that the value is as it was written. */
function readValue(value: unknown, hasChecksum: boolean): JournalLine {
  const unrecognized: JournalLine = { kind: hasChecksum ? 'newer' : 'damaged' };
  if (!isRecord(value)) return unrecognized;
  // Only lines with a checksum have this member, so the checksum must have been damaged.
  if (!hasChecksum && 'crc' in value) return unrecognized;
  const { type, v } = value;
  if (typeof v === 'number' && v > lineVersion) return { kind: 'newer' };
  const isValid = checks.get(type);
  if (isValid === undefined) return typeof type === 'string' ? { kind: 'newer' } : unrecognized;
  return isValid(value) ? { kind: 'entry', entry: value } : unrecognized;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A damaged checksum has at least this many characters of `checksumEnding`, apart from its digits. */
const leastEqualCharacters = 7;

/** Returns whether the end of a line is a damaged checksum. No entry without a checksum ends in a similar way. */
function resemblesChecksum(ending: string): boolean {
  const equalCharacters = Array.from(checksumEnding).filter(
    (character, index) => character !== ' ' && character === ending[index],
  );
  return equalCharacters.length >= leastEqualCharacters;
}

function hexOf(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
