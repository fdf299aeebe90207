import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { extensionId } from '../host/paths.ts';
import { openFreshWindow, openWorkbench, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect as connectTo } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);
const placing = 'POST /v2/translate/jobs';
const app = 'packages/app';
const texts = { bye: 'See you soon', hello: 'Welcome back' };
/** More key presses than any list or dialog here has rows and buttons. */
const maxPresses = 40;

// Strings on order are found in a repository, in a folder of its clone, and in the renamed folder.
describe('strings that are on order from another folder', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let repository: string;
  let clone: string;
  /** The window in use, for the screenshot of a failure. */
  let workbench: Workbench;
  /** The windows to close. */
  const windows = new Set<Workbench>();
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow({ prepare: makeRepository, settings: { 'files.autoSave': 'off' } });
    ({ workbench, shop: repository } = fresh);
    clone = path.join(path.dirname(repository), 'clone');
    await git(path.dirname(repository), 'clone', '-q', repository, clone);
    // One clone fetches by ssh, the other by https.
    await git(clone, 'remote', 'set-url', 'origin', 'https://github.com/acme/shop');
    await connect();
    await orderStrings('packages/app/locales/en.json', ['Japanese', 'French', 'German']);
    await workbench.answerModal();
    await workbench.notification('info', /\b6\b/);
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
    await openOther(fresh, path.join(clone, app));
    await connect();
  });

  after(async () => {
    for (const window of windows) await window.close();
    await fresh.close();
    await sandbox.stop();
  });

  async function openOther({ server }: FreshWindow, folder: string): Promise<void> {
    workbench = await openWorkbench(server.running, folder);
    windows.add(workbench);
  }

  async function connect(): Promise<void> {
    await connectTo(workbench, sandbox);
  }

  async function orderStrings(file: string, languages: readonly string[]): Promise<void> {
    await workbench.openFile(file);
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages });
  }

  const reuseRows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');

  /** Waits for the list of what need not be bought, and returns one of its rows. */
  async function reuseRow(index: number): Promise<Locator> {
    await workbench.atQuestion();
    const row = reuseRows().nth(index);
    await row.waitFor();
    return row;
  }

  /** Waits until a row is checked, or not. */
  async function checkedRow(isChecked: boolean, index: number): Promise<void> {
    await reuseRows()
      .nth(index)
      .and(workbench.page.locator(`[aria-checked="${isChecked}"]`))
      .waitFor();
  }

  async function checkedRows(): Promise<readonly boolean[]> {
    const rows = await reuseRows().all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('aria-checked')) === 'true'));
  }

  /** Waits until these rows are checked: what a list has selected at first may appear only after its rows. */
  async function areChecked(expected: readonly boolean[]): Promise<void> {
    await eventually('the checked rows', async () => {
      assert.deepEqual(await checkedRows(), expected);
      return true;
    });
  }

  async function bought(): Promise<{ readonly orders: number; readonly jobs: number }> {
    const { orders, jobs } = await sandbox.state();
    assert.equal(sandbox.calls(placing).length, orders);
    return { orders, jobs };
  }

  /** Translates and approves the first `count` jobs into a language, all if absent. */
  async function finish(language: string, count?: number): Promise<void> {
    for (const id of (await sandbox.waitingJobs(language)).slice(0, count)) {
      await sandbox.translate(id, `${language} ${id}`);
      await sandbox.letReviewEnd(id);
    }
  }

  async function refresh(): Promise<void> {
    await workbench.runCommand('humanTranslation.refresh');
  }

  it('can be skipped before the price is shown', async () => {
    await orderStrings('locales/en.json', ['Japanese']);
    const use = await reuseRow(0);
    const label = (await use.getAttribute('aria-label')) ?? '';
    for (const part of [/\b2\b/u, /“bye” .*Japanese/u, /“hello” .*Japanese/u]) assert.match(label, part);
    assert.ok(label.includes(repository), label);
    await areChecked([true, false]);
    await workbench.screenshots('on-order-elsewhere');
    await use.click();
    await checkedRow(false, 0);
    await workbench.pressInQuickInput('Enter');
    await workbench.notification('info');
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
  });

  it('are asked about if the other clone only seems to be one, because its remote differs', async () => {
    await git(clone, 'remote', 'set-url', 'origin', 'git@work:acme/shop.git');
    await orderStrings('locales/en.json', ['Japanese']);
    const use = await reuseRow(0);
    assert.match((await use.getAttribute('aria-label')) ?? '', /\b2\b/u);
    assert.match((await (await reuseRow(1)).getAttribute('aria-label')) ?? '', /Git remotes differ/u);
    await workbench.screenshots('seems-on-order');
    await use.click();
    await checkedRow(false, 0);
    await workbench.pressInQuickInput('Enter');
    await workbench.notification('info');
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
    await git(clone, 'remote', 'set-url', 'origin', 'https://github.com/acme/shop');
  });

  it('can be used in this folder, too, without paying again', async () => {
    await orderStrings('locales/en.json', ['Japanese']);
    await reuseRow(0);
    await workbench.pressInQuickInput('Enter');
    await workbench.notification('info', /\b2\b/);
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
  });

  it('can be ordered and paid again, with the keyboard only', async () => {
    const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
    const pressUntil = async (keys: string, isReached: () => Promise<boolean>): Promise<void> => {
      for (let presses = 0; !(await isReached()); presses += 1) {
        assert.ok(presses < maxPresses, `${keys} reaches the target`);
        await press(keys);
      }
    };
    await workbench.palette.type('humanTranslation.orderFile');
    await press('Enter');
    await workbench.atStep('1/2');
    // The languages of the last order may be selected already.
    const focused = workbench.page.locator('.quick-input-widget:visible .monaco-list-row.focused');
    for (const [language, isWanted] of [
      ['Japanese', 'false'],
      ['German', 'true'],
    ] as const) {
      await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith(language));
      if ((await focused.getAttribute('aria-checked')) !== isWanted) await press('Space');
    }
    await workbench.page.locator('.quick-input-count', { hasText: /^1\b/u }).waitFor();
    await press('Enter');
    await workbench.atStep('2/2');
    await workbench.pressInQuickInput('Enter');
    await reuseRow(0);
    // The default is free.
    await areChecked([true, false]);
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).includes('again'));
    await press('Space');
    await checkedRow(false, 0);
    await areChecked([false, true]);
    await press('Enter');
    const price = await workbench.modal();
    assert.match(price.text, /\b2\b.*German/);
    await workbench.page.locator('.monaco-dialog-box .monaco-button:focus').waitFor();
    await press('Enter');
    await workbench.notification('info', /\b2\b/, /\d+\.\d{2}/);
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
  });

  it('are delivered to both folders after their approval, and paid once', async () => {
    await finish('ja');
    await refresh();
    await workbench.notification('info', /\b2\b/, 'locales/ja.json');
    await workbench.clearNotifications();
    const here = await stringsIn(path.join(clone, app));
    assert.deepEqual(Object.keys(here).toSorted(), Object.keys(texts));
    assert.deepEqual(await stringsIn(path.join(repository, app)), {});
    workbench = fresh.workbench;
    await refresh();
    await workbench.notification('info', /\b2\b/, 'packages/app/locales/ja.json');
    await workbench.clearNotifications();
    assert.deepEqual(await stringsIn(path.join(repository, app)), here);
    assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
  });

  it('are delivered to a renamed folder once the user agrees', async () => {
    await fresh.workbench.close();
    for (const window of windows) await window.close();
    windows.clear();
    const renamed = path.join(path.dirname(repository), 'renamed');
    await rename(repository, renamed);
    await finish('fr');
    await openOther(fresh, renamed);
    await connect();
    await refresh();
    const question = await workbench.notification('info', /\b2\b/, repository, '“renamed”');
    assert.equal(await workbench.notificationButtons(question).count(), 2);
    assert.deepEqual(await stringsIn(path.join(renamed, app), 'fr'), {});
    await workbench.screenshots('folder-is-gone');
    await workbench.notificationButtons(question).first().click();
    await workbench.notification('info', /\b2\b/, 'packages/app/locales/fr.json');
    assert.deepEqual(Object.keys(await stringsIn(path.join(renamed, app), 'fr')).toSorted(), Object.keys(texts));
    assert.equal(existsSync(repository), false);
    await workbench.clearNotifications();
  });

  it('are delivered by command once the user agrees', async () => {
    const [first] = await sandbox.waitingJobs('de');
    await finish('de', 1);
    await refresh();
    const question = (): Promise<Locator> => workbench.notification('info', repository, '“renamed”');
    await workbench
      .notificationButtons(await question())
      .nth(1)
      .click();
    await workbench.clearNotifications();
    await workbench.runCommand('humanTranslation.deliver');
    const [label] = await workbench.quickPickLabels();
    assert.ok(label);
    await workbench.pick(label);
    await workbench
      .notificationButtons(await question())
      .first()
      .click();
    await workbench.notification('info', 'packages/app/locales/de.json');
    assert.deepEqual(Object.values(await stringsIn(path.join(path.dirname(repository), 'renamed', app), 'de')), [
      `de ${first}`,
    ]);
    assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
  });

  describe('on another machine', () => {
    let other: FreshWindow;
    let busy: ExternalSandbox;
    const journals = (): string =>
      path.join(other.server.running.userDataFolder, 'User', 'globalStorage', extensionId, 'journals');

    before(async () => {
      busy = await ExternalSandbox.start('--pace', 'real');
      // Its storage is empty, and its folder is the one that was ordered from, as after a new setup of the machine.
      other = await openFreshWindow({ folder: path.join(clone, app) });
      ({ workbench } = other);
    });

    after(async () => {
      await other.close();
      await busy.stop();
    });

    it('are shown when the view is opened, without a journal', async () => {
      await connect();
      assert.equal(existsSync(journals()), false);
      await workbench.showJobs();
      await workbench.treeGroup('available').waitFor();
      assert.equal((await workbench.treeRows()).filter(({ description }) => description.startsWith('de ')).length, 2);
      assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
    });

    it('are reported as possibly incomplete in the first minutes', async () => {
      await connectTo(workbench, busy);
      await orderStrings('locales/en.json', ['German']);
      const { detail } = await workbench.modal();
      const [, ...groups] = detail.split('\n\n');
      assert.ok(groups.length > 1, detail);
      await workbench.screenshot('recent-orders-unseen');
      await workbench.dismissModal();
    });
  });
});

/** Turns the sample workspace into a repository whose only locale files are those of a package. */
async function makeRepository(folder: string): Promise<void> {
  await rm(path.join(folder, 'locales'), { recursive: true });
  await mkdir(path.join(folder, app, 'locales'), { recursive: true });
  await writeFile(path.join(folder, app, 'locales/en.json'), `${JSON.stringify(texts, undefined, 2)}\n`);
  for (const locale of ['ja', 'fr', 'de']) await writeFile(path.join(folder, app, `locales/${locale}.json`), '{}\n');
  await git(folder, 'init', '-q');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '-qm', 'Start');
  await git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
}

async function stringsIn(folder: string, locale = 'ja'): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(path.join(folder, `locales/${locale}.json`), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
}
