import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ReviewMessage, ReviewRow } from '../../../src/webview/review/reviewMessages.ts';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { makeReviewRow } from '../../builders/reviewRow.ts';
import { fill } from '../../../src/webview/shared/page/pageText.ts';
import { reviewable } from './snapshots.ts';
import type { PageServer } from './pageHarness.ts';
import { oddCharacters, oddText, shownOddText } from './oddTexts.ts';
import {
  allRows,
  error,
  openReview,
  reviewPageStrings as strings,
  startReviewServer,
  upToDate,
  type OpenReview,
} from './reviewHarness.ts';

describe('the review page in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: PageServer;
  let open: OpenReview;

  before(async function () {
    this.timeout(300_000);
    browser = await launchBrowser(
      await installCodeServer((line) => {
        console.log(line);
      }),
    );
    server = await startReviewServer();
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(async () => {
    open = await openReview(browser, server, { frozen: true });
  });

  afterEach(async () => {
    const { pageErrors } = open;
    await open.page.close();
    assert.deepEqual(pageErrors, [], 'the page has no errors and follows its policy');
  });

  const focused = (): Promise<string | null> => open.page.locator('.review-row.focused').getAttribute('data-id');
  const ids = (): Promise<(string | null)[]> =>
    open.page.locator('.review-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));
  const rows = (...changes: readonly Partial<ReviewRow>[]): readonly ReviewRow[] =>
    changes.map((change, index) => makeReviewRow(String(index + 1), change));

  it('shows a row for each translation, and ignores messages of unknown types', async () => {
    assert.deepEqual(await open.allSent(), [{ type: 'ready' }]);
    await open.post({ type: 'unknown', rows: [] } as never, allRows(rows({}, { locale: 'fr' })), upToDate);
    assert.deepEqual(await ids(), ['1', '2']);
    assert.equal(await open.page.locator('[role=grid]').getAttribute('aria-rowcount'), '3');
    assert.equal(await open.page.locator('.review-row').first().getAttribute('aria-rowindex'), '2');
    assert.equal(await focused(), '1');
    assert.equal(await open.page.locator('.review-row .chip').count(), 4, 'placeholders are chips');
  });

  it('counts the translations once they are loaded', async () => {
    const header = (): Promise<string> => open.page.locator('.toolbar').innerText();
    await open.post({ type: 'state', loading: true });
    assert.doesNotMatch(await header(), /\d/u);
    await open.post(allRows(rows({}, {})), upToDate);
    assert.match(await header(), /\b2\b/u);
  });

  it('approves with one key, five seconds later, and goes to the next row', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    // Otherwise the page's time goes on while a slow machine does something else.
    await open.page.clock.pauseAt((await open.page.evaluate(() => Date.now())) + 60_000);
    await open.page.keyboard.press('a');
    assert.equal(await focused(), '2');
    assert.deepEqual(await open.sent(), []);
    await open.page.clock.runFor(4900);
    assert.deepEqual(await open.sent(), []);
    await open.page.clock.runFor(200);
    assert.deepEqual(await open.sent(), [
      { type: 'approve', items: [{ jobId: '1', hash: 'hash-1', override: false }] },
    ]);
    await open.page.clock.resume();
  });

  it('takes an approval back', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('a');
    assert.equal(await focused(), '3');
    await open.page.keyboard.press('z');
    assert.equal(await focused(), '2');
    await open.page.locator('#row-1 [data-name=undo]').click();
    await open.page.clock.runFor(20_000);
    assert.deepEqual(await open.sent(), []);
  });

  it('approves nothing while a key is held down', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    await open.page.keyboard.down('a');
    await open.page.keyboard.down('a');
    await open.page.keyboard.down('a');
    await open.page.keyboard.up('a');
    await open.page.clock.runFor(6000);
    assert.deepEqual(await open.sent(), [
      { type: 'approve', items: [{ jobId: '1', hash: 'hash-1', override: false }] },
    ]);
  });

  it('sends no approval after the page was left, and offers it again', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('a');
    await open.page.reload();
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.clock.runFor(20_000);
    assert.deepEqual(await open.sent(), []);
    assert.equal(await open.page.locator('.review-row.notSent').getAttribute('data-id'), '1');
    await open.page.locator('[data-name=approve-not-sent]').click();
    await open.page.locator('dialog [data-name=confirm]').click();
    assert.deepEqual(await open.sent(), [
      { type: 'approve', items: [{ jobId: '1', hash: 'hash-1', override: false }] },
    ]);
  });

  it('tells the extension which approvals are waiting, which reports them if the page is left', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    const queued = async (): Promise<readonly (readonly string[])[]> =>
      (await open.allSent()).flatMap((intent) => (intent.type === 'queued' ? [intent.jobIds] : []));
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('z');
    assert.deepEqual(await queued(), [['1'], ['1', '2'], ['1']]);
    await open.page.clock.runFor(6000);
    assert.deepEqual((await queued()).at(-1), []);
  });

  it('keeps the focused row where it is when rows before it disappear', async () => {
    const all = rows(...Array.from({ length: 60 }, () => ({})));
    await open.post(allRows(all), upToDate);
    for (let presses = 0; presses < 30; presses += 1) await open.page.keyboard.press('a');
    await open.page.clock.runFor(6000);
    const top = async (): Promise<number> => (await open.page.locator('.review-row.focused').boundingBox())?.y ?? NaN;
    const before = await top();
    await open.post({
      ...(allRows([]) as Extract<ReviewMessage, { readonly type: 'rows' }>),
      reset: false,
      removed: all.slice(0, 20).map(({ id }) => id),
    });
    await open.page.clock.runFor(1000);
    assert.equal(await focused(), '31');
    assert.ok(Math.abs((await top()) - before) < 2);
  });

  it('shows the same rows after a reload', async () => {
    const all = rows(...Array.from({ length: 200 }, (_, index) => (index % 3 === 0 ? { problems: [error] } : {})));
    await open.post(allRows(all), upToDate);
    for (let presses = 0; presses < 12; presses += 1) await open.page.keyboard.press('PageDown');
    await open.page.clock.runFor(1000);
    const inView = (): Promise<readonly (string | undefined)[]> =>
      open.page.locator('.list').evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        return [...list.querySelectorAll<HTMLElement>('[data-id]')]
          .filter((row) => row.getBoundingClientRect().bottom > top + 30 && row.getBoundingClientRect().top < bottom)
          .map((row) => row.dataset['id']);
      });
    const before = await inView();
    assert.ok(before.includes('121'));
    await open.page.reload();
    await open.post(allRows(all), upToDate);
    await open.page.clock.runFor(1000);
    assert.deepEqual(await inView(), before);
    assert.equal(await focused(), '121');
  });

  it('asks before a translation with errors is approved', async () => {
    await open.post(allRows(rows({ problems: [error] }, {})), upToDate);
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('a');
    await open.page.clock.runFor(6000);
    assert.deepEqual(await open.sent(), []);
    await open.page.locator('[data-name=approve-anyway]').click();
    await open.page.clock.runFor(6000);
    assert.deepEqual(await open.sent(), [{ type: 'approve', items: [{ jobId: '1', hash: 'hash-1', override: true }] }]);
  });

  it('approves only what was shown: a translation that has changed since then is not sent', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('a');
    await open.post({
      ...allRows(rows({ hash: 'other', translation: '別の {count}' })),
      reset: false,
    } as never);
    await open.page.clock.runFor(6000);
    assert.deepEqual(await open.sent(), []);
    assert.ok((await open.page.locator('#row-1 .status').innerText()).includes(strings.changedSinceApproved));
    assert.equal(await open.page.locator('#row-1 .difference').count(), 1);
  });

  it('requests a revision with R, the comment, and Enter', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Shorter');
    await open.page.keyboard.press('Enter');
    assert.deepEqual(await open.sent(), [{ type: 'revise', jobIds: ['1'], comment: 'Shorter' }]);
    assert.equal(await focused(), '2');
    assert.equal(await open.page.evaluate(() => document.activeElement?.className), 'list');
  });

  it('keeps a draft for its job after Escape and a reload', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Half a sen');
    await open.page.keyboard.press('Escape');
    await open.page.keyboard.press('j');
    await open.page.keyboard.press('r');
    assert.equal(await open.page.locator('#editor-text').inputValue(), '');
    await open.page.keyboard.press('Escape');
    await open.page.reload();
    await open.post(allRows(rows({}, {})), upToDate);
    assert.equal(await focused(), '2');
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('k');
    await open.page.keyboard.press('r');
    assert.equal(await open.page.locator('#editor-text').inputValue(), 'Half a sen');
  });

  it('keeps the focus and an open editor after a restart, until the jobs are loaded', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('j');
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Half a sen');
    await open.page.reload();
    await open.post(allRows([]), { type: 'state', loading: true });
    await open.post(allRows(rows({}, {})), upToDate);
    assert.equal(await focused(), '2');
    assert.equal(await open.page.locator('#editor-text').inputValue(), 'Half a sen');
    await open.post({ ...allRows([]), reset: false, removed: ['2'] } as never);
    assert.equal(await open.page.locator('#editor-text').count(), 0, 'it closes once its row is gone');
  });

  it('shows why an action failed on its row, and tries again', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Shorter');
    await open.page.keyboard.press('Enter');
    const sentence = 'The service could not be reached.';
    await open.post({ type: 'results', results: [{ jobId: '1', action: 'revise', sentence }] });
    assert.ok((await open.page.locator('#row-1 .status').innerText()).includes(sentence));
    await open.page.locator('#row-1 [data-name=retry]').click();
    assert.equal((await open.sent()).length, 2);
    assert.deepEqual((await open.sent())[1], { type: 'revise', jobIds: ['1'], comment: 'Shorter' });
    await open.post({ type: 'results', results: [{ jobId: '1', action: 'revise' }] });
    assert.equal(await open.page.locator('#row-1 .status').count(), 0);
  });

  it('rejects with a reason and a comment', async () => {
    await open.post(allRows(rows({}, {})), upToDate);
    await open.page.keyboard.press('x');
    await open.page.keyboard.press('Enter');
    assert.ok((await open.page.locator('#editor-error').innerText()).includes(strings.commentEmpty));
    await open.page.locator('#reject-reason').selectOption('incomplete');
    await open.page.locator('#editor-text').fill('The end is missing.');
    await open.page.locator('#editor-text').press('Enter');
    assert.deepEqual(await open.sent(), [
      { type: 'reject', jobIds: ['1'], reason: 'incomplete', comment: 'The end is missing.', followUp: 'requeue' },
    ]);
  });

  it('requests revisions of all selected translations with one comment', async () => {
    await open.post(allRows(rows({}, {}, {}, {})), upToDate);
    await open.page.keyboard.press('Shift+ArrowDown');
    await open.page.keyboard.press('Shift+ArrowDown');
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Use the formal form.');
    await open.page.keyboard.press('Enter');
    assert.deepEqual(await open.sent(), [{ type: 'revise', jobIds: ['1', '2', '3'], comment: 'Use the formal form.' }]);
    assert.equal(await open.page.locator('dialog').count(), 0);
    assert.equal(await open.page.locator('.review-row.selected').count(), 0);
  });

  it('lists clean translations before they are approved, without those with findings or unanswered messages', async () => {
    const five = rows({}, { problems: [error] }, { isUnanswered: true, comments: 2 }, {}, {});
    const { isUnanswered, ...unknown } = five[4]!;
    assert.equal(isUnanswered, false);
    await open.post(allRows([...five.slice(0, 4), unknown]), upToDate);
    await open.page.locator('[data-name=approve-clean]').click();
    assert.deepEqual(await open.sent(), [{ type: 'check', jobIds: ['1', '4', '5'] }]);
    const confirm = open.page.locator('dialog [data-name=confirm]');
    await open.post({ type: 'checked', remaining: 1, failed: 0 });
    assert.equal(await confirm.getAttribute('aria-disabled'), 'true');
    await open.post({ ...allRows([{ ...unknown, comments: 1, isUnanswered: true }]), reset: false } as never, {
      type: 'checked',
      remaining: 0,
      failed: 0,
    });
    assert.equal(await open.page.locator('dialog li').count(), 2);
    await confirm.click();
    assert.deepEqual((await open.sent())[1], {
      type: 'approve',
      items: [
        { jobId: '1', override: false, hash: 'hash-1' },
        { jobId: '4', override: false, hash: 'hash-4' },
      ],
    });
  });

  it('filters by text, language and findings, and keeps that after a reload', async () => {
    const some = rows({}, { locale: 'fr' }, { problems: [error], locale: 'fr' });
    await open.post(allRows(some), upToDate);
    await open.page.keyboard.press('/');
    await open.page.keyboard.type('item2');
    assert.deepEqual(await ids(), ['2']);
    await open.page.locator('#filter-text').fill('');
    await open.page.locator('[data-name=locale]').selectOption('fr');
    assert.deepEqual(await ids(), ['2', '3']);
    await open.page.locator('[data-name=findings]').check();
    assert.deepEqual(await ids(), ['3']);
    await open.page.reload();
    await open.post(allRows(some), upToDate);
    assert.deepEqual(await ids(), ['3']);
    await open.page.locator('[data-name=clear]').click();
    assert.deepEqual(await ids(), ['1', '2', '3']);
  });

  it('goes to the next row when the focused one is gone', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    await open.page.keyboard.press('ArrowDown');
    await open.post({ ...allRows([]), reset: false, removed: ['2'] } as never);
    assert.equal(await focused(), '3');
  });

  it('has only the rows in view in the document, also at the end of thousands', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => makeReviewRow(String(index + 1)));
    await open.post(allRows(many), upToDate);
    assert.ok((await ids()).length < 60, 'few rows are rendered');
    await open.page.keyboard.press('End');
    await open.page.locator('#row-5000').waitFor();
    assert.equal(await focused(), '5000');
    assert.ok((await ids()).length < 60);
    assert.equal(await open.page.locator('#row-5000').getAttribute('aria-rowindex'), '5001');
    await open.page.clock.runFor(1000);
    const visible = (await open.allSent()).findLast(({ type }) => type === 'visible');
    assert.ok(visible?.type === 'visible' && visible.jobIds.includes('5000') && visible.jobIds.length <= 60);
  });

  it('shows external text as plain text', async () => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b> ${x}';
    await open.post(
      allRows(
        rows({
          title: hostile,
          source: hostile,
          translation: hostile,
          previous: `${hostile}!`,
          notes: [hostile],
          locale: 'fr',
          problems: [{ severity: 'error', sentence: hostile }],
          placeholders: ['<b>'],
        }),
      ),
      { type: 'state', loading: false, notice: hostile },
    );
    assert.equal(await open.page.locator('img, b').count(), 0);
    assert.equal(await open.page.title(), 'Job');
    assert.equal(await open.page.locator('#row-1 .source .passage').textContent(), hostile);
  });

  it('shows characters that nobody sees by their names, in rows and in details', async () => {
    await open.post(
      allRows(
        rows({
          source: oddText,
          translation: oddText,
          previous: `Alt ${oddText}`,
          locale: 'de',
          problems: [
            { severity: 'error', sentence: 'hidden', location: { passage: 'translation', start: 3, end: 13 } },
          ],
          placeholders: [oddText.slice(0, 6)],
        }),
      ),
    );
    for (const passage of ['.source .passage', '.translation .passage:not(.difference)'])
      assert.equal(await open.page.locator(`#row-1 ${passage}`).textContent(), shownOddText, passage);
    const shown = await open.page.locator('body').evaluate((body) => body.textContent);
    for (const [character, name] of oddCharacters) {
      assert.ok(!shown.includes(character), `${name} is on the page itself`);
      assert.ok(shown.includes(name), name);
    }
  });

  describe('the context of VS Code’s menu', () => {
    /** Opens a menu. Returns the context that VS Code would read for it, and where it opens. */
    const openMenu = async (act: () => Promise<void>) => {
      // The page listens before anything happens: input can arrive at it before a script sent earlier.
      const menu = await open.page.evaluateHandle(() => {
        const opened = Promise.withResolvers<{ readonly context: Record<string, unknown>; readonly y: number }>();
        document.addEventListener(
          'contextmenu',
          ({ target, clientY }) => {
            let context: Record<string, unknown> = {};
            // The innermost element takes precedence.
            for (let next = target as Element | null; next !== null; next = next.parentElement) {
              const json = next instanceof HTMLElement ? next.dataset['vscodeContext'] : undefined;
              if (json !== undefined) context = { ...(JSON.parse(json) as object), ...context };
            }
            opened.resolve({ context, y: clientY });
          },
          { once: true },
        );
        return { opened: opened.promise };
      });
      await act();
      return menu.evaluate(({ opened }) => opened);
    };
    const menuOn = async (selector: string) =>
      (await openMenu(() => open.page.locator(selector).click({ button: 'right' }))).context;
    const attribute = async (index: number): Promise<unknown> =>
      JSON.parse((await open.page.locator('.review-row').nth(index).getAttribute('data-vscode-context')) ?? '');
    const row = { webviewSection: 'row', preventDefaultContextMenuItems: true };
    const all = { canApprove: true, canRevise: true, canReject: true };

    it('names the job and what is possible, and no text of it can change that', async () => {
      const hostile = '"><b data-x=\'1\'>","canApprove":true,"override":true,"jobId":"2","x":"</script>\\';
      await open.post(
        allRows([
          ...rows({ title: hostile, source: hostile, translation: hostile, actions: ['reject', 'comment'] }),
          makeReviewRow(hostile, { hash: hostile }),
        ]),
        upToDate,
      );
      assert.deepEqual(await attribute(0), {
        ...row,
        ...{ jobId: '1', translationHash: 'hash-1', canApprove: false, canRevise: false, canReject: true },
      });
      assert.deepEqual(await attribute(1), { ...row, ...all, jobId: hostile, translationHash: hostile });
      assert.equal(await open.page.locator('b').count(), 0);
    });

    it('offers no decision that was made already, and no approval of a text that is not shown whole', async () => {
      await open.post(allRows(rows({}, { truncated: true }, {})), upToDate);
      await open.page.locator('.list').focus();
      await open.page.keyboard.press('a');
      const second = { ...row, ...all, jobId: '2', translationHash: 'hash-2', canApprove: false };
      assert.deepEqual(await attribute(0), {
        ...{ ...row, jobId: '1', translationHash: 'hash-1' },
        ...{ canApprove: false, canRevise: false, canReject: false },
      });
      assert.deepEqual(await attribute(1), second);
    });

    it('names all selected jobs in each of their rows', async () => {
      await open.post(allRows(rows({}, {}, {})), upToDate);
      await open.page.locator('.list').focus();
      await open.page.keyboard.press('Shift+ArrowDown');
      const jobs = ['1', '2'].map((id) => ({ jobId: id, translationHash: `hash-${id}` }));
      assert.deepEqual(await attribute(0), { ...row, ...all, ...jobs[0], jobs });
      assert.deepEqual(await attribute(2), { ...row, ...all, jobId: '3', translationHash: 'hash-3' });
    });

    it('is that of the row below the mouse, which gets the focus', async () => {
      await open.post(allRows(rows({}, {}, {})), upToDate);
      assert.equal((await menuOn('#row-2 .information'))['jobId'], '2');
      assert.equal(await focused(), '2');
    });

    it('is that of the focused row if the menu is opened by keyboard', async () => {
      await open.post(allRows(rows({}, {}, {})), upToDate);
      await open.page.locator('.list').focus();
      await open.page.keyboard.press('ArrowDown');
      const { context, y } = await openMenu(() => open.page.keyboard.press('Shift+F10'));
      assert.equal(context['jobId'], '2');
      const box = await open.page.locator('#row-2').boundingBox();
      assert.ok(box !== null && y > box.y && y < box.y + box.height, 'it opens at the row');
    });

    it('has only Cut, Copy and Paste in a text field, and Copy where text is selected', async () => {
      await open.post(allRows(rows({}, {})), upToDate);
      await open.page.locator('.list').focus();
      await open.page.keyboard.press('r');
      await open.page.locator('#editor-text:focus').waitFor();
      const { webviewSection, preventDefaultContextMenuItems } = await menuOn('#editor-text');
      assert.deepEqual([webviewSection, preventDefaultContextMenuItems], ['text', false]);
      const onText = '#row-2 .source .passage';
      assert.equal((await menuOn(onText))['preventDefaultContextMenuItems'], true);
      await open.page.locator(onText).evaluate((text) => document.getSelection()?.selectAllChildren(text));
      assert.equal((await menuOn(onText))['preventDefaultContextMenuItems'], false);
    });
  });

  it('shows a revision without a time without a separator', async () => {
    await open.post(allRows(rows({})), upToDate);
    await open.page.keyboard.press('d');
    const revisions = [
      { id: 'a', text: 'A', when: '' },
      { id: 'b', text: 'B', when: '14 May' },
    ];
    await open.post({ ...reviewable, jobId: '1', revisions });
    const labels = await open.page.locator('.revisions .hint').allInnerTexts();
    assert.deepEqual(labels, [`${fill(strings.revisionNumber, 2)} · 14 May`, fill(strings.revisionNumber, 1)]);
  });

  it('asks for the details of the focused row only', async () => {
    await open.post(allRows(rows({}, {}, {})), upToDate);
    await open.page.keyboard.press('d');
    await open.page.keyboard.press('ArrowDown');
    await open.page.keyboard.press('ArrowDown');
    await open.page.clock.runFor(1000);
    assert.deepEqual(
      (await open.allSent()).filter(({ type }) => type === 'details'),
      [{ type: 'details', jobId: '3' }],
    );
  });
});
