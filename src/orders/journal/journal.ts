import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage } from '../../base/errorMessage.ts';
import type { HeldLock, LockOptions } from '../../base/fileLock.ts';
import { syncFolder } from '../../base/files/syncFolder.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { openBackups, type Backups } from './backups.ts';
import { DamagedLines, type Damage } from './damagedLines.ts';
import { withFileLock } from './journalLock.ts';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import type { Ledger } from './ledger.ts';
import { JournalCache } from './journalCache.ts';
import { JournalLength, type JournalMemory } from './journalLength.ts';
import { formatLine } from './journalLine.ts';
import { JournalReader, journalExtension, Siblings, type SiblingReport } from './journalReader.ts';
import { OrderError } from '../model/orderError.ts';
import { dropSnapshot, writeSnapshot } from './snapshot.ts';
import { findUnterminatedLine } from './unterminatedLine.ts';

/**
 * Extension of a marker file next to the journal. It exists while some job is not finished, and activation looks for it
 * before it loads anything. editor/session/journalMarkers.ts repeats the extension, because it must not load this file.
 */
export const watchMarkerExtension = '.watching';

/** Returns the path of the journal for an origin and account, so that two accounts never see each other's orders. */
export function journalPath(folder: string, origin: string, account: string): string {
  const name = createHash('sha256').update(`${origin}\n${account}`).digest('hex').slice(0, 16);
  return join(folder, `${name}${journalExtension}`);
}

/**
 * Whether a journal is known to contain all orders. In every condition except 'intact', the service's jobs must be
 * listed before the next order. Once they are journaled, with an `asked` entry that has `whole: true`, the journal is
 * intact again.
 * - 'new': it had no entries when it was opened, and the service's jobs have not been listed.
 * - 'shorter': entries are missing, because the file was restored from an older copy, replaced or deleted.
 * - 'damaged': some of its lines cannot be read.
 */
export type JournalCondition = 'new' | 'intact' | 'shorter' | 'damaged';

/** How long a search waits for that of another window. */
const searchPatienceMs = 30_000;

/** Reading this much of a journal takes about a tenth of a second. */
const defaultSnapshotBytes = 4 * 1024 * 1024;

/** Lines that could not be read. */
export interface JournalDamage {
  readonly lines: number;
  /** The file that holds a copy of them. */
  readonly copy: string;
}

/** Options of a journal and its lock. The lock's options must be the same in all processes that share the journal. */
export interface JournalOptions extends LockOptions {
  /** The service that the journal is for. A new journal then begins with a header that names it. */
  readonly origin?: string;
  /** Remembers the journal's length somewhere other than next to it. */
  readonly memory?: JournalMemory;
  /**
   * The ledger that `onEntry` applies the entries to. If present, snapshots include which jobs are delivered, so that
   * planning need not determine that.
   */
  readonly ledger?: Ledger;
  /** A snapshot is made when the journal has grown by this many bytes since the last one. */
  readonly snapshotBytes?: number;
  /** Called once for each line that cannot be read, in only one of the windows. */
  readonly onDamage?: (damage: JournalDamage) => void;
}

/**
 * An append-only file of entries: one JSON object per line, each with a checksum. All windows on the machine share it.
 * An entry is on the disk when `append` resolves. The file is never rewritten, truncated or repaired.
 */
export class Journal {
  /** Contents of replaced files, stored next to the journal. */
  readonly backups: Backups;
  /** Facts that can be fetched again, stored next to the journal. */
  readonly cache: JournalCache;
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #options: JournalOptions;
  readonly #reader: JournalReader;
  readonly #siblings: Siblings;
  readonly #length: JournalLength;
  readonly #damagedLines = new DamagedLines();
  /** Pending writes, and the work that `track` was called with. */
  readonly #trackedWork = new Set<Promise<unknown>>();
  /** The lock of the work that `exclusively` runs. */
  #lock: HeldLock | undefined;
  #lengthLoaded: Promise<void> | undefined;
  /** Whether the journal was read to its end once. */
  #isOpen = false;
  /** The next three are the parts of `condition`: 'new', 'shorter' and 'damaged'. */
  #isEmpty = true;
  #isShorter = false;
  #isDamaged = false;
  /** True if the ledger has entries that are no longer in the file, so that it must not be used for a snapshot. */
  #wasReplaced = false;
  #hasNewerLines = false;
  #isRecordingDamage = false;
  /** The journal's length when this window last wrote, or tried to write, a snapshot. */
  #snapshotOffset = 0;
  #writingSnapshot: Promise<void> | undefined;

  /** `onEntry` receives every entry once and in order, whichever window wrote it. */
  constructor(
    path: string,
    onEntry: (entry: JournalEntry) => void,
    warn: (message: string) => void,
    options: JournalOptions = {},
  ) {
    this.backups = openBackups(path);
    this.cache = new JournalCache(path, warn);
    this.#path = path;
    this.#warn = warn;
    this.#options = options;
    this.#siblings = new Siblings(path, warn);
    this.#length = new JournalLength(path, options.memory);
    this.#reader = new JournalReader(path, {
      entry: (entry) => {
        this.#updateCondition(entry);
        onEntry(entry);
      },
      damaged: (range) => {
        warn(`The journal has a line that cannot be read, at byte ${range.offset}; it was skipped.`);
        this.#noteContent();
        this.#damagedLines.add(range);
      },
      newer: ({ offset }) => {
        warn(
          `The journal has a line of a later version, at byte ${offset}; nothing can be ordered until this window is ` +
            'reloaded with that version.',
        );
        this.#noteContent();
        this.#hasNewerLines = true;
      },
      undelivered: (jobIds) => {
        options.ledger?.limitUndelivered(jobIds);
      },
      replaced: () => {
        warn('The journal was replaced, or a part of it is missing. It is read again from the beginning.');
        this.#isShorter = true;
        this.#wasReplaced = true;
        this.#damagedLines.clear();
        this.#hasNewerLines = false;
      },
    });
  }

  /** Only valid after `sync` or `append` has resolved. */
  get condition(): JournalCondition {
    if (this.#isShorter) return 'shorter';
    if (this.#isDamaged) return 'damaged';
    return this.#isEmpty ? 'new' : 'intact';
  }

  /** Throws OrderError 'journal-newer' if a later version has written lines that this one does not understand. */
  refuseNewer(): void {
    if (this.#hasNewerLines) throw new OrderError('journal-newer');
  }

  /** Reads the entries that any window has appended since the last call. */
  async sync(): Promise<void> {
    this.#lengthLoaded ??= this.#length.load();
    await this.#lengthLoaded;
    await this.#reader.readOn();
    this.#isOpen = true;
    const { offset } = this.#reader;
    if (this.#length.remembered > offset) this.#isShorter = true;
    if (this.#damagedLines.unrecorded.length > 0) {
      this.#isDamaged = true;
      this.#recordDamage();
    }
    // While entries are missing, the old length is kept so that the next start notices too.
    if (!this.#isShorter) await this.#length.remember(offset);
    this.#renewSnapshot();
  }

  /** Writes a new snapshot in the background once the journal has grown enough since the last one. */
  #renewSnapshot(): void {
    const { snapshotBytes = defaultSnapshotBytes } = this.#options;
    const lastOffset = Math.max(this.#reader.snapshotOffset, this.#snapshotOffset);
    const hasGrown = this.#reader.offset - lastOffset >= snapshotBytes;
    const lacksEntries = this.#isShorter || this.#wasReplaced;
    const hasUnreadLines = this.#hasNewerLines || this.#damagedLines.unrecorded.length > 0;
    if (!hasGrown || lacksEntries || hasUnreadLines) return;
    this.#writingSnapshot ??= this.#makeSnapshot()
      .catch((error: unknown) => {
        // Another window is writing one, or the disk is full. The next attempt is made after further growth.
        this.#snapshotOffset = this.#reader.offset;
        if (!(error instanceof OrderError))
          this.#warn(`No snapshot of the journal could be made: ${errorMessage(error)}`);
      })
      .finally(() => {
        this.#writingSnapshot = undefined;
      });
  }

  async #makeSnapshot(): Promise<void> {
    const { ledger } = this.#options;
    const slice = new TimeSlice();
    // Scanning removes the delivered jobs from `undeliveredJobIds`.
    if (ledger !== undefined)
      for (const record of ledger.scanUndelivered()) if (record === undefined && slice.isOver) await slice.rest();
    // No `await` in between: both values must describe the same state.
    const { offset } = this.#reader;
    const undelivered = ledger?.undeliveredJobIds();
    await writeSnapshot(this.#path, offset, undelivered);
    this.#snapshotOffset = offset;
  }

  /** Resolves when no snapshot is being written. */
  async snapshotsMade(): Promise<void> {
    await this.#writingSnapshot;
  }

  /** Updates the journal's own condition from an entry. */
  #updateCondition(entry: JournalEntry): void {
    if (entry.type === 'header') return;
    if (entry.type === 'damaged') {
      this.#damagedLines.markRecorded(entry);
      this.#isDamaged = true;
      return;
    }
    this.#noteContent();
    if (entry.type !== 'asked' || entry.whole !== true) return;
    this.#isEmpty = false;
    // A listing in an earlier session has journaled the destroyed entries again.
    if (!this.#isOpen) this.#isDamaged = false;
  }

  /** A journal that had no entries when it was opened stays 'new' until the service's jobs have been listed. */
  #noteContent(): void {
    if (!this.#isOpen) this.#isEmpty = false;
  }

  /**
   * Writes entries, flushes them to the disk, and applies them. Rejects with OrderError 'journal-newer', without
   * writing, if there is an intent among them and a later version has written lines that this one does not understand.
   */
  async append(...entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    if (!this.#isOpen) await this.sync();
    if (entries.some(({ type }) => type === 'intent')) this.refuseNewer();
    await this.track(this.#write(entries));
    // Called twice, because the first call may share a reading that began before the lines were written.
    await this.sync();
    await this.sync();
    if (entries.some((entry) => entry.type === 'asked' && entry.whole === true)) await this.#markIntact();
  }

  /** Marks the journal as intact after this window has listed and journaled all jobs of the service. */
  async #markIntact(): Promise<void> {
    if (this.#isShorter) await dropSnapshot(this.#path);
    this.#isShorter = false;
    this.#isEmpty = false;
    this.#isDamaged = this.#damagedLines.unrecorded.length > 0;
    await this.#length.remember(this.#reader.offset);
  }

  /** Resolves when all pending writes and all tracked work have finished or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#trackedWork);
  }

  /** Lets `settled` wait for work that ends with an entry, such as a request whose response is journaled. */
  async track<T>(work: Promise<T>): Promise<T> {
    const trackedWork = work.finally(() => this.#trackedWork.delete(trackedWork));
    this.#trackedWork.add(trackedWork);
    return trackedWork;
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(this.#path, 'a+', 0o600);
    try {
      const unterminated = await findUnterminatedLine(file);
      const { size } = await file.stat();
      const torn = unterminated?.isComplete === false ? [tornEntry(unterminated.offset, unterminated.length)] : [];
      const lines = [...this.#headerOf(size), ...torn, ...entries].map(formatLine).join('');
      // A single write, so that lines of several windows do not mix. It also ends an unterminated line before it.
      const bytes = Buffer.from(unterminated === undefined ? lines : `\n${lines}`);
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length) throw new OrderError('disk-full', this.#path);
      await file.sync();
      if (size === 0) await syncFolder(dirname(this.#path));
    } finally {
      await file.close();
    }
  }

  /** Returns the header that begins a new journal; nothing if the journal has bytes already. */
  #headerOf(size: number): readonly EntryOf<'header'>[] {
    const { origin } = this.#options;
    if (size > 0 || origin === undefined) return [];
    return [{ type: 'header', at: Date.now(), journal: randomBytes(8).toString('hex'), origin }];
  }

  /**
   * Runs `work` under the journal's lock, after all entries of all windows have been read. `work` may append, but must
   * not call this again. Rejects with OrderError 'busy' or 'interrupted', see `withFileLock`.
   */
  async exclusively<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    await mkdir(dirname(this.#path), { recursive: true });
    const syncAndWork = async (lock: HeldLock): Promise<T> => {
      // Called twice, as in `append`.
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

  /**
   * Runs a step of a search after those of other windows. If another window's step takes longer than half a minute,
   * does not wait for it any longer.
   */
  async searching<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(dirname(this.#path), { recursive: true });
    let startedWork: Promise<T> | undefined;
    const start = (): Promise<T> => {
      startedWork = work();
      return startedWork;
    };
    try {
      return await withFileLock(`${this.#path}.search.lock`, start, { patienceMs: searchPatienceMs });
    } catch (error) {
      const wasLockBusy = startedWork === undefined && error instanceof OrderError;
      if (!wasLockBusy) throw error;
      return work();
    }
  }

  /**
   * Rejects if the lock of `exclusively` was lost because this process was suspended and another one took it over. To
   * be called by work that runs under the lock.
   */
  async verifyLock(): Promise<void> {
    await this.#lock?.verify();
  }

  /** Returns the other journals in the folder. Deliveries count regardless of the service they came from. */
  async siblings(): Promise<SiblingReport['siblings']> {
    return (await this.readSiblings()).siblings;
  }

  /** Returns the other journals in the folder, and the names of those that cannot be read. */
  async readSiblings(): Promise<SiblingReport> {
    return this.#siblings.read();
  }

  /** Creates or removes the marker file that makes the next start poll jobs. */
  async markWatched(watched: boolean): Promise<void> {
    const marker = `${this.#path}${watchMarkerExtension}`;
    if (watched) {
      await mkdir(dirname(marker), { recursive: true });
      await writeFile(marker, '');
    } else {
      await rm(marker, { force: true });
    }
  }

  /** Copies damaged lines to another file, records them in the journal, and notifies. Only one window does so. */
  #recordDamage(): void {
    if (this.#isRecordingDamage) return;
    this.#isRecordingDamage = true;
    const copy = `${this.#path}.damaged`;
    const copyAndRecord = async (): Promise<readonly Damage[]> => {
      const damages = this.#damagedLines.unrecorded;
      if (damages.length === 0) return damages;
      const lines = damages.flatMap(({ bytes }) => [bytes, Buffer.from('\n')]);
      await appendFile(copy, Buffer.concat(lines), { mode: 0o600 });
      const at = Date.now();
      await this.append(...damages.map(({ offset, length }) => ({ type: 'damaged', at, offset, length }) as const));
      return damages;
    };
    const recordAndNotify = async (): Promise<void> => {
      const damages = await this.exclusively(copyAndRecord);
      this.#isRecordingDamage = false;
      const lineCount = damages.reduce((sum, damage) => sum + damage.lines, 0);
      if (lineCount > 0) this.#options.onDamage?.({ lines: lineCount, copy });
    };
    // Reading the journal does not wait for this. After a failure, the next start tries again.
    this.track(recordAndNotify()).catch((error: unknown) => {
      this.#warn(`Damaged lines of the journal could not be copied: ${errorMessage(error)}`);
    });
  }
}

/** Records a line that was not written to its end. Nothing depended on it yet, so the user is not notified. */
function tornEntry(offset: number, length: number): JournalEntry {
  return { type: 'damaged', at: Date.now(), offset, length, torn: true };
}
