import assert from 'node:assert/strict';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('a comment of a translator', () => {
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
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  /** How often the thread of a job was read. */
  const timesRead = (jobId: string): number => sandbox.calls(`GET /v2/translate/job/${jobId}/comments`).length;

  it('that the review page reads is shown in the list of jobs at once', async () => {
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    const [first = '', second = ''] = await sandbox.waitingJobs('ja');
    for (const id of [first, second]) await sandbox.translate(id, 'カート');
    await workbench.showJobs();
    await workbench.runCommand('humanTranslation.refresh');
    await eventually('the threads to be read', () => Promise.resolve([first, second].every((id) => timesRead(id) > 0)));
    for (const id of [first, second]) await sandbox.comment(id, 'Which one?');
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.review-row .urgent').nth(1).waitFor();
    await workbench.expandGroup('reviewable');
    await eventually('two rows with a question', async () => (await rowsWithQuestion()) === 2);
    await workbench.closeAll();
  });

  it('that the service announces is shown by the list, the job page and the review page with one request', async () => {
    await workbench.setSettings({ 'humanTranslation.callbacks.enabled': true });
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['French'] });
    // The notification that the order waits for may be that of the questions.
    await eventually('the jobs', async () => (await sandbox.waitingJobs('fr')).length > 0);
    const [job = ''] = await sandbox.waitingJobs('fr');
    await sandbox.translate(job, 'Panier');
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator(`[data-id="${job}"]`).waitFor();
    await workbench.settledRow(/fr · /u);
    await workbench.treeRow(/fr · /u, 'eye').click();
    await workbench.webview.locator(`#title[data-job-id="${job}"]`).waitFor();
    await workbench.runCommand('workbench.action.moveEditorToNextGroup');
    await waitOnPages(`[role=log][aria-busy=false]`, `[data-id="${job}"]`);
    await eventually('the rows in view to be read', () => Promise.resolve(timesRead(job) >= 2));
    const before = timesRead(job);
    await sandbox.comment(job, 'Which one?');
    await waitOnPages('[role=log] .comment.translator', `[data-id="${job}"] .urgent`);
    await eventually('a third row with a question', async () => (await rowsWithQuestion()) === 3);
    await fresh.screenshots('comment-on-three-screens');
    assert.equal(timesRead(job), before + 1);
  });

  const rowsWithQuestion = async (): Promise<number> => {
    const rows = await workbench.treeRows();
    return rows.filter(({ description }) => /\bquestion\b/u.test(description)).length;
  };

  /** Waits until each of two pages that are next to each other has one of these elements. */
  const waitOnPages = async (...selectors: readonly string[]): Promise<void> => {
    const frames = workbench.page.locator('iframe.webview.ready:visible');
    const pages = [0, 1].map((index) => frames.nth(index).contentFrame().frameLocator('iframe#active-frame'));
    for (const selector of selectors)
      await Promise.any(pages.map((page) => page.locator(selector).first().waitFor({ timeout: 20_000 })));
  };
});
