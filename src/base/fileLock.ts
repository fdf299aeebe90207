import { randomBytes } from 'node:crypto';
import { open, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemClock } from './clock.ts';
import { isProcessAlive } from './isProcessAlive.ts';

const heartbeatMs = 2_000;
/** A holder touches its lock every two seconds; one that has not done so for this long is gone, whoever has its process number now. */
const silentMs = 60_000;
/** Between making the file and writing its name into it a holder needs milliseconds. */
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

export interface LockOptions {
  /** How long to wait for the lock. Default ten seconds. */
  readonly patienceMs?: number;
  /** The shortest pause between two attempts; pauses vary, up to a little more than twice that. Default 15. */
  readonly pauseMs?: number;
  /** Ends the waiting; not the work. */
  readonly signal?: AbortSignal;
}

/** Locks that this process holds, by what stands in them. */
const held = new Set<string>();

/**
 * Runs `work` while no other process, and nobody else in this one, runs work under the same lock file. Not for use inside itself.
 * Rejects with LockBusyError when the lock cannot be had in time, with the signal's reason when the waiting is given up,
 * and with the file system's error where there can be no such file.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const name = await acquire(path, options);
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat is no harm: the next one comes in time.
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Only the own lock: one that was taken over belongs to somebody else.
    if ((await look(path))?.name === name) await rm(path, { force: true });
    held.delete(name);
  }
}

async function acquire(path: string, options: LockOptions): Promise<string> {
  const { patienceMs = 10_000, pauseMs = 15, signal } = options;
  const name = `${hostname()} ${process.pid} ${randomBytes(6).toString('hex')}`;
  const giveUpAt = performance.now() + patienceMs;
  // Known as held before it stands in the file: else another call in this process could take it for a leftover.
  held.add(name);
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (await create(path, name)) return name;
      const abandoned = await findAbandoned(path);
      if (performance.now() > giveUpAt) throw new LockBusyError(path);
      if (abandoned !== undefined) await remove(path, abandoned, options);
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
  return true;
}

/** What stands in the lock when its holder is gone; undefined while the lock is held, or when there is none. */
async function findAbandoned(path: string): Promise<string | undefined> {
  const found = await look(path);
  if (found === undefined) return undefined;
  const { name, age } = found;
  if (age > silentMs) return name;
  if (name === '') return age > namelessMs ? name : undefined;
  const [host, pid] = name.split(' ');
  // Another machine on the same network folder has processes of its own: there only silence tells.
  if (host !== hostname()) return undefined;
  if (Number(pid) === process.pid) return held.has(name) ? undefined : name;
  return isProcessAlive(Number(pid)) ? undefined : name;
}

/** What stands in a lock and how old its last beat is: of one and the same file, even while locks come and go. */
async function look(path: string): Promise<{ readonly name: string; readonly age: number } | undefined> {
  let file;
  try {
    file = await open(path, 'r');
    const { mtimeMs } = await file.stat();
    return { name: await file.readFile('utf8'), age: Date.now() - mtimeMs };
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
async function remove(path: string, abandoned: string, options: LockOptions): Promise<void> {
  const work = async (): Promise<void> => {
    if ((await look(path))?.name === abandoned) await rm(path, { force: true });
  };
  try {
    await withFileLock(`${path}.takeover`, work, options);
  } catch (error) {
    // Others are at it: the caller sees what becomes of it, for as long as it is patient.
    if (!(error instanceof LockBusyError)) throw error;
  }
}

/** On Windows a file that is just being deleted or written is refused instead. */
function isGone(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'EPERM') || isCode(error, 'EBUSY');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
