import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { isProcessAlive } from '../base/isProcessAlive.ts';
import { hasProof, readPortFile, type ProvablePortFile } from '../base/portFile.ts';

/** What a sandbox prints when it listens. */
export type Announcement = Pick<ProvablePortFile, 'baseUrl' | 'apiKey' | 'privateKey' | 'controlToken'>;

/** The printed line: these four members, in this order. */
export function announcementLine({ baseUrl, apiKey, privateKey, controlToken }: Announcement): string {
  return JSON.stringify({ baseUrl, apiKey, privateKey, controlToken });
}

/** Written whole or not at all, and readable by its owner alone: it holds the keys. */
export async function writePortFile(file: string, sandbox: Omit<ProvablePortFile, 'pid'>): Promise<void> {
  const { baseUrl, apiKey, privateKey, controlToken, release, challengeSecret } = sandbox;
  const content: ProvablePortFile = {
    baseUrl,
    apiKey,
    privateKey,
    controlToken,
    pid: process.pid,
    release,
    challengeSecret,
  };
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Removes the file if it is still this process's own. */
export async function removePortFile(file: string): Promise<void> {
  if ((await readPortFile(file))?.pid === process.pid) await rm(file, { force: true });
}

/** The sandbox that serves from this file now, or undefined: its process must run, and prove that it wrote the file. */
export async function findRunning(file: string): Promise<Announcement | undefined> {
  const found = await readPortFile(file);
  return found !== undefined && isProcessAlive(found.pid) && (await hasProof(found)) ? found : undefined;
}
