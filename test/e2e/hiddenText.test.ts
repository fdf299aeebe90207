import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const name = 'U+202E RIGHT-TO-LEFT OVERRIDE';
const deceiving = '合計 \u202E00,5\u202C 円\u200Bです';

describe('a translation with characters that nobody sees', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  const japanese = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/ja.json'), 'utf8');
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
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

  it('shows them by name on the page of its job, also those of a message', async () => {
    await (await workbench.settledRow('checkout.save')).click();
    const page = workbench.webview;
    await page.getByRole('heading', { name: 'checkout.save' }).waitFor();
    const id = (await page.locator('#title').getAttribute('data-job-id')) ?? '';
    await sandbox.translate(id, deceiving);
    await sandbox.comment(id, 'Fertig \u202Eab\u202C?');
    await workbench.runCommand('humanTranslation.refresh');
    await page.locator('#problems li.error', { hasText: name }).waitFor();
    await page.locator('.comment.translator .odd-character').first().waitFor();
    assert.deepEqual(await page.locator('#translation .odd-character').allInnerTexts(), [
      name,
      'U+202C POP DIRECTIONAL FORMATTING',
    ]);
    const shown = await page.locator('body').evaluate((body) => body.textContent);
    assert.doesNotMatch(shown, /[\u202A-\u202E]/u);
    await fresh.screenshots('hidden-text-job');
  });

  it('shows them by name on the review page, where it is not approved with one key', async () => {
    await workbench.runCommand('humanTranslation.reviewTranslations');
    const page = workbench.webview;
    await page.locator('.review-row .odd-character').first().waitFor();
    await page.locator('.findings li.error', { hasText: name }).waitFor();
    const shown = await page.locator('.review-row').evaluateAll((rows) => rows.map((row) => row.textContent).join(''));
    assert.doesNotMatch(shown, /[\u202A-\u202E]/u);
    await fresh.screenshots('hidden-text-review');
    await page.locator('.review-row').first().click();
    await page.locator('.list:focus').waitFor();
    await workbench.page.keyboard.press('a');
    await page.locator('.review-row .status.error').waitFor();
    assert.deepEqual(sandbox.calls('PUT /v2/translate/job'), []);
  });

  it('is not delivered after the service approved it', async () => {
    const before = await japanese();
    const [job] = (await sandbox.someJobs()).filter(({ status }) => status === 'reviewable');
    assert.ok(job);
    await sandbox.letReviewEnd(job.id);
    await workbench.runCommand('humanTranslation.refresh');
    await eventually('the approval', async () => (await sandbox.jobs([job.id]))[0]?.status === 'approved');
    await workbench.showJobs();
    await workbench.expandGroup('approved');
    await workbench.treeRow('checkout.save', 'error').waitFor();
    assert.equal(await japanese(), before);
  });
});
