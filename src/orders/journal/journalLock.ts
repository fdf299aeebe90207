import {
  LockBusyError,
  LockLostError,
  withFileLock as withLock,
  type HeldLock,
  type LockOptions,
} from '../../base/fileLock.ts';
import { OrderError } from '../model/orderError.ts';

/**
 * Runs `work` under a file lock, as in `base/fileLock.ts`, but rejects with OrderError: 'busy' if the lock could not be
 * acquired in time, and 'interrupted' if `work` found that it was lost.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: HeldLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  try {
    return await withLock(path, work, options);
  } catch (error) {
    if (error instanceof LockBusyError && error.path === path) throw new OrderError('busy');
    if (error instanceof LockLostError && error.path === path) throw new OrderError('interrupted');
    throw error;
  }
}
