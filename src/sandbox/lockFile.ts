import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { isProcessAlive } from '../base/isProcessAlive.ts';

const heartbeatMs = 5000;
/** A holder that has not shown itself for so long is gone, even if another program has its process id by now. */
const staleMs = 30_000;

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the lock, or gives undefined when a living process holds it. The file names its holder, who touches it every few
 * seconds. The lock of a process that was killed is taken over at once.
 */
export async function tryLock(file: string): Promise<Lock | undefined> {
  for (;;) {
    if (await createLockFile(file)) return holdLock(file);
    const holder = await readHolder(file);
    if (holder === undefined) continue; // Released just now.
    if (holder.alive) return undefined;
    await removeStale(file, holder.text);
  }
}

/** Takes all of the locks or, when a living process holds one, none. */
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
    // The time makes the text different from that of a killed process that had the same id.
    await handle.writeFile(`${process.pid} ${Date.now()}\n`);
    await handle.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function holdLock(file: string): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      await rm(file, { force: true });
    },
  };
}

async function readHolder(file: string): Promise<{ readonly text: string; readonly alive: boolean } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const recent = Date.now() - mtimeMs < staleMs;
    const pid = Number.parseInt(text, 10);
    // An empty file is one whose maker is about to write its name.
    return { text, alive: recent && (Number.isNaN(pid) || isProcessAlive(pid)) };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Moving a file away succeeds for one process only; who finds that it moved a newer lock puts it back. */
async function removeStale(file: string, staleText: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === staleText) await rm(aside, { force: true });
  else await rename(aside, file);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
