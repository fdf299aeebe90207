import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './paths.ts';

/**
 * Creates an empty folder for this process under `.vscode-test/`, and removes those of processes that have ended, so
 * that the logs of the last run remain. The names are short, since paths of sockets are limited.
 */
export async function makeRunFolder(kind: 'run' | 'start' | 'package'): Promise<string> {
  await mkdir(cacheFolder, { recursive: true });
  for (const name of await readdir(cacheFolder)) {
    const pid = /^(?:run|start|package)-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(path.join(cacheFolder, name), { recursive: true, force: true });
  }
  const folder = path.join(cacheFolder, `${kind}-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
