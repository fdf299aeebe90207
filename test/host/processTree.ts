import { readFile, readdir } from 'node:fs/promises';
import { runChild } from './childProcess.ts';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The extension hosts among the descendants of a VS Code server, by process id, oldest first. */
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
 * Kills every extension host of a server as a crash would: no deactivation, no flushing. The server and its windows stay.
 * Returns the ids of the processes it killed; throws when there was none.
 */
export async function killExtensionHosts(serverPid: number): Promise<readonly number[]> {
  const pids = await findExtensionHosts(serverPid);
  if (pids.length === 0) throw new Error('No extension host runs: there is nothing to kill.');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids;
}

/**
 * Asks every process to end whose environment holds `name=value`. What an extension started detached from its host has no
 * parent left to be found by, and would keep running in a data folder that nobody uses any more. Linux only: elsewhere such
 * a process must end by itself when it is idle.
 */
export async function endMarkedProcesses(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const { pid } of await readProc()) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`${name}=${value}`)) continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It ended while we looked.
    }
  }
}

/** A bare machine may lack `ps`; /proc is always there on Linux. */
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
    // The second field, the name in brackets, may itself hold blanks and brackets: count from the last one.
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : { pid, parent: Number(parent), command: command.replaceAll('\0', ' ') };
  } catch {
    return undefined; // It ended while we looked.
  }
}

async function readPs(): Promise<readonly RunningProcess[]> {
  const { output } = await runChild('ps', ['-A', '-o', 'pid=,ppid=,command='], { cwd: '/' });
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match === null ? [] : [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3]! }];
  });
}
