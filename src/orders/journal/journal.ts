import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HeldLock, LockOptions } from '../../base/fileLock.ts';
import { syncFolder } from '../../base/syncFolder.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { openBackups, type Backups } from './backups.ts';
import { DamageRecord } from './damageRecord.ts';
import { withFileLock } from './journalLock.ts';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import type { Ledger } from './ledger.ts';
import { JournalLength, type JournalMemory } from './journalLength.ts';
import { formatLine } from './journalLine.ts';
import { JournalReader } from './journalReader.ts';
import { OrderError } from '../model/orderError.ts';
import { journalExtension, Siblings, type SiblingReport } from './siblings.ts';
import { dropSnapshot, writeSnapshot } from './snapshot.ts';
import { findTornLine } from './tornLine.ts';

/** A file of this extension beside the journal while some job is not finished: what activation looks for before it loads anything. */
export const watchMarkerExtension = '.watching'; // known to editor/session/journalMarkers.ts too, which must not load this file

/** One journal an origin and account, so that two accounts never see each other's orders. */
export function journalPath(folder: string, origin: string, account: string): string {
  const name = createHash('sha256').update(`${origin}\n${account}`).digest('hex').slice(0, 16);
  return join(folder, `${name}${journalExtension}`);
}

/**
 * How far a journal can be trusted to know all orders. In every condition but 'intact' the service has to be asked before
 * the next order; what it answered is journaled with `asked` and `whole: true`, and the journal is intact again.
 * - 'new': it had no entries when it was opened, and the service has not been asked.
 * - 'shorter': it has lost entries, or is not the file that it was: restored from a copy, or deleted.
 * - 'damaged': some of its lines cannot be read.
 */
export type JournalCondition = 'new' | 'intact' | 'shorter' | 'damaged';

/** Reading this much of a journal takes about a tenth of a second. */
const defaultSnapshotBytes = 1 << 22;

/** Lines that could not be read. */
export interface JournalDamage {
  readonly lines: number;
  /** The file that holds a copy of them. */
  readonly copy: string;
}

/** With the options of the journal's lock, which are the same in all processes that share the journal. */
export interface JournalOptions extends LockOptions {
  /** The service that the journal is for. A new journal then begins with a header that names it. */
  readonly origin?: string;
  /** Remembers the journal's length somewhere other than next to it. */
  readonly memory?: JournalMemory;
  /** What `onEntry` applies the entries to. With it, snapshots know which of its jobs are delivered, and planning need not find out. */
  readonly ledger?: Ledger;
  /** A snapshot is made when the journal has grown by this many bytes since the last one. */
  readonly snapshotBytes?: number;
  /** Lines were found that cannot be read; not called again for the same lines, also by other windows. */
  readonly onDamage?: (damage: JournalDamage) => void;
}

/**
 * An append-only file of entries, one JSON object a line, each with a checksum, shared by every window of the machine.
 * An entry is on the disk when `append` resolves. The file is never rewritten, truncated or repaired.
 */
export class Journal {
  /** Files that were replaced, kept beside the journal. */
  readonly backups: Backups;
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #options: JournalOptions;
  readonly #reader: JournalReader;
  readonly #siblings: Siblings;
  readonly #length: JournalLength;
  readonly #damages = new DamageRecord();
  readonly #writing = new Set<Promise<unknown>>();
  #lock: HeldLock | undefined;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #isEmpty = true;
  #isShorter = false;
  /** What was applied in this session is more than the file has: nothing can be said of the file by it. */
  #wasReplaced = false;
  #isDamaged = false;
  #hasNewerLines = false;
  #isSettingAside = false;
  #snapshotOffset = 0;
  #snapshotting: Promise<void> | undefined;

  /** `onEntry` receives every entry once and in order, whichever window wrote it. */
  constructor(
    path: string,
    onEntry: (entry: JournalEntry) => void,
    warn: (message: string) => void,
    options: JournalOptions = {},
  ) {
    this.backups = openBackups(path);
    this.#path = path;
    this.#warn = warn;
    this.#options = options;
    this.#siblings = new Siblings(path, warn);
    this.#length = new JournalLength(path, options.memory);
    this.#reader = new JournalReader(path, {
      entry: (entry) => {
        this.#note(entry);
        onEntry(entry);
      },
      damaged: (range) => {
        warn(`The journal has a line that cannot be read, at byte ${range.offset}; it was skipped.`);
        this.#noteContent();
        this.#damages.find(range);
      },
      newer: ({ offset }) => {
        warn(
          `The journal has a line of a later version, at byte ${offset}; nothing can be ordered until this window is reloaded with that version.`,
        );
        this.#noteContent();
        this.#hasNewerLines = true;
      },
      undelivered: (jobIds) => {
        options.ledger?.limitUndelivered(jobIds);
      },
      replaced: () => {
        warn(
          'The journal is not the one that it was: somebody replaced it, or a part of it is lost. It is read from its beginning.',
        );
        this.#isShorter = true;
        this.#wasReplaced = true;
        this.#damages.clear();
        this.#hasNewerLines = false;
      },
    });
  }

  /** Known once `sync` or `append` has resolved. */
  get condition(): JournalCondition {
    if (this.#isShorter) return 'shorter';
    if (this.#isDamaged) return 'damaged';
    return this.#isEmpty ? 'new' : 'intact';
  }

  /** Throws OrderError 'journal-newer' when a later version has written lines that this one cannot understand. Appending an intent does the same. */
  refuseNewer(): void {
    if (this.#hasNewerLines) throw new OrderError('journal-newer');
  }

  /** Reads what any window has appended since the last look. */
  async sync(): Promise<void> {
    this.#opening ??= this.#length.load();
    await this.#opening;
    await this.#reader.readOn();
    this.#isOpen = true;
    const { offset } = this.#reader;
    if (this.#length.remembered > offset) this.#isShorter = true;
    if (this.#damages.unrecorded.length > 0) {
      this.#isDamaged = true;
      this.#setDamageAside();
    }
    // As long as entries are missing, the next start must see it too.
    if (!this.#isShorter) await this.#length.remember(offset);
    this.#keepSnapshot();
  }

  /** Makes a new snapshot in the background once the journal has grown a lot since the last one. */
  #keepSnapshot(): void {
    const { snapshotBytes = defaultSnapshotBytes } = this.#options;
    const since = Math.max(this.#reader.snapshotOffset, this.#snapshotOffset);
    if (
      this.#isShorter ||
      this.#wasReplaced ||
      this.#hasNewerLines ||
      this.#damages.unrecorded.length > 0 ||
      this.#reader.offset - since < snapshotBytes
    )
      return;
    this.#snapshotting ??= this.#makeSnapshot()
      .catch((error: unknown) => {
        // Another window is at it, or the disk is full: it is tried again when the journal has grown some more.
        this.#snapshotOffset = this.#reader.offset;
        if (!(error instanceof OrderError))
          this.#warn(
            `No snapshot of the journal could be made: ${error instanceof Error ? error.message : String(error)}`,
          );
      })
      .finally(() => {
        this.#snapshotting = undefined;
      });
  }

  async #makeSnapshot(): Promise<void> {
    const { ledger } = this.#options;
    const slice = new TimeSlice();
    if (ledger !== undefined)
      for (const record of ledger.scanUndelivered()) if (record === undefined && slice.isOver) await slice.rest();
    // Both are of the same moment.
    const { offset } = this.#reader;
    const undelivered = ledger?.undeliveredJobIds();
    await writeSnapshot(this.#path, offset, undelivered);
    this.#snapshotOffset = offset;
  }

  /** Resolves when no snapshot is being made. */
  async snapshotsMade(): Promise<void> {
    await this.#snapshotting;
  }

  /** What an entry says of the journal itself. */
  #note(entry: JournalEntry): void {
    if (entry.type === 'header') return;
    if (entry.type === 'damaged') {
      this.#damages.record(entry);
      this.#isDamaged = true;
      return;
    }
    this.#noteContent();
    if (entry.type !== 'asked' || entry.whole !== true) return;
    this.#isEmpty = false;
    // Whoever asked in an earlier session journaled what the damage had taken.
    if (!this.#isOpen) this.#isDamaged = false;
  }

  /** A journal that had no entries when it was opened stays new, whatever comes, until the service was asked. */
  #noteContent(): void {
    if (!this.#isOpen) this.#isEmpty = false;
  }

  /**
   * Writes entries, forces them onto the disk, and takes them in. Rejects with OrderError 'journal-newer', nothing
   * written, for an intent in a journal that this version does not understand.
   */
  async append(...entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    if (!this.#isOpen) await this.sync();
    if (entries.some(({ type }) => type === 'intent')) this.refuseNewer();
    await this.#track(this.#write(entries));
    // Two rounds: the first may have begun before the lines were there.
    await this.sync();
    await this.sync();
    if (entries.some((entry) => entry.type === 'asked' && entry.whole === true)) await this.#heal();
  }

  /** This window has asked the service for everything, and journaled it. */
  async #heal(): Promise<void> {
    if (this.#isShorter) await dropSnapshot(this.#path);
    this.#isShorter = false;
    this.#isEmpty = false;
    this.#isDamaged = this.#damages.unrecorded.length > 0;
    await this.#length.remember(this.#reader.offset);
  }

  /** Resolves when all that is being written now is on the disk, or could not be written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    const writing = work.finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(this.#path, 'a+', 0o600);
    try {
      const torn = await findTornLine(file);
      const { size } = await file.stat();
      const first = [
        ...this.#headerOf(size),
        ...(torn?.isWhole === false ? [tornEntry(torn.offset, torn.length)] : []),
      ];
      const lines = [...first, ...entries].map(formatLine).join('');
      // One write at the end of the file, so that windows do not mix their lines; a torn line before it is closed first.
      const bytes = Buffer.from(torn === undefined ? lines : `\n${lines}`);
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length)
        throw new Error(`The journal ${this.#path} could not be written: the disk is full.`);
      await file.sync();
      if (size === 0) await syncFolder(dirname(this.#path));
    } finally {
      await file.close();
    }
  }

  /** The first line of a new journal, whichever entry is the first. */
  #headerOf(size: number): readonly EntryOf<'header'>[] {
    const { origin } = this.#options;
    return size > 0 || origin === undefined
      ? []
      : [{ type: 'header', at: Date.now(), journal: randomBytes(8).toString('hex'), origin }];
  }

  /** Runs `work` with all entries of all windows taken in, and nobody else doing the same. `work` may append, but not call this again. */
  async exclusively<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    await mkdir(dirname(this.#path), { recursive: true });
    const syncAndWork = async (lock: HeldLock): Promise<T> => {
      await this.sync();
      await this.sync();
      this.#lock = lock;
      try {
        return await work(lock);
      } finally {
        this.#lock = undefined;
      }
    };
    return withFileLock(`${this.#path}.lock`, syncAndWork, this.#options);
  }

  /** Rejects if the lock of `exclusively` was lost, because this process was suspended and another one took it over. For work that runs under it. */
  async verifyLock(): Promise<void> {
    await this.#lock?.verify();
  }

  /** The other journals beside this one: deliveries count whatever service they came from. */
  async siblings(): Promise<SiblingReport['siblings']> {
    return (await this.readSiblings()).siblings;
  }

  /** The other journals, and the names of those that cannot be read. */
  async readSiblings(): Promise<SiblingReport> {
    return this.#siblings.read();
  }

  /** Tells the next start whether there is something to look after. */
  async markWatched(watched: boolean): Promise<void> {
    const marker = `${this.#path}${watchMarkerExtension}`;
    if (watched) {
      await mkdir(dirname(marker), { recursive: true });
      await writeFile(marker, '');
    } else {
      await rm(marker, { force: true });
    }
  }

  /** Copies damaged lines and journals that they are damaged, which only one of several windows does, then notifies. */
  #setDamageAside(): void {
    if (this.#isSettingAside) return;
    this.#isSettingAside = true;
    const copy = `${this.#path}.damaged`;
    const work = async (): Promise<void> => {
      const damages = await this.exclusively(async () => {
        const found = this.#damages.unrecorded;
        if (found.length === 0) return found;
        await appendFile(copy, Buffer.concat(found.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])), {
          mode: 0o600,
        });
        await this.append(
          ...found.map(({ offset, length }): JournalEntry => ({ type: 'damaged', at: Date.now(), offset, length })),
        );
        return found;
      });
      this.#isSettingAside = false;
      const lines = damages.reduce((sum, damage) => sum + damage.lines, 0);
      if (lines > 0) this.#options.onDamage?.({ lines, copy });
    };
    // Whoever reads the journal does not wait for this. After a failure, the next start tries again.
    this.#track(work()).catch((error: unknown) => {
      this.#warn(
        `Damaged lines of the journal could not be set aside: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
}

/** Lines that were torn before they were written to their end: nobody has acted on them, so nobody is notified. */
function tornEntry(offset: number, length: number): JournalEntry {
  return { type: 'damaged', at: Date.now(), offset, length, torn: true };
}
