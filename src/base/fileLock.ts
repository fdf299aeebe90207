import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { systemClock } from './clock.ts';
import { hasEnded, ownProcessName } from './processName.ts';

const defaultSilentMs = 60_000;
/** Between creating the file and writing its name into it, a holder needs milliseconds. */
const namelessMs = 5_000;

/** The lock was held by others for as long as the caller wanted to wait. */
export class LockBusyError extends Error {
  override readonly name = 'LockBusyError';
  readonly path: string;

  constructor(path: string) {
    super(`The lock ${path} is held by another process.`);
    this.path = path;
  }
}

/** Another process holds the lock by now, or may: this one was suspended, or could not show itself. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
  readonly path: string;

  constructor(path: string) {
    super(`The lock ${path} was lost: this process did not show itself for too long.`);
    this.path = path;
  }
}

/** The two clocks of a machine, in milliseconds. Each misses what the other may show. */
export interface LockClock {
  /** Since the epoch. Goes on while the machine sleeps, but somebody may set it. */
  wall(): number;
  /** Since any moment. Nobody sets it, but on some systems it stops while the machine sleeps. */
  monotonic(): number;
}

const systemLockClock: LockClock = { wall: () => Date.now(), monotonic: () => performance.now() };

export interface LockOptions {
  /** How long to wait for the lock. Default ten seconds. */
  readonly patienceMs?: number;
  /** The shortest pause between two attempts; pauses vary, up to a little more than twice that. Default 15. */
  readonly pauseMs?: number;
  /** Ends the waiting; not the work. */
  readonly signal?: AbortSignal;
  /**
   * A holder that has not shown itself for this long has lost its lock, even if it lives. The same for everybody who uses
   * the lock. Default one minute, in which a holder shows itself thirty times.
   */
  readonly silentMs?: number;
  readonly clock?: LockClock;
}

/** A lock that this process holds. */
export interface HeldLock {
  /**
   * Makes sure that the lock is still held and that nobody may take it over for at least half of `silentMs`.
   * Rejects with LockLostError when it was taken over, or may have been: then nothing that the lock protects may be begun.
   */
  readonly verify: () => Promise<void>;
}

/** Locks that this process holds, by what is in them. */
const held = new Set<string>();

/**
 * Runs `work` while no other process, and nobody else in this one, runs work under the same lock file. Not for use inside itself.
 *
 * The file names its holder, who touches it at every beat. Others take it over when the holder's process has certainly
 * ended, or when they have watched the file for `silentMs`, by their own monotonic clock, without seeing a beat. Neither
 * file times nor clocks of different machines are compared, so that setting a clock or a file server's clock has no effect.
 *
 * A process can be suspended at any instruction, so a holder may go on after it was taken over. `verify` notices that in
 * two ways: the file carries another name, or this process was silent for more than half of `silentMs` by one of its two
 * clocks. A beat that `verify` confirmed is the earliest time from which anybody counts `silentMs`. What is begun within
 * the other half is therefore begun by the only holder. No lock can notice a suspension after `verify`, nor a pause of a
 * virtual machine that both of its clocks sleep through until somebody has taken the lock over. So whoever does something
 * that others must not repeat writes it down before it verifies, where the next holder reads it.
 *
 * Rejects with LockBusyError when the lock cannot be had in time, with the signal's reason when the waiting is given up,
 * and with the file system's error where there can be no such file.
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
    held.delete(name);
  }
}

type LockSettings = LockOptions & Required<Pick<LockOptions, 'silentMs' | 'clock'>>;

function heartbeatOf({ silentMs }: LockSettings): number {
  return silentMs / 30;
}

interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

function now(clock: LockClock): Moment {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}

/** The longest time that may have passed: a clock that was set, or that stopped, shows less than the other one. */
function since({ wall, monotonic }: Moment, clock: LockClock): number {
  return Math.max(clock.monotonic() - monotonic, Math.abs(clock.wall() - wall));
}

class OwnLock {
  readonly #path: string;
  readonly #name: string;
  readonly #settings: LockSettings;
  readonly #timer: NodeJS.Timeout;
  /** Before the last beat that succeeded. */
  #lastBeat: Moment;
  #isTaken = false;
  /** Once silent for too long, somebody may be about to take the lock over at any time after. */
  #wasSilent = false;

  constructor(path: string, name: string, settings: LockSettings, lastBeat: Moment) {
    this.#path = path;
    this.#name = name;
    this.#settings = settings;
    this.#lastBeat = lastBeat;
    this.#timer = setInterval(() => void this.#beat(), heartbeatOf(settings));
    this.#timer.unref();
  }

  async verify(): Promise<void> {
    const isConfirmed = await this.#beat();
    if (!isConfirmed || this.#wasSilent || this.#isSilent()) throw new LockLostError(this.#path);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.#removeOwn();
    } catch {
      // The work is done, so it has not failed: others take the lock over.
    }
  }

  /** Removes the file only if it is this lock's; looks again when the process was suspended between looking and removing. */
  async #removeOwn(): Promise<void> {
    const { clock } = this.#settings;
    for (;;) {
      const before = now(clock);
      if ((await look(this.#path))?.name !== this.#name) return;
      if (since(before, clock) > this.#toleranceMs) continue;
      await rm(this.#path, { force: true });
      return;
    }
  }

  get #toleranceMs(): number {
    return this.#settings.silentMs / 2;
  }

  #isSilent(): boolean {
    return since(this.#lastBeat, this.#settings.clock) > this.#toleranceMs;
  }

  /** Shows that the holder lives; false when that did not succeed. Never rejects: a missed beat is no harm, the next one comes in time. */
  async #beat(): Promise<boolean> {
    if (this.#isTaken) return false;
    const before = now(this.#settings.clock);
    let file;
    try {
      // Read and touched by one handle: a lock that was taken over is another file, which must not get a beat of this one.
      file = await open(this.#path, 'r+');
      if ((await file.readFile('utf8')) !== this.#name) return this.#lose();
      const date = new Date(before.wall);
      await file.utimes(date, date);
      if (this.#isSilent()) this.#wasSilent = true;
      this.#lastBeat = before;
      return true;
    } catch (error) {
      return isCode(error, 'ENOENT') && this.#lose();
    } finally {
      await file?.close().catch(() => undefined);
    }
  }

  #lose(): false {
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
  const { place, pid, start } = await ownProcessName();
  // Windows of earlier versions read the first field as the host's name, and conclude something from the number only for their own.
  const name = `${place} ${pid} ${randomBytes(6).toString('hex')} ${start ?? '-'}`;
  const giveUpAt = performance.now() + patienceMs;
  // Known as held before it is in the file: else another call in this process could take it for a leftover.
  held.add(name);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const createdAt = now(settings.clock);
      if (await create(path, name)) {
        watches.delete(path);
        return { name, createdAt };
      }
      const abandoned = await findAbandoned(path, settings);
      if (performance.now() > giveUpAt) throw new LockBusyError(path);
      if (abandoned !== undefined) await remove(path, abandoned, settings);
      else await systemClock.sleep(pauseMs * (1 + 1.3 * Math.random()), signal);
    }
  } catch (error) {
    held.delete(name);
    throw error;
  }
}

async function create(path: string, name: string): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (isCode(error, 'EEXIST') || isCode(error, 'EPERM') || isCode(error, 'EBUSY')) return false;
    throw error;
  }
  try {
    await file.writeFile(name);
  } finally {
    await file.close();
  }
  // A process that was suspended before it could write its name has lost the file to somebody else.
  return (await look(path))?.name === name;
}

/** A lock file as it was found. */
interface LockFile {
  readonly name: string;
  readonly beat: number;
  readonly inode: number;
}

function isSame(a: LockFile, b: LockFile): boolean {
  return a.name === b.name && a.beat === b.beat && a.inode === b.inode;
}

/** Returns the lock if its holder is gone; undefined while the lock is held, or if there is no lock. */
async function findAbandoned(path: string, settings: LockSettings): Promise<LockFile | undefined> {
  const found = await look(path);
  const isSilent = noteSilence(path, found, settings);
  if (found === undefined) return undefined;
  return isSilent || (await isLeftover(found.name)) ? found : undefined;
}

/** Whether the process that a lock names has certainly ended. Names of earlier versions say only their host, so that silence alone tells. */
async function isLeftover(name: string): Promise<boolean> {
  const [place, number, random, start] = name.split(' ');
  if (place === undefined || random === undefined || start === undefined) return false;
  const pid = Number(number);
  if (await hasEnded({ place, pid, start: start === '-' ? undefined : start })) return true;
  return place === (await ownProcessName()).place && pid === process.pid && !held.has(name);
}

/** The observations that this process has made of a lock that others hold. */
interface Watch {
  readonly file: LockFile;
  /** All three by the own monotonic clock: first seen like this, looked at without a long pause since, and looked at last. */
  readonly seenSince: number;
  readonly watchedSince: number;
  readonly lookedAt: Moment;
}

/** Kept from one attempt to the next: the patience of an attempt is shorter than the silence that proves anything. */
const watches = new Map<string, Watch>();

/**
 * Notes how a lock was found, and returns whether its holder has been silent for too long. A process that was suspended
 * itself, as all are while the machine sleeps, watches for another beat before it says so: the holder may have been, too.
 */
function noteSilence(path: string, file: LockFile | undefined, settings: LockSettings): boolean {
  const { silentMs, clock } = settings;
  const lookedAt = now(clock);
  const before = watches.get(path);
  if (file === undefined) {
    watches.delete(path);
    return false;
  }
  const heartbeatMs = heartbeatOf(settings);
  const isKnown = before !== undefined && isSame(before.file, file);
  const seenSince = isKnown ? before.seenSince : lookedAt.monotonic;
  const watchedSince =
    isKnown && since(before.lookedAt, clock) <= 3 * heartbeatMs ? before.watchedSince : lookedAt.monotonic;
  watches.set(path, { file, seenSince, watchedSince, lookedAt });
  const silence = file.name === '' ? Math.min(namelessMs, silentMs) : silentMs;
  return lookedAt.monotonic - seenSince >= silence && lookedAt.monotonic - watchedSince >= 1.25 * heartbeatMs;
}

/** Finds out what is in a lock, and when it was touched last: of one and the same file, even while locks come and go. */
async function look(path: string): Promise<LockFile | undefined> {
  let file;
  try {
    file = await open(path, 'r');
    const { mtimeMs, ino } = await file.stat();
    return { name: await file.readFile('utf8'), beat: mtimeMs, inode: ino };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

/**
 * Removes an abandoned lock, under a lock of its own and after a second look: of two who find the same leftover,
 * the slower one must not remove what the faster one has put in its place.
 */
async function remove(path: string, abandoned: LockFile, settings: LockSettings): Promise<void> {
  const work = async (lock: HeldLock): Promise<void> => {
    await lock.verify();
    const found = await look(path);
    if (found !== undefined && isSame(found, abandoned)) await rm(path, { force: true });
  };
  try {
    await withFileLock(`${path}.takeover`, work, settings);
  } catch (error) {
    // Others do it: the caller looks again, for as long as it is patient.
    if (!(error instanceof LockBusyError || error instanceof LockLostError)) throw error;
  }
}

/** On Windows a file that is just being deleted or written is refused instead. */
function isGone(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'EPERM') || isCode(error, 'EBUSY');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
