import { readFile, readdir } from 'node:fs/promises';
import { runChild } from './childProcess.ts';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Returns the process ids of a VS Code server's extension hosts, oldest first. */
export async function findExtensionHosts(serverPid: number): Promise<readonly number[]> {
  const running = process.platform === 'linux' ? await readProc() : await readPs();
  const family = new Set([serverPid]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const each of running) if (family.has(each.parent)) family.add(each.pid);
  }
  return running
    .filter((each) => family.has(each.pid) && each.command.includes('--type=extensionHost'))
    .map((each) => each.pid)
    .sort((a, b) => a - b);
}

/**
 * Kills every extension host of a server, like a crash: without deactivation. The server and its windows remain.
 * Returns the ids of the killed processes. Throws if there are none.
 */
export async function killExtensionHosts(serverPid: number): Promise<readonly number[]> {
  const pids = await findExtensionHosts(serverPid);
  if (pids.length === 0) throw new Error('No extension host runs: there is nothing to kill.');
  killAll(pids);
  return pids;
}

/**
 * Kills processes with SIGKILL. The extension host of a window that was closed may have ended by itself since it was
 * found; throws if all have.
 */
export function killAll(pids: readonly number[]): void {
  const killed = pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  });
  if (killed.length === 0) throw new Error('The processes have ended: there is nothing to kill.');
}

/**
 * Terminates every process whose environment contains `name=value`: a detached process of an extension has no parent
 * by which it could be found, and would keep running in an unused data folder. Linux only: on other systems such a
 * process must end when it is idle.
 */
export async function endMarkedProcesses(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const { pid } of await readProc()) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`${name}=${value}`)) continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // The process has ended.
    }
  }
}

/** Lists processes from /proc, since a minimal Linux has no `ps`. */
async function readProc(): Promise<readonly RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map((pid) => readProcEntry(Number(pid))));
  return all.filter((each) => each !== undefined);
}

async function readProcEntry(pid: number): Promise<RunningProcess | undefined> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The second field, a name in parentheses, may contain spaces and parentheses: fields are counted after the last.
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : { pid, parent: Number(parent), command: command.replaceAll('\0', ' ') };
  } catch {
    return undefined; // The process has ended.
  }
}

async function readPs(): Promise<readonly RunningProcess[]> {
  const { output } = await runChild('ps', ['-A', '-o', 'pid=,ppid=,command='], { cwd: '/' });
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match === null ? [] : [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3]! }];
  });
}
