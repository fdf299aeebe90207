import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { enterConnection } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('Report Issue', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  /** Presses *Copy* and returns the clipboard once it has changed. */
  async function copy(toast: Locator): Promise<string> {
    await workbench.page.evaluate(() => navigator.clipboard.writeText(''));
    await toast.getByRole('button', { name: 'Copy', exact: true }).click();
    let text = '';
    await eventually('the report on the clipboard', async () => {
      text = await workbench.page.evaluate(() => navigator.clipboard.readText());
      return text !== '';
    });
    return text;
  }

  it('shows what would be sent, without keys and addresses, and sends nothing', async () => {
    const { baseUrl, apiKey } = sandbox;
    await enterConnection(workbench, { baseUrl, apiKey, privateKey: 'wrong-secret' });
    await workbench.notification('error');
    await workbench.clearNotifications();
    await enterConnection(workbench, sandbox);
    await workbench.notification('info');
    await workbench.clearNotifications();
    const before = sandbox.calls();

    await workbench.runCommand('humanTranslation.reportIssue');
    const toast = await workbench.notification('info', 'report');
    await workbench.editorLine('### Versions').waitFor();
    const report = await copy(toast);
    assert.match(report, /^- Human Translation \d/mu);
    assert.match(report, /^- Service: service$/mu);
    assert.match(report, /^- humanTranslation\.baseUrl: set \(user\)$/mu);
    assert.match(report, /GET \/v2\/account\/balance → 200 in \d+ ms/u);
    for (const secret of [baseUrl, new URL(baseUrl).host, apiKey, sandbox.privateKey, 'wrong-secret', fresh.shop])
      assert.ok(!report.includes(secret), secret);
    assert.deepEqual(sandbox.calls(), before);

    // A notification disappears after some time, which screenshots may take.
    await workbench.runCommand('humanTranslation.reportIssue');
    await workbench.notification('info', 'report');
    await fresh.screenshots('report-issue');
    await workbench.clearNotifications();
  });

  it('copies the report as the user has changed it', async () => {
    await workbench.editorLine('### Versions').click();
    await workbench.page.keyboard.press('Control+Home');
    await workbench.page.keyboard.type('My own words.');
    await workbench.runCommand('humanTranslation.reportIssue');
    const toast = await workbench.notification('info', 'report');
    const report = await copy(toast);
    assert.ok(report.startsWith('My own words.'), report.slice(0, 40));
  });
});
