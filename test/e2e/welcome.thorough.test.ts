import assert from 'node:assert/strict';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openEmptyWindow, openWorkbench, screenshotFailures } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const steps = ['try', 'order', 'review', 'connect', 'budget'] as const;
const openSample = 'humanTranslation.openSample';
const openWalkthrough = 'workbench.action.openWalkthrough';

// Each empty state of the Jobs view has one button, after its links.
describe('the empty Jobs view', () => {
  let fresh: Awaited<ReturnType<typeof openEmptyWindow>>;
  let service: ExternalSandbox;
  /** The window in use. */
  let workbench: Workbench;
  const windows: Workbench[] = [];
  screenshotFailures(() => workbench);

  before(async () => {
    [fresh, service] = await Promise.all([openEmptyWindow(), ExternalSandbox.start('--pace', 'instant')]);
    ({ workbench } = fresh);
  });

  after(async () => {
    for (const window of windows) await window.close();
    await fresh.close();
    await service.stop();
  });

  /** Opens a new folder with these files in another window. */
  async function openFolder(files: Readonly<Record<string, string>>): Promise<void> {
    const folder = await mkdtemp(path.join(fresh.home, 'folder-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    workbench = await openWorkbench(fresh.server.running, folder);
    windows.push(workbench);
    await workbench.showJobs();
  }

  async function hasOneButton(): Promise<void> {
    await workbench.welcomeButton(0).waitFor();
    assert.equal(await workbench.sideBar.locator('.welcome-view .monaco-button').count(), 1);
  }

  it('has a sample project and the walkthrough for a window without a folder', async () => {
    await workbench.showJobs();
    await hasOneButton();
    await workbench.welcomeLink('vscode.openFolder').waitFor();
    await workbench.welcomeLink(openWalkthrough).click();
    const shown = workbench.page.locator('.gettingStartedContainer');
    for (const step of steps) {
      await shown.locator(`[data-step-id$="#start#${step}"]`).click();
      await workbench.webview.locator(`svg#${step}`).waitFor();
      await fresh.screenshots(`walkthrough-${step}`, { size: false });
    }
  });

  it('has a sample project for a folder without locale files', async () => {
    await openFolder({ 'README.md': '# Nothing to translate\n' });
    await workbench.welcomeLink('workbench.action.openSettings').waitFor();
    await hasOneButton();
    await workbench.screenshots('no-locale-files', { size: false });
    await workbench.welcomeButton(0).click();
    assert.equal((await workbench.quickPickLabels()).length, 4);
    await workbench.pressInQuickInput('Escape');
  });

  it('orders all files for a folder with locale files, without a question about keys', async () => {
    await openFolder({ 'locales/en.json': '{ "hello": "Hello there" }\n', 'locales/fr.json': '{}\n' });
    await workbench.welcomeLink(openSample).waitFor();
    await hasOneButton();
    await workbench.screenshots('nothing-ordered', { size: false });
    await workbench.welcomeButton(0).click();
    await answerWizard(workbench, { languages: ['French'] });
    await workbench.answerModal();
    await workbench.treeRow(/hello/u).waitFor();
  });

  it('says that only other folders have jobs', async () => {
    await openFolder({ 'locales/en.json': '{ "bye": "Goodbye" }\n', 'locales/fr.json': '{}\n' });
    await workbench.treeRow(/./u).waitFor();
    await workbench.sideBar.getByText('Nothing has been ordered from the open folders yet.').waitFor();
    await workbench.screenshots('other-folders-only', { size: false });
  });

  it('offers no play money once a service is connected, and to try again if it can’t be reached', async () => {
    await openFolder({ 'locales/en.json': '{ "bye": "Goodbye" }\n', 'locales/fr.json': '{}\n' });
    await connect(workbench, service);
    await workbench.showJobs();
    await hasOneButton();
    assert.equal(await workbench.welcomeLink(openSample).count(), 0);
    await service.stop();
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.notification('error');
    await workbench.clearNotifications();
    await workbench.welcomeLink('humanTranslation.showLog').waitFor();
    await hasOneButton();
    await workbench.screenshots('service-unreachable', { size: false });
  });
});
