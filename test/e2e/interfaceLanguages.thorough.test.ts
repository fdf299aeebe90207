import assert from 'node:assert/strict';
import { extensionId } from '../host/paths.ts';
import { localeName } from '../../src/words/formatting.ts';
import { pseudoLanguage } from '../l10n/pseudoTexts.ts';
import { tourLanguage } from '../tour/camera.ts';
import { ownTexts } from '../tour/checks/ownTexts.ts';
import { ourPages, ourParts } from '../tour/checks/windowFindings.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { interfaceTexts, useInterfaceLanguage } from './interfaceLanguage.ts';
import { getPrice, openLine, withPrice } from './orderSteps.ts';
import { englishTexts, foreignTexts } from './untranslatedTexts.ts';
import type { Workbench } from './workbench.ts';

/** `npm test` uses a language in which all letters have accents; `npm run tour -- --language de` those that exist. */
const language = tourLanguage ?? pseudoLanguage;

describe(`the interface in ${language}`, function () {
  this.timeout(120_000);
  let fresh: FreshWindow;
  let workbench: Workbench;
  const untranslated: string[] = [];
  screenshotFailures(() => workbench);

  before(async () => {
    useInterfaceLanguage(language);
    fresh = await openFreshWindow({ language, settings: { 'humanTranslation.sandbox.pace': 'instant' } });
    ({ workbench } = fresh);
  });

  after(async () => {
    useInterfaceLanguage();
    await fresh?.close();
  });

  /** Checks that nothing of ours on the screen is in English. Takes a picture during a tour in a language. */
  const check = async (name: string, within = ourParts): Promise<void> => {
    if (tourLanguage !== undefined) await fresh.screenshots(name);
    const { page } = workbench;
    const texts = [...(await ownTexts(page, within))];
    for (const frame of await ourPages(page)) texts.push(...(await ownTexts(frame)));
    assert.ok(texts.length > 0, `there is no text of ours on the screen ${name}`);
    const found = language === pseudoLanguage ? foreignTexts(texts) : englishTexts(texts, interfaceTexts(language));
    untranslated.push(...found.map((text) => `${name}: ${text}`));
  };

  it('translates the empty view, the palette and the menus', async () => {
    await workbench.showJobs();
    await workbench.welcomeButton(0).waitFor();
    await check('welcome');
    await workbench.palette.type('humanTranslation.connect');
    await check('palette', '.quick-input-widget .monaco-list-row.focused .quick-input-list-row:first-child');
    await workbench.pressInQuickInput('Escape');
  });

  it('translates the walkthrough, the sample projects and the report of an issue', async () => {
    await workbench.welcomeLink('workbench.action.openWalkthrough').click();
    const parts = ['.category-title', '.category-description-container', '.step-title', '.step-description-container'];
    const texts = parts.map((part) => `${walkthrough} ${part}`).join(', ');
    for (const step of ['try', 'order', 'review', 'connect', 'budget']) {
      await workbench.page.locator(`${walkthrough} [data-step-id$="#start#${step}"]`).click();
      await workbench.webview.locator(`svg#${step}`).waitFor();
      await check(`walkthrough-${step}`, texts);
    }
    await workbench.runCommand('humanTranslation.openSample');
    await workbench.quickPickLabels();
    // The descriptions are names of formats.
    await check('samples', '.quick-input-list-row:first-child .label-name');
    await workbench.pressInQuickInput('Escape');
    await workbench.runCommand('humanTranslation.reportIssue');
    await workbench.notification('info');
    await check('report');
    await workbench.clearNotifications();
  });

  it('translates the order wizard', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.statusItem('beaker').waitFor();
    await workbench.page.locator('.codelens-decoration a').first().waitFor();
    await check('locale-file', '.codelens-decoration, .statusbar-item[id*="humanTranslation"]');
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    // The names of the languages are the service's and the browser's.
    await check('languages', '.quick-input-titlebar, .quick-input-list-separator, .quick-input-list-label-meta');
    await workbench.pickMany([localeName('ja')]);
    await workbench.atStep('2/2');
    await check('summary');
    const answers = {
      tier: () => workbench.pickRow(0),
      options: () => workbench.pickMany([]),
      comment: () => workbench.type('1'),
      approval: () => workbench.pickRow(0),
    };
    for (const line of ['tier', 'options', 'comment', 'approval'] as const) {
      await openLine(workbench, line);
      await check(line);
      await answers[line]();
      await workbench.atStep('2/2');
    }
    await getPrice(workbench);
    await workbench.modal();
    await check('price');
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await check('ordered');
    await workbench.clearNotifications();
  });

  it('translates the views and the editor', async () => {
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', 10).waitFor();
    await check('jobs');
    await workbench.runCommand('humanTranslation.groupJobs');
    await workbench.quickPickLabels();
    await check('group-jobs');
    await workbench.pressInQuickInput('Escape');
    await workbench.runCommand('humanTranslation.filterJobs');
    await workbench.quickInput.waitFor();
    await check('filter-jobs');
    await workbench.pressInQuickInput('Escape');
    await workbench.runCommand('humanTranslation.account.focus');
    await workbench.sideBar.locator('.pane').nth(1).locator('.monaco-list-row').nth(2).waitFor();
    const jobsHeader = workbench.sideBar.locator('.pane-header').first();
    await jobsHeader.click();
    await check('account');
    await jobsHeader.click();
    await workbench.openFile('locales/en.json');
    await workbench.editorLine('"cart"').locator('span', { hasText: '"cart"' }).last().hover();
    await workbench.page.locator('.monaco-hover:visible').first().waitFor();
    await check('hover', '.monaco-hover, .codelens-decoration');
  });

  it('translates the pages', async () => {
    await (await workbench.settledRow(/nav\.cart/u)).click();
    await workbench.webview.locator('#title').filter({ hasText: 'nav.cart' }).waitFor();
    await workbench.webview.locator('[role=log] .comment').first().waitFor();
    await check('job-page');
    await workbench.webview.locator('dl').last().scrollIntoViewIfNeeded();
    await check('job-page-end');
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.review-row').first().waitFor();
    await workbench.webview.locator('.list').focus();
    await workbench.page.keyboard.press('d');
    await workbench.webview.locator('.details[aria-busy="false"]').waitFor();
    await check('review-page');
    await workbench.page.keyboard.press('r');
    await workbench.webview.locator('.review-row textarea').waitFor();
    await check('review-revision');
    await workbench.page.keyboard.press('Escape');
  });

  it('translates the accessibility help', async () => {
    await workbench.runCommand('humanTranslation.accessibilityHelp');
    // Of Shift+F10: the pseudo language has no plain letters.
    await workbench.editorLine('10').waitFor();
    await check('help', '.editor-instance .view-line');
  });

  it('translates the settings', async () => {
    await workbench.runCommand('workbench.action.openSettings2');
    // The hover of a tab could cover the input.
    await workbench.page.mouse.move(0, 0);
    await workbench.page.locator('.settings-editor .suggest-input-container').click();
    await workbench.page.keyboard.type(`@ext:${extensionId}`);
    await workbench.page.locator(ownSetting).nth(2).waitFor();
    await check('settings', `${ownSetting} .setting-item-markdown, ${ownSetting} .setting-item-enumDescription`);
  });

  it('translates the threads of changes', async () => {
    await workbench.runCommand('humanTranslation.reviewAsChanges');
    await workbench.page.locator('.comments-panel .monaco-list-row', { hasText: 'nav.cart' }).first().click();
    await workbench.page.locator('.review-widget').first().waitFor();
    // The rest of a thread is a source and its translation.
    await check('changes', '.review-widget .comment-title, .review-thread-reply-button');
  });

  it('shows nothing in English', () => {
    assert.deepEqual(untranslated, []);
  });
});

const walkthrough = '.gettingStartedSlideDetails';
const ownSetting = '.settings-editor [data-key^="humanTranslation"]';
