import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('pages of jobs as editors, and the review of their changes', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  const japanese = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/ja.json'), 'utf8');
  const part = (selector: string): Locator => workbench.page.locator(selector);
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    await workbench.showJobs();
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function openJob(title: string): Promise<string> {
    await (await workbench.settledRow(title)).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: title }).waitFor();
    return (await page.locator('#title').getAttribute('data-job-id')) ?? '';
  }

  it('shows jobs in a preview tab, and leaves the focus in the tree', async () => {
    const cart = await openJob('nav.cart');
    const saving = await openJob('checkout.save');
    const preview = part('.tabs-container .tab').filter({ has: part('.monaco-icon-label.italic') });
    await eventually('the preview tab', async () => (await preview.allInnerTexts()).join() === 'checkout.save');
    await eventually('the focus in the tree', async () => (await workbench.focusedRow()).startsWith('checkout.save'));
    await sandbox.translate(cart, 'カート ({cuont})');
    await sandbox.translate(saving, 'この注文で${amount}お得です');
    await sandbox.comment(saving, 'Is this one order, or all of them?');
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.webview.locator('#approve').waitFor();
    await workbench.webview.locator('#comment-text').fill('This one, I th');
    await preview.waitFor({ state: 'detached' });
    await fresh.screenshots('job-editor');
  });

  it('restores the page after a reload, with what was entered', async () => {
    // Unlike a reload of the page, the command stores the editors first.
    const loaded = workbench.page.waitForEvent('load');
    await workbench.runCommand('workbench.action.reloadWindow');
    await loaded;
    await workbench.ready();
    // The keys of this VS Code's secret storage are gone, too: the job is shown as it was ordered.
    await workbench.webview.getByText('hasn’t been reached').first().waitFor();
    await workbench.screenshot('job-unreached');
    await connect(workbench, sandbox);
    await workbench.webview.getByRole('heading', { name: 'checkout.save' }).waitFor();
    assert.equal(await workbench.webview.locator('#comment-text').inputValue(), 'This one, I th');
  });

  it('shows the changes of all translations, with a thread for each', async () => {
    const original = await japanese();
    await workbench.runCommand('humanTranslation.reviewAsChanges');
    await part('.multiDiffEntry .line-insert').first().waitFor();
    const threads = part('.review-widget');
    await threads.filter({ hasText: '{cuont}' }).first().waitFor();
    const asked = threads.filter({ hasText: 'or all of them' }).first();
    await asked.waitFor();
    await workbench.clearNotifications();
    await fresh.screenshots('review-as-changes');
    assert.equal(await japanese(), original);
  });

  it('answers and approves in a thread', async () => {
    await part('.comments-panel .monaco-list-row').filter({ hasText: 'You save' }).first().click();
    const asked = part('.review-widget').filter({ hasText: 'or all of them' }).first();
    await asked.locator('.review-thread-reply-button').click();
    await asked.locator('.monaco-editor.focused').waitFor();
    await workbench.page.keyboard.type('This one.');
    await workbench.page.keyboard.press('Control+Enter');
    await asked.getByText('This one.').first().waitFor();
    await workbench.screenshot('review-answered');
    // The editor may have scrolled the thread's title out of sight.
    await asked.locator('.review-actions .codicon-check').dispatchEvent('click');
    await eventually('the delivery', async () => (await japanese()).includes('お得'));
    await workbench.screenshot('review-approved');
  });

  it('removes the threads with the editor', async () => {
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await part('.review-widget').first().waitFor({ state: 'detached' });
    await part('.comments-panel .monaco-list-row').first().waitFor({ state: 'detached' });
  });
});
