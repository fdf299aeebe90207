import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { openPage, startPageServer, type OpenPage, type PageServer } from './pageHarness.ts';
import { strings } from './pageStrings.ts';
import { delivered, reviewable } from './snapshots.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

const now = 'You have {count} products in your cart.\nThe total is %1$s.';
const warning = {
  severity: 'warning',
  sentence: 'The source of “cart.summary” has changed since the order.',
  currentText: now,
} as const;
const comment = 'The source text has changed to:\n\nYou have [[[{count}]]] products …';

/** The same job before a translator has started it. */
const available: PageSnapshot = {
  ...reviewable,
  status: 'available',
  translation: { locale: 'ja', label: 'Japanese', direction: 'ltr' },
  translationPending: 'No translator has started yet.',
  sourceChanges: [warning],
  actions: ['cancel', 'cancelAndOrder', 'comment', 'openFile', 'refresh'],
};

const pending: PageSnapshot = {
  ...available,
  status: 'pending',
  suggestedComment: comment,
  actions: ['comment', 'openFile', 'refresh'],
};

describe('a changed source on the job page', function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: PageServer;
  let open: OpenPage;

  before(async function () {
    this.timeout(300_000);
    browser = await launchBrowser(
      await installCodeServer((line) => {
        console.log(line);
      }),
    );
    server = await startPageServer();
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(async () => {
    open = await openPage(browser, server);
  });

  afterEach(async () => {
    const { pageErrors } = open;
    await open.page.close();
    assert.deepEqual(pageErrors, [], 'the page has no errors and follows its policy');
  });

  const section = () => open.page.locator('#source-changes');

  it('is not mentioned if it is as ordered', async () => {
    await open.show(reviewable);
    assert.equal(await section().count(), 0);
  });

  it('is shown with its difference, and the job can be canceled and ordered again', async () => {
    await open.show(available);
    assert.match(await section().innerText(), /has changed since the order/u);
    const difference = open.page.locator('#source-difference-1');
    assert.match(await difference.locator('del').innerText(), /items/u);
    assert.match(await difference.locator('ins').innerText(), /products/u);
    assert.equal(await difference.getAttribute('lang'), 'en');
    assert.equal(await open.page.locator('#message-translator').count(), 0);
    await open.page.getByRole('button', { name: strings.cancelAndOrder }).click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'cancelAndOrder' });
    const refused = 'A translator has started “cart.summary”, so it wasn’t canceled.';
    await open.show({ ...pending, failure: { intent: 'cancelAndOrder', sentence: refused } });
    assert.match(await open.page.locator('#cancelAndOrder-refusal').innerText(), /A translator has started/u);
    assert.equal(await open.page.locator('#message-translator').count(), 1);
  });

  it('suggests a comment that the user can edit, and sends nothing by itself', async () => {
    await open.show(pending);
    const box = open.page.locator('#comment-text');
    const button = open.page.getByRole('button', { name: strings.messageTranslator });
    await button.click();
    assert.equal(await box.inputValue(), comment);
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'comment-text');
    await box.fill('Hello!');
    await button.click();
    await button.click();
    assert.equal(await box.inputValue(), `Hello!\n\n${comment}`, 'it is added once, after what the user has written');
    assert.deepEqual(await open.sent(), [{ type: 'ready' }]);
    await open.page.locator('#send').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'comment', comment: `Hello!\n\n${comment}` });
  });

  it('is shown above the fields of an approval, which stays possible', async () => {
    await open.show({ ...reviewable, sourceChanges: [warning] });
    const [notice, approve] = await Promise.all([
      section().boundingBox(),
      open.page.locator('#approve-options').boundingBox(),
    ]);
    assert.ok(notice !== null && approve !== null && notice.y + notice.height <= approve.y);
    await open.page.locator('#approve').click();
    assert.equal((await open.sent()).at(-1)?.type, 'approve');
  });

  it('is shown for a delivered translation', async () => {
    await open.show({ ...delivered, sourceChanges: [{ ...warning, severity: 'info' }] });
    assert.equal(await section().locator('.notice.info').count(), 1);
    assert.equal(await section().getByRole('button').count(), 0);
  });

  it('is only text, and moves neither the focus nor the caret when it appears', async () => {
    await open.show(reviewable);
    const box = open.page.locator('#comment-text');
    await box.fill('Still writing');
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
    await open.show({
      ...reviewable,
      sourceChanges: [{ severity: 'warning', sentence: hostile, currentText: hostile }],
    });
    assert.equal(await open.page.locator('img, b').count(), 0);
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'comment-text');
    assert.equal(await box.inputValue(), 'Still writing');
  });
});
