import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { isProcessAlive } from '../base/isProcessAlive.ts';
import { hasProof, readPortFile, type ProvablePortFile } from '../base/portFile.ts';

/** The data that a sandbox prints when it starts listening. */
export type Announcement = Pick<ProvablePortFile, 'baseUrl' | 'apiKey' | 'privateKey' | 'controlToken'>;

/** Returns the line to print: these four members, in this order. */
export function announcementLine({ baseUrl, apiKey, privateKey, controlToken }: Announcement): string {
  return JSON.stringify({ baseUrl, apiKey, privateKey, controlToken });
}

/** Writes the port file atomically and readable only by its owner, because it contains the keys. */
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

/** Removes the file if this process wrote it. */
export async function removePortFile(file: string): Promise<void> {
  if ((await readPortFile(file))?.pid === process.pid) await rm(file, { force: true });
}

/**
 * Returns the sandbox that serves from this port file: its process must be running and prove that it wrote the file.
 * Otherwise undefined.
 */
export async function findRunning(file: string): Promise<Announcement | undefined> {
  const found = await readPortFile(file);
  return found !== undefined && isProcessAlive(found.pid) && (await hasProof(found)) ? found : undefined;
}
