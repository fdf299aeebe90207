import assert from 'node:assert/strict';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('open jobs at a service that is not in use', () => {
  let service: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let host: string;
  screenshotFailures(() => workbench);

  before(async () => {
    service = await ExternalSandbox.start('--pace', 'manual');
    ({ host } = new URL(service.baseUrl));
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
    await connect(workbench, service);
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeGroup('available').waitFor();
  });

  after(async () => {
    await fresh.close();
    await service.stop();
  });

  it('are named, polled, and notified of once after the address was removed from the settings', async () => {
    const [job = ''] = await service.waitingJobs('ja');
    await service.translate(job, 'カート');
    const before = service.calls().length;
    await workbench.setSettings({ 'humanTranslation.baseUrl': undefined });
    const notice = await workbench.notification('warning', host, /\d+ jobs at/u);
    assert.equal(await workbench.notificationButtons(notice).count(), 2);
    await workbench.showJobs();
    await workbench.treeRow(new RegExp(`\\d+ jobs at ${host}`, 'u'), 'warning').waitFor();
    await workbench.treeRow(/1 translation to review/u).waitFor();
    await workbench.badge('1').waitFor();
    await workbench.statusItem('beaker').filter({ hasText: '1 to review' }).waitFor();
    assert.ok(service.calls().length > before);
    await workbench.screenshots('jobs-at-another-service');

    // Nothing was approved or delivered.
    assert.deepEqual(service.calls('PUT'), []);
    await workbench.clearNotifications();
  });

  it('are shown again by a click on their row', async () => {
    await workbench.showJobs();
    await (await workbench.settledRow(new RegExp(`jobs at ${host}`, 'u'))).click();
    const { text } = await workbench.modal();
    assert.ok(text.includes(host));
    await workbench.answerModal();
    await workbench.treeGroup('reviewable', 1).waitFor();
    await eventually('the row to be gone', async () => !(await workbench.treeRow(/jobs at/u).isVisible()));
  });

  it('are notified of again after the address was replaced by another one', async () => {
    await workbench.clearNotifications();
    await workbench.setSettings({ 'humanTranslation.baseUrl': 'https://other.example.com/v2' });
    await workbench.notification('warning', host, 'other.example.com');
    await workbench.showJobs();
    await workbench.treeRow(/jobs at/u).waitFor();
    await workbench.clearNotifications();
    await workbench.setSettings({ 'humanTranslation.baseUrl': service.baseUrl });
    await workbench.treeGroup('reviewable', 1).waitFor();
  });

  // This VS Code keeps secrets in memory only.
  it('stay on the screen, marked as not up to date, when the host has forgotten their keys', async () => {
    await workbench.reload();
    await workbench.showJobs();
    await workbench.sideBar.getByText(`The keys for ${host} are no longer there.`).first().waitFor();
    await workbench.treeGroup('unreached').waitFor();
    await workbench.statusItem('warning').filter({ hasText: 'keys missing' }).waitFor();
    await workbench.badge(/^[1-9]\d*$/u).waitFor();
    await workbench.screenshots('keys-gone');

    // Counted only now, because the window before the reload may still have had requests under way.
    const before = service.calls().length;
    await workbench.runCommand('humanTranslation.refresh');
    const message = await workbench.notification('error', 'password-store', 'HUMAN_TRANSLATION_PRIVATE_KEY');
    await workbench.notificationButtons(message).first().waitFor();
    assert.equal(service.calls().length, before);
    await workbench.clearNotifications();
  });

  it('stay on the screen when the address changes, too', async () => {
    await workbench.setSettings({ 'humanTranslation.baseUrl': undefined });
    await workbench.showJobs();
    await workbench.treeRow(/keys missing/u, 'warning').waitFor();
    await workbench.setSettings({ 'humanTranslation.baseUrl': service.baseUrl });
    await workbench.treeGroup('unreached').waitFor();
  });

  it('are up to date again once the keys were entered again', async () => {
    await connect(workbench, service);
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', 1).waitFor();
    assert.equal(await workbench.sideBar.getByText('no longer there').count(), 0);
  });
});
