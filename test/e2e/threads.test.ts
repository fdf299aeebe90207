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
    await eventually('two rows with a question', async () => {
      const rows = await workbench.treeRows();
      return rows.filter(({ description }) => /\bquestion\b/u.test(description)).length === 2;
    });
    await workbench.closeAll();
  });
});
