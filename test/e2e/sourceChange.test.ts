import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { answerWizard, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const source = { save: 'Save changes', close: 'Close the window', later: 'Remind me later' };

describe('a source that changes after the order', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  const writeSource = (texts: object): Promise<void> =>
    writeFile(path.join(shop, 'locales/en.json'), `${JSON.stringify(texts, undefined, 2)}\n`);
  const delivered = async (): Promise<unknown> =>
    JSON.parse(await readFile(path.join(shop, 'locales/ja.json'), 'utf8')) as unknown;

  /** Makes the sandbox's translator do something. */
  const moveJob = async (title: string, command: string): Promise<void> => {
    // The end of an earlier command may take the focus away, which closes the list.
    await eventually('the list of jobs', async () => {
      await workbench.runCommand(command);
      return (await workbench.quickPickLabels()).length > 0;
    });
    await workbench.quickInput.fill(title);
    // The canceled job with the same title is older.
    await workbench.pickRow(0);
  };

  before(async () => {
    fresh = await borrowWindow({
      settings: { 'humanTranslation.sandbox.pace': 'manual' },
      prepare: async (folder) => {
        shop = folder;
        await writeSource(source);
        await writeFile(path.join(folder, 'locales/ja.json'), '{}\n');
      },
    });
    ({ workbench, shop } = fresh);
    await workbench.runCommand('humanTranslation.useSandbox');
    await workbench.statusItem('beaker').waitFor();
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeGroup('available', 3).waitFor();
  });

  after(async () => {
    await fresh.close();
  });

  it('is labeled in the list, and its page shows the difference', async () => {
    await writeSource({ ...source, save: 'Save all changes' });
    await (await workbench.settledRow(/save.*source changed/u)).click();
    const page = workbench.webview;
    await page.locator('#source-difference-1 ins').filter({ hasText: 'all' }).waitFor();
    await fresh.screenshots('source-changed');
  });

  it('can be canceled and ordered again as long as no translator has started', async () => {
    await workbench.webview.locator('#cancelAndOrder').click();
    const { text } = await workbench.modal();
    assert.match(text, /save/u);
    await workbench.answerModal();
    await answerWizard(workbench, { languages: ['Japanese'] });
    assert.match((await workbench.modal()).text, /\b1\b.*Japanese/u);
    await workbench.answerModal();
    await workbench.notification('info', /\b1\b/u);
    await workbench.clearNotifications();
    await workbench.treeGroup('canceled', 1).waitFor();
    await workbench.treeGroup('available', 3).waitFor();
    assert.equal(await workbench.treeRow(/source changed/u).count(), 0);
  });

  it('suggests a message to the translator who has started', async () => {
    await moveJob('close', 'humanTranslation.sandboxStart');
    await workbench.treeGroup('pending', 1).waitFor();
    await writeSource({ ...source, save: 'Save all changes', close: 'Shut the window' });
    await (await workbench.settledRow(/close.*source changed/u)).click();
    const page = workbench.webview;
    await page.locator('#message-translator').click();
    assert.match(await page.locator('#comment-text').inputValue(), /Shut the window/u);
    await page.locator('#send').click();
    await page.getByRole('log').getByText('Shut the window').waitFor();
  });

  it('asks which string gets the translation if several have the text of a key that is gone', async () => {
    await writeSource({ save: 'Save all changes', close: source.close, now: source.later, soon: source.later });
    await workbench.treeRow(/later.*source moved/u).waitFor();
    await moveJob('later', 'humanTranslation.sandboxStart');
    await workbench.treeGroup('pending', 2).waitFor();
    await moveJob('later', 'humanTranslation.sandboxFinish');
    await workbench.treeGroup('reviewable', 1).waitFor();
    await workbench.treeAction(/^\s*later/u, 'humanTranslation.approve');
    await workbench.notification('warning', 'later');
    await workbench.clearNotifications();
    await workbench.expandGroup('approved');
    assert.deepEqual(await delivered(), {});
    await workbench.treeMenu(/^\s*later/u, 'humanTranslation.deliver');
    assert.deepEqual(await workbench.quickPickLabels(), ['now', 'soon']);
    await workbench.pickRow(1);
    await eventually('the delivery', async () => Object.keys((await delivered()) as object).join() === 'soon');
  });

  it('is followed to a moved file', async () => {
    await moveJob('save', 'humanTranslation.sandboxStart');
    await workbench.treeGroup('pending', 2).waitFor();
    await moveJob('save', 'humanTranslation.sandboxFinish');
    await workbench.treeGroup('reviewable', 1).waitFor();
    await mkdir(path.join(shop, 'i18n'));
    await writeFile(path.join(shop, 'i18n/ja.json'), '{}\n');
    await rename(path.join(shop, 'locales/en.json'), path.join(shop, 'i18n/en.json'));
    await workbench.treeAction(/^\s*save/u, 'humanTranslation.approve');
    const moved = async (): Promise<object> =>
      JSON.parse(await readFile(path.join(shop, 'i18n/ja.json'), 'utf8')) as object;
    await eventually('the delivery to the new folder', async () => Object.keys(await moved()).join() === 'save');
  });
});
