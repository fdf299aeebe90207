import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { HostileService } from './hostileService.ts';
import { assertHarmless, hostileName, hostileText, inspect, token } from './hostileText.ts';
import { answerWizard, enterConnection, getPrice, openLine, withPrice } from './orderSteps.ts';
import { absenceTimeoutMs } from './timeouts.ts';
import type { Workbench } from './workbench.ts';

/** One string looks concatenated, one contains an address: the order names the keys of both. */
const source = { [`a ${hostileName}`]: 'Total: ', [`b ${hostileName}`]: 'Write to jane.doe@maple-thread.shop' };

describe('a hostile service and a hostile repository', function () {
  // Each test continues where the previous one ended.
  this.bail(true);
  let service: HostileService;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    service = await HostileService.start();
    fresh = await openFreshWindow({ extensions: [path.resolve(import.meta.dirname, '../host/bypass')], prepare });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await service.stop();
  });

  async function prepare(shop: string): Promise<void> {
    const folder = path.join(shop, hostileName);
    await mkdir(folder);
    await rename(path.join(shop, 'locales'), path.join(folder, 'locales'));
    await writeFile(path.join(folder, 'locales/en.json'), escaped(source));
    await writeFile(path.join(folder, 'locales/ja.json'), '{}\n');
  }

  /** Returns ASCII-only JSON: VS Code asks about files with unusual line breaks. */
  function escaped(value: unknown): string {
    const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `${JSON.stringify(value, undefined, 2).replace(/[^\n -~]/gu, escape)}\n`;
  }

  const part = (selector: string): Locator => workbench.page.locator(selector);
  const notifications = (): Locator => part('.notifications-toasts:visible, .notifications-center:visible');
  const quickInput = (): Locator => part('.quick-input-widget:visible');
  const dialog = (): Locator => part('.monaco-dialog-box');

  /** Asserts that a hostile text is harmless in a part of the screen, and takes a screenshot. */
  async function checkPart(name: string, surface: Locator): Promise<void> {
    await surface.filter({ hasText: token }).first().waitFor();
    await workbench.screenshot(`hostile-${name}`);
    await assertHarmless(surface);
  }

  describe('with that module', () => {
    it('is named in a notification', async () => {
      await enterConnection(workbench, {
        baseUrl: service.baseUrl,
        apiKey: service.sandbox.apiKey,
        privateKey: service.sandbox.privateKey,
      });
      await workbench.notification('info');
      await checkPart('connected', notifications());
      await workbench.clearNotifications();
    });

    it('fills the wizard and the question about private data', async () => {
      await workbench.openFile('en.json');
      await workbench.runCommand('humanTranslation.orderFile');
      await workbench.atStep('1/2');
      await checkPart('languages', quickInput());
      await workbench.pickMany(['Japanese']);
      await workbench.atStep('2/2');
      await checkPart('summary', quickInput());
      await openLine(workbench, 'tier');
      await checkPart('tiers', quickInput());
      await workbench.pickRow(0);
      await workbench.atStep('2/2');
      await openLine(workbench, 'options');
      await checkPart('options', quickInput());
      await workbench.pickMany([]);
      await workbench.atStep('2/2');
      await getPrice(workbench);
      await workbench.atQuestion();
      await checkPart('private', quickInput());
      await quickInput().locator('.monaco-list-row').first().click();
      await workbench.pressInQuickInput('Enter');
    });

    it('adds no line to the price dialog', async () => {
      await workbench.modal();
      await checkPart('price', dialog());
      await workbench.answerModal();
      await workbench.notification('info', withPrice);
      await checkPart('ordered', notifications());
      await workbench.clearNotifications();
    });

    it('fills the tree and its tooltips', async () => {
      await workbench.showJobs();
      await workbench.treeRow(/^a /u).waitFor();
      await checkPart('tree', part('.sidebar .customview-tree'));
      await checkPart('tooltip', await workbench.showTooltip(/^a /u, token));
    });

    it('fills the view of the account and its tooltips', async () => {
      await workbench.runCommand('humanTranslation.account.focus');
      await workbench.treeRow(token).waitFor();
      await checkPart('account', part('.sidebar .customview-tree'));
      await checkPart('account-tooltip', await workbench.showTooltip(token, token));
      await workbench.showJobs();
    });

    it('fills the page of a job', async () => {
      await (await workbench.settledRow(/^a /u)).click();
      const page = workbench.webview;
      await page.getByRole('heading', { name: token }).first().waitFor();
      const id = (await page.locator('#title').getAttribute('data-job-id')) ?? '';
      await service.sandbox.translate(id, `合計<a title="[Open ${token}](command:${token}.run) $(squirrel) ${token}">`);
      await workbench.runCommand('humanTranslation.refresh');
      await page.locator('#problems').waitFor();
      await page.locator('#comment-text').fill('Hello');
      await page.locator('#send').click();
      await page.getByRole('log').getByText(token).first().waitFor();
      await workbench.screenshot('hostile-page');
      assert.equal(await page.locator(`a[href*="${token}"], .codicon-squirrel`).count(), 0);
      await assertHarmless(page.locator('h1, .facts, #problems, [role="alert"]'));
      await checkPart('tab', part('.tabs-container'));
    });

    it('fills the dialogs about a job', async () => {
      await workbench.treeAction(/^a /u, 'humanTranslation.approve');
      await workbench.modal();
      await checkPart('errors', dialog());
      await workbench.answerModal();
      await workbench.quickInput.waitFor();
      await checkPart('revision', part('.quick-input-widget:visible .quick-input-message'));
      await workbench.pressInQuickInput('Escape');
    });

    it('fills a notification about what a translator asks', async () => {
      const [other = ''] = await service.sandbox.waitingJobs('ja');
      await service.sandbox.translate(other, `合計 ${hostileName.replaceAll('/', '')}`);
      await service.sandbox.comment(other, hostileText);
      await workbench.runCommand('humanTranslation.refresh');
      await workbench.notification('info', token);
      await checkPart('question', notifications());
      await workbench.clearNotifications();
    });

    it('fills the quick fixes of an error', async () => {
      await part('.tabs-container .tab').filter({ hasText: 'en.json' }).first().click();
      await workbench.untilEditorHasFocus();
      for (const key of ['F8', 'Escape']) await workbench.page.keyboard.press(key);
      await workbench.statusBarItem(/Ln [23], Col [1-9]\d/u).waitFor();
      // While VS Code closes the error, the menu does not open.
      await eventually('the quick fixes', async () => {
        await workbench.page.keyboard.press('Control+.');
        await part('.action-widget').first().waitFor({ timeout: absenceTimeoutMs });
        return true;
      });
      await checkPart('quick-fixes', part('.action-widget'));
      await workbench.page.keyboard.press('Escape');
    });

    it('fills the review page, and the status bar after a delivery', async () => {
      await workbench.runCommand('humanTranslation.reviewTranslations');
      const page = workbench.webview;
      await page.locator('.review-row').nth(1).waitFor();
      await page.locator('.list').focus();
      await workbench.page.keyboard.press('d');
      await page.locator('.details .comment').filter({ hasText: token }).first().waitFor();
      await workbench.screenshot('hostile-review-page');
      assert.equal(await page.locator(`a[href*="${token}"], a[title], .codicon-squirrel`).count(), 0);
      // The lines of a text are its author's own.
      await assertHarmless(page.locator('.key, .information .facts, .findings, .details h2, .details .facts, select'));
      const row = page.locator('.review-row').filter({ has: workbench.page.locator('.key', { hasText: /^b /u }) });
      await row.click();
      await page.locator('.list').focus();
      await workbench.page.keyboard.press('a');
      await row.locator('[data-name=approve-anyway]').click();
      await checkPart('status-bar', part('.statusbar-item').filter({ hasText: token }));
      await workbench.runCommand('workbench.action.closeActiveEditor');
    });

    it('fills the threads of a review', async () => {
      await workbench.runCommand('humanTranslation.reviewAsChanges');
      // The lines of a comment are its author's own.
      await checkPart('threads', part('.review-widget .review-comment').first());
      await checkPart('comments', part('.comments-panel .monaco-list-row'));
      await workbench.runCommand('workbench.action.closeActiveEditor');
      await part('.review-widget').first().waitFor({ state: 'detached' });
    });

    it('is delivered, and fills the list of problems', async () => {
      await workbench.treeAction(/^a /u, 'humanTranslation.approve');
      await workbench.modal();
      await workbench.answerModal(1);
      await workbench.notification('info');
      await checkPart('delivered', notifications());
      await workbench.clearNotifications();
      await workbench.runCommand('workbench.panel.markers.view.focus');
      await checkPart(
        'problems',
        part('.markers-panel .marker-message-line, .markers-panel .details-container').filter({ hasText: token }),
      );
    });

    it('fills the list of jobs to choose from', async () => {
      await workbench.runCommand('humanTranslation.openJob');
      await workbench.quickInput.waitFor();
      await checkPart('job-list', quickInput());
      await workbench.quickInput.fill('squirrel');
      await quickInput().locator('.monaco-list-row').first().waitFor();
      await workbench.pressInQuickInput('Escape');
    });

    it('refuses a quote with its own message', async () => {
      service.refuse('/v2/translate');
      await workbench.page.locator('.tabs-container .tab', { hasText: 'en.json' }).first().click();
      // Languages and prices are known from the order.
      await workbench.runCommand('humanTranslation.quoteFile');
      await answerWizard(workbench, { languages: ['French'] });
      await workbench.notification('error');
      await checkPart('refused', notifications());
    });
  });

  // These are the last tests, so that what they show is not visible in others.
  describe('without the module that shows text', () => {
    before(() => workbench.clearNotifications());

    async function bypass(
      command: 'notification' | 'progress' | 'list' | 'input' | 'modal' | 'statusBar',
    ): Promise<void> {
      await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), hostileText);
      await workbench.runCommand(`bypass.${command}`);
    }

    it('shows links in a notification and in progress', async () => {
      await bypass('notification');
      assert.ok((await inspect(notifications())).links > 0);
      assert.equal(await notifications().locator('a[href*="bare"]').count(), 0, 'a bare address is a link');
      await workbench.screenshotUnchecked('hostile-bypassed-notification');
      await workbench.clearNotifications();
      await bypass('progress');
      assert.ok((await inspect(notifications())).links > 0);
    });

    it('shows icons in a list, and links and icons below an input', async () => {
      await bypass('list');
      assert.ok((await inspect(quickInput())).icons > 0);
      await workbench.pressInQuickInput('Escape');
      await bypass('input');
      const found = await inspect(quickInput());
      assert.ok(found.links > 0 && found.icons > 0);
      assert.equal(await quickInput().locator('a[href*="bare"]').count(), 0, 'a bare address is a link');
      await workbench.screenshotUnchecked('hostile-bypassed-input');
      await workbench.pressInQuickInput('Escape');
    });

    it('shows forged lines in a dialog, and an icon in the status bar', async () => {
      await bypass('modal');
      assert.ok((await inspect(dialog())).forgedLines.length > 0);
      await workbench.screenshotUnchecked('hostile-bypassed-modal');
      await workbench.page.keyboard.press('Escape');
      await bypass('statusBar');
      await part('.statusbar .codicon-squirrel').first().waitFor();
    });
  });
});
