import { cp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shopFixture } from '../host/paths.ts';
import { openFreshWindow, type FreshWindow } from './e2eHost.ts';

type Settings = Readonly<Record<string, unknown>>;

interface BorrowOptions {
  /** The workspace to copy; the sample shop if absent. */
  readonly fixture?: string;
  /** Changes the copy. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** User settings, until the window is closed. */
  readonly settings?: Settings;
}

/** VS Code in a browser saves automatically; on the desktop it does not. */
const sharedSettings: Settings = { 'files.autoSave': 'off' };

let shared: FreshWindow | undefined;

/**
 * Lends a window with a copy of a workspace to the tests of a file, which connect it to an account of their own: to open
 * a window takes as long as many tests. `close` gives it back. The next file gets the same window and the same
 * folder with new files, and the user settings as they were. What VS Code and the extension remember, such as the
 * languages of the last order, stays: a test that depends on it calls `openFreshWindow`.
 * The files that borrow run in one process.
 */
export async function borrowWindow({ fixture, prepare, settings }: BorrowOptions = {}): Promise<FreshWindow> {
  shared ??= await openFreshWindow({ settings: sharedSettings });
  const { workbench, shop } = shared;
  for (const name of await readdir(shop)) await rm(path.join(shop, name), { recursive: true });
  await cp(fixture ?? shopFixture, shop, { recursive: true });
  await prepare?.(shop);
  const before = await userSettings(shared);
  if (settings !== undefined) await workbench.setSettings(settings);
  await workbench.runCommand('workbench.view.explorer');
  const lent = shared;
  return {
    ...lent,
    close: async () => {
      await workbench.closeAll();
      await restoreSettings(lent, before);
    },
  };
}

async function userSettings({ server }: FreshWindow): Promise<Settings> {
  const file = path.join(server.running.userDataFolder, 'User', 'settings.json');
  return JSON.parse(await readFile(file, 'utf8')) as Settings;
}

/** Removes and resets what the tests changed, except the address of their service: the next tests have another. */
async function restoreSettings(window: FreshWindow, before: Settings): Promise<void> {
  const after = await userSettings(window);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const kept = ['humanTranslation.baseUrl', 'workbench.reduceMotion'];
  const changed = names.filter((name) => !kept.includes(name) && !isDeepStrictEqual(before[name], after[name]));
  if (changed.length > 0)
    await window.workbench.setSettings(Object.fromEntries(changed.map((name) => [name, before[name]])));
}

after(async () => {
  await shared?.close();
});
