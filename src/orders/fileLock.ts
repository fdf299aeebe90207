import { open, readFile, rm, stat } from 'node:fs/promises';
import { systemClock } from '../base/clock.ts';
import { OrderError } from './orderError.ts';

/** A holder that says nothing for this long is taken for dead even if its process number lives on in another program. */
const staleMs = 30_000;
const patienceMs = 10_000;

/**
 * Runs `work` while no other process, and nobody else in this one, runs work under the same lock file.
 * Rejects with OrderError 'busy' when the lock cannot be had in ten seconds. Work is short: reading and appending a file.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    if (await isAbandoned(path)) await rm(path, { force: true });
    else if (Date.now() > giveUpAt) throw new OrderError('busy');
    else await systemClock.sleep(25 + Math.random() * 25);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, holder] = await Promise.all([stat(path), readFile(path, 'utf8')]);
    if (Date.now() - mtimeMs > staleMs) return true;
    const pid = Number(holder);
    // An empty file is a holder between creating it and writing its number.
    if (holder === '' || !Number.isInteger(pid)) return false;
    return pid !== process.pid && !isAlive(pid);
  } catch (error) {
    // Released between the two looks: try again at once.
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
