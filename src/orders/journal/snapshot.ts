import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';

import { TimeSlice } from '../../base/timeSlice.ts';
import { describeSchema } from './compileCheck.ts';
import { withFileLock } from './journalLock.ts';
import { JournalBytes } from './journalBytes.ts';
import { journalEntrySchema, type JournalEntry } from './journalEntry.ts';
import { readLine } from './journalLine.ts';
import { lineBreak, readChunks, readLines } from './journalLines.ts';
import { addRow, readRow, type SnapshotRow } from './snapshotRow.ts';

/** Increased with each change of rows, or of the definition of undelivered jobs: older snapshots are then ignored. */
const format = 1;

/**
 * `1.5e6f7a8b`, with the checksum of the schemas of entries. Snapshots of a version with other schemas are ignored,
 * because they may lack members.
 */
const schema = `${format}.${crc32(describeSchema(journalEntrySchema)).toString(16)}`;

/** Reading a line of this many rows takes a few milliseconds. */
const rowsPerLine = 50;

/** Long enough to take over the lock of a killed window, too short to wait for another window's snapshot. */
const lockPatienceMs = 2_000;

/** The last line of a snapshot. */
const footerSchema = v.object({
  schema: v.string(),
  /** The snapshot covers the journal's bytes up to `offset`; `checksum` is their CRC-32. */
  offset: v.number(),
  checksum: v.number(),
  /** Length in bytes of the lines with rows. If the undelivered jobs are known, a line with them follows. */
  rowsLength: v.number(),
  /** CRC-32 of all lines before the footer. */
  sum: v.number(),
});
type Footer = Readonly<v.InferOutput<typeof footerSchema>>;

interface Snapshot {
  readonly footer: Footer;
  /** All lines before the footer. */
  readonly body: Buffer;
}

/** A line of a snapshot's body. */
type BodyLine = readonly SnapshotRow[] | { readonly undelivered: readonly string[] };

/** Receives the content of a snapshot. */
export interface SnapshotSink {
  entry(entry: JournalEntry): void;
  /** Receives the ids of the only jobs in the previous entries that may have a unit that was never delivered. */
  undelivered(jobIds: readonly string[]): void;
}

/** The result of reading a snapshot: the offset from which to read the journal, or the reason to read all of it. */
export type SnapshotResult =
  | { readonly kind: 'read'; readonly offset: number }
  /** No valid snapshot of this version exists. */
  | { readonly kind: 'none' }
  /** The snapshot was made of a journal with different or more bytes. */
  | { readonly kind: 'other-journal' };

function snapshotPath(journalFile: string): string {
  return `${journalFile}.snapshot`;
}

/**
 * Reads the snapshot of a journal instead of the journal's lines up to an offset, in a fraction of the time. Verifies
 * that the journal has the same bytes that the snapshot was made of, so the entries are the same with and without it.
 */
export async function readSnapshot(
  journalFile: string,
  file: FileHandle,
  size: number,
  sink: SnapshotSink,
): Promise<SnapshotResult> {
  const snapshot = await loadSnapshot(journalFile);
  if (snapshot === undefined) return { kind: 'none' };
  const { footer, body } = snapshot;
  const bytes = footer.offset > size ? undefined : await JournalBytes.read(file, footer.offset);
  if (bytes?.checksum !== footer.checksum) return { kind: 'other-journal' };
  const slice = new TimeSlice();
  const takeEntry = (entry: JournalEntry): void => {
    sink.entry(entry);
  };
  let lineStart = 0;
  while (lineStart < body.length) {
    const lineEnd = body.indexOf(lineBreak, lineStart);
    const line = JSON.parse(body.toString('utf8', lineStart, lineEnd)) as BodyLine;
    if ('undelivered' in line) sink.undelivered(line.undelivered);
    else for (const row of line) readRow(row, bytes, takeEntry);
    lineStart = lineEnd + 1;
    if (slice.isOver) await slice.rest();
  }
  return { kind: 'read', offset: footer.offset };
}

/** Returns the snapshot if it is complete and of this version. */
async function loadSnapshot(journalFile: string): Promise<Snapshot | undefined> {
  const content = await readFile(snapshotPath(journalFile)).catch(() => undefined);
  if (content === undefined) return undefined;
  // The last line; its own line break is the last byte.
  const footerStart = content.lastIndexOf(lineBreak, content.length - 2) + 1;
  const footer = parseFooter(content.toString('utf8', footerStart));
  const body = content.subarray(0, footerStart);
  const isValid = footer?.schema === schema && footer.sum === crc32(body);
  return isValid ? { footer, body } : undefined;
}

function parseFooter(line: string): Footer | undefined {
  try {
    return v.parse(footerSchema, JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * Writes a snapshot of a journal's bytes up to an offset. It replaces an older snapshot and copies its rows. If another
 * window is writing one, it does not wait but rejects with OrderError 'busy'. `undelivered` are the ids of the only
 * jobs that may have a unit that was never delivered at this offset; undefined if unknown.
 */
export async function writeSnapshot(
  journalFile: string,
  offset: number,
  undelivered: readonly string[] | undefined,
): Promise<void> {
  const path = snapshotPath(journalFile);
  const replaceSnapshot = async (): Promise<void> => {
    await removeTemporaryFiles(path);
    const older = await loadSnapshot(journalFile);
    // Another window has already written one.
    if (older !== undefined && older.footer.offset >= offset && (await isOf(journalFile, older.footer))) return;
    const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeTemporary(temporaryPath, journalFile, { offset, undelivered }, older);
      await rename(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  };
  await withFileLock(`${path}.lock`, replaceSnapshot, { patienceMs: lockPatienceMs });
}

/** Removes a journal's snapshot, for a journal that is no longer the one that the snapshot was made of. */
export async function dropSnapshot(journalFile: string): Promise<void> {
  await rm(snapshotPath(journalFile), { force: true });
}

/**
 * Removes the temporary files of windows that ended while they wrote a snapshot. Must be called under the lock, so that
 * no other window is writing one.
 */
async function removeTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  }
}

/** Whether a snapshot was made of this journal. */
async function isOf(journalFile: string, { offset, checksum }: Footer): Promise<boolean> {
  const file = await open(journalFile, 'r');
  try {
    return (await checksumOf(file, offset)) === checksum;
  } finally {
    await file.close();
  }
}

/** Returns the CRC-32 of the first `length` bytes of a file; undefined if it is shorter. */
async function checksumOf(file: FileHandle, length: number): Promise<number | undefined> {
  let checksum = 0;
  let readBytes = 0;
  for await (const chunk of readChunks(file, 0, length)) {
    checksum = crc32(chunk, checksum);
    readBytes += chunk.length;
  }
  return readBytes < length ? undefined : checksum;
}

async function writeTemporary(
  path: string,
  journalFile: string,
  { offset, undelivered }: { readonly offset: number; readonly undelivered: readonly string[] | undefined },
  older: Snapshot | undefined,
): Promise<void> {
  const journal = await open(journalFile, 'r');
  try {
    // The rows of an older snapshot are only copied if it was made of the same bytes.
    const isOlderOfSameBytes =
      older !== undefined &&
      older.footer.offset < offset &&
      (await checksumOf(journal, older.footer.offset)) === older.footer.checksum;
    const output = await SnapshotWriter.create(path);
    try {
      if (isOlderOfSameBytes) await output.write(older.body.subarray(0, older.footer.rowsLength));
      const position = isOlderOfSameBytes ? older.footer : { offset: 0, checksum: 0 };
      const checksum = await writeRows(output, journal, position, offset);
      const rowsLength = output.length;
      if (undelivered !== undefined) await output.writeLine({ undelivered });
      const footer: Footer = { schema, offset, checksum, rowsLength, sum: output.sum };
      await output.writeLine(footer);
    } finally {
      await output.close();
    }
  } finally {
    await journal.close();
  }
}

/**
 * Writes the rows of the journal's lines from an offset up to `end`. `position` is that offset with the checksum of the
 * bytes before it. Returns the checksum of all bytes before `end`.
 */
async function writeRows(
  output: SnapshotWriter,
  journal: FileHandle,
  position: Pick<Footer, 'offset' | 'checksum'>,
  end: number,
): Promise<number> {
  let { offset, checksum } = position;
  let rows: SnapshotRow[] = [];
  /** Lines of rows that have not been written. */
  const rowLines: string[] = [];
  const finishRowLine = (): void => {
    if (rows.length > 0) rowLines.push(JSON.stringify(rows));
    rows = [];
  };
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of readChunks(journal, offset, end)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
      for (const rowLine of rowLines.splice(0)) await output.writeText(rowLine);
    }
  };
  await readLines(chunks(), (bytes) => {
    const range = { offset, length: bytes.length };
    offset += bytes.length + 1;
    if (bytes.length === 0) return;
    const line = readLine(bytes);
    // Damaged lines are recorded in the journal: otherwise, or with lines of a later version, no snapshot is written.
    if (line.kind !== 'entry') return;
    addRow(rows, line.entry, range);
    if (rows.length === rowsPerLine) finishRowLine();
  });
  finishRowLine();
  for (const rowLine of rowLines) await output.writeText(rowLine);
  if (offset !== end) throw new Error('The journal changed while its snapshot was made.');
  return checksum;
}

/** Writes the lines of a snapshot, and counts its bytes. */
class SnapshotWriter {
  readonly #file: FileHandle;
  /** Number of bytes written, and their CRC-32. */
  length = 0;
  sum = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<SnapshotWriter> {
    return new SnapshotWriter(await open(path, 'wx', 0o600));
  }

  async write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.length += bytes.length;
    this.sum = crc32(bytes, this.sum);
  }

  async writeText(line: string): Promise<void> {
    await this.write(Buffer.from(`${line}\n`));
  }

  async writeLine(value: object): Promise<void> {
    await this.writeText(JSON.stringify(value));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
