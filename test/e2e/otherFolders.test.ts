import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { extensionId } from '../host/paths.ts';
import { openFreshWindow, openWorkbench, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect as connectTo } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);
const placing = 'POST /v2/translate/jobs';
const app = 'packages/app';
const texts = { bye: 'See you soon', hello: 'Welcome back' };
/** More presses than any list or dialog here has rows and buttons. */
const patience = 40;
const recentOrders = 'Orders placed on other machines in the last few minutes cannot be seen yet.';

// Whether a string is on order does not depend on the folder that is open: a repository, a folder in its clone, a new name.
describe('strings that are on order from another folder', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let repository: string;
  let clone: string;
  /** The window in use, for the picture of a failure. */
  let workbench: Workbench;
  /** All windows, for closing them. */
  const windows = new Set<Workbench>();
  pictureFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow({ prepare: makeRepository, settings: { 'files.autoSave': 'off' } });
    ({ workbench, shop: repository } = fresh);
    clone = path.join(path.dirname(repository), 'clone');
    await git(path.dirname(repository), 'clone', '-q', repository, clone);
    // What one clone fetches by ssh, the other one fetches by https.
    await git(clone, 'remote', 'set-url', 'origin', 'https://github.com/acme/shop');
    await connect();
    await orderStrings('packages/app/locales/en.json', ['Japanese', 'French', 'German']);
    await workbench.answerModal();
    await workbench.notification('6 texts ordered for');
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

  async function bought(): Promise<{ readonly orders: number; readonly jobs: number }> {
    const { orders, jobs } = await sandbox.state();
    assert.equal(sandbox.calls(placing).length, orders);
    return { orders, jobs };
  }

  /** Translates and approves the first jobs into a language, all of them without a number. */
  async function finish(language: string, count?: number): Promise<void> {
    for (const id of (await sandbox.waitingJobs(language)).slice(0, count)) {
      await sandbox.translate(id, `${language} ${id}`);
      await sandbox.letReviewEnd(id);
    }
  }

  async function refresh(): Promise<void> {
    await workbench.runCommand('humanTranslation.refresh');
  }

  it('are asked about before the price, and skipped at the user’s word', async () => {
    await orderStrings('locales/en.json', ['Japanese']);
    const { text, detail, buttons } = await workbench.modal();
    assert.equal(text, '2 texts are already on order. Use those translations here too?');
    const [from, ...lines] = detail.split('\n');
    assert.ok(from?.startsWith(`Ordered from ${repository} on `), from);
    assert.deepEqual(lines, [
      '• “bye” into Japanese',
      '• “hello” into Japanese',
      '',
      'Using a translation that is on order is free: once it is approved, it is delivered here too. If you order again, you pay again.',
    ]);
    assert.deepEqual(buttons.toSorted(), ['Cancel', 'Order Again', 'Skip', 'Use That Translation Here Too']);
    await workbench.screenshots('on-order-elsewhere');
    await workbench.answerModal(2);
    await workbench.notification('Nothing was ordered: these strings are on order already.');
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
  });

  it('are used here too, at the user’s word, and not paid again', async () => {
    await orderStrings('locales/en.json', ['Japanese']);
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('Delivered here too, once approved, for free: 2 texts');
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 3, jobs: 6 });
  });

  it('are ordered again at the user’s word, and paid again, with the keyboard only', async () => {
    const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
    const pressUntil = async (keys: string, isReached: () => Promise<boolean>): Promise<void> => {
      for (let presses = 0; !(await isReached()); presses += 1) {
        assert.ok(presses < patience, `${keys} leads there`);
        await press(keys);
      }
    };
    await workbench.palette.type('humanTranslation.orderFile');
    await press('Enter');
    await workbench.atStep('1/5');
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('German'));
    await press('Space');
    for (const step of ['2/5', '3/5', '4/5', '5/5']) {
      await press('Enter');
      await workbench.atStep(step);
    }
    await press('Enter');
    await workbench.modal();
    const focused = workbench.page.locator('.monaco-dialog-box .monaco-button:focus');
    assert.equal(await focused.innerText(), 'Use That Translation Here Too', 'what costs nothing is the default');
    await pressUntil('Tab', async () => (await focused.allInnerTexts()).includes('Order Again'));
    await press('Enter');
    await workbench.page.locator('.dialog-message-text', { hasText: 'Order 2 texts into German' }).waitFor();
    assert.match((await workbench.modal()).detail, /^Ordered again although on order already: 2 texts$/m);
    await press('Enter');
    await workbench.notification('2 texts ordered for');
    await workbench.clearNotifications();
    assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
  });

  it('are delivered to both folders once they are approved, and paid once', async () => {
    await finish('ja');
    await refresh();
    await workbench.notification('2 translations were written into locales/ja.json.');
    await workbench.clearNotifications();
    const here = await stringsIn(path.join(clone, app));
    assert.deepEqual(Object.keys(here).toSorted(), Object.keys(texts));
    assert.deepEqual(await stringsIn(path.join(repository, app)), {});
    workbench = fresh.workbench;
    await refresh();
    await workbench.notification('2 translations were written into packages/app/locales/ja.json.');
    await workbench.clearNotifications();
    assert.deepEqual(await stringsIn(path.join(repository, app)), here);
    assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
  });

  it('are delivered to a folder that was renamed once the user agrees', async () => {
    await fresh.workbench.close();
    for (const window of windows) await window.close();
    windows.clear();
    const renamed = path.join(path.dirname(repository), 'renamed');
    await rename(repository, renamed);
    await finish('fr');
    await openOther(fresh, renamed);
    await connect();
    await refresh();
    const question = `2 approved translations were ordered from ${repository}, which no longer exists. Deliver to “renamed” instead? It has the same source text.`;
    const toast = await workbench.notification(question);
    assert.deepEqual(await toast.locator('.monaco-button').allInnerTexts(), ['Deliver to renamed', 'Not Now']);
    assert.deepEqual(await stringsIn(path.join(renamed, app), 'fr'), {});
    await workbench.screenshots('folder-is-gone');
    await workbench.answerNotification(question, 'Deliver to renamed');
    await workbench.notification('2 translations were written into packages/app/locales/fr.json.');
    assert.deepEqual(Object.keys(await stringsIn(path.join(renamed, app), 'fr')).toSorted(), Object.keys(texts));
    assert.equal(existsSync(repository), false);
    await workbench.clearNotifications();
  });

  it('are delivered by command, too, once the user agrees', async () => {
    const [first] = await sandbox.waitingJobs('de');
    await finish('de', 1);
    await refresh();
    const question = `1 approved translation was ordered from ${repository}, which no longer exists. Deliver to “renamed” instead? It has the same source text.`;
    await workbench.answerNotification(question, 'Not Now');
    await workbench.clearNotifications();
    await workbench.runCommand('humanTranslation.deliver');
    const [label] = await workbench.quickPickLabels();
    assert.ok(label);
    await workbench.pick(label);
    await workbench.answerNotification(question, 'Deliver to renamed');
    await workbench.notification('1 translation was written into packages/app/locales/de.json.');
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
      // Its storage is empty; the folder is the one that was ordered from, as on a machine that was set up anew.
      other = await openFreshWindow({ folder: path.join(clone, app) });
      ({ workbench } = other);
    });

    after(async () => {
      await other.close();
      await busy.stop();
    });

    it('are shown when the view is opened, although there is no journal', async () => {
      await connect();
      assert.equal(existsSync(journals()), false);
      await workbench.showJobs();
      await workbench.treeGroup('available').waitFor();
      assert.equal((await workbench.treeRows()).filter(({ description }) => description === 'German').length, 2);
      assert.deepEqual(await bought(), { orders: 4, jobs: 8 });
    });

    it('cannot be seen in the first minutes, which the price says', async () => {
      await connectTo(workbench, busy);
      await orderStrings('locales/en.json', ['German']);
      const { detail } = await workbench.modal();
      assert.ok(detail.split('\n').includes(recentOrders), detail);
      await workbench.screenshot('recent-orders-unseen');
      await workbench.dismissModal();
    });
  });
});

/** Makes the sample workspace a repository whose only locale files are those of a package. */
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
