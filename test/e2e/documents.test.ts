import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { menuTitle } from './commandTitles.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import { retryAfterMs } from './timeouts.ts';
import type { Workbench } from './workbench.ts';

describe('documents', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const inShop = (name: string): string => path.join(shop, name);
  const read = (name: string): Promise<string> => readFile(inShop(name), 'utf8');
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        // Not in docs/, where a translated document would make the others locale files.
        await mkdir(path.join(folder, 'help'));
        await writeFile(path.join(folder, 'help/faq.md'), '# Questions\n\nDo you ship to Japan?\n');
        await writeFile(path.join(folder, 'help/faq.ja.md'), '手で書いた\r\n');
        await writeFile(path.join(folder, 'docs/broken.docx'), 'not a document at all');
      },
    });
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('are not ordered if they are locale files', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderDocument');
    const { detail, buttons } = await workbench.modal();
    for (const value of ['locales/en.json', menuTitle('humanTranslation.orderFile')]) assert.ok(detail.includes(value));
    assert.equal(buttons.length, 1);
    await workbench.answerModal();
  });

  it('are quoted without those that can’t be read, which are named', async () => {
    await workbench.runCommand('workbench.view.explorer');
    await workbench.explorerRow('docs').click();
    await workbench.explorerRow('broken.docx').click();
    // VS Code selects the file of an editor when the editor opens, which may be later than the next click.
    await workbench.page.locator('.tabs-container .tab.active', { hasText: 'broken.docx' }).waitFor();
    const selected = workbench.page.locator('.explorer-folders-view .monaco-list-row.selected');
    await eventually('both files to be selected', async () => {
      if ((await selected.count()) < 2) await workbench.explorerRow('guide.md').click({ modifiers: ['Control'] });
      await selected.nth(1).waitFor({ timeout: retryAfterMs });
      return true;
    });
    await workbench.chooseInMenu(workbench.explorerRow('guide.md'), 'humanTranslation.quoteDocument');
    await answerWizard(workbench, { languages: ['Japanese', 'French'] });
    const { text, detail } = await workbench.modal();
    await workbench.screenshot('documents-quote');
    assert.match(text, /\b2\b.*\d+\.\d{2}/);
    assert.match(detail, /docs\/broken\.docx/);
    await workbench.dismissModal();
    await workbench.showJobs();
    assert.deepEqual(await workbench.treeRows(), []);
  });

  it('replace a file only after a question, and an undo restores it', async () => {
    await workbench.openFile('help/faq.md');
    await workbench.runCommand('humanTranslation.orderDocument');
    await answerWizard(workbench, { languages: ['Japanese'], autoApprove: true });
    assert.match((await workbench.modal()).detail, /help\/faq\.ja\.md/);
    await workbench.screenshot('document-place-taken');
    await workbench.answerModal();
    await workbench.treeGroup('approved').waitFor();
    await workbench.notification('warning', 'faq.md', 'Japanese');
    assert.equal(await read('help/faq.ja.md'), '手で書いた\r\n');

    await workbench.expandGroup('approved');
    await workbench.treeRow('faq.md').waitFor();
    await workbench.treeMenu('faq.md', 'humanTranslation.deliver');
    assert.match((await workbench.modal()).text, /help\/faq\.ja\.md/);
    await workbench.screenshot('document-replace');
    await workbench.answerModal();
    await eventually('the delivery', async () => (await read('help/faq.ja.md')).startsWith('# '));
    await workbench.runCommand('humanTranslation.undoDelivery');
    await eventually('the original file', async () => (await read('help/faq.ja.md')) === '手で書いた\r\n');
    await workbench.clearNotifications();
  });

  describe('a document', () => {
    it('is ordered from the explorer', async () => {
      await workbench.runCommand('workbench.view.explorer');
      await workbench.explorerRow('guide.md').click();
      const open = (): Promise<void> =>
        workbench.openMenu(workbench.explorerRow('guide.md'), 'humanTranslation.quoteDocument');
      await open();
      assert.equal(await workbench.menuItem('humanTranslation.orderFile').count(), 0);
      await workbench.screenshot('document-menu');
      await workbench.chooseMenuItem('humanTranslation.orderDocument', open);
      await answerWizard(workbench, { languages: ['Japanese'] });
    });

    it('is ordered after its price was shown', async () => {
      const { text, detail } = await workbench.modal();
      await workbench.screenshot('document-price');
      const price = /\d+\.\d{2}/.exec(text)?.[0] ?? '-';
      assert.match(text, /\b1\b.*Japanese/);
      assert.ok(detail.includes(price));
      await workbench.answerModal();
      await workbench.notification('info', /\b1\b/, price);
      await workbench.clearNotifications();
    });

    it('is translated, and can be compared with its source before it is approved', async () => {
      await workbench.showJobs();
      await workbench.treeGroup('reviewable').waitFor();
      await (await workbench.settledRow('guide.md')).click();
      await workbench.webview.getByRole('heading', { name: 'guide.md' }).waitFor();
      await workbench.webview.locator('#pending', { hasText: 'docs/guide.ja.md' }).waitFor();
      await fresh.screenshots('document-page');
      await workbench.webview.locator('#showChanges').click();
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.page.locator('.monaco-diff-editor').getByText('Care guide').first().waitFor();
      await workbench.screenshot('document-changes');
      assert.equal(existsSync(inShop('docs/guide.ja.md')), false);
      await workbench.runCommand('workbench.action.closeActiveEditor');
    });

    it('is delivered next to its source when it is approved', async () => {
      const source = await read('docs/guide.md');
      await workbench.webview.locator('#approve').click();
      await workbench.notification('info', 'docs/guide.ja.md');
      await workbench.treeGroup('approved', 2).waitFor();
      await workbench.webview.locator('#delivery', { hasText: 'docs/guide.ja.md' }).waitFor();
      await workbench.screenshot('document-approved');
      const translation = await read('docs/guide.ja.md');
      // The structure is the same; the words differ.
      assert.deepEqual(skeletonOf(translation), skeletonOf(source));
      assert.notEqual(translation, source);
      assert.equal(await read('docs/guide.md'), source);
      await workbench.openFile('docs/guide.ja.md');
      await fresh.screenshots('document-delivered');
    });

    it('is deleted by Undo Delivery', async () => {
      await workbench.clearNotifications();
      await workbench.runCommand('humanTranslation.undoDelivery');
      await workbench.notification('info', 'docs/guide.ja.md');
      assert.equal(existsSync(inShop('docs/guide.ja.md')), false);
    });
  });
});

/** Returns the structure of a Markdown text: the beginnings of its lines. */
function skeletonOf(markdown: string): readonly string[] {
  return markdown.split('\n').map((line) => /^(?:#+ |> |\d+\. )?/u.exec(line)?.[0] ?? '');
}
