import { createHash, randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isProcessAlive } from './isProcessAlive.ts';

/** Identifies a process among all processes that may share a folder. */
export interface ProcessName {
  /**
   * A scope in which a process number identifies one process: the host name and, on Linux, a hash of the boot and the
   * PID namespace. Containers on one machine share folders, and sometimes the host name, but not process numbers.
   */
  readonly scope: string;
  readonly pid: number;
  /** Distinguishes the process from a later one with the same number; undefined where start times are unknown. */
  readonly start: string | undefined;
}

let ownName: Promise<ProcessName> | undefined;

/** Returns the name of this process. */
export function ownProcessName(): Promise<ProcessName> {
  ownName ??= readOwnName();
  return ownName;
}

async function readOwnName(): Promise<ProcessName> {
  return {
    scope: `${hostname().replace(/\s/gu, '-')}/${await readNamespace()}`,
    pid: process.pid,
    start: await readStart(process.pid),
  };
}

/** Returns a text for the boot and the namespace in which process numbers are unique; a random one if unknown. */
async function readNamespace(): Promise<string> {
  if (process.platform !== 'linux') return process.platform;
  try {
    const names = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
      // Start times are relative to the boot as this namespace sees it. Older kernels have no such namespace.
      readlink('/proc/self/ns/time').catch(() => ''),
    ]);
    return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
  } catch {
    // Unique, so that no process draws conclusions from this one's number.
    return randomBytes(6).toString('hex');
  }
}

/** Whether a process has certainly ended. False for another scope, where the number names a different process. */
export async function hasEnded({ scope, pid, start }: ProcessName): Promise<boolean> {
  if (scope !== (await ownProcessName()).scope) return false;
  if (!isProcessAlive(pid)) return true;
  if (start === undefined) return false;
  // The number may belong to a later process by now.
  const currentStart = await readStart(pid);
  return currentStart !== undefined && currentStart !== start;
}

/** Returns the time a process started, in ticks since the boot; undefined if it cannot be read. */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    // A /proc of another PID namespace uses these numbers for other processes.
    if ((await readlink('/proc/self')) !== String(process.pid)) return undefined;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // `42 (my (odd) command) S 1 …`: the second field may contain spaces and parentheses. The start time is field 22,
    // which is the 20th of those after the command.
    const fieldsAfterCommand = stat.slice(stat.lastIndexOf(')') + ') '.length).split(' ');
    return fieldsAfterCommand[19];
  } catch {
    return undefined;
  }
}
