import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isRecord } from '../base/isRecord.ts';
import { isProcessAlive } from '../base/isProcessAlive.ts';

/** What a sandbox prints when it listens. */
export interface Announcement {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
}

const pingTimeoutMs = 2000;

/** The printed line: these four members, in this order. */
export function announcementLine({ baseUrl, apiKey, privateKey, controlToken }: Announcement): string {
  return JSON.stringify({ baseUrl, apiKey, privateKey, controlToken });
}

/** Written whole or not at all, and readable by its owner alone: it holds the keys. */
export async function writePortFile(file: string, announcement: Announcement): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ ...announcement, pid: process.pid })}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Removes the file if it is still this process's own. */
export async function removePortFile(file: string): Promise<void> {
  if ((await readPortFile(file))?.pid === process.pid) await rm(file, { force: true });
}

/** The sandbox that serves from this file now, or undefined: its process must run, and answer to its token. */
export async function findRunning(file: string): Promise<Announcement | undefined> {
  const found = await readPortFile(file);
  if (found === undefined || !isProcessAlive(found.pid)) return undefined;
  try {
    const answer = await fetch(new URL('/sandbox/state', found.baseUrl), {
      headers: { authorization: `Bearer ${found.controlToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(pingTimeoutMs),
    });
    const body: unknown = await answer.json();
    const state = isRecord(body) ? body['response'] : undefined;
    return isRecord(state) && state['pid'] === found.pid ? found : undefined;
  } catch {
    return undefined;
  }
}

async function readPortFile(file: string): Promise<(Announcement & { readonly pid: number }) | undefined> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isRecord(found)) return undefined;
    const { baseUrl, apiKey, privateKey, controlToken, pid } = found;
    if (typeof baseUrl !== 'string' || typeof apiKey !== 'string' || typeof privateKey !== 'string') return undefined;
    if (typeof controlToken !== 'string' || typeof pid !== 'number') return undefined;
    // The token goes to this machine only, whatever the file says.
    if (!URL.canParse(baseUrl) || new URL(baseUrl).hostname !== '127.0.0.1') return undefined;
    return { baseUrl, apiKey, privateKey, controlToken, pid };
  } catch {
    return undefined;
  }
}
