import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hasErrorCode } from '../base/files/fileErrors.ts';
import { isProcessAlive } from '../base/isProcessAlive.ts';

const heartbeatMs = 5000;
/** A holder that has not updated its lock for this long is gone, even if another program has its process id now. */
const staleMs = 30_000;

export interface Lock {
  release(): Promise<void>;
}

/**
 * Acquires the lock; undefined if a running process holds it. The file contains the holder's process id, and the holder
 * updates its time every few seconds. The lock of a killed process is taken over immediately.
 */
export async function tryLock(file: string): Promise<Lock | undefined> {
  for (;;) {
    if (await createLockFile(file)) return holdLock(file);
    const holder = await readHolder(file);
    if (holder === undefined) continue; // Released in the meantime.
    if (holder.alive) return undefined;
    await removeStale(file, holder.text);
  }
}

/** Acquires all locks; none if a running process holds one of them. */
export async function tryLockAll(files: readonly string[]): Promise<Lock | undefined> {
  const locks: Lock[] = [];
  const release = async (): Promise<void> => {
    for (const lock of locks.splice(0).reverse()) await lock.release();
  };
  for (const file of files) {
    const lock = await tryLock(file);
    if (lock === undefined) {
      await release();
      return undefined;
    }
    locks.push(lock);
  }
  return { release };
}

async function createLockFile(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    // The time makes the text differ from that of a killed process with the same id.
    await handle.writeFile(`${process.pid} ${Date.now()}\n`);
    await handle.close();
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function holdLock(file: string): Lock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs);
  heartbeat.unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      await rm(file, { force: true });
    },
  };
}

async function readHolder(file: string): Promise<{ readonly text: string; readonly alive: boolean } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const recent = Date.now() - mtimeMs < staleMs;
    const pid = Number.parseInt(text, 10);
    // The creator of an empty file is about to write its process id.
    return { text, alive: recent && (Number.isNaN(pid) || isProcessAlive(pid)) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Removes a stale lock. Only one process succeeds in renaming the file; if it renamed a newer lock, it puts it back.
 */
async function removeStale(file: string, staleText: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === staleText) await rm(aside, { force: true });
  else await rename(aside, file);
}
