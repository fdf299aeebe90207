import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('the review page', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'instant' } });
    ({ workbench, shop } = fresh);
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', 10).waitFor();
  });

  after(async () => {
    await fresh.close();
  });

  /** Waits until the translation of a string is in its file. */
  const delivered = (key: string): Promise<void> =>
    eventually('the delivery', async () => {
      let value: unknown = JSON.parse(await readFile(path.join(shop, 'locales/ja.json'), 'utf8'));
      for (const name of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
      return typeof value === 'string';
    });

  const focusedKey = (): Promise<string> => workbench.webview.locator('.review-row.focused .key').innerText();

  it('opens the file next to the page, at the key of the string', async () => {
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.list:focus').waitFor();
    const name = (await focusedKey()).split('.').at(-1) ?? '';
    await workbench.page.keyboard.press('o');
    await workbench.page.locator('.editor-group-container').nth(1).locator('.view-line').first().waitFor();
    // The translation is not in its file yet.
    const lines = (await readFile(path.join(shop, 'locales/en.json'), 'utf8')).split('\n');
    await eventually(`the line of ${name}`, async () => {
      const position = await workbench.statusBarItem(/Ln \d+, Col \d+/u).innerText();
      const line = Number(/Ln (\d+)/u.exec(position)?.[1]);
      return lines[line - 1]?.includes(`"${name}"`) === true;
    });
    await fresh.screenshots('review-page-file');
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await workbench.webview.locator('.review-row').first().click();
  });

  it('reports an approval that was not sent because the page was left', async () => {
    await workbench.webview.locator('.list').focus();
    const approved = await focusedKey();
    await workbench.page.keyboard.press('a');
    await workbench.webview.locator('.review-row.queued').waitFor();
    await workbench.page.locator('.tabs-container .tab', { hasText: 'en.json' }).first().click();
    const notice = await workbench.notification('warning', /^1 /u);
    await fresh.screenshots('review-page-left');
    await workbench.notificationButtons(notice).first().click();
    const row = workbench.webview.locator('.review-row.notSent');
    await row.waitFor();
    assert.equal(await workbench.webview.locator('.review-row').count(), 1);
    assert.equal(await row.locator('.key').innerText(), approved);
    await fresh.screenshots('review-page-not-sent');
    await workbench.webview.locator('[data-name=show-all]').click();
    await workbench.webview.locator('.review-row').nth(9).waitFor();
  });

  it('is restored after a reload, with its filter and drafts', async () => {
    const { keyboard } = workbench.page;
    await workbench.webview.locator('.list').focus();
    await keyboard.press('End');
    const drafted = await focusedKey();
    await keyboard.press('c');
    await workbench.webview.locator('#editor-text:focus').waitFor();
    await keyboard.type('Is this');
    await workbench.webview.locator('#filter-text').fill(drafted);
    await workbench.webview.locator('.review-row').nth(1).waitFor({ state: 'detached' });
    const loaded = workbench.page.waitForEvent('load');
    await workbench.runCommand('workbench.action.reloadWindow');
    await loaded;
    await workbench.ready();
    assert.equal(await workbench.webview.locator('#editor-text').inputValue(), 'Is this');
    assert.equal(await focusedKey(), drafted);
    assert.equal(await workbench.webview.locator('.review-row').count(), 1);
    assert.equal(await workbench.webview.locator('#filter-text').inputValue(), drafted);
    await fresh.screenshots('review-page-restored');
    await workbench.webview.locator('[data-name=clear]').click();
    await workbench.webview.locator('[data-name=close]').click();
    await keyboard.press('Home');
  });

  it('asks about all selected rows if the menu is that of one of them', async () => {
    await workbench.runCommand('humanTranslation.reviewTranslations');
    const page = workbench.webview;
    await page.locator('.review-row').nth(9).waitFor();
    await page.locator('.list').focus();
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('Shift+ArrowDown');
    await page.locator('.review-row.selected').nth(1).waitFor();
    const selected = page.locator('.review-row.selected .information .key');
    await workbench.chooseInMenu(selected.first(), 'humanTranslation.approve');
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b2\b/u);
    for (const key of await selected.allInnerTexts()) assert.ok(detail.includes(key), `${detail} names ${key}`);
    await workbench.dismissModal();
    await page.locator('.list').focus();
    await workbench.page.keyboard.press('Escape');
    await page.locator('.review-row.selected').first().waitFor({ state: 'detached' });
  });

  it('reviews by keyboard: one key approves, and a comment needs two more keys than its characters', async () => {
    await workbench.runCommand('humanTranslation.reviewTranslations');
    const page = workbench.webview;
    await page.locator('.review-row').nth(9).waitFor();
    await page.locator('.list').focus();
    await fresh.screenshots('review-page');

    const approved = await focusedKey();
    await workbench.page.keyboard.press('a');
    await page.locator('.review-row.queued').waitFor();
    const revised = await focusedKey();
    assert.notEqual(revised, approved);
    await workbench.page.keyboard.press('r');
    await page.locator('#editor-text:focus').waitFor();
    await fresh.screenshots('review-page-comment');
    await workbench.page.keyboard.type('Shorter');
    await workbench.page.keyboard.press('Enter');
    const next = await focusedKey();
    assert.notEqual(next, revised);
    await page.locator('.review-row.queued').waitFor({ state: 'detached' });
    await page.locator('.review-row', { hasText: approved }).waitFor({ state: 'detached' });
    assert.equal(await focusedKey(), next, 'the focus stays');
    await delivered(approved);
    const notified = await workbench.notifications();
    assert.ok(!notified.some(({ text }) => text.includes('ja.json')), 'a delivery covers nothing of the page');

    await workbench.page.keyboard.press('d');
    await page.locator('.details .facts').waitFor();
    await fresh.screenshots('review-page-details');
    await page.locator('[data-name=approve-clean]').click();
    await page.locator('dialog [data-name=confirm][aria-disabled=false]').waitFor();
    await fresh.screenshots('review-page-clean');
    await page.locator('dialog [data-name=confirm]').click();
    // The sandbox has revised one meanwhile, with a message that nobody has answered.
    await page.locator('.review-row').nth(1).waitFor({ state: 'detached' });
    await fresh.screenshots('review-page-revised');
    await page.locator('.review-row', { hasText: revised }).locator('.difference').waitFor();
  });

  it('offers the actions of a row in VS Code’s menu, by keyboard and by mouse', async () => {
    await workbench.runCommand('humanTranslation.reviewTranslations');
    const page = workbench.webview;
    await page.locator('.review-row').first().waitFor();
    const offered = async (commands: readonly string[]): Promise<readonly string[]> => {
      const counts = await Promise.all(commands.map((command) => workbench.menuItem(command).count()));
      return commands.filter((_, index) => counts[index] === 1);
    };
    const decisions = ['humanTranslation.approve', 'humanTranslation.revise', 'humanTranslation.reject'];
    const all = ['humanTranslation.openJob', ...decisions, 'humanTranslation.cancel'];
    await page.locator('.list').focus();
    await workbench.page.keyboard.press('Home');
    const key = await focusedKey();
    const openByKey = (): Promise<void> =>
      workbench.openMenuBy(async () => {
        await page.locator('.list').focus();
        await workbench.page.keyboard.press('Shift+F10');
      }, 'humanTranslation.openJob');
    await eventually('the actions of the row', async () => {
      await openByKey();
      const items = await offered(all);
      return items.join() === ['humanTranslation.openJob', ...decisions].join();
    });
    await workbench.screenshot('review-page-menu');
    await workbench.chooseMenuItem('humanTranslation.openJob', openByKey);
    await page.locator('#title', { hasText: key }).waitFor();

    await workbench.openMenu(page.locator('#title'), 'humanTranslation.approve');
    assert.deepEqual(await offered(all), decisions);
    await workbench.closeMenu();
    await workbench.runCommand('workbench.action.closeActiveEditor');

    const row = page.locator('.review-row', { hasText: key });
    await workbench.chooseInMenu(row.locator('.information .key'), 'humanTranslation.approve');
    await row.waitFor({ state: 'detached' });
    await delivered(key);
  });
});
