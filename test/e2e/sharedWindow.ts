import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { findExtensionHosts } from '../host/processTree.ts';
import { isTour } from '../tour/camera.ts';
import { commandBindings } from './commandKeys.ts';
import { copyShop, openFreshWindow, type FreshWindow } from './e2eHost.ts';
import { toolCaller } from './toolCaller.ts';

type Settings = Readonly<Record<string, unknown>>;

interface BorrowOptions {
  /** The workspace to copy; the sample shop if absent. */
  readonly fixture?: string;
  /** Changes the copy before the window has it. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** User settings, until the window is closed. */
  readonly settings?: Settings;
}

/** VS Code in a browser saves automatically; on the desktop it does not. */
const sharedSettings: Settings = { 'files.autoSave': 'off' };

/** On Linux, VS Code misses files in a folder that it does not watch yet. */
const untilWatchedMs = 1000;

let shared: FreshWindow | undefined;

/**
 * Lends a window with a copy of a workspace to the tests of a file, which connect it to an account of their own: to open
 * a window takes as long as many tests. `close` gives it back. The next file gets the same window and the same
 * folder with other files, and the user settings as they were. What VS Code and the extension remember, such as the
 * languages of the last order, stays: a test that depends on it calls `openFreshWindow`.
 * The files that borrow run in one process.
 */
export async function borrowWindow({ fixture, prepare, settings }: BorrowOptions = {}): Promise<FreshWindow> {
  const content = await copyShop(fixture);
  await prepare?.(content);
  if (shared === undefined)
    shared = await openFreshWindow({
      folder: content,
      settings: sharedSettings,
      // Menus show keys, which do not belong into the pictures of a tour.
      keyBindings: isTour ? [] : commandBindings,
      extensions: [toolCaller],
    });
  else {
    await shared.workbench.dismissAllModals();
    await replaceFiles(shared.shop, content);
    await startStoppedExtensions(shared);
  }
  await forgetOpenJobs(shared);
  const lent = shared;
  const before = await userSettings(lent);
  if (settings !== undefined) await lent.workbench.setSettings(settings);
  await lent.workbench.runCommand('workbench.view.explorer');
  return {
    ...lent,
    close: async () => {
      await lent.workbench.closeAll();
      await restoreSettings(lent, before);
    },
  };
}

/** Loads a window again in which extensions no longer run, so that the failure of one file is not that of all after it. */
async function startStoppedExtensions({ server, workbench }: FreshWindow): Promise<void> {
  if ((await findExtensionHosts(server.running.pid)).length === 0) await workbench.reload();
}

/** Replaces what a folder contains by copies. Folders that are in both remain, and with them VS Code's watchers. */
async function replaceFiles(folder: string, content: string): Promise<void> {
  const wanted = await foldersIn(content);
  for (const name of await foldersIn(folder))
    if (!wanted.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  const known = await foldersIn(folder);
  for (const name of known)
    for (const entry of await readdir(path.join(folder, name), { withFileTypes: true }))
      if (!entry.isDirectory()) await rm(path.join(folder, name, entry.name));
  for (const name of wanted) await mkdir(path.join(folder, name), { recursive: true });
  if ([...wanted].some((name) => !known.has(name))) await setTimeout(untilWatchedMs);
  await cp(content, folder, { recursive: true });
}

/** Returns the relative paths of a folder and of those in it. */
async function foldersIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return new Set([folder, ...inside].map((each) => path.relative(folder, each)));
}

/** Removes the markers of journals with open jobs: the services of earlier tests would still be polled and shown. */
async function forgetOpenJobs({ server }: FreshWindow): Promise<void> {
  const storage = path.join(server.running.userDataFolder, 'User', 'globalStorage');
  const entries = await readdir(storage, { recursive: true }).catch(() => []);
  for (const name of entries) if (name.endsWith('.watching')) await rm(path.join(storage, name), { force: true });
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
