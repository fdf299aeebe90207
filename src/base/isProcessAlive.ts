import { hasErrorCode } from './files/fileErrors.ts';

/** Whether a process with this id is running, even if it belongs to another user and must not be signaled. */
export function isProcessAlive(pid: number): boolean {
  try {
    // The signal 0 does nothing, but fails if there is no such process.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}
