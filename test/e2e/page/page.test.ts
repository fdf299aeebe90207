import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { openPage, startPageServer, type OpenPage, type PageServer } from './pageHarness.ts';
import { oddCharacters, oddText, shownOddText } from './oddTexts.ts';
import { strings } from './pageStrings.ts';
import { delivered, early, faulty, held, reviewable, withOrder } from './snapshots.ts';
import { maxCommentLength } from '../../../src/webview/shared/commentLength.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

describe('the job page in a browser', function () {
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

  it('sends `ready`, and shows progress until the first snapshot', async () => {
    assert.deepEqual(await open.sent(), [{ type: 'ready' }]);
    assert.equal(await open.page.locator('.loading').count(), 1);
    await open.show({ ...reviewable, type: 'unknown' } as unknown as PageSnapshot);
    assert.equal(await open.page.locator('.loading').count(), 1, 'a message of an unknown type is ignored');
    await open.show(early);
    assert.equal(await open.page.getByRole('heading', { level: 1 }).innerText(), 'cart.summary');
    assert.equal(await open.page.locator('.loading').count(), 2, 'revisions and comments are not loaded');
  });

  it('is small', () => {
    assert.ok(server.scriptSize < 100_000, `${server.scriptSize} bytes`);
  });

  it('shows external text as plain text', async () => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b> {{x}} ${x} <!-- -->';
    await open.show({
      ...reviewable,
      title: hostile,
      facts: [{ label: hostile, value: hostile }],
      simulatedNotice: hostile,
      source: { ...reviewable.source, label: hostile, text: hostile },
      translation: { ...reviewable.translation, text: hostile },
      problems: [{ severity: 'error', sentence: hostile }],
      revisions: [
        { id: 'a', text: hostile, when: hostile },
        { id: 'b', text: `${hostile}!`, when: hostile },
      ],
      comments: [{ author: 'translator', authorLabel: hostile, body: hostile, when: hostile }],
      notes: [hostile],
    });
    assert.equal(await open.page.locator('img, b').count(), 0);
    assert.equal(await open.page.title(), 'Job');
    assert.equal(await open.page.locator('#source').textContent(), hostile);
    assert.equal(await open.page.locator('.comment .passage').textContent(), hostile);
  });

  it('shows characters that nobody sees by their names, wherever it shows a text from outside', async () => {
    await open.show({
      ...reviewable,
      source: { ...reviewable.source, locale: 'en', text: oddText },
      translation: { ...reviewable.translation, locale: 'de', text: oddText },
      problems: [{ severity: 'error', sentence: 'hidden', location: { passage: 'translation', start: 3, end: 13 } }],
      previousText: `Alt ${oddText}`,
      revisions: [
        { id: 'a', text: oddText, when: '' },
        { id: 'b', text: `${oddText} neu`, when: '' },
      ],
      comments: [{ author: 'translator', authorLabel: 'Translator', body: oddText, when: '' }],
      feedback: { forTranslator: oddText },
      sourceChanges: [{ severity: 'warning', sentence: 'changed', currentText: `${oddText} now` }],
    });
    for (const passage of ['#source', '#translation', '.comment .passage', '#feedback .passage', '.revisions .passage'])
      assert.equal(await open.page.locator(passage).last().textContent(), shownOddText, passage);
    assert.equal(await open.page.locator('#translation .odd-character').count(), oddCharacters.length);
    const shown = await open.page.locator('body').evaluate((body) => body.textContent);
    for (const [character, name] of oddCharacters) {
      assert.ok(!shown.includes(character), `${name} is on the page itself`);
      assert.ok(shown.includes(name), name);
    }
  });

  it('leaves characters that a script or an emoji needs as they are', async () => {
    const text = 'می‌خواهم 👨‍👩‍👧 ❤️ \u2067x\u2069';
    await open.show({ ...reviewable, translation: { locale: 'fa', label: 'Persian', direction: 'rtl', text } });
    assert.equal(await open.page.locator('#translation').textContent(), text);
  });

  it('names its job and what is possible for VS Code’s menu, and no text can change that', async () => {
    const menu = async (): Promise<unknown> => {
      const json = await open.page.locator('body').getAttribute('data-vscode-context');
      return json === null ? undefined : JSON.parse(json);
    };
    const hostile = '"><b>","canCancel":true,"override":true,"jobId":"2","x":"';
    await open.show({ ...reviewable, jobId: hostile, title: hostile, translationHash: 'h' });
    const context = {
      ...{ webviewSection: 'job', jobId: hostile, translationHash: 'h', preventDefaultContextMenuItems: true },
      ...{ canApprove: true, canRevise: true, canReject: true, canCancel: false },
    };
    assert.deepEqual(await menu(), context);
    assert.equal(await open.page.locator('b').count(), 0);
    await open.show({ ...reviewable, jobId: hostile, translationHash: 'h', busy: true });
    assert.deepEqual(await menu(), { ...context, canApprove: false, canRevise: false, canReject: false });
    const field = await open.page.locator('#comment-text').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(field ?? ''), { webviewSection: 'text', preventDefaultContextMenuItems: false });
    await open.show({ type: 'unavailable', title: 'Job 5', sentence: 'It was archived.', busy: false });
    assert.equal(await menu(), undefined);
  });

  it('keeps whitespace, language and direction of the texts', async () => {
    await open.show(delivered);
    const translation = open.page.locator('#translation');
    assert.equal(await translation.getAttribute('lang'), 'ar');
    assert.equal(await translation.evaluate((element) => getComputedStyle(element).direction), 'rtl');
    assert.equal(await translation.evaluate((element) => getComputedStyle(element).whiteSpace), 'pre-wrap');
    await open.show({ ...reviewable, source: { ...reviewable.source, text: '  a\n\n  b ' } });
    assert.equal(await open.page.locator('#source').textContent(), '  a\n\n  b ');
  });

  it('offers only the actions that are possible now', async () => {
    await open.show(delivered);
    const ids = await open.page.getByRole('button').evaluateAll((buttons) => buttons.map(({ id }) => id));
    assert.deepEqual(ids, ['copy', 'undoDelivery', 'archive', 'openFile', 'refresh', 'send']);
    await open.page.locator('#undoDelivery').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'undoDelivery' });
    await open.show({ ...delivered, actions: [] });
    assert.equal(await open.page.getByRole('button').count(), 0);
    assert.equal(await open.page.getByRole('textbox').count(), 0);
  });

  it('sends one comment at a time, and keeps its text until it was sent', async () => {
    await open.show(reviewable);
    const box = open.page.locator('#comment-text');
    await box.fill('Shorter, please.');
    await box.press('Control+Enter');
    await box.press('Control+Enter');
    await open.page.locator('#send').click({ force: true });
    const comment = { type: 'comment', comment: 'Shorter, please.' };
    assert.deepEqual(await open.sent(), [{ type: 'ready' }, comment]);

    await open.show({ ...reviewable, busy: true });
    assert.equal(await open.page.locator('#send').getAttribute('aria-disabled'), 'true');
    await open.show({ ...reviewable, failure: { intent: 'comment', sentence: 'The service could not be reached.' } });
    assert.equal(await box.inputValue(), 'Shorter, please.');
    assert.match(await open.page.locator('#comment-refusal').innerText(), /The service could not be reached\./);

    await box.press('Control+Enter');
    assert.deepEqual((await open.sent()).slice(2), [comment]);
    await open.show({ ...reviewable, busy: true });
    await open.show({ ...reviewable, done: { intent: 'comment', count: 1 } });
    assert.equal(await box.inputValue(), '');
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'comment-text', 'the focus does not move');
    assert.ok((await open.page.getByRole('status').first().innerText()).includes(strings.send));

    await box.fill('One more.');
    await open.show({ ...reviewable, done: { intent: 'comment', count: 1 } });
    assert.equal(await box.inputValue(), 'One more.', 'the same result does not clear it again');
  });

  it('keeps caret and scroll position when a snapshot arrives while the user types', async () => {
    await open.show(reviewable);
    const box = open.page.locator('#comment-text');
    await box.fill('abcdef');
    await box.evaluate((element: HTMLTextAreaElement) => {
      element.setSelectionRange(2, 4);
    });
    const top = async (): Promise<number | undefined> => (await box.boundingBox())?.y;
    const before = await top();
    await open.show({
      ...reviewable,
      statusLabel: 'In review',
      facts: reviewable.facts.map((fact) => ({ ...fact, value: `${fact.value} ` })),
    });
    const selection = await box.evaluate((element: HTMLTextAreaElement) => [
      element.value,
      element.selectionStart,
      element.selectionEnd,
    ]);
    assert.deepEqual(selection, ['abcdef', 2, 4]);
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'comment-text');
    assert.equal(await top(), before);
  });

  it('keeps typed text and choices while it is hidden', async () => {
    await open.show(reviewable);
    await open.page.locator('#comment-text').fill('Half a sen');
    await openFeedback(open);
    await open.page.locator('#approve-text').fill('Well done');
    await open.page.locator('[name=rating][value="4"]').check();
    await open.page.locator('#compare-older').selectOption('r1');
    await open.page.reload();
    await open.show(reviewable);
    assert.equal(await open.page.locator('#comment-text').inputValue(), 'Half a sen');
    assert.equal(await open.page.locator('#approve-text').inputValue(), 'Well done');
    assert.equal(await open.page.locator('[name=rating][value="4"]').isChecked(), true);
    assert.equal(await open.page.locator('#compare-older').inputValue(), 'r1');
    await open.show({ ...reviewable, jobId: '4712' });
    assert.equal(await open.page.locator('#comment-text').inputValue(), '', 'another job has its own text');
  });

  it('approves by keyboard alone, with a rating and feedback', async () => {
    await open.show(reviewable);
    const { keyboard } = open.page;
    await tabTo(open, (name) => name === 'approve-options');
    await keyboard.press('Enter');
    await tabTo(open, (name) => name === 'rating');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await keyboard.press('Tab');
    await keyboard.type('Thanks!');
    await keyboard.press('Control+Enter');
    assert.equal((await open.sent()).length, 1, 'only the button approves');
    await tabTo(open, (id) => id === 'approve-with-feedback');
    await keyboard.press('Enter');
    assert.deepEqual((await open.sent()).slice(1), [
      { type: 'approve', override: false, rating: 2, forTranslator: 'Thanks!', translationHash: 'hash-of-r3' },
    ]);
    await open.show({ ...delivered, jobId: reviewable.jobId, done: { intent: 'approve', count: 1 } });
    assert.equal(
      await open.page.evaluate(() => document.activeElement?.id),
      'title',
      'the form was removed, so the title has the focus',
    );
  });

  it('explains what public feedback means before anything is sent', async () => {
    await open.show(reviewable);
    await openFeedback(open);
    const meaning = open.page.locator('#public-meaning p');
    const consent = open.page.locator('input[name="public"]');
    assert.equal(await consent.isChecked(), false);
    assert.equal(await meaning.count(), 0);
    await consent.press('Space');
    await meaning.waitFor();
    assert.equal((await open.sent()).length, 1);
    await open.page.locator('#staff-text').fill('Please give us this translator again.');
    await open.page.locator('#approve').click();
    assert.deepEqual((await open.sent()).slice(1), [
      {
        type: 'approve',
        override: false,
        forService: 'Please give us this translator again.',
        public: true,
        translationHash: 'hash-of-r3',
      },
    ]);

    await open.show({ ...reviewable, busy: true });
    await open.show({ ...reviewable, done: { intent: 'approve', count: 1 } });
    await openFeedback(open);
    assert.equal(await consent.isChecked(), false, 'the next approval asks again');
  });

  it('does not send feedback over the limit', async () => {
    await open.show(reviewable);
    await openFeedback(open);
    await open.page.locator('#staff-text').fill('x'.repeat(maxCommentLength + 1));
    assert.match(await open.page.locator('#staff-count').innerText(), /25,001\D+25,000/);
    await open.page.locator('#approve').click();
    assert.match(await open.page.locator('#approve-refusal').innerText(), /25,000/);
    assert.equal((await open.sent()).length, 1);
  });

  it('shows the feedback of the approval', async () => {
    await open.show(delivered);
    assert.match(await open.page.locator('#feedback').innerText(), /\b5\b.*\s+Quick and natural, thank you\./);
  });

  it('marks the location of each problem without changing the texts', async () => {
    await open.show(held);
    const marks = async (selector: string): Promise<readonly string[]> => open.page.locator(selector).allTextContents();
    assert.deepEqual(await marks('#translation mark.error'), [
      '{nmae}',
      held.translation.text?.slice(40, 54),
      '{more}',
      '.',
    ]);
    assert.deepEqual(await marks('#source mark.error'), ['<b>', '</b>']);
    assert.equal(
      await open.page.locator('#translation mark.warning').count(),
      0,
      'a problem of the whole text does not hide the others',
    );
    assert.match((await open.page.locator('#translation').getAttribute('class')) ?? '', /\bwarning\b/);
    assert.equal(await open.page.locator('#translation').textContent(), held.translation.text);
    assert.equal(await open.page.locator('#translation').innerText(), held.translation.text);
    assert.equal(await open.page.locator('#source').textContent(), held.source.text);
    await open.page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('#translation') ?? document.body);
    });
    assert.equal(await open.page.evaluate(() => getSelection()?.toString()), held.translation.text);
  });

  it('links a problem with its location in both directions, by keyboard', async () => {
    await open.show(faulty);
    const focused = (): Promise<string | undefined> => open.page.evaluate(() => document.activeElement?.id);
    const label = (): Promise<string | null | undefined> =>
      open.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await tabTo(open, (id) => id === 'problem-1');
    assert.match((await label()) ?? '', /\b1\b/);
    await open.page.keyboard.press('Enter');
    assert.equal(await focused(), 'location-1');
    assert.match((await label()) ?? '', /\b1\b.*The placeholder \{count\} is missing\./);
    assert.equal(
      await open.page.evaluate(() => document.activeElement?.previousElementSibling?.textContent),
      '{count}',
    );
    assert.equal(await open.page.evaluate(() => document.activeElement?.closest('p')?.id), 'source');
    await open.page.keyboard.press('Enter');
    assert.equal(await focused(), 'problem-1');
    assert.equal(
      await open.page.locator('#location-2').getAttribute('title'),
      'The translation ends with “。” where the source ends with “.”',
    );
    assert.equal(await open.page.locator('#problem-3').count(), 0, 'it has no location');
    assert.equal((await open.sent()).length, 1);
  });

  it('accepts locations outside the texts', async () => {
    const location = { passage: 'translation', start: 500, end: 900 } as const;
    await open.show({
      ...faulty,
      problems: [
        { severity: 'error', sentence: 'Somewhere.', location },
        { severity: 'error', sentence: 'Here.', location: { ...location, start: 0 } },
      ],
    });
    assert.equal(await open.page.locator('#translation').textContent(), faulty.translation.text);
    await open.show({
      ...faulty,
      translation: { locale: 'ja', label: 'Japanese', direction: 'ltr' },
      translationPending: 'Soon.',
      problems: [],
    });
    assert.equal(await open.page.locator('mark, .reference').count(), 0);
  });

  it('shows a text with many problems', async () => {
    const text = 'word {x} '.repeat(300);
    const problems = Array.from(
      { length: 300 },
      (_, index) =>
        ({
          severity: 'error',
          sentence: `Number ${index}.`,
          location: { passage: 'translation', start: index * 9 + 5, end: index * 9 + 8 },
        }) as const,
    );
    await open.show({ ...faulty, translation: { ...faulty.translation, text }, problems });
    assert.equal(await open.page.locator('#translation mark').count(), 300);
    assert.equal(await open.page.locator('#translation').textContent(), text);
  });

  it('does not highlight the delivery of a translation with errors', async () => {
    await open.show(held);
    const button = open.page.locator('#deliver');
    assert.doesNotMatch((await button.getAttribute('class')) ?? '', /primary/);
    assert.ok((await open.page.locator('.note').innerText()).includes(held.notes[0]!));
    await button.click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'deliver' });
    await open.show({ ...held, deliveryNotice: { severity: 'info', sentence: 'The delivery was undone.' } });
    assert.match((await button.getAttribute('class')) ?? '', /primary/);
  });

  it('approves a translation with errors only after a confirmation', async () => {
    await open.show(faulty);
    assert.match(
      await open.page.locator('#problems [role=alert]').innerText(),
      /The placeholder \{count\} is missing\./,
    );
    await open.page.locator('#approve').focus();
    await open.page.keyboard.press('Enter');
    await open.page.locator('#approve-anyway').waitFor();
    assert.equal((await open.sent()).length, 1);
    await open.page.keyboard.press('Enter');
    assert.equal((await open.sent()).length, 1, 'a second Enter returns to the form');
    await open.page.locator('#approve').click();
    await open.page.locator('#approve-anyway').click();
    assert.deepEqual((await open.sent()).slice(1), [
      { type: 'approve', override: true, translationHash: 'hash-of-faulty' },
    ]);
  });

  it('asks again when the translation has changed since the question', async () => {
    await open.show(faulty);
    await open.page.locator('#approve').click();
    await open.show({ ...faulty, translation: { ...faulty.translation, text: 'カート' } });
    assert.equal(await open.page.locator('#approve-anyway').count(), 0);
  });

  it('asks again when the errors have changed since the question', async () => {
    await open.show(faulty);
    await open.page.locator('#approve').click();
    await open.show({ ...faulty, translationHash: 'hash-with-another-error' });
    assert.equal(await open.page.locator('#approve-anyway').count(), 0);
  });

  it('marks changes since the translation was shown, and explains the refusal next to the form', async () => {
    await open.show(reviewable);
    assert.equal(await open.page.locator('#changed').count(), 0);
    const text = '<b>カート</b>に{count}点の商品が入っています。\n合計は%1$sです。';
    const failure = { intent: 'approve', sentence: 'The translation has changed since it was shown.' } as const;
    await open.show({
      ...reviewable,
      translation: { ...reviewable.translation, text },
      translationHash: 'another',
      previousText: reviewable.translation.text!,
      failure,
    });
    const shown = open.page.locator('#changed');
    await shown.waitFor();
    assert.equal(await shown.locator('b').count(), 0, 'external text is plain text');
    const added = await shown.locator('ins').allInnerTexts();
    assert.match(added.join(), /<b>[^]*<\/b>/);
    assert.match(await open.page.locator('#approve-refusal').innerText(), /has changed since it was shown/);
    await open.page.locator('#approve').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'approve', override: false, translationHash: 'another' });
  });

  it('requests a revision with the suggested or an own comment', async () => {
    await open.show(faulty);
    assert.equal(await open.page.locator('#revise-text').count(), 0, 'the form opens on demand');
    await open.page.locator('#open-revise').press('Enter');
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'revise-text');
    const box = open.page.locator('#revise-text');
    assert.equal(await box.inputValue(), faulty.suggestedRevisionComment);
    await box.fill('   ');
    await open.page.locator('#revise').click();
    assert.ok((await open.page.locator('#revise-refusal').innerText()).includes(strings.commentEmpty));
    await box.fill('x'.repeat(maxCommentLength + 1));
    assert.match(await open.page.locator('#revise-count').innerText(), /25,001\D+25,000/);
    await open.page.locator('#revise').click();
    assert.match(await open.page.locator('#revise-refusal').innerText(), /25,000/);
    assert.equal((await open.sent()).length, 1);
    await box.fill('😀'.repeat(maxCommentLength));
    await open.page.locator('#revise').click();
    assert.equal((await open.sent()).at(-1)?.type, 'revise', 'characters are counted, not UTF-16 units');
  });

  it('compares the last two revisions, or any two', async () => {
    await open.show(reviewable);
    const difference = open.page.locator('#difference');
    const texts = (selector: string): Promise<string[]> =>
      difference
        .locator(selector)
        .evaluateAll((elements) => elements.map((element) => element.lastChild?.textContent ?? ''));
    // Browsers divide words differently; the first change is a single character in all of them.
    assert.equal((await texts('del'))[0], '個');
    assert.equal((await texts('ins'))[0], '点');
    assert.equal(await difference.getAttribute('lang'), 'ja');
    assert.match(
      (await difference.locator('ins').first().textContent()) ?? '',
      new RegExp(`^${strings.added} 点$`, 'u'),
    );
    await open.page.locator('#compare-older').selectOption('r1');
    assert.match((await texts('ins')).join(''), /合計は%1\$sです。/);
    await open.page.locator('#compare-newer').selectOption('r1');
    assert.equal(await difference.count(), 0);
    assert.equal(await open.page.locator('#difference-none').count(), 1);
    const names = await open.page.locator('.revisions summary').allInnerTexts();
    assert.deepEqual(
      names.map((name) => /\d+/.exec(name)?.[0]),
      ['3', '2', '1'],
    );
  });

  it('names every control and reaches all of them with Tab', async () => {
    await open.show(faulty);
    await openFeedback(open);
    await open.page.locator('#open-revise').click();
    const controls = open.page.locator('button, textarea, select, summary, fieldset');
    const unnamed = await controls.evaluateAll(
      (elements) =>
        elements.filter((element) => {
          const labels = (element as HTMLInputElement).labels ?? [];
          return (
            (element.textContent ?? '').trim() === '' &&
            (element.getAttribute('aria-label') ?? '') === '' &&
            labels.length === 0
          );
        }).length,
    );
    assert.equal(unnamed, 0);
    const ids = await open.page
      .locator('button, textarea, select')
      .evaluateAll((elements) => elements.map((element) => element.id));
    const reached = new Set<string>();
    await tabTo(open, (name) => {
      reached.add(name);
      return false;
    });
    assert.deepEqual(
      ids.filter((id) => !reached.has(id)),
      [],
    );
  });

  it('shows status, time, revisions, problems and actions at 800 × 600, also after scrolling', async () => {
    await open.page.setViewportSize({ width: 800, height: 600 });
    await open.show(faulty);
    const shown = ['#status', '.highlight', '#show-problems', '#approve', '#open-revise', '#reject', '#source'];
    const isVisible = async (selector: string): Promise<boolean> => {
      const box = await open.page.locator(selector).first().boundingBox();
      return box !== null && box.y >= 0 && box.y + Math.min(box.height, 40) <= 600;
    };
    for (const selector of shown) assert.ok(await isVisible(selector), `${selector} is visible`);
    await open.page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    for (const selector of shown.slice(0, -1)) assert.ok(await isVisible(selector), `${selector} stays in view`);
    await open.page.locator('#show-problems').click();
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'problems-heading');
    const [bar, heading] = await Promise.all(
      ['.bar', '#problems-heading'].map((selector) => open.page.locator(selector).boundingBox()),
    );
    assert.ok(bar !== undefined && heading !== undefined && bar !== null && heading !== null);
    assert.ok(bar.y + bar.height <= heading.y + 1, 'the bar does not cover what has the focus');
  });

  it('shows the source before the problems, and the details last', async () => {
    await open.show(faulty);
    const tops = await Promise.all(
      ['.bar', '#source', '#problems', '#comments-heading', '#order', '#details-heading'].map(
        async (selector) => (await open.page.locator(selector).boundingBox())?.y ?? 0,
      ),
    );
    assert.deepEqual(
      tops,
      [...tops].sort((a, b) => a - b),
    );
  });

  it('loads the order when it is opened, and sends a comment on it', async () => {
    await open.show(reviewable);
    assert.equal(await open.page.locator('#orderComment-text').count(), 0);
    await open.page.locator('#order > summary').press('Enter');
    await open.page.locator('#order .loading').waitFor();
    assert.deepEqual((await open.allSent()).slice(1), [{ type: 'showOrder', shown: true }]);
    await open.show(withOrder);
    await open.page.locator('#order').getByText('Formal or informal?').waitFor();
    await open.page.locator('#orderComment-text').fill('Formal.');
    await open.page.locator('#orderComment-text').press('Control+Enter');
    assert.deepEqual((await open.sent()).at(-1), { type: 'orderComment', comment: 'Formal.' });
    await open.show({ ...withOrder, busy: true });
    await open.show({ ...withOrder, done: { intent: 'orderComment', count: 1 } });
    assert.equal(await open.page.locator('#orderComment-text').inputValue(), '');
    await open.page.getByRole('button', { name: 'cart.total' }).click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'openJob', jobId: '4713' });
    await open.page.reload();
    await open.show(reviewable);
    assert.deepEqual((await open.allSent()).at(-1), { type: 'showOrder', shown: true }, 'it is still open');
  });

  it('compares two revisions in the editor', async () => {
    await open.show(reviewable);
    await open.page.locator('#compare-older').selectOption('r1');
    await open.page.locator('#compareRevisions').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'compareRevisions', older: 'r1', newer: 'r3' });
  });

  it('asks once to keep its tab when something is entered', async () => {
    await open.show(reviewable);
    const keeps = async (): Promise<number> => (await open.allSent()).filter(({ type }) => type === 'keepOpen').length;
    assert.equal(await keeps(), 0);
    await open.page.locator('#comment-text').pressSequentially('Hello');
    assert.equal(await keeps(), 1);
  });

  it('says why there is no job, and tries again', async () => {
    const unavailable = { type: 'unavailable', title: 'Job 5', sentence: 'It was archived.', busy: false } as const;
    await open.show(unavailable);
    assert.match(await open.page.locator('#unavailable').innerText(), /It was archived\./u);
    await open.page.locator('#refresh').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'refresh' });
    await open.show({ ...unavailable, busy: true });
    await open.show({ ...unavailable, sentence: '<b>bold</b>' });
    assert.equal(await open.page.locator('#unavailable b').count(), 0);
    await open.show(reviewable);
    assert.equal(await open.page.locator('#unavailable').count(), 0);
  });

  it('stacks the texts in a narrow column', async () => {
    await open.show(reviewable);
    const columns = await leftEdges(open);
    assert.notEqual(columns[0], columns[1]);
    await open.page.setViewportSize({ width: 480, height: 900 });
    const stacked = await leftEdges(open);
    assert.equal(stacked[0], stacked[1]);
    assert.equal(
      await open.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      true,
      'nothing overflows',
    );
  });

  it('has the colors of the theme', async () => {
    await open.show(reviewable);
    const background = await open.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, 'rgb(255, 255, 255)');
  });
});

/** Opens the optional fields of an approval. */
async function openFeedback({ page }: OpenPage): Promise<void> {
  await page.locator('#approve-options > summary').click();
  await page.locator('#approve-text').waitFor();
}

/** Presses Tab until a wanted control has the focus, or all controls have had it. */
async function tabTo({ page }: OpenPage, wanted: (idOrName: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element instanceof HTMLInputElement) return element.name;
      return element?.tagName === 'SUMMARY' ? (element.parentElement?.id ?? '') : (element?.id ?? '');
    });
    if (wanted(focused)) return;
  }
}

async function leftEdges({ page }: OpenPage): Promise<readonly (number | undefined)[]> {
  const boxes = await Promise.all(['#source', '#translation'].map((selector) => page.locator(selector).boundingBox()));
  return boxes.map((box) => box?.x);
}
