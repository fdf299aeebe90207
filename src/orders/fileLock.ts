import { LockBusyError, withFileLock as withLock, type LockOptions } from '../base/fileLock.ts';
import { OrderError } from './orderError.ts';

/** The same as in base, but for the error: rejects with OrderError 'busy' when the lock cannot be had in time. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  try {
    return await withLock(path, work, options);
  } catch (error) {
    throw error instanceof LockBusyError && error.path === path ? new OrderError('busy') : error;
  }
}
