import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { hasErrorCode } from './files/fileErrors.ts';
import { systemClock } from './clock.ts';
import { hasEnded, ownProcessName } from './processName.ts';

const defaultSilentMs = 60_000;
/** The longest time between a holder's creation of the file and the write of its name into it. */
const maxNamelessMs = 5_000;

/** Thrown when others held the lock until the caller's wait ended. */
export class LockBusyError extends Error {
  override readonly name = 'LockBusyError';
  readonly path: string;

  constructor(path: string) {
    super(`The lock ${path} is held by another process.`);
    this.path = path;
  }
}

/** Thrown when another process holds or may hold the lock: this one was suspended, or could not touch the file. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
  readonly path: string;

  constructor(path: string) {
    super(`The lock ${path} was lost: this process did not show itself for too long.`);
    this.path = path;
  }
}

/** The two clocks of a machine, in milliseconds. Each may miss time that the other measures. */
export interface LockClock {
  /** Since the epoch. Continues while the machine sleeps, but can be set. */
  wall(): number;
  /** Since an arbitrary moment. Cannot be set, but stops on some systems while the machine sleeps. */
  monotonic(): number;
}

const systemLockClock: LockClock = { wall: () => Date.now(), monotonic: () => performance.now() };

export interface LockOptions {
  /** Maximum wait for the lock. Default ten seconds. */
  readonly patienceMs?: number;
  /** The shortest pause between two attempts; the longest is 2.3 times as long. Default 15. */
  readonly pauseMs?: number;
  /** Aborts waiting for the lock, but not the work. */
  readonly signal?: AbortSignal;
  /**
   * A holder that has not touched the file for this long loses the lock, even if it is alive. Must be the same for
   * everyone who uses the lock. Default one minute, in which a holder touches the file thirty times.
   */
  readonly silentMs?: number;
  readonly clock?: LockClock;
}

/** A lock held by this process. */
export interface HeldLock {
  /**
   * Verifies that the lock is still held and that nobody can take it over for at least half of `silentMs`. Rejects with
   * LockLostError if it was taken over or may have been: then no work that needs the lock may begin.
   */
  readonly verify: () => Promise<void>;
}

/** Locks held by this process, by the content of their files. */
const ownLocks = new Set<string>();

/**
 * Runs `work` while no other work under the same lock file runs, in this process or another. Must not be nested.
 *
 * The file names its holder, which touches the file regularly (a heartbeat). Another process takes the lock over when
 * the holder's process has certainly ended, or when it has observed no heartbeat for `silentMs` of its own monotonic
 * clock. Neither file times nor clocks of different machines are compared, so that setting a clock or a file server's
 * clock has no effect.
 *
 * A process can be suspended at any instruction, so a holder may continue after its lock was taken over. `verify`
 * detects this in two ways: the file names another holder, or this process was silent for more than half of `silentMs`
 * by one of its two clocks. Other processes count `silentMs` from the last heartbeat at the earliest, so work that
 * begins within the remaining half is begun by the only holder. A lock cannot detect a suspension after `verify`, or a
 * pause of a virtual machine that stops both of its clocks. Work that must not be repeated is therefore recorded before
 * `verify`, where the next holder reads it.
 *
 * Rejects with LockBusyError if the lock cannot be acquired in time, with the signal's reason if the wait is aborted,
 * and with the file system's error if the file cannot be created.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: HeldLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const { silentMs = defaultSilentMs, clock = systemLockClock } = options;
  const settings = { ...options, silentMs, clock };
  const { name, createdAt } = await acquire(path, settings);
  const lock = new OwnLock(path, name, settings, createdAt);
  try {
    return await work({ verify: () => lock.verify() });
  } finally {
    await lock.release();
    ownLocks.delete(name);
  }
}

type LockSettings = LockOptions & Required<Pick<LockOptions, 'silentMs' | 'clock'>>;

function heartbeatIntervalMs({ silentMs }: LockSettings): number {
  return silentMs / 30;
}

/** A moment by both clocks, see `LockClock`. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

function currentMoment(clock: LockClock): Moment {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}

/** Returns the longest time that may have passed, in milliseconds: a clock that was set or stopped shows less. */
function msSince({ wall, monotonic }: Moment, clock: LockClock): number {
  return Math.max(clock.monotonic() - monotonic, Math.abs(clock.wall() - wall));
}

class OwnLock {
  readonly #path: string;
  /** The content of the lock file while this process holds it. */
  readonly #name: string;
  readonly #settings: LockSettings;
  readonly #timer: NodeJS.Timeout;
  /** The time immediately before the last successful heartbeat. */
  #lastHeartbeat: Moment;
  /** Whether another process has taken the lock over. */
  #isTaken = false;
  /** Set after too long a silence: from then on, the lock may be taken over at any time. */
  #wasSilent = false;

  constructor(path: string, name: string, settings: LockSettings, createdAt: Moment) {
    this.#path = path;
    this.#name = name;
    this.#settings = settings;
    this.#lastHeartbeat = createdAt;
    this.#timer = setInterval(() => void this.#touch(), heartbeatIntervalMs(settings));
    this.#timer.unref();
  }

  async verify(): Promise<void> {
    const isConfirmed = await this.#touch();
    if (!isConfirmed || this.#wasSilent || this.#isSilent()) throw new LockLostError(this.#path);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.#removeOwn();
    } catch {
      // The work is complete, so this error does not matter: others can take the lock over.
    }
  }

  /** Removes the file only if it is this lock's. Checks again if the process was suspended before the removal. */
  async #removeOwn(): Promise<void> {
    const { clock } = this.#settings;
    for (;;) {
      const checkedAt = currentMoment(clock);
      if ((await readLockFile(this.#path))?.name !== this.#name) return;
      if (msSince(checkedAt, clock) > this.#toleranceMs) continue;
      await rm(this.#path, { force: true });
      return;
    }
  }

  get #toleranceMs(): number {
    return this.#settings.silentMs / 2;
  }

  #isSilent(): boolean {
    return msSince(this.#lastHeartbeat, this.#settings.clock) > this.#toleranceMs;
  }

  /**
   * Touches the file to show that the holder is alive; returns false on failure. Never rejects, because one missed
   * heartbeat is harmless: the next one is still in time.
   */
  async #touch(): Promise<boolean> {
    if (this.#isTaken) return false;
    const touchedAt = currentMoment(this.#settings.clock);
    let file;
    try {
      // Reads and touches through one handle: a lock that was taken over is another file, which must not be touched.
      file = await open(this.#path, 'r+');
      if ((await file.readFile('utf8')) !== this.#name) return this.#markTaken();
      const date = new Date(touchedAt.wall);
      await file.utimes(date, date);
      if (this.#isSilent()) this.#wasSilent = true;
      this.#lastHeartbeat = touchedAt;
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) this.#markTaken();
      return false;
    } finally {
      await file?.close().catch(() => undefined);
    }
  }

  /** Another process has the lock, so this one must not touch the file any longer. Returns false, as `#touch` does. */
  #markTaken(): false {
    this.#isTaken = true;
    clearInterval(this.#timer);
    return false;
  }
}

async function acquire(
  path: string,
  settings: LockSettings,
): Promise<{ readonly name: string; readonly createdAt: Moment }> {
  const { patienceMs = 10_000, pauseMs = 15, signal } = settings;
  const { scope, pid, start } = await ownProcessName();
  // Earlier versions read the first field as the host name, and interpret the number only if the host is their own.
  const name = `${scope} ${pid} ${randomBytes(6).toString('hex')} ${start ?? '-'}`;
  const giveUpAt = performance.now() + patienceMs;
  // Registered as held before it is in the file: another call in this process could take it for a leftover.
  ownLocks.add(name);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const createdAt = currentMoment(settings.clock);
      if (await create(path, name)) {
        watches.delete(path);
        return { name, createdAt };
      }
      const abandonedLock = await findAbandoned(path, settings);
      if (performance.now() > giveUpAt) throw new LockBusyError(path);
      if (abandonedLock !== undefined) await removeAbandoned(path, abandonedLock, settings);
      // The pauses vary, so that two processes do not keep meeting each other.
      else await systemClock.sleep(pauseMs * (1 + 1.3 * Math.random()), signal);
    }
  } catch (error) {
    ownLocks.delete(name);
    throw error;
  }
}

/** Creates the lock file; returns false if another process has, or may have, the lock. */
async function create(path: string, name: string): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST', 'EPERM', 'EBUSY')) return false;
    throw error;
  }
  try {
    await file.writeFile(name);
  } finally {
    await file.close();
  }
  // A process suspended before it could write its name has lost the file to another one.
  return (await readLockFile(path))?.name === name;
}

/** A lock file at some moment. */
interface LockFile {
  /** The content, which names the holder; '' until the holder has written it. */
  readonly name: string;
  readonly touchedAt: number;
  readonly inode: number;
}

function isSame(a: LockFile, b: LockFile): boolean {
  return a.name === b.name && a.touchedAt === b.touchedAt && a.inode === b.inode;
}

/** Returns the lock if its holder is gone; undefined while the lock is held, or if there is no lock. */
async function findAbandoned(path: string, settings: LockSettings): Promise<LockFile | undefined> {
  const lock = await readLockFile(path);
  const isSilent = noteSilence(path, lock, settings);
  if (lock === undefined || isSilent || (await isLeftover(lock.name))) return lock;
  return undefined;
}

/**
 * Whether the process that a lock names has certainly ended. Names written by earlier versions contain only the host,
 * so those locks only expire by silence.
 */
async function isLeftover(name: string): Promise<boolean> {
  const [scope, pidText, random, start] = name.split(' ');
  if (scope === undefined || random === undefined || start === undefined) return false;
  const pid = Number(pidText);
  if (await hasEnded({ scope, pid, start: start === '-' ? undefined : start })) return true;
  // An earlier process with the number of this one left a lock that this one does not hold.
  return scope === (await ownProcessName()).scope && pid === process.pid && !ownLocks.has(name);
}

/** The state of a lock that others hold, as this process has observed it. */
interface Watch {
  readonly file: LockFile;
  /** The monotonic time since which the file has not changed. */
  readonly unchangedSince: number;
  /** The monotonic time since which it has been observed without a long pause. */
  readonly watchedSince: number;
  readonly lastLook: Moment;
}

/** Kept between attempts, because one attempt is shorter than the silence that proves a holder gone. */
const watches = new Map<string, Watch>();

/**
 * Records the state of a lock, and returns whether its holder has been silent for too long. If this process was
 * suspended itself, for example because the machine slept, it waits for another heartbeat interval first: the holder
 * may have been suspended too.
 */
function noteSilence(path: string, file: LockFile | undefined, settings: LockSettings): boolean {
  const { silentMs, clock } = settings;
  const now = currentMoment(clock);
  const earlierWatch = watches.get(path);
  if (file === undefined) {
    watches.delete(path);
    return false;
  }
  const heartbeatMs = heartbeatIntervalMs(settings);
  let unchangedSince = now.monotonic;
  let watchedSince = now.monotonic;
  if (earlierWatch !== undefined && isSame(earlierWatch.file, file)) {
    ({ unchangedSince } = earlierWatch);
    // A process that waits for the lock looks at it many times in this interval, unless it is suspended.
    const wasSuspended = msSince(earlierWatch.lastLook, clock) > 3 * heartbeatMs;
    if (!wasSuspended) ({ watchedSince } = earlierWatch);
  }
  watches.set(path, { file, unchangedSince, watchedSince, lastLook: now });
  const allowedSilenceMs = file.name === '' ? Math.min(maxNamelessMs, silentMs) : silentMs;
  const isSilent = now.monotonic - unchangedSince >= allowedSilenceMs;
  // A heartbeat may be a little late.
  const couldHaveSeenHeartbeat = now.monotonic - watchedSince >= 1.25 * heartbeatMs;
  return isSilent && couldHaveSeenHeartbeat;
}

/** Reads a lock's content and the time of its last touch from one file, even if it is replaced in between. */
async function readLockFile(path: string): Promise<LockFile | undefined> {
  let file;
  try {
    file = await open(path, 'r');
    const { mtimeMs, ino } = await file.stat();
    return { name: await file.readFile('utf8'), touchedAt: mtimeMs, inode: ino };
  } catch (error) {
    if (mayBeDeleted(error)) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

/**
 * Removes an abandoned lock, under a second lock and after checking again: if two processes find the same leftover, the
 * slower one must not remove the lock that the faster one has created since.
 */
async function removeAbandoned(path: string, abandoned: LockFile, settings: LockSettings): Promise<void> {
  const work = async (takeover: HeldLock): Promise<void> => {
    await takeover.verify();
    const current = await readLockFile(path);
    if (current !== undefined && isSame(current, abandoned)) await rm(path, { force: true });
  };
  try {
    await withFileLock(`${path}.takeover`, work, settings);
  } catch (error) {
    // Another process is removing it. The caller tries again until its wait ends.
    if (!(error instanceof LockBusyError || error instanceof LockLostError)) throw error;
  }
}

/** Whether a file does not exist, or is being deleted or written: Windows then refuses access. */
function mayBeDeleted(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT', 'EPERM', 'EBUSY');
}
