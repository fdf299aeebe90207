import assert from 'node:assert/strict';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('the Jobs view and the Account view', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese', 'French'] });
    await workbench.showJobs();
    await workbench.treeGroup('reviewable').waitFor();
    await workbench.clearNotifications();
  });

  after(async () => {
    await groupBy('Status');
    await workbench.showPanes(['jobs']);
    await fresh.close();
    await sandbox.stop();
  });

  const labels = async (level: number): Promise<readonly string[]> =>
    (await workbench.treeRows()).filter((row) => row.level === level).map(({ label }) => label);

  const groupBy = async (title: string): Promise<void> => {
    await workbench.runCommand('humanTranslation.groupJobs');
    await workbench.typeToRow(title);
    await workbench.page.keyboard.press('Enter');
  };

  it('group by order, file and language with the keyboard, filter and show all again, and list the account', async () => {
    await fresh.screenshots('jobs-by-status');
    for (const [grouping, group] of [
      ['Order', /^Order \d/u],
      ['File', /^en\.json$/u],
    ] as const) {
      await groupBy(grouping);
      await eventually(`the groups by ${grouping}`, async () => (await labels(1)).every((label) => group.test(label)));
      await workbench.screenshot(`jobs-by-${grouping.toLowerCase()}`);
    }
    await groupBy('Target Language');
    await eventually('the groups by language', async () => (await labels(1)).join() === 'French,Japanese');
    await fresh.screenshots('jobs-by-language');

    await workbench.runCommand('humanTranslation.filterJobs');
    await workbench.typeToRow('cart', 'Show jobs that match cart');
    await workbench.screenshot('jobs-filter');
    await workbench.page.keyboard.press('Enter');
    await eventually('the filtered jobs', async () => {
      const jobs = await labels(2);
      return jobs.length > 0 && jobs.every((label) => label.includes('cart'));
    });
    await workbench.sideBar.locator('.pane-header .description', { hasText: 'cart' }).waitFor();
    await fresh.screenshots('jobs-filtered');
    await workbench.runCommand('humanTranslation.filterJobs');
    await workbench.typeToRow('no such string', 'Show jobs that match no such string');
    await workbench.page.keyboard.press('Enter');
    await workbench.welcomeButton(0).click();
    await eventually('all jobs', async () => (await labels(2)).some((label) => !label.includes('cart')));

    await workbench.openMenu(await workbench.settledRow(/^\s*French/u), 'humanTranslation.approve');
    await workbench.screenshot('jobs-group-menu');
    await workbench.closeMenu();

    await workbench.runCommand('workbench.view.explorer');
    await workbench.explorerRow('en.json').locator('[class*="decoration-itemBadge"]').waitFor();
    await fresh.screenshots('jobs-in-explorer');

    await workbench.showJobs();
    await workbench.runCommand('humanTranslation.account.focus');
    await workbench.treeRow(/developer|Sandbox|sandbox/u).waitFor();
    const account = (await workbench.treeRows()).map(({ text }) => text).join('\n');
    assert.match(account, /Balance/u);
    await workbench.sideBar.locator('.pane-header', { hasText: 'Jobs' }).click();
    await fresh.screenshots('account');
  });
});
