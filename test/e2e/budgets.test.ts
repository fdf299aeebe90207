import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('budgets', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  pictureFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow({
      settings: { 'humanTranslation.budget.perOrder': 0.5, 'humanTranslation.budget.perMonth': 20 },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function askForPrice(): ReturnType<Workbench['modal']> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    return workbench.modal();
  }

  /** Where the settings editor takes the budget for one order. */
  const perOrder = (): Locator =>
    workbench.page
      .locator('.settings-editor .setting-item-contents', { hasText: 'Per Order' })
      .locator('input')
      .first();

  it('a price over the budget for one order: no button to order, but one that leads to the setting', async () => {
    const { text, detail, buttons } = await askForPrice();
    assert.match(
      text,
      /^The price is \d+\.\d+ USD, and your budget for one order is 0\.50 USD, so nothing was sent\. The setting “humanTranslation\.budget\.perOrder” can change it\.$/,
    );
    assert.match(detail, /^Budget for one order: 0\.50 USD$/m);
    assert.deepEqual(buttons.toSorted(), ['Cancel', 'Open Settings']);
    await workbench.screenshot('over-budget');
    await workbench.answerModal();
    await perOrder().waitFor();
    assert.deepEqual(sandbox.calls('POST /v2/translate/jobs'), []);
  });

  it('a price within the budgets, one of which was raised just now: the question says what will be spent, and it is ordered', async () => {
    await perOrder().fill('15');
    const settings = path.join(fresh.server.running.userDataFolder, 'User/settings.json');
    await eventually('the setting is saved', async () =>
      /"humanTranslation\.budget\.perOrder": 15\b/.test(await readFile(settings, 'utf8')),
    );
    const { detail, buttons } = await askForPrice();
    const after =
      /^Budget of the month: 0\.00 USD of 20\.00 USD spent, (\d+\.\d+ USD) after this order$/m.exec(detail)?.[1] ?? '';
    const order = buttons.find((button) => button.startsWith('Order for')) ?? '';
    assert.equal(order, `Order for ${after}`);
    assert.match(detail, /^Budget for one order: 15\.00 USD$/m);
    await workbench.screenshot('within-budget');
    await workbench.answerModal();
    await workbench.notification(`10 texts ordered for ${after}.`);
    await workbench.clearNotifications();
    assert.equal((await sandbox.state()).orders, 1);
  });
});
