import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isRecord } from '../../base/isRecord.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { describeSchema } from './entryCheck.ts';
import { withFileLock } from './journalLock.ts';
import { JournalBytes } from './journalBytes.ts';
import { journalEntrySchema, type JournalEntry } from './journalEntry.ts';
import { readLine } from './journalLine.ts';
import { readChunks, readLines } from './journalLines.ts';
import { addRow, readRow, type SnapshotRow } from './lightEntries.ts';

/** Changes when rows, or what counts as an undelivered job, are not what they were: older snapshots are ignored then. */
const format = 1;

/** Snapshots of a version with other entries are ignored: it may have kept fewer members of them. */
const schema = `${format}.${crc32(describeSchema(journalEntrySchema)).toString(16)}`;

/** A line of this many rows takes few milliseconds. */
const rowsPerLine = 50;

/** Enough to take over the lock of a window that was killed; another one that is at it is not waited for. */
const lockPatienceMs = 2_000;

/** The last line of a snapshot. */
interface Footer {
  readonly schema: string;
  /** The snapshot is made of the journal's bytes up to here, and this is their checksum. */
  readonly offset: number;
  readonly checksum: number;
  /** Length of the lines of rows; that of undelivered jobs follows, where these are known. */
  readonly rowsLength: number;
  /** Checksum of all lines before the footer. */
  readonly sum: number;
}

interface Snapshot {
  readonly footer: Footer;
  readonly body: Buffer;
}

/** Receives what a snapshot holds. */
export interface SnapshotSink {
  entry(entry: JournalEntry): void;
  /** Of the jobs of the entries before, these alone may have a unit without a delivery. */
  undelivered(jobIds: readonly string[]): void;
}

/** What became of an attempt to read a snapshot: where the journal goes on, or why it has to be read whole. */
export type SnapshotResult =
  | { readonly kind: 'read'; readonly offset: number }
  /** There is none, or none of this version that is whole. */
  | { readonly kind: 'none' }
  /** It was made of a journal that had other bytes, or more of them. */
  | { readonly kind: 'other-journal' };

function snapshotPath(journalFile: string): string {
  return `${journalFile}.snapshot`;
}

/**
 * Reads the snapshot of a journal, which stands for its lines up to some offset, in a fraction of the time. It is checked
 * that the journal has the very bytes that the snapshot was made of, so with it or without it, the entries are the same.
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
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(0x0a, start);
    const line = JSON.parse(body.toString('utf8', start, end)) as
      readonly SnapshotRow[] | { readonly undelivered: readonly string[] };
    if ('undelivered' in line) sink.undelivered(line.undelivered);
    else
      for (const row of line)
        readRow(row, bytes, (entry) => {
          sink.entry(entry);
        });
    start = end + 1;
    if (slice.isOver) await slice.rest();
  }
  return { kind: 'read', offset: footer.offset };
}

/** Returns a snapshot that is whole and of this version. */
async function loadSnapshot(journalFile: string): Promise<Snapshot | undefined> {
  const content = await readFile(snapshotPath(journalFile)).catch(() => undefined);
  if (content === undefined) return undefined;
  const footerStart = content.lastIndexOf(0x0a, content.length - 2) + 1;
  const footer = parseFooter(content.toString('utf8', footerStart));
  const body = content.subarray(0, footerStart);
  return footer?.schema === schema && footer.sum === crc32(body) ? { footer, body } : undefined;
}

function parseFooter(line: string): Footer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) return undefined;
    const { schema: made, offset, checksum, rowsLength, sum } = value;
    if (
      typeof made !== 'string' ||
      typeof offset !== 'number' ||
      typeof checksum !== 'number' ||
      typeof rowsLength !== 'number' ||
      typeof sum !== 'number'
    )
      return undefined;
    return { schema: made, offset, checksum, rowsLength, sum };
  } catch {
    return undefined;
  }
}

/**
 * Makes a snapshot of a journal's bytes up to an offset, in place of an older one, whose rows it takes over. Only one
 * window does so at a time, and nobody waits for it: rejects with OrderError 'busy'. `undelivered` are the ids of the only
 * jobs that may have a unit without a delivery after these bytes; undefined when nobody knows.
 */
export async function writeSnapshot(
  journalFile: string,
  offset: number,
  undelivered: readonly string[] | undefined,
): Promise<void> {
  const path = snapshotPath(journalFile);
  await withFileLock(
    `${path}.lock`,
    async () => {
      await removeLeftovers(path);
      const older = await loadSnapshot(journalFile);
      // Another window was faster.
      if (older !== undefined && older.footer.offset >= offset && (await isOf(journalFile, older.footer))) return;
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await writeTemporary(temporary, journalFile, { offset, undelivered }, older);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    { patienceMs: lockPatienceMs },
  );
}

/** Removes the snapshot of a journal that is not the one it was made of. */
export async function dropSnapshot(journalFile: string): Promise<void> {
  await rm(snapshotPath(journalFile), { force: true });
}

/** What windows left that ended while they wrote a snapshot. Called under the lock, when nobody else writes one. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  }
}

async function isOf(journalFile: string, { offset, checksum }: Footer): Promise<boolean> {
  const file = await open(journalFile, 'r');
  try {
    return (await checksumOf(file, offset)) === checksum;
  } finally {
    await file.close();
  }
}

/** Undefined when the file is shorter. */
async function checksumOf(file: FileHandle, length: number): Promise<number | undefined> {
  let [checksum, read] = [0, 0];
  for await (const chunk of readChunks(file, 0, length)) {
    checksum = crc32(chunk, checksum);
    read += chunk.length;
  }
  return read < length ? undefined : checksum;
}

async function writeTemporary(
  path: string,
  journalFile: string,
  { offset, undelivered }: { readonly offset: number; readonly undelivered: readonly string[] | undefined },
  older: Snapshot | undefined,
): Promise<void> {
  const journal = await open(journalFile, 'r');
  try {
    const base =
      older !== undefined &&
      older.footer.offset < offset &&
      (await checksumOf(journal, older.footer.offset)) === older.footer.checksum
        ? older
        : undefined;
    const output = await SnapshotWriter.create(path);
    try {
      if (base !== undefined) await output.write(base.body.subarray(0, base.footer.rowsLength));
      const checksum = await writeRows(output, journal, base?.footer ?? { offset: 0, checksum: 0 }, offset);
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

/** Writes the rows of the journal's lines between two offsets. Returns the checksum of all bytes before the second. */
async function writeRows(
  output: SnapshotWriter,
  journal: FileHandle,
  from: Pick<Footer, 'offset' | 'checksum'>,
  to: number,
): Promise<number> {
  let { offset, checksum } = from;
  let rows: SnapshotRow[] = [];
  const lines: string[] = [];
  const flush = (): void => {
    if (rows.length > 0) lines.push(JSON.stringify(rows));
    rows = [];
  };
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of readChunks(journal, offset, to)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
      for (const line of lines.splice(0)) await output.writeText(line);
    }
  };
  await readLines(chunks(), (bytes) => {
    const range = { offset, length: bytes.length };
    offset += bytes.length + 1;
    if (bytes.length === 0) return;
    const line = readLine(bytes);
    // Damaged lines are on record in the journal; without that, or with lines of a later version, nobody calls this.
    if (line.kind !== 'entry') return;
    addRow(rows, line.entry, range);
    if (rows.length === rowsPerLine) flush();
  });
  flush();
  for (const line of lines) await output.writeText(line);
  if (offset !== to) throw new Error('The journal changed while its snapshot was made.');
  return checksum;
}

class SnapshotWriter {
  readonly #file: FileHandle;
  /** Bytes written, and their checksum. */
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
