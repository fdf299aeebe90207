import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { answerWizard } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('documents', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const inShop = (name: string): string => path.join(shop, name);
  const read = (name: string): Promise<string> => readFile(inShop(name), 'utf8');
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      prepare: async (folder) => {
        await writeFile(path.join(folder, 'docs/faq.md'), '# Questions\n\nDo you ship to Japan?\n');
        await writeFile(path.join(folder, 'docs/faq.ja.md'), '手で書いた\r\n');
        await writeFile(path.join(folder, 'docs/broken.docx'), 'not a document at all');
      },
    });
    ({ workbench, shop } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('that are locale files are sent to the command for these', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderDocument');
    const { text, detail } = await workbench.modal();
    assert.match(
      `${text} ${detail}`,
      /locales\/en\.json is a locale file\. “Order Locale File” translates just what it lacks/,
    );
    await workbench.answerModal();
  });

  it('of which one cannot be read are quoted without it, by name', async () => {
    await workbench.runCommand('workbench.view.explorer');
    await workbench.explorerRow('docs').click();
    await workbench.explorerRow('broken.docx').click();
    await workbench.explorerRow('guide.md').click({ modifiers: ['Control'] });
    await workbench.openMenu(workbench.explorerRow('guide.md'), 'humanTranslation.quoteDocument');
    await workbench.menuItem('humanTranslation.quoteDocument').hover();
    await workbench.page.keyboard.press('Enter');
    await answerWizard(workbench, { languages: ['Japanese', 'French'], quoteOnly: true });
    const { text, detail } = await workbench.modal();
    await workbench.screenshot('documents-quote');
    assert.match(text, /^2 documents would cost/);
    assert.match(
      detail,
      /^• docs\/broken\.docx: The service cannot translate a file of this kind, or could not take it\. Save it in another format, or try again\.$/m,
    );
    await workbench.dismissModal();
    await workbench.showJobs();
    assert.deepEqual(await workbench.treeRows(), []);
  });

  it('do not take the place of a file without asking, and give it back', async () => {
    await workbench.openFile('docs/faq.md');
    await workbench.runCommand('humanTranslation.orderDocument');
    await answerWizard(workbench, { languages: ['Japanese'], autoApprove: true });
    assert.match(
      (await workbench.modal()).detail,
      /There already: docs\/faq\.ja\.md\. You are asked before it is replaced\./,
    );
    await workbench.screenshot('document-place-taken');
    await workbench.answerModal();
    await workbench.treeGroup('approved').waitFor();
    await workbench.notification(/is approved\. Not written: there is another file already/);
    assert.equal(await read('docs/faq.ja.md'), '手で書いた\r\n');

    await workbench.expandGroup('approved');
    await workbench.treeRow('faq.md').waitFor();
    await workbench.treeMenu('faq.md', 'humanTranslation.deliver');
    assert.match((await workbench.modal()).text, /docs\/faq\.ja\.md is there already\. Replace it\?/);
    await workbench.screenshot('document-replace');
    await workbench.answerModal();
    await eventually('the delivery', async () => (await read('docs/faq.ja.md')).startsWith('# '));
    await workbench.runCommand('humanTranslation.undoDelivery');
    await eventually('the file of before', async () => (await read('docs/faq.ja.md')) === '手で書いた\r\n');
    await workbench.clearNotifications();
  });

  // As a person does it, with the sandbox that the extension brings.
  describe('one of which', () => {
    it('is ordered from the explorer', async () => {
      await workbench.runCommand('workbench.view.explorer');
      await workbench.explorerRow('guide.md').click();
      await workbench.openMenu(workbench.explorerRow('guide.md'), 'humanTranslation.quoteDocument');
      assert.equal(await workbench.menuItem('humanTranslation.orderFile').count(), 0);
      await workbench.menuItem('humanTranslation.orderDocument').hover();
      await workbench.screenshot('document-menu');
      // A menu takes no click in its first moments.
      await workbench.page.keyboard.press('Enter');
      await answerWizard(workbench, { languages: ['Japanese'] });
    });

    it('shows its price, and is confirmed', async () => {
      const { text, detail } = await workbench.modal();
      await workbench.screenshot('document-price');
      assert.match(text, /^Order 1 document from the sandbox into Japanese/);
      assert.match(detail, /^Total: 1 document, \d+ charged units — /m);
      await workbench.answerModal();
      await workbench.notification(/^1 document ordered for/);
      await workbench.clearNotifications();
    });

    it('is translated, and can be read beside its source before it is approved', async () => {
      await workbench.showJobs();
      await workbench.treeGroup('reviewable').waitFor();
      await workbench.treeRow('guide.md').click();
      await workbench.webview.getByRole('heading', { name: 'guide.md' }).waitFor();
      await workbench.webview.getByText('The translated file can be looked at').waitFor();
      await fresh.screenshots('document-page');
      await workbench.webview.locator('#showChanges').click();
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.page.locator('.monaco-diff-editor').getByText('Care guide').first().waitFor();
      await workbench.screenshot('document-changes');
      assert.equal(existsSync(inShop('docs/guide.ja.md')), false);
      await workbench.runCommand('workbench.action.closeActiveEditor');
    });

    it('is written beside its source when it is approved', async () => {
      const source = await read('docs/guide.md');
      await workbench.webview.locator('#approve').click();
      await workbench.notification('docs/guide.ja.md');
      await workbench.treeGroup('approved', 2).waitFor();
      await workbench.webview.getByText(/Written into docs\/guide\.ja\.md/).waitFor();
      await workbench.screenshot('document-approved');
      const translation = await read('docs/guide.ja.md');
      // Word for word another text, in the same Markdown.
      assert.deepEqual(skeletonOf(translation), skeletonOf(source));
      assert.notEqual(translation, source);
      assert.equal(await read('docs/guide.md'), source);
      await workbench.openFile('docs/guide.ja.md');
      await fresh.screenshots('document-delivered');
    });

    it('is taken away again by Undo Delivery', async () => {
      await workbench.runCommand('humanTranslation.undoDelivery');
      await workbench.notification(/docs\/guide\.ja\.md was taken away again/);
      assert.equal(existsSync(inShop('docs/guide.ja.md')), false);
    });
  });
});

/** A Markdown text without its letters and figures: what is left is its structure. */
function skeletonOf(markdown: string): readonly string[] {
  return markdown.split('\n').map((line) => /^(?:#+ |> |\d+\. )?/u.exec(line)?.[0] ?? '');
}
