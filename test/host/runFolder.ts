import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './paths.ts';

/**
 * Creates an empty folder for this process under `.vscode-test/`, and removes those of processes that have ended, so
 * that the logs of the last run remain. The names are short, since paths of sockets are limited.
 */
export async function makeRunFolder(kind: 'run' | 'start' | 'package'): Promise<string> {
  await mkdir(cacheFolder, { recursive: true });
  await removeFoldersOfEnded(cacheFolder, /^(?:run|start|package)-(\d+)$/u);
  const folder = path.join(cacheFolder, `${kind}-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return folder;
}

/** Removes the folders in `place` whose names contain, as a group of `pattern`, the id of a process that has ended. */
export async function removeFoldersOfEnded(place: string, pattern: RegExp): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = pattern.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(path.join(place, name), { recursive: true, force: true });
  }
}

/** Copies the logs below a folder, which is to be deleted, into another one. */
export async function keepLogs(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: async (source) => source.endsWith('.log') || (await lstat(source)).isDirectory(),
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
