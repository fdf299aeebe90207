import { rmSync } from 'node:fs';
import { access, chmod, constants, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFoldersOfEnded } from './runFolder.ts';

/** Where Linux offers files in memory. */
const place = '/dev/shm';

/** The magic number of tmpfs, from `linux/magic.h`. */
const tmpfs = 0x0102_1994;

/** A whole run leaves about 500 MB. */
const leastBytes = 4 * 2 ** 30;

/**
 * Makes memory the folder for temporary files of this process and its children: tests make thousands of files and wait
 * until each is stored, which takes a disk most of their time. The folder is deleted when this process exits.
 * @returns its absolute path; undefined if the system has no such place, or one with little space or without programs
 */
export async function useMemory(): Promise<string | undefined> {
  if (process.platform !== 'linux' || !(await hasSpace())) return undefined;
  // Those of another user remain.
  await removeFoldersOfEnded(place, /^human-translation-(\d+)$/u).catch(() => undefined);
  const folder = path.join(place, `human-translation-${process.pid}`);
  await mkdir(folder, { mode: 0o700 });
  if (!(await mayHavePrograms(folder))) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A process that is just ending has made another file. The next run removes the folder.
    }
  });
  process.env['TMPDIR'] = folder;
  return folder;
}

async function hasSpace(): Promise<boolean> {
  const system = await statfs(place).catch(() => undefined);
  return system?.type === tmpfs && system.bavail * system.bsize >= leastBytes;
}

/** Whether programs in a folder can be started: containers often forbid it. */
async function mayHavePrograms(folder: string): Promise<boolean> {
  const file = path.join(folder, 'program');
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o700);
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
