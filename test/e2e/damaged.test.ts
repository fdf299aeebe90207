import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { viewTitle } from './commandTitles.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const damaged = 'カート ({cuont})';

// The translators of this service damage placeholders.
describe('a translation with damaged placeholders', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let original: string;
  const jobs = new Map<string, string>();
  const japanese = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/ja.json'), 'utf8');
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
    original = await japanese();
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    await workbench.showJobs();
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  /** Opens the page of a job. Returns its id. */
  async function openJob(title: string): Promise<string> {
    await (await workbench.settledRow(title)).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: title }).waitFor();
    const id = (await page.locator('#title').getAttribute('data-job-id')) ?? '';
    jobs.set(title, id);
    return id;
  }

  async function translate(title: string, text: string): Promise<void> {
    await sandbox.translate(await openJob(title), text);
    await workbench.runCommand('humanTranslation.refresh');
  }

  it('shows its errors and marks their locations', async () => {
    await translate('nav.cart', damaged);
    const page = workbench.webview;
    await page.locator('#problems li.error', { hasText: '{count}' }).waitFor();
    assert.deepEqual(await page.locator('#source mark').allInnerTexts(), ['{count}']);
    assert.deepEqual(await page.locator('#translation mark').allInnerTexts(), ['{cuont}']);
    assert.equal(await page.locator('#translation').innerText(), damaged);
    await workbench.treeRow('nav.cart', 'error').waitFor();
    await fresh.screenshots('damaged');
  });

  it('is approved only after a confirmation, on the page and from the tree', async () => {
    const page = workbench.webview;
    await page.locator('#approve').click();
    await page.locator('#approve-errors p').waitFor();
    await fresh.screenshots('damaged-approve-stopped');
    await page.locator('#approve-back').click();

    await workbench.treeAction('nav.cart', 'humanTranslation.approve');
    const { text, detail, buttons } = await workbench.modal();
    assert.match(text, /nav\.cart/);
    for (const name of ['{cuont}', '{count}']) assert.ok(detail.includes(name), detail);
    assert.equal(buttons.length, 3);
    await fresh.screenshots('damaged-modal');
    await workbench.answerModal();
    await workbench.quickInput.waitFor();
    const comment = await workbench.quickInput.inputValue();
    for (const value of ['{cuont}', damaged, '[[[{count}]]]', 'Cart ([[[{count}]]])'])
      assert.ok(comment.includes(value), comment);
    await workbench.screenshot('damaged-comment');
    await workbench.pressInQuickInput('Escape');
    assert.deepEqual(sandbox.calls('PUT /v2/translate/job'), [], 'something was sent');
    assert.equal(await japanese(), original);
  });

  it('is sent back with a comment that is written already', async () => {
    const page = workbench.webview;
    await page.locator('#open-revise').click();
    const box = page.locator('#revise-text');
    const comment = await box.inputValue();
    assert.match(comment, /\{cuont\}[^]*\[\[\[\{count\}\]\]\]/);
    await page.locator('#revise').click();
    await page.locator('#status[data-status=revising]').waitFor();
    const sent = page.locator('[role=log] .passage', { hasText: '{cuont}' });
    await sent.waitFor();
    assert.equal(await sent.innerText(), comment);
    assert.equal(await japanese(), original);
  });

  it('is approved and delivered once it is corrected', async () => {
    await sandbox.translate(jobs.get('nav.cart') ?? '', 'カート ([[[{count}]]])', 'revising');
    await workbench.runCommand('humanTranslation.refresh');
    const page = workbench.webview;
    const approve = page.locator('#approve');
    await approve.waitFor();
    assert.equal(await page.locator('mark, .reference').count(), 0);
    await approve.click();
    await workbench.notification('info', 'locales/ja.json');
    assert.equal(
      await japanese(),
      original.replace('"home": "ホーム",', '"home": "ホーム",\n    "cart": "カート ({count})",'),
    );
    await workbench.clearNotifications();
    await workbench.runCommand('workbench.panel.markers.view.focus');
    await workbench.page.getByText('No problems have been detected in the workspace.').waitFor();
  });

  it('is listed among the problems of the file if it was approved anyway', async () => {
    const before = await japanese();
    await translate('checkout.save', 'この注文で節約できます');
    await workbench.treeRow('checkout.save', 'error').waitFor();
    await workbench.treeAction('checkout.save', 'humanTranslation.approve');
    await workbench.modal();
    await workbench.answerModal(1);
    await eventually('the delivery', async () => (await japanese()) !== before);
    await workbench.openFile('locales/ja.json');
    await workbench.runCommand('workbench.panel.markers.view.focus');
    const problem = workbench.page.locator('.markers-panel .monaco-list-row', {
      hasText: '${amount}',
    });
    await problem.waitFor();
    assert.ok((await problem.innerText()).includes(viewTitle()));
    await workbench.editorLine('"save":').waitFor();
    await workbench.page.locator('.editor-instance .squiggly-error').first().waitFor();
    await workbench.clearNotifications();
    await fresh.screenshots('damaged-in-file');
    await workbench.runCommand('workbench.action.closeActiveEditor');
  });

  it('is not delivered if the service approved it automatically, until the user delivers it anyway', async () => {
    const before = await japanese();
    await translate('checkout.discount', '期間限定割引');
    await workbench.treeRow('checkout.discount', 'error').waitFor();
    await sandbox.letReviewEnd(jobs.get('checkout.discount') ?? '');
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.notification('warning', 'checkout.discount', 'Japanese');
    await workbench.statusItem('warning').waitFor();
    const page = workbench.webview;
    await page.locator('#delivery.warning').waitFor();
    await page.locator('.note').first().waitFor();
    assert.equal(await page.locator('#open-revise').count(), 0);
    await workbench.expandGroup('approved');
    await workbench.treeRow('checkout.discount', 'error').waitFor();
    await fresh.screenshots('damaged-held');
    await workbench.runCommand('humanTranslation.refresh');
    assert.equal(await japanese(), before);

    await page.locator('#deliver').click();
    assert.match((await workbench.modal()).detail, /%\{percent\}/);
    await workbench.answerModal();
    await eventually('the delivery', async () => (await japanese()) !== before);
  });
});
