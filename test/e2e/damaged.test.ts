import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const damaged = 'カート ({cuont})';
const comment = `Thank you for the translation. Please correct the following:
- {cuont} is not in the source. Please take it out. In your translation: “カート ({cuont})”.
- [[[{count}]]] is missing. Please copy it from the source exactly as it is there: “Cart ([[[{count}]]])”.`;

// A service whose translators damage placeholders: what comes back is stopped, sent back, and only whole delivered by itself.
describe('a translation that comes back damaged', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let original: string;
  const jobs = new Map<string, string>();
  const japanese = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/ja.json'), 'utf8');
  pictureFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
    original = await japanese();
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.answerModal();
    await workbench.severityNotification('info');
    await workbench.clearNotifications();
    await workbench.showJobs();
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  /** Opens the page of a job, which names its id. */
  async function openJob(title: string): Promise<string> {
    await workbench.treeRow(title).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: title }).waitFor();
    jobs.set(title, await page.locator('.facts div:has(dt:text-is("Job")) dd').innerText());
    return jobs.get(title) ?? '';
  }

  async function translate(title: string, text: string): Promise<void> {
    await sandbox.translate(await openJob(title), text);
    await workbench.runCommand('humanTranslation.refresh');
  }

  it('shows what is wrong, and where', async () => {
    await translate('nav.cart', damaged);
    const page = workbench.webview;
    await page.getByRole('alert').getByText('The placeholder {count} is missing.').waitFor();
    assert.deepEqual(await page.locator('#source mark').allInnerTexts(), ['{count}']);
    assert.deepEqual(await page.locator('#translation mark').allInnerTexts(), ['{cuont}']);
    assert.equal(await page.locator('#translation').innerText(), damaged);
    await workbench.treeRow(/nav\.cart.*2 errors/).waitFor();
    await fresh.screenshots('damaged');
  });

  it('is not approved, on the page or from the tree, until that is said twice', async () => {
    const page = workbench.webview;
    await page.locator('#approve').click();
    await page.getByText('The translation has errors, listed above.').waitFor();
    await fresh.screenshots('damaged-approve-stopped');
    await page.locator('#approve-back').click();

    await workbench.treeAction('nav.cart', 'humanTranslation.approve');
    const { text, detail, buttons } = await workbench.modal();
    assert.equal(text, 'The translation of “nav.cart” has errors.');
    assert.match(detail, /• Error: The placeholder \{cuont\} is not in the source/);
    assert.match(detail, /• Error: The placeholder \{count\} is missing\./);
    assert.deepEqual(buttons.toSorted(), ['Approve Anyway', 'Cancel', 'Request Revision…']);
    await fresh.screenshots('damaged-modal');
    await workbench.answerModal();
    await workbench.quickInput.waitFor();
    assert.equal(await workbench.quickInput.inputValue(), comment.replaceAll('\n', ' '));
    await workbench.screenshot('damaged-comment');
    await workbench.page.keyboard.press('Escape');
    assert.deepEqual(sandbox.calls('PUT /v2/translate/job'), [], 'something was sent');
    assert.equal(await japanese(), original);
  });

  it('is sent back with a comment that is written already', async () => {
    const page = workbench.webview;
    const box = page.locator('#revise-text');
    assert.equal(await box.inputValue(), comment);
    await page.locator('#revise').click();
    await page.getByText('Being Revised').first().waitFor();
    await page.getByRole('log').getByText('Please correct the following:').waitFor();
    assert.equal(await page.getByRole('log').locator('.passage').last().innerText(), comment);
    assert.equal(await japanese(), original);
  });

  it('is approved and delivered once it is repaired, with nothing left to complain of', async () => {
    await sandbox.translate(jobs.get('nav.cart') ?? '', 'カート ([[[{count}]]])', 'revising');
    await workbench.runCommand('humanTranslation.refresh');
    const page = workbench.webview;
    const approve = page.locator('#approve');
    await approve.waitFor();
    assert.equal(await page.locator('mark, .reference').count(), 0);
    await approve.click();
    await workbench.notification('1 translation was written into locales/ja.json.');
    assert.equal(
      await japanese(),
      original.replace('"home": "ホーム",', '"home": "ホーム",\n    "cart": "カート ({count})",'),
    );
    await workbench.clearNotifications();
    await workbench.runCommand('workbench.panel.markers.view.focus');
    await workbench.page.getByText('No problems have been detected in the workspace.').waitFor();
  });

  it('stands among the problems of the file where it was approved anyway', async () => {
    const before = await japanese();
    await translate('checkout.save', 'この注文で節約できます');
    await workbench.treeRow(/checkout\.save.*1 error/).waitFor();
    await workbench.treeAction('checkout.save', 'humanTranslation.approve');
    await workbench.modal();
    await workbench.answerModal(1);
    await eventually('the delivery', async () => (await japanese()) !== before);
    await workbench.openFile('locales/ja.json');
    await workbench.runCommand('workbench.panel.markers.view.focus');
    const problem = workbench.page.locator('.markers-panel .monaco-list-row', {
      hasText: 'The placeholder ${amount} is missing.',
    });
    await problem.waitFor();
    assert.match(await problem.innerText(), /Human Translation/);
    await workbench.editorLine('"save":').waitFor();
    await workbench.page.locator('.editor-instance .squiggly-error').first().waitFor();
    await workbench.clearNotifications();
    await fresh.screenshots('damaged-in-file');
    await workbench.runCommand('workbench.action.closeActiveEditor');
  });

  it('is held where the service approved it by itself, and says so', async () => {
    const before = await japanese();
    await translate('checkout.discount', '期間限定割引');
    await workbench.treeRow(/checkout\.discount.*2 errors/).waitFor();
    await sandbox.letReviewEnd(jobs.get('checkout.discount') ?? '');
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.notification(
      'The translation of “checkout.discount” into Japanese is approved. Not written: the checks found errors in it.',
    );
    await workbench
      .statusBarItem('Human Translation')
      .filter({ has: workbench.page.locator('.codicon-warning') })
      .waitFor();
    const page = workbench.webview;
    await page.getByText('Not written: the checks found errors in it.').waitFor();
    await page.getByText('It is approved, so it cannot be sent back any more.').waitFor();
    assert.equal(await page.locator('#revise').count(), 0);
    await workbench.expandGroup('approved');
    await workbench.treeRow(/checkout\.discount.*not written.*2 errors/).waitFor();
    await fresh.screenshots('damaged-held');
    await workbench.runCommand('humanTranslation.refresh');
    assert.equal(await japanese(), before);

    await page.locator('#deliver').click();
    assert.match((await workbench.modal()).detail, /Error: The placeholder %\{percent\} is missing\./);
    await workbench.answerModal();
    await eventually('the delivery', async () => (await japanese()) !== before);
  });
});
