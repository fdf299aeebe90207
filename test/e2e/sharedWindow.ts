import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { shopFixture } from '../host/paths.ts';
import { openFreshWindow, type FreshWindow } from './e2eHost.ts';

let shared: FreshWindow | undefined;

/**
 * Lends a window with a copy of the sample workspace to the tests of a file, which connect it to an account of their own:
 * to open a window takes as long as many tests. The next file gets the same window with the same folder, as it was. What
 * VS Code and the extension remember, such as the languages of the last order, stays: a test that depends on it calls
 * `openFreshWindow`. The files that borrow run in one process.
 * @param prepare changes the copy
 */
export async function borrowWindow(prepare?: (folder: string) => Promise<void>): Promise<FreshWindow> {
  if (shared === undefined) shared = await openFreshWindow();
  else await restoreFiles(shared.shop);
  await prepare?.(shared.shop);
  const { workbench } = shared;
  await workbench.runCommand('workbench.view.explorer');
  return {
    ...shared,
    close: async () => {
      await workbench.closeEditors();
      await workbench.clearNotifications();
    },
  };
}

async function restoreFiles(shop: string): Promise<void> {
  for (const name of await readdir(shop)) await rm(path.join(shop, name), { recursive: true });
  await cp(shopFixture, shop, { recursive: true });
}

after(async () => {
  await shared?.close();
});
