import {
  LockBusyError,
  LockLostError,
  withFileLock as withLock,
  type HeldLock,
  type LockOptions,
} from '../../base/fileLock.ts';
import { OrderError } from '../model/orderError.ts';

/** The same as in base, except for the errors: OrderError 'busy' when the lock cannot be had in time, and 'interrupted' when `work` found it lost. */
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
