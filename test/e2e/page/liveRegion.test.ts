import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { fill } from '../../../src/webview/shared/page/pageText.ts';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { makeReviewRow } from '../../builders/reviewRow.ts';
import { openPage, startPageServer, type PageServer } from './pageHarness.ts';
import { strings } from './pageStrings.ts';
import { allRows, error, openReview, reviewPageStrings, startReviewServer, upToDate } from './reviewHarness.ts';
import { faulty, reviewable } from './snapshots.ts';

/** Longer than a page waits for events of the same kind. */
const batchMs = 1100;

describe('the live regions of the pages', function () {
  this.timeout(60_000);
  let browser: Browser;
  let servers: { readonly job: PageServer; readonly review: PageServer };

  before(async function () {
    this.timeout(300_000);
    browser = await launchBrowser(
      await installCodeServer((line) => {
        console.log(line);
      }),
    );
    servers = { job: await startPageServer(), review: await startReviewServer() };
  });

  after(async () => {
    await browser?.close();
    for (const server of Object.values(servers ?? {})) server.close();
  });

  describe('job page', () => {
    it('announces each event once, and nothing when the same snapshot is shown again', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      await record(page);
      await open.show(reviewable);
      await open.show(reviewable);
      assert.deepEqual(await announced(page), [], 'what the page shows first is not news');
      await page.locator('#comment-text').fill('Shorter, please.');
      await page.locator('#comment-text').press('Control+Enter');
      await open.show({ ...reviewable, busy: true });
      await open.show({ ...reviewable, busy: true });
      const done = { intent: 'comment', count: 1 } as const;
      await open.show({ ...reviewable, done });
      await open.show({ ...reviewable, done });
      const finished = fill(strings.finished, strings.send);
      assert.deepEqual(await announced(page), [strings.working, finished]);
      const delivered = {
        ...reviewable,
        done: { intent: 'approve', count: 2 },
        status: 'approved',
        statusLabel: 'Approved',
        deliveryNotice: { severity: 'info', sentence: 'Delivered to locales/ja.json.' },
      } as const;
      await open.show(delivered);
      await open.show(delivered);
      const sentences = [fill(strings.finished, strings.approve), 'Approved', 'Delivered to locales/ja.json.'];
      assert.deepEqual(await announced(page), [sentences.join(' ')], 'one message for one snapshot');
      await page.close();
    });

    it('announces a new message of a translator, but not those from before', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      await record(page);
      const { comments: before = [], ...early } = reviewable;
      await open.show(early);
      await open.show(reviewable);
      assert.deepEqual(await announced(page), []);
      const own = { author: 'customer', authorLabel: 'You', body: 'Always goods.', when: '' } as const;
      const answer = { author: 'translator', authorLabel: 'Translator', body: 'Understood.', when: '' } as const;
      await open.show({ ...reviewable, comments: [...before, own, answer] });
      assert.deepEqual(await announced(page), ['Translator: Understood.']);
      await page.close();
    });

    it('announces no message again after its messages could not be loaded', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      await record(page);
      await open.show({ ...reviewable, comments: [], commentsFailed: true });
      await open.show(reviewable);
      await open.show({ ...reviewable, comments: [], commentsFailed: true });
      await open.show(reviewable);
      assert.deepEqual(await announced(page), []);
      await page.close();
    });

    it('announces each answer to Refresh while there is no job', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      const unavailable = { type: 'unavailable', title: 'Job 5', sentence: 'It was archived.', busy: false } as const;
      await record(page);
      await open.show(unavailable);
      await open.show(unavailable);
      assert.deepEqual(await announced(page), [unavailable.sentence]);
      for (let presses = 0; presses < 2; presses += 1) {
        await page.locator('#refresh').click();
        await open.show({ ...unavailable, busy: true });
        await open.show(unavailable);
        assert.deepEqual(await announced(page), [strings.working, unavailable.sentence]);
      }
      await page.close();
    });

    it('announces an error as an alert, and only once', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      await open.show(reviewable);
      await record(page);
      await open.show(faulty);
      await open.show({ ...faulty, busy: true });
      await open.show(faulty);
      const alerts = (await announced(page)).filter((text) => text.includes('{count}'));
      assert.equal(alerts.length, 1, JSON.stringify(alerts));
      await page.close();
    });

    it('announces nothing while it is hidden', async () => {
      const open = await openPage(browser, servers.job);
      const { page } = open;
      await open.show(reviewable);
      await record(page);
      await page.evaluate(hide);
      await open.show({ ...reviewable, done: { intent: 'comment', count: 1 } });
      assert.deepEqual(await announced(page), []);
      await page.close();
    });
  });

  describe('review page', () => {
    const words = reviewPageStrings;
    const rows = allRows(Array.from({ length: 20 }, (_, index) => makeReviewRow(String(index + 1))));

    it('announces approvals that follow each other as one, and what is undone', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(rows, upToDate);
      await record(page);
      await page.locator('.list').focus();
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('a');
      await open.post(rows, upToDate);
      assert.deepEqual(await announced(page), []);
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.approvedSeveralUndo, 3)]);
      await page.keyboard.press('a');
      await page.keyboard.press('z');
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.undone, 'cart.item4')], 'the approval is not announced');
      await page.clock.runFor(5000);
      const results = ['1', '2', '3'].map((jobId) => ({ jobId, action: 'approve' }) as const);
      await open.post(
        { type: 'results', results: results.slice(0, 1) },
        { type: 'results', results: results.slice(1) },
      );
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.doneSeveral, words.approve, 3)]);
      await open.post(rows, upToDate);
      await page.clock.runFor(60_000);
      assert.deepEqual(await announced(page), []);
      await page.close();
    });

    it('announces failures by the first one and their number', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(rows, upToDate);
      await record(page);
      const sentence = 'The service could not be reached. Nothing was sent.';
      const results = ['1', '2'].map((jobId) => ({ jobId, action: 'approve', sentence }) as const);
      await open.post({ type: 'results', results });
      await page.clock.runFor(batchMs);
      const first = fill(words.failed, 'cart.item1', sentence);
      assert.deepEqual(await announced(page), [`${first} ${fill(words.failedSeveral, 2)}`]);
      await page.close();
    });

    it('announces how many rows are listed and selected, not with each key', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(rows, upToDate);
      await record(page);
      await page.locator('#filter-text').pressSequentially('item1');
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.shownOf, 11, 20)]);
      await page.locator('.list').focus();
      await page.keyboard.press('Control+a');
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.selected, 11)]);
      await page.close();
    });

    it('announces inside of an open dialog when its list is complete', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(rows, upToDate);
      await record(page);
      await page.locator('[data-name=approve-clean]').click();
      // The first message may be about an earlier list.
      for (const remaining of [0, 12, 5]) await open.post({ type: 'checked', remaining, failed: 0 });
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [], 'the progress is not announced');
      await open.post({ type: 'checked', remaining: 0, failed: 0 });
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.approveList, 20)]);
      assert.equal(await page.locator('dialog #announcements').count(), 1);
      await open.post({ type: 'checked', remaining: 0, failed: 0 }, { type: 'checked', remaining: 0, failed: 0 });
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [], 'an update of a complete list is not announced');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      assert.equal(await page.locator('body > #announcements').count(), 1);
      await page.close();
    });

    it('announces outside of the closed dialog that a decision about several rows is being sent', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      for (const [key, action, label] of [
        ['a', 'approve', words.approve],
        ['r', 'revise', words.requestRevision],
        ['x', 'reject', words.reject],
      ] as const) {
        await open.post(rows, upToDate);
        await page.locator('.list').focus();
        await page.keyboard.press('Control+a');
        await page.clock.runFor(batchMs);
        await record(page);
        await page.keyboard.press(key);
        await page.locator('dialog').waitFor();
        if (action === 'approve') await page.locator('dialog [data-name=confirm]').click();
        else {
          await page.keyboard.type('Shorter');
          await page.keyboard.press('Enter');
        }
        await page.locator('dialog').waitFor({ state: 'detached' });
        await page.clock.runFor(batchMs);
        const sending = fill(words.labeled, label, words.sending);
        // A sentence that is removed at once isn't heard.
        assert.equal(await page.locator('body > #announcements').innerText(), `${sending} ${fill(words.selected, 0)}`);
        await announced(page);
        const results = Array.from({ length: 20 }, (_, index) => ({ jobId: String(index + 1), action }));
        await open.post({ type: 'results', results });
        await page.clock.runFor(batchMs);
        assert.deepEqual((await announced(page)).at(-1), fill(words.doneSeveral, label, 20));
      }
      await page.close();
    });

    it('announces nothing about sending if the answer arrives first', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(rows, upToDate);
      await page.locator('.list').focus();
      await page.keyboard.press('r');
      await page.locator('#editor-text:focus').waitFor();
      await record(page);
      await page.keyboard.type('Shorter');
      await page.keyboard.press('Enter');
      await open.post({ type: 'results', results: [{ jobId: '1', action: 'revise' }] });
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [fill(words.done, words.requestRevision)]);
      await page.close();
    });

    it('announces a question about errors once', async () => {
      const open = await openReview(browser, servers.review, { frozen: true });
      const { page } = open;
      await open.post(allRows([makeReviewRow('1', { problems: [error] })]), upToDate);
      await record(page);
      await page.locator('.list').focus();
      await page.keyboard.press('a');
      await open.post(upToDate, upToDate);
      await page.clock.runFor(batchMs);
      assert.deepEqual(await announced(page), [words.hasErrors]);
      await page.close();
    });
  });
});

/** Records what live regions of the page announce from now on: text that is added to them, or that replaces other text. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const announcements: string[] = [];
    Object.assign(globalThis, { announcements });
    const live =
      '[role=status], [role=alert], [role=log]:not([aria-live=off]), [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element?.closest(live) === null) continue;
        const texts = type === 'characterData' ? [target.textContent] : [...addedNodes].map((node) => node.textContent);
        const text = texts.join(' ').replaceAll(/\s+/gu, ' ').trim();
        if (text !== '') announcements.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Returns what was announced since the last call. */
function announced(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { announcements } = globalThis as unknown as { announcements: string[] };
    return announcements.splice(0);
  });
}

/** Runs in the browser: makes the page believe that it is hidden. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
}
