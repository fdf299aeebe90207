import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('budgets', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      settings: { 'humanTranslation.budget.perOrder': 0.5, 'humanTranslation.budget.perMonth': 20 },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await workbench.showPanes(['jobs']);
    await fresh.close();
    await sandbox.stop();
  });

  async function askForPrice(): ReturnType<Workbench['modal']> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    return workbench.modal();
  }

  /** The input of the budget per order in the settings editor. */
  const perOrder = (): Locator =>
    workbench.page
      .locator('.settings-editor .setting-item-contents', { hasText: 'Per Order' })
      .locator('input')
      .first();

  it('do not allow an order above the budget per order, but link to the setting', async () => {
    const { text, detail, buttons } = await askForPrice();
    assert.match(text, /humanTranslation\.budget\.perOrder/);
    for (const part of [text, detail]) assert.match(part, /\b0\.50\b/);
    assert.equal(buttons.length, 2);
    await workbench.screenshot('over-budget');
    await workbench.answerModal();
    await perOrder().waitFor();
    assert.deepEqual(sandbox.calls('POST /v2/translate/jobs'), []);
  });

  it('allow an order after the budget was raised, and show what it leaves of the monthly budget', async () => {
    await perOrder().fill('15');
    const settings = path.join(fresh.server.running.userDataFolder, 'User/settings.json');
    await eventually('the saved setting', async () =>
      /"humanTranslation\.budget\.perOrder": 15\b/.test(await readFile(settings, 'utf8')),
    );
    const { detail, buttons } = await askForPrice();
    const [price = ''] = buttons.flatMap((button) => /\d+\.\d+/.exec(button) ?? []);
    const monthly = detail.split('\n').filter((line) => /\b20\.00\b/.test(line));
    assert.deepEqual(
      monthly.map((line) => [/\b0\.00\b/.test(line), price !== '' && line.includes(price)]),
      [[true, true]],
    );
    assert.match(detail, /\b15\.00\b/);
    await workbench.screenshot('within-budget');
    await workbench.answerModal();
    await workbench.notification('info', /\b10\b/, price);
    await workbench.clearNotifications();
    assert.equal((await sandbox.state()).orders, 1);
  });

  it('are shown in the Account view with what is spent, which is fetched once while the view is visible', async () => {
    const calls = (): readonly string[] => sandbox.calls('GET /v2/account/balance');
    await workbench.showJobs();
    await workbench.treeGroup('available').waitFor();
    const before = calls().length;
    await workbench.runCommand('humanTranslation.account.focus');
    const spent = workbench.treeRow(/This month.*\d+\.\d+ USD of 20\.00 USD/u);
    await spent.waitFor();
    assert.doesNotMatch((await spent.textContent()) ?? '', /\b0\.00 USD of/u);
    await workbench.treeRow(/Each order.*15\.00 USD/u).waitFor();
    await fresh.screenshots('account-of-service');
    await workbench.runCommand('workbench.view.explorer');
    await workbench.showJobs();
    await spent.waitFor();
    assert.equal(calls().length, before + 1, 'showing the view again soon sends no request');
    await workbench.runCommand('humanTranslation.refreshAccount');
    await eventually('the refresh', () => Promise.resolve(calls().length === before + 2));
  });

  it('name what was ordered elsewhere, and what was spent without the extension', async () => {
    await sandbox.order('Ordered in a container', { ht: 1, p: 'f00d', i: 'c0ffee', n: 1, h: '0'.repeat(16), l: 'ja' });
    await sandbox.order('Ordered with another tool than this one');
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['French'] });
    const { detail } = await workbench.modal();
    assert.match(detail, /ordered elsewhere with this account: 0\.\d+ USD today, 0\.\d+ USD this month/u);
    assert.match(detail, /0\.\d+ USD more was spent with this account this month/u);
    await workbench.screenshots('spent-elsewhere');
    await workbench.dismissModal();
  });
});
