import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { openFreshWindow, screenshotFailures, type FreshWindow } from '../e2e/e2eHost.ts';
import { ExternalSandbox } from '../e2e/externalSandbox.ts';
import { connect, getPrice, openLine, toSummary } from '../e2e/orderSteps.ts';
import { Workbench } from '../e2e/workbench.ts';
import { launchBrowser } from '../host/browser.ts';
import { openWindow } from '../host/codeWindow.ts';
import { projectRoot } from '../host/paths.ts';
import { toPalettePng } from './palettePng.ts';

const folder = path.join(projectRoot, 'media/readme');

/** Of the window, in CSS pixels; a picture of all of it is 1400 pixels wide. */
const size = { width: 1200, height: 750 };
const scale = 7 / 6;

const settings = {
  'humanTranslation.budget.perMonth': 200,
  'humanTranslation.notifications.question': false,
  'editor.minimap.enabled': false,
  'editor.unicodeHighlight.ambiguousCharacters': false,
  'diffEditor.renderOverviewRuler': false,
};

/**
 * Translations into Japanese by a word of their source; `$1` is the first protected part of the source. In one of them,
 * the placeholder is damaged.
 */
const translations: readonly (readonly [source: RegExp, translation: string])[] = [
  [/Cart/u, 'ショッピングカート（$1）'],
  [/Search/u, 'マフラー、マグカップ、ランプを検索…'],
  [/Sold out/u, '売り切れ'],
  [/in stock/u, '在庫あり（残り$1点）'],
  [/Ships in/u, '$1日以内に発送'],
  [/Made by/u, '$2の<b>$1</b>が制作'],
  [/Review your order/u, 'ご注文内容の確認'],
  [/You save/u, 'このご注文で[[[${amuont}]]]お得です'],
  [/off until/u, '$2まで$1オフ'],
  [/Thank you/u, '$1様、ご注文ありがとうございます。\n領収書を$2にお送りしました。'],
];

// The screenshots of README.md. Translations are those of people, unlike those of the embedded sandbox.
describe('the pictures of the README', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let browser: Browser;
  let workbench: Workbench;
  /** The id of the job whose page is shown. */
  let cart: string;
  screenshotFailures(() => workbench);

  before(async () => {
    await mkdir(folder, { recursive: true });
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow({ settings });
    await fresh.workbench.close();
    const { install, address, userDataFolder } = fresh.server.running;
    browser = await launchBrowser(install);
    const window = await openWindow(browser, address, { folder: fresh.shop, ...size, scale });
    workbench = new Workbench(window, userDataFolder);
    await workbench.ready();
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await browser?.close();
    await fresh?.server.stop();
    await sandbox?.stop();
  });

  const part = (name: string): Locator => workbench.page.locator(`.part.${name}`);

  /** Takes a picture of a part of the window, with some of what is around it; of the window if absent. */
  async function take(name: string, what?: Locator, { margin = 0, height = Infinity } = {}): Promise<void> {
    const { page } = workbench;
    const window = { x: 0, y: 0, ...(page.viewportSize() ?? size) };
    const box = (await what?.boundingBox()) ?? window;
    const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)];
    const clip = {
      x,
      y,
      width: Math.min(window.width, box.x + box.width + margin) - x,
      height: Math.min(window.height, box.y + Math.min(box.height, height) + margin) - y,
    };
    await page.mouse.move(window.width / 2, window.height - 5);
    const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide', scale: 'device' });
    await writeFile(path.join(folder, `${name}.png`), toPalettePng(png));
  }

  async function refresh(): Promise<void> {
    await workbench.runCommand('humanTranslation.refresh');
  }

  it('show the summary and the price of an order', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await toSummary(workbench, ['Japanese']);
    await openLine(workbench, 'comment');
    await workbench.type('A small web shop. Friendly and short, please.');
    await workbench.atStep('2/2');
    await workbench.iconRow('arrow-right').filter({ hasText: 'USD' }).waitFor();
    await take('summary', workbench.page.locator('.quick-input-widget:visible'), { margin: 24 });
    await getPrice(workbench);
    await workbench.modal();
    await take('price', workbench.page.locator('.monaco-dialog-box'), { margin: 24 });
    await workbench.answerModal();
    await workbench.notification('info');
    await workbench.clearNotifications();
  });

  it('show the jobs', async () => {
    const jobs = await sandbox.someWaitingJobs();
    cart = jobs.find(({ source }) => source.startsWith('Cart'))?.id ?? '';
    for (const { id, source } of jobs) {
      if (source.includes('Ships in')) continue;
      if (source.includes('Search')) {
        await sandbox.begin(id);
        await sandbox.comment(id, 'Is this the placeholder of the search box, or a headline?');
      } else await sandbox.translate(id, translationOf(source));
    }
    await workbench.showJobs();
    await refresh();
    await workbench.treeGroup('reviewable').waitFor();
    await workbench.treeGroup('pending').waitFor();
    await workbench.expandGroup('available');
    await take('jobs', part('sidebar'), { height: 420 });
  });

  it('show the review page', async () => {
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.review-row').nth(7).waitFor();
    await workbench.webview.locator('.list').focus();
    await take('review');
  });

  it('show the page of a job with a revision, and the changes of its delivery', async () => {
    await workbench.treeRow(/nav\.cart/u).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: 'nav.cart' }).waitFor();
    await page.locator('#open-revise').click();
    await page.locator('#revise-text').fill('Please make it shorter: “カート” is enough.');
    await page.locator('#revise').click();
    await page.locator('#status[data-status=revising]').waitFor();
    await sandbox.comment(cart, 'Of course. I have used the shorter word.');
    await sandbox.translate(cart, 'カート（[[[{count}]]]）', 'revising');
    await refresh();
    await page.locator('ins, del').first().waitFor();
    await workbench.clearNotifications();
    await workbench.page.setViewportSize({ ...size, height: 930 });
    await page.getByRole('log').getByText('the shorter word').waitFor();
    await page.getByRole('heading', { name: 'Revisions' }).evaluate((heading) => {
      heading.scrollIntoView();
      heading.ownerDocument.defaultView?.scrollBy(0, 24);
    });
    await take('job', part('editor'));
    await workbench.page.setViewportSize(size);
    await page.locator('#showChanges').click();
    await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await take('changes', part('editor'), { height: 400 });
  });
});

function translationOf(source: string): string {
  const [, translation] = translations.find(([pattern]) => pattern.test(source)) ?? [];
  if (translation === undefined) throw new Error(`"${source}" has no translation in this test.`);
  const parts = source.match(/\[\[\[.*?\]\]\]/gsu) ?? [];
  return translation.replaceAll(/\$(\d)/gu, (_, number: string) => parts[Number(number) - 1] ?? '');
}
