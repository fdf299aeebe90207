import { isProcessAlive } from '../base/isProcessAlive.ts';
import { hasProof, readPortFile, type ProvablePortFile } from '../base/portFile.ts';

/** The data that a sandbox prints when it starts listening. */
export type Announcement = Pick<ProvablePortFile, 'baseUrl' | 'apiKey' | 'privateKey' | 'controlToken'>;

/** Returns the line to print: these four members, in this order. */
export function announcementLine({ baseUrl, apiKey, privateKey, controlToken }: Announcement): string {
  return JSON.stringify({ baseUrl, apiKey, privateKey, controlToken });
}

/**
 * Returns the sandbox that serves from this port file: its process must be running and prove that it wrote the file.
 * Otherwise undefined.
 */
export async function findRunning(file: string): Promise<Announcement | undefined> {
  const announcement = await readPortFile(file);
  if (announcement === undefined || !isProcessAlive(announcement.pid)) return undefined;
  return (await hasProof(announcement)) ? announcement : undefined;
}
