import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { restartExtensions, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('a notice of what needs a decision', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('has a button for the decision, and one that turns off its kind in the user settings', async () => {
    const [job = ''] = await sandbox.waitingJobs('ja');
    await sandbox.translate(job, 'カート');
    await sandbox.comment(job, 'Is it a basket?');
    await workbench.runCommand('humanTranslation.refresh');
    const notice = await workbench.notification('info', 'Japanese');
    const buttons = workbench.notificationButtons(notice);
    assert.equal(await buttons.count(), 2);
    await workbench.screenshot('notice-of-question');
    await buttons.nth(1).click();
    const settings = path.join(fresh.server.running.userDataFolder, 'User/settings.json');
    await eventually('the saved setting', async () =>
      /"humanTranslation\.notifications\.question": false\b/u.test(await readFile(settings, 'utf8')),
    );
  });

  it('names a translation that could not be delivered in the background, and not again after a restart', async () => {
    const job = (await sandbox.someWaitingJobs()).find(({ source }) => source.includes('[[['));
    await sandbox.translate(job?.id ?? '', '壊れた翻訳');
    await sandbox.letReviewEnd(job?.id ?? '');
    await restartExtensions(fresh.server);
    const notice = await workbench.notification('warning', 'Japanese');
    const buttons = workbench.notificationButtons(notice);
    assert.equal(await buttons.count(), 2);
    await workbench.screenshot('notice-of-held');
    await buttons.first().click();
    await workbench.webview.locator('#title').waitFor();
    await restartExtensions(fresh.server);
    await workbench.showJobs();
    await workbench.treeGroup('approved', 1).waitFor();
    const { length } = (await workbench.notifications()).filter(({ text }) => text.includes('Japanese'));
    assert.equal(length, 0);
  });
});
