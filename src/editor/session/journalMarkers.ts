import { readdir } from 'node:fs/promises';

/** The extension of the marker file that exists next to a journal while any of its jobs is open. */
const markerEnding = '.watching';

/** Returns whether any journal has open jobs. Reads only file names, since this runs at every start. */
export async function hasOpenJobs(journalFolder: string): Promise<boolean> {
  return (await watchedAccounts(journalFolder)).length > 0;
}

/** Returns the accounts with open jobs: the names of their journals, without extensions. Reads only file names. */
export async function watchedAccounts(journalFolder: string): Promise<readonly string[]> {
  return (await names(journalFolder))
    .filter((name) => name.endsWith(markerEnding))
    .map((name) => name.replace(/\..*$/u, ''));
}

/** Returns whether anything was ever ordered on this machine. */
export async function hasJournal(journalFolder: string): Promise<boolean> {
  return (await names(journalFolder)).length > 0;
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    // No folder yet: nothing was ever ordered.
    return [];
  }
}
