import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

// The main job as a person does it: by what stands on the screen, with the sandbox that the extension brings.
describe('the main job', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  let original: string;
  const japanese = (): Promise<string> => readFile(path.join(shop, 'locales/ja.json'), 'utf8');
  const screenshots = (name: string): Promise<void> => fresh.screenshots(name);
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow();
    ({ workbench, shop } = fresh);
    original = await japanese();
  });

  after(async () => {
    await fresh.close();
  });

  it('opens the locale file; the status bar says that the sandbox is in use', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.statusBarItem('Translation Sandbox').waitFor();
    await screenshots('locale-file');
  });

  it('chooses Japanese, a tier, a comment and a review', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep(/Sandbox.*1\/5/);
    await screenshots('languages');
    await workbench.pickMany(['Japanese']);
    await workbench.atStep(/2\/5/);
    await screenshots('tier');
    await workbench.pickRow(0);
    await workbench.atStep(/3\/5/);
    await screenshots('options');
    await workbench.pickMany([]);
    await workbench.atStep(/4\/5/);
    await screenshots('comment');
    await workbench.type('A small web shop. Friendly and short, please.');
    await workbench.atStep(/5\/5/);
    await screenshots('review');
    await workbench.pickRow(0);
  });

  it('sees the price per language, the total, the time and the balance, and confirms', async () => {
    const modal = await workbench.modal();
    await screenshots('price');
    assert.match(modal.text, /10 texts.*Japanese/);
    assert.match(modal.detail, /Japanese \(日本語\): 10 texts, \d+ charged units — [\d.]+ USD/);
    assert.match(modal.detail, /Total: 10 texts/);
    assert.match(modal.detail, /Expected in about/);
    assert.match(modal.detail, /Balance: .* USD, afterwards/);
    assert.match(modal.detail, /sandbox/i);
    await workbench.answerModal();
    await workbench.notification(/10 texts ordered for/);
  });

  it('sees the jobs move in the tree', async () => {
    await workbench.showJobs();
    await workbench.treeRow(/Waiting for a Translator|Being Translated|Queued/).waitFor();
    await screenshots('jobs-on-their-way');
    await workbench.treeGroup('reviewable').waitFor();
    await workbench.treeRow(/nav\.cart/).waitFor();
    await workbench.treeGroup('reviewable', 10).waitFor({ timeout: 60_000 });
    await screenshots('jobs-to-review');
  });

  it('opens a job and reads its revisions and thread', async () => {
    await workbench.treeRow(/nav\.cart/).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: 'nav.cart' }).waitFor();
    assert.match(await page.locator('body').innerText(), /Cart \(\{count\}\)/);
    await page.getByText(/Key: nav\.cart/).waitFor();
    await screenshots('job-page');
  });

  it('sends a comment, and the translator answers', async () => {
    const page = workbench.webview;
    await page.locator('#comment-text').fill('Is “cart” the basket on the shop’s page?');
    await page.locator('#send').click();
    await page.getByRole('log').getByText('Is “cart” the basket').waitFor();
    await page.getByRole('log').getByText('Translator').first().waitFor();
    await screenshots('thread');
  });

  it('asks for one revision and sees the difference', async () => {
    const page = workbench.webview;
    await page.locator('#revise-text').fill('Please make it shorter.');
    await page.locator('#revise').click();
    await page.getByText('Being Revised').first().waitFor();
    await screenshots('being-revised');
    await page.locator('#approve').waitFor({ timeout: 60_000 });
    await page.locator('ins, del').first().waitFor();
    await screenshots('revised');
  });

  it('looks at what a delivery would change', async () => {
    await workbench.webview.locator('#showChanges').click();
    await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await screenshots('changes');
    assert.equal(await japanese(), original);
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await workbench.webview.locator('#approve').waitFor();
  });

  it('approves with a rating, and only that value lands in the file', async () => {
    const page = workbench.webview;
    const translation = await page.locator('[lang="ja"]').first().innerText();
    assert.match(translation, /\{count\}/);
    await page.getByRole('radio', { name: '5' }).check();
    await page.locator('#approve-text').fill('Thank you!');
    await page.locator('#approve').click();
    await workbench.notification(/1 translation was written into locales\/ja\.json/);
    await workbench.treeGroup('approved').waitFor();
    await page.getByRole('region', { name: 'Your feedback' }).getByText('Thank you!').waitFor();
    await screenshots('approved');
    assert.equal(
      await japanese(),
      original.replace('"home": "ホーム",', `"home": "ホーム",\n    "cart": ${JSON.stringify(translation)},`),
    );
  });

  it('approves another from the tree, in the place of an empty value', async () => {
    const afterFirst = await japanese();
    await workbench.treeAction(/checkout\.steps\.2/, 'humanTranslation.approve');
    await eventually('the second delivery', async () => (await japanese()) !== afterFirst);
    const afterSecond = await japanese();
    const steps = (JSON.parse(afterSecond) as { checkout: { steps: string[] } }).checkout.steps;
    assert.equal(afterSecond, afterFirst.replace('"お支払い", ""]', `"お支払い", ${JSON.stringify(steps[2])}]`));
    await workbench.openFile('locales/ja.json');
    await screenshots('delivered');
  });

  it('takes the last delivery back', async () => {
    await workbench.runCommand('humanTranslation.undoDelivery');
    // While it is saved, a file can be read half-written.
    await eventually('the delivery taken back', async () => (await japanese()).includes('"お支払い", ""]'));
  });
});
