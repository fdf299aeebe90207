import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { maxCommentLength, type PageSnapshot } from '../../../src/webview/protocol.ts';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { openPage, startPageServer, type OpenPage, type PageServer } from './pageHarness.ts';
import { delivered, early, faulty, held, reviewable } from './snapshots.ts';

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
    const { troubles } = open;
    await open.page.close();
    assert.deepEqual(troubles, [], 'the page runs without an error and within its policy');
  });

  it('says that it is ready, and loads until the first snapshot', async () => {
    assert.deepEqual(await open.sent(), [{ type: 'ready' }]);
    assert.match(await open.page.locator('main').innerText(), /Loading…/);
    await open.show({ ...reviewable, busy: 'no' } as unknown as PageSnapshot);
    assert.match(await open.page.locator('main').innerText(), /Loading…/, 'what is not a snapshot is not shown');
    await open.show(early);
    assert.equal(await open.page.getByRole('heading', { level: 1 }).innerText(), 'cart.summary');
    assert.equal(await open.page.getByText('Loading…').count(), 2, 'revisions and comments are still to come');
  });

  it('is small', () => {
    assert.ok(server.scriptSize < 100_000, `${server.scriptSize} bytes`);
  });

  it('shows what comes from outside as text', async () => {
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

  it('keeps white space, language and direction of the texts', async () => {
    await open.show(delivered);
    const translation = open.page.locator('#translation');
    assert.equal(await translation.getAttribute('lang'), 'ar');
    assert.equal(await translation.evaluate((element) => getComputedStyle(element).direction), 'rtl');
    assert.equal(await translation.evaluate((element) => getComputedStyle(element).whiteSpace), 'pre-wrap');
    await open.show({ ...reviewable, source: { ...reviewable.source, text: '  a\n\n  b ' } });
    assert.equal(await open.page.locator('#source').textContent(), '  a\n\n  b ');
  });

  it('offers what can be done now and nothing else', async () => {
    await open.show(delivered);
    const labels = await open.page.getByRole('button').allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.trim()),
      ['Open File', 'Refresh', 'Copy', 'Undo Delivery', 'Archive Job', 'Send'],
    );
    await open.page.locator('#undoDelivery').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'undoDelivery' });
    await open.show({ ...delivered, actions: [] });
    assert.equal(await open.page.getByRole('button').count(), 0);
    assert.equal(await open.page.getByRole('textbox').count(), 0);
  });

  it('sends one comment at a time, and keeps it until it is through', async () => {
    await open.show(reviewable);
    const box = open.page.locator('#comment-text');
    await box.fill('Shorter, please.');
    await box.press('Control+Enter');
    await box.press('Control+Enter');
    await open.page.locator('#send').click({ force: true });
    const comment = { type: 'comment', body: 'Shorter, please.' };
    assert.deepEqual(await open.sent(), [{ type: 'ready' }, comment]);

    await open.show({ ...reviewable, busy: true });
    assert.equal(await open.page.locator('#send').getAttribute('aria-disabled'), 'true');
    await open.show({ ...reviewable, failure: { intent: 'comment', sentence: 'The service could not be reached.' } });
    assert.equal(await box.inputValue(), 'Shorter, please.');
    assert.match(await open.page.locator('#comment-refusal').innerText(), /Error: The service could not be reached\./);

    await box.press('Control+Enter');
    assert.deepEqual((await open.sent()).slice(2), [comment]);
    await open.show({ ...reviewable, busy: true });
    await open.show({ ...reviewable, done: { intent: 'comment', count: 1 } });
    assert.equal(await box.inputValue(), '');
    assert.equal(
      await open.page.evaluate(() => document.activeElement?.id),
      'comment-text',
      'the keyboard stays where it was',
    );
    assert.equal(await open.page.getByRole('status').first().innerText(), 'Done: Send');

    await box.fill('One more.');
    await open.show({ ...reviewable, done: { intent: 'comment', count: 1 } });
    assert.equal(await box.inputValue(), 'One more.', 'the same success does not clear it again');
  });

  it('leaves caret and place alone when a snapshot arrives while somebody types', async () => {
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

  it('remembers what was typed and chosen while it was hidden', async () => {
    await open.show(reviewable);
    await open.page.locator('#comment-text').fill('Half a sen');
    await open.page.locator('#approve-text').fill('Well done');
    await open.page.getByRole('radio', { name: '4' }).check();
    await open.page.getByLabel('Compare').selectOption('r1');
    await open.page.reload();
    await open.show(reviewable);
    assert.equal(await open.page.locator('#comment-text').inputValue(), 'Half a sen');
    assert.equal(await open.page.locator('#approve-text').inputValue(), 'Well done');
    assert.equal(await open.page.getByRole('radio', { name: '4' }).isChecked(), true);
    assert.equal(await open.page.getByLabel('Compare').inputValue(), 'r1');
    await open.show({ ...reviewable, jobId: '4712' });
    assert.equal(await open.page.locator('#comment-text').inputValue(), '', 'another job, other words');
  });

  it('approves by keyboard alone, with a rating and feedback', async () => {
    await open.show(reviewable);
    const { keyboard } = open.page;
    await tabTo(open, (name) => name === 'rating');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await keyboard.press('Tab');
    await keyboard.type('Thanks!');
    await keyboard.press('Control+Enter');
    assert.equal((await open.sent()).length, 1, 'approving takes the button');
    await tabTo(open, (id) => id === 'approve');
    await keyboard.press('Enter');
    assert.deepEqual((await open.sent()).slice(1), [
      { type: 'approve', override: false, rating: 2, forTranslator: 'Thanks!', translationHash: 'hash-of-r3' },
    ]);
    await open.show({ ...delivered, jobId: reviewable.jobId, done: { intent: 'approve', count: 1 } });
    assert.equal(
      await open.page.evaluate(() => document.activeElement?.id),
      'title',
      'the form went away: on from the title',
    );
  });

  it('says what showing feedback publicly means before anything is sent', async () => {
    await open.show(reviewable);
    const meaning = open.page.getByText(
      'Anybody may then be shown your feedback together with the source text and the translation.',
    );
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
    assert.equal(await consent.isChecked(), false, 'the next approval asks anew');
  });

  it('does not send feedback that is too long', async () => {
    await open.show(reviewable);
    await open.page.locator('#staff-text').fill('x'.repeat(maxCommentLength + 1));
    assert.match(await open.page.locator('#staff-count').innerText(), /25001 of 25000/);
    await open.page.locator('#approve').click();
    assert.match(await open.page.locator('#approve-refusal').innerText(), /25000 characters at most/);
    assert.equal((await open.sent()).length, 1);
  });

  it('shows the feedback that was given', async () => {
    await open.show(delivered);
    const given = open.page.getByRole('region', { name: 'Your feedback' });
    assert.match(await given.innerText(), /Rating: 5 of 5\s+Quick and natural, thank you\./);
  });

  it('marks each problem where it stands, and changes no character of the texts', async () => {
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
      'what is about the whole text does not hide the rest',
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

  it('leads from a problem to its place and back, by keyboard', async () => {
    await open.show(faulty);
    const focused = (): Promise<string | null | undefined> =>
      open.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await tabTo(open, (id) => id === 'problem-1');
    assert.equal(await focused(), 'Error 1: show in the text');
    await open.page.keyboard.press('Enter');
    assert.equal(await focused(), 'Error 1: The placeholder {count} is missing.');
    assert.equal(
      await open.page.evaluate(() => document.activeElement?.previousElementSibling?.textContent),
      '{count}',
    );
    assert.equal(await open.page.evaluate(() => document.activeElement?.closest('p')?.id), 'source');
    await open.page.keyboard.press('Enter');
    assert.equal(await focused(), 'Error 1: show in the text');
    assert.equal(
      await open.page.locator('#place-2').getAttribute('title'),
      'The translation ends with “。” where the source ends with “.”',
    );
    assert.equal(await open.page.locator('#problem-3').count(), 0, 'there is nothing to lead to');
    assert.equal((await open.sent()).length, 1);
  });

  it('takes places that do not fit the texts', async () => {
    const place = { passage: 'translation', start: 500, end: 900 } as const;
    await open.show({
      ...faulty,
      problems: [
        { severity: 'error', sentence: 'Somewhere.', place },
        { severity: 'error', sentence: 'Here.', place: { ...place, start: 0 } },
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

  it('draws a text with many problems at once', async () => {
    const text = 'word {x} '.repeat(300);
    const problems = Array.from(
      { length: 300 },
      (_, index) =>
        ({
          severity: 'error',
          sentence: `Number ${index}.`,
          place: { passage: 'translation', start: index * 9 + 5, end: index * 9 + 8 },
        }) as const,
    );
    await open.show({ ...faulty, translation: { ...faulty.translation, text }, problems });
    assert.equal(await open.page.locator('#translation mark').count(), 300);
    assert.equal(await open.page.locator('#translation').textContent(), text);
  });

  it('offers to deliver what is held only as a second thought', async () => {
    await open.show(held);
    const button = open.page.locator('#deliver');
    assert.doesNotMatch((await button.getAttribute('class')) ?? '', /primary/);
    assert.match(await open.page.locator('main').innerText(), /It is approved, so it cannot be sent back any more/);
    await button.click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'deliver' });
    await open.show({ ...held, deliveryNotice: { severity: 'info', sentence: 'The delivery was undone.' } });
    assert.match(
      (await open.page.getByRole('button', { name: 'Write into File' }).getAttribute('class')) ?? '',
      /primary/,
    );
  });

  it('approves a translation with errors only when told so twice', async () => {
    await open.show(faulty);
    assert.match(
      await open.page.getByRole('alert').first().innerText(),
      /Error: The placeholder \{count\} is missing\./,
    );
    await open.page.locator('#approve').focus();
    await open.page.keyboard.press('Enter');
    await open.page.getByRole('button', { name: 'Approve Anyway' }).waitFor();
    assert.equal((await open.sent()).length, 1);
    await open.page.keyboard.press('Enter');
    assert.equal((await open.sent()).length, 1, 'a second Enter goes back');
    await open.page.locator('#approve').click();
    await open.page.getByRole('button', { name: 'Approve Anyway' }).click();
    assert.deepEqual((await open.sent()).slice(1), [
      { type: 'approve', override: true, translationHash: 'hash-of-faulty' },
    ]);
  });

  it('asks again when the translation changed under the question', async () => {
    await open.show(faulty);
    await open.page.locator('#approve').click();
    await open.show({ ...faulty, translation: { ...faulty.translation, text: 'カート' } });
    assert.equal(await open.page.getByRole('button', { name: 'Approve Anyway' }).count(), 0);
  });

  it('asks again when the errors changed under the question', async () => {
    await open.show(faulty);
    await open.page.locator('#approve').click();
    await open.show({ ...faulty, translationHash: 'hash-with-another-error' });
    assert.equal(await open.page.getByRole('button', { name: 'Approve Anyway' }).count(), 0);
  });

  it('marks what has changed since the person approved, with the reason beside the form', async () => {
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
    await open.page.getByRole('heading', { name: 'Changed since it was shown' }).waitFor();
    const shown = open.page.locator('#changed');
    assert.equal(await shown.locator('b').count(), 0, 'what comes from outside is text');
    const added = await shown.locator('ins').allInnerTexts();
    assert.match(added.join(), /<b>[^]*<\/b>/);
    assert.match(await open.page.locator('#approve-refusal').innerText(), /has changed since it was shown/);
    await open.page.locator('#approve').click();
    assert.deepEqual((await open.sent()).at(-1), { type: 'approve', override: false, translationHash: 'another' });
  });

  it('requests a revision with the suggested words, or the person’s own', async () => {
    await open.show(faulty);
    const box = open.page.locator('#revise-text');
    assert.equal(await box.inputValue(), faulty.suggestedRevisionComment);
    await box.fill('   ');
    await open.page.locator('#revise').click();
    assert.match(await open.page.locator('#revise-refusal').innerText(), /Please write something first/);
    await box.fill('x'.repeat(maxCommentLength + 1));
    assert.match(await open.page.locator('#revise-count').innerText(), /25001 of 25000/);
    await open.page.locator('#revise').click();
    assert.match(await open.page.locator('#revise-refusal').innerText(), /25000 characters at most/);
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
    // Where words end is the browser's knowledge; the first change is one character in every version of it.
    assert.equal((await texts('del'))[0], '個');
    assert.equal((await texts('ins'))[0], '点');
    assert.equal(await difference.getAttribute('lang'), 'ja');
    assert.match((await difference.locator('ins').first().textContent()) ?? '', /^Added: 点$/);
    await open.page.getByLabel('Compare').selectOption('r1');
    assert.match((await texts('ins')).join(''), /合計は%1\$sです。/);
    await open.page.getByLabel('with').selectOption('r1');
    assert.equal(await difference.count(), 0);
    assert.match(await open.page.locator('main').innerText(), /These two revisions are the same/);
    const names = await open.page.locator('.revisions summary').allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.slice(0, 10)),
      ['Revision 3', 'Revision 2', 'Revision 1'],
    );
  });

  it('names every control and reaches all of them with Tab', async () => {
    await open.show(faulty);
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

  it('stacks the texts in a narrow column', async () => {
    await open.show(reviewable);
    const beside = await leftEdges(open);
    assert.notEqual(beside[0], beside[1]);
    await open.page.setViewportSize({ width: 480, height: 900 });
    const stacked = await leftEdges(open);
    assert.equal(stacked[0], stacked[1]);
    assert.equal(
      await open.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      true,
      'nothing sticks out',
    );
  });

  it('is drawn in the colors of the theme', async () => {
    await open.show(reviewable);
    const background = await open.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, 'rgb(255, 255, 255)');
  });
});

/** Presses Tab until a control of that id or name has the focus, or all have had it. */
async function tabTo({ page }: OpenPage, wanted: (idOrName: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element instanceof HTMLInputElement ? element.name : (element?.id ?? '');
    });
    if (wanted(focused)) return;
  }
}

async function leftEdges({ page }: OpenPage): Promise<readonly (number | undefined)[]> {
  const boxes = await Promise.all(['#source', '#translation'].map((selector) => page.locator(selector).boundingBox()));
  return boxes.map((box) => box?.x);
}
