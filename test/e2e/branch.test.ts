import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitIn } from '../builders/hostileRepository.ts';
import { writeFiles } from '../builders/writeFiles.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, getPrice, openLine, stringChoices, toSummary, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

/** German lacks a string that was there before the branch. */
const files = {
  'locales/en.json': '{\n  "title": "Shop",\n  "help": "Ask us for help"\n}\n',
  'locales/de.json': '{\n  "title": "Laden"\n}\n',
  'locales/ja.json': '{\n  "title": "店",\n  "help": "お問い合わせください"\n}\n',
};
const onBranch =
  '{\n  "title": "Shop",\n  "help": "Ask us for help",\n  "pay": "Pay the whole amount now",\n' +
  '  "later": "Pay when it has arrived"\n}\n';

describe('Order Branch Changes', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        await writeFiles(folder, files);
        await gitIn(folder, 'init', '--quiet');
        await gitIn(folder, 'add', '--all');
        await gitIn(folder, 'commit', '--quiet', '--message', 'Shop');
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await rm(path.join(fresh.shop, '.git'), { recursive: true, force: true });
    await fresh.close();
    await sandbox.stop();
  });

  const orderedSources = async (): Promise<readonly string[]> =>
    (await sandbox.someJobs()).map(({ source, language }) => `${language}: ${source}`).toSorted();

  it('says on the default branch without an upstream that there is nothing to compare with', async () => {
    await workbench.runCommand('humanTranslation.orderBranch');
    await workbench.notification('error', 'main', 'humanTranslation.baseBranch');
    await workbench.clearNotifications();
  });

  it('says that a branch has changed no strings', async () => {
    await gitIn(fresh.shop, 'switch', '--quiet', '--create', 'checkout');
    await workbench.runCommand('humanTranslation.orderBranch');
    await workbench.notification('error', 'main');
    await workbench.clearNotifications();
  });

  it('orders the strings that the branch has added, committed or not, and no others', async () => {
    await writeFile(path.join(fresh.shop, 'locales/en.json'), onBranch);
    await workbench.runCommand('humanTranslation.orderBranch');
    await toSummary(workbench, ['German', 'Japanese']);
    const strings = workbench.iconRow('symbol-string');
    await strings.filter({ hasText: 'main' }).waitFor();
    await workbench.iconRow('arrow-right').filter({ hasText: '4 strings' }).waitFor();
    await fresh.screenshots('branch-summary');
    await getPrice(workbench);
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    assert.deepEqual(await orderedSources(), [
      'de: Pay the whole amount now',
      'de: Pay when it has arrived',
      'ja: Pay the whole amount now',
      'ja: Pay when it has arrived',
    ]);
    assert.equal(await readFile(path.join(fresh.shop, 'locales/en.json'), 'utf8'), onBranch);
  });

  it('lets an order that began with another file’s strings change to those of the branch, and back', async () => {
    await workbench.runCommand('humanTranslation.orderProject');
    await toSummary(workbench, ['German', 'Japanese']);
    const price = workbench.iconRow('arrow-right');
    await price.filter({ hasText: '1 string' }).waitFor();
    await openLine(workbench, 'strings');
    await fresh.screenshots('branch-strings');
    await workbench.pickRow(stringChoices.branch);
    await workbench.atStep('2/2');
    await workbench.iconRow('symbol-string').filter({ hasText: 'main' }).waitFor();
    // Those of the branch are on order.
    await workbench.iconRow('debug-step-over').filter({ hasText: '4' }).waitFor();
    await openLine(workbench, 'strings');
    await workbench.pickRow(stringChoices.all);
    await workbench.atStep('2/2');
    await price.filter({ hasText: '1 string' }).waitFor();
    await workbench.pressInQuickInput('Escape');
  });

  it('is explained in the summary if the branch can’t be compared, and the order goes on', async () => {
    await rm(path.join(fresh.shop, '.git'), { recursive: true });
    await workbench.runCommand('humanTranslation.orderProject');
    await toSummary(workbench, ['German']);
    await openLine(workbench, 'strings');
    await workbench.pickRow(stringChoices.branch);
    await workbench.page.locator('.monaco-dialog-box', { hasText: 'Git' }).waitFor();
    await fresh.screenshots('branch-unknown');
    await workbench.answerModal();
    await workbench.atStep('2/2');
    await workbench.pressInQuickInput('Escape');
  });
});
