import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { amountsIn } from './amounts.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { changedText, eventually } from './eventually.ts';
import { getPrice, openLine } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

// From order to delivery with the embedded sandbox.
describe('the main job', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  let original: string;
  const japanese = (): Promise<string> => readFile(path.join(shop, 'locales/ja.json'), 'utf8');
  const screenshots = (name: string): Promise<void> => fresh.screenshots(name);
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow();
    ({ workbench, shop } = fresh);
    original = await japanese();
  });

  after(async () => {
    await fresh.close();
  });

  it('opens the locale file; the status bar shows that the sandbox is in use', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.statusItem('beaker').waitFor();
    await screenshots('locale-file');
  });

  it('chooses Japanese, a tier, a comment and a review', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    await screenshots('languages');
    await workbench.pickMany(['Japanese']);
    await workbench.atStep('2/2');
    await screenshots('summary');
    await openLine(workbench, 'tier');
    await screenshots('tier');
    await workbench.pickRow(0);
    await workbench.atStep('2/2');
    await openLine(workbench, 'options');
    await screenshots('options');
    await workbench.pickMany([]);
    await workbench.atStep('2/2');
    await openLine(workbench, 'comment');
    await screenshots('comment');
    await workbench.type('A small web shop. Friendly and short, please.');
    await workbench.atStep('2/2');
    await openLine(workbench, 'approval');
    await screenshots('review');
    await workbench.pickRow(0);
    await workbench.atStep('2/2');
    await getPrice(workbench);
  });

  it('shows the price per language, the total and the balance, and orders', async () => {
    const modal = await workbench.modal();
    await screenshots('price');
    assert.match(modal.text, /\b10\b.*Japanese/);
    const [price = 0] = amountsIn(modal.text);
    const lines = modal.detail.split('\n').map((line) => ({ line, amounts: amountsIn(line) }));
    const priced = lines.filter(({ line, amounts }) => amounts[0] === price && /\b10\b/.test(line));
    assert.equal(priced.length, 2, 'the price of the language, and the total');
    assert.match(priced[0]?.line ?? '', /日本語/);
    const balance = lines.find(({ amounts }) => amounts[0] === 10_000)?.amounts;
    assert.equal(balance?.[1]?.toFixed(2), (10_000 - price).toFixed(2), 'the balance after the order');
    await workbench.answerModal();
    await workbench.notification('info', /\b10\b/, price.toFixed(2));
  });

  it('shows the status of the jobs in the tree', async () => {
    await workbench.showJobs();
    await workbench.treeRow(/./).waitFor();
    await screenshots('jobs-on-their-way');
    await workbench.treeGroup('reviewable').waitFor();
    await workbench.treeRow(/nav\.cart/).waitFor();
    await workbench.treeGroup('reviewable', 10).waitFor({ timeout: 60_000 });
    await screenshots('jobs-to-review');
  });

  it('opens a job', async () => {
    await (await workbench.settledRow(/nav\.cart/)).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: 'nav.cart' }).waitFor();
    assert.match(await page.locator('body').innerText(), /Cart \(\{count\}\)/);
    await page.getByRole('log').getByText('nav.cart').waitFor();
    await screenshots('job-page');
  });

  it('sends a comment, which the translator answers', async () => {
    const page = workbench.webview;
    await page.locator('#comment-text').fill('Is “cart” the basket on the shop’s page?');
    await page.locator('#send').click();
    await page.getByRole('log').getByText('Is “cart” the basket').waitFor();
    await page.locator('[role=log] .comment.translator').first().waitFor();
    await screenshots('thread');
  });

  it('requests a revision and shows the difference', async () => {
    const page = workbench.webview;
    await page.locator('#open-revise').click();
    await page.locator('#revise-text').fill('Please make it shorter.');
    await page.locator('#revise').click();
    await page.locator('#status[data-status=revising]').waitFor();
    await screenshots('being-revised');
    await page.locator('#approve').waitFor({ timeout: 60_000 });
    await page.locator('ins, del').first().waitFor();
    await screenshots('revised');
  });

  it('shows the changes of a delivery before it', async () => {
    await workbench.webview.locator('#showChanges').click();
    await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await screenshots('changes');
    assert.equal(await japanese(), original);
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await workbench.webview.locator('#approve').waitFor();
  });

  it('approves with a rating, and delivers that value only', async () => {
    const page = workbench.webview;
    const translation = await page.locator('[lang="ja"]').first().innerText();
    assert.match(translation, /\{count\}/);
    await page.locator('#approve-options > summary').click();
    await page.locator('[name=rating][value="5"]').check();
    await page.locator('#approve-text').fill('Thank you!');
    await page.locator('#approve').click();
    await workbench.notification('info', 'locales/ja.json');
    await workbench.treeGroup('approved').waitFor();
    await page.locator('#feedback').getByText('Thank you!').waitFor();
    await screenshots('approved');
    assert.equal(
      await japanese(),
      original.replace('"home": "ホーム",', `"home": "ホーム",\n    "cart": ${JSON.stringify(translation)},`),
    );
  });

  it('approves another from the tree, which replaces an empty value', async () => {
    const afterFirst = await japanese();
    await workbench.treeAction(/checkout\.steps\.2/, 'humanTranslation.approve');
    const afterSecond = await changedText('the second delivery', afterFirst, japanese);
    const steps = (JSON.parse(afterSecond) as { checkout: { steps: string[] } }).checkout.steps;
    assert.equal(afterSecond, afterFirst.replace('"お支払い", ""]', `"お支払い", ${JSON.stringify(steps[2])}]`));
    await workbench.openFile('locales/ja.json');
    await screenshots('delivered');
  });

  it('undoes the last delivery', async () => {
    await workbench.runCommand('humanTranslation.undoDelivery');
    // A file that is being saved may be read half-written.
    await eventually('the undone delivery', async () => (await japanese()).includes('"お支払い", ""]'));
  });
});
