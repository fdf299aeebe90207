import assert from 'node:assert/strict';
import { findExtensionHosts, killAll } from '../host/processTree.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, enterConnection } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const placing = 'POST /v2/translate/jobs';
const listing = 'GET /v2/translate/jobs';

// The extension host ends after the service accepted the order, and before the extension has its response.
describe('an order whose response is lost in a crash', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('is sent to a service outside VS Code', async () => {
    await enterConnection(workbench, sandbox);
    await workbench.notification('info', new URL(sandbox.baseUrl).host, '10,000.00');
    await workbench.statusItem('globe').waitFor();
    await workbench.screenshot('connected');
  });

  it('is placed, and the extension host is killed before it can look the order up', async () => {
    await sandbox.fail(placing, 'drop-after');
    const hosts = await findExtensionHosts(fresh.server.running.pid);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { buttons } = await workbench.modal();
    assert.ok(buttons.some((button) => /\d+\.\d+/.test(button)));
    // The jobs have been listed once. Killing takes a moment; a second list request would be answered too late.
    const before = sandbox.calls(listing);
    await sandbox.fail(listing, 'slow', 60_000);
    await workbench.answerModal();
    await eventually('the order at the service', async () => (await sandbox.state()).orders === 1);
    killAll(hosts);
    assert.deepEqual(sandbox.calls(placing), [`${placing} → drop-after, on purpose`]);
    assert.deepEqual(sandbox.calls(listing), before);
    await sandbox.recover();
  });

  it('is found after the restart and not sent again', async () => {
    await workbench.showJobs();
    await workbench.treeGroup('available', 10).waitFor();
    assert.equal((await workbench.treeRows()).filter(({ level }) => level === 2).length, 10);
    assert.equal((await sandbox.state()).orders, 1);
    assert.equal(sandbox.calls(placing).length, 1);
    await workbench.screenshot('found-again');
  });

  it('is not offered again', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const toast = await workbench.notification('info', /\b9\b/);
    await workbench.screenshot('ordered-already');
    const isCutOff = await toast
      .locator('.notification-list-item-message')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(isCutOff, false);
    assert.equal(await workbench.notificationButtons(toast).count(), 1);
    await workbench.notificationButtons(toast).click();
    await toast.waitFor({ state: 'detached' });
    assert.equal((await sandbox.state()).orders, 1);
    assert.equal(sandbox.calls(placing).length, 1);
  });

  it('is not used with another address, for which no keys are stored', async () => {
    const address = 'https://translation.example.com/v2';
    await workbench.setSettings({ 'humanTranslation.baseUrl': address });
    await workbench.showJobs();
    await workbench.runCommand('humanTranslation.account.focus');
    await workbench.welcomeButton(0).waitFor();
    await workbench.runCommand('humanTranslation.refresh');
    const toast = await workbench.notification('error', address);
    await workbench.screenshot('no-keys');
    await workbench.notificationButtons(toast).first().click();
    await workbench.atStep('1/3');
    await workbench.pressInQuickInput('Escape');
    // The failed command did not empty the Account view.
    await workbench.welcomeButton(0).waitFor();
    await workbench.welcomeButton(0).click();
    await workbench.atStep('1/3');
  });
});
