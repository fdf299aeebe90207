import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

const item = 'humanTranslation.orderFile';

/** Resets the context keys of the menus to their state before the extension starts. */
const forgetKeys = 'Control+Alt+Shift+K';
const keyBindings = [
  {
    key: 'ctrl+alt+shift+k',
    command: 'runCommands',
    args: {
      commands: ['localeFiles', 'scanned'].map((name) => ({
        command: '_setContext',
        args: [`humanTranslation.${name}`, null],
      })),
    },
  },
];

describe('menus of locale files', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      keyBindings,
      prepare: async (folder) => {
        await mkdir(path.join(folder, '.vscode'));
        await writeFile(
          path.join(folder, '.vscode/settings.json'),
          JSON.stringify({ 'humanTranslation.layouts': ['main.json -> main.{locale}.json'] }),
        );
        await writeFile(path.join(folder, 'main.json'), '{ "hello": "Hello" }\n');
        await writeFile(path.join(folder, 'locales/index.json'), '{ "languages": ["en", "ja"] }\n');
      },
    });
    ({ workbench } = fresh);
    await workbench.runCommand('workbench.view.explorer');
    await workbench.explorerRow('locales').click();
  });

  after(async () => {
    await fresh.close();
  });

  it('are shown for the files that layouts name, whether they are open or not', async () => {
    await eventually('the menu of the file of a layout', () => isOffered('main.json'));
    assert.equal(await isOffered('en.json'), true);
  });

  it('are not shown for other files, whatever their folder', async () => {
    assert.deepEqual([await isOffered('package.json'), await isOffered('index.json')], [false, false]);
  });

  it('change when files are created and renamed', async () => {
    const translation = path.join(fresh.shop, 'locales/fr.json');
    await writeFile(translation, '{}\n');
    await workbench.explorerRow('fr.json').waitFor();
    await eventually('the menu of the new file', () => isOffered('fr.json'));
    await rename(translation, path.join(fresh.shop, 'locales/other.json'));
    await workbench.explorerRow('other.json').waitFor();
    assert.equal(await isOffered('other.json'), false);
  });

  it('depend on extension and folder before the extension has listed the files', async () => {
    await workbench.explorerRow('package.json').click();
    // The extension may still set the keys for the file that was renamed.
    await eventually('menus that depend on names only', async () => {
      await workbench.page.keyboard.press(forgetKeys);
      return !(await isOffered('main.json')) && (await isOffered('en.json'));
    });
    assert.deepEqual([await isOffered('index.json'), await isOffered('package.json')], [true, false]);
  });

  it('lead to a message for a file that only looks like a locale file', async () => {
    await workbench.chooseInMenu(workbench.explorerRow('index.json'), item);
    await workbench.notification('error', 'locales/index.json');
  });

  /** Returns whether the context menu of a file in the explorer offers to order it. */
  async function isOffered(name: string): Promise<boolean> {
    await workbench.openMenu(workbench.explorerRow(name), 'copyFilePath');
    const count = await workbench.menuItem(item).count();
    await workbench.closeMenu();
    return count > 0;
  }
});
