import { createHash, randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isProcessAlive } from './isProcessAlive.ts';

/** What names a process among all that may share a folder. */
export interface ProcessName {
  /**
   * Within one place, a process number means one process: the host's name and, on Linux, a hash of the boot and the PID
   * namespace. Containers of one machine share folders, and sometimes the host's name, but not their process numbers.
   */
  readonly place: string;
  readonly pid: number;
  /** Tells the process from a later one with its number; undefined where the system does not say. */
  readonly start: string | undefined;
}

let own: Promise<ProcessName> | undefined;

export function ownProcessName(): Promise<ProcessName> {
  own ??= readOwnName();
  return own;
}

async function readOwnName(): Promise<ProcessName> {
  return {
    place: `${hostname().replace(/\s/gu, '-')}/${await readNamespace()}`,
    pid: process.pid,
    start: await readStart(process.pid),
  };
}

async function readNamespace(): Promise<string> {
  if (process.platform !== 'linux') return process.platform;
  try {
    const names = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
      // Start times count from the boot as this namespace sees it; older kernels have no such namespace.
      readlink('/proc/self/ns/time').catch(() => ''),
    ]);
    return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
  } catch {
    // Without an answer, no other process shares a place with this one, so nobody concludes anything from its number.
    return randomBytes(6).toString('hex');
  }
}

/** Whether a process has certainly ended. False for a process of another place: its number says nothing here. */
export async function hasEnded({ place, pid, start }: ProcessName): Promise<boolean> {
  if (place !== (await ownProcessName()).place) return false;
  if (!isProcessAlive(pid)) return true;
  const startNow = start === undefined ? undefined : await readStart(pid);
  return startNow !== undefined && startNow !== start;
}

/** When a process started, in ticks since the boot; undefined where that cannot be read. */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    // A /proc that belongs to another PID namespace knows other processes by these numbers.
    if ((await readlink('/proc/self')) !== String(process.pid)) return undefined;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, which may itself hold spaces and parentheses; the start is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
