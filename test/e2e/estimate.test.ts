import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

/** Six words and three: `{{name}}` is not counted. */
const english = { save: 'Save your changes before you leave', hello: 'Hello {{name}}, welcome back' };

describe('the estimate', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        for (const [locale, texts] of Object.entries({ en: english, ja: {}, fr: { save: 'Enregistrer' } }))
          await writeFile(path.join(folder, `locales/${locale}.json`), `${JSON.stringify(texts, undefined, 2)}\n`);
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const rows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');

  it('is shown for each language in the wizard, before any text is sent', async () => {
    await workbench.runCommand('humanTranslation.quoteFile');
    await workbench.atStep('1/2');
    // A row that VS Code is about to reuse may show the price as well.
    for (const price of ['0.15 USD', '0.63 USD']) await rows().filter({ hasText: price }).first().waitFor();
    await eventually('the estimates', async () => {
      const labels = await rows().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      assert.match(labels.find((label) => label.startsWith('Japanese')) ?? '', /\b2\b.*\b9 .*\b0\.63 USD/u);
      assert.match(labels.find((label) => label.startsWith('French')) ?? '', /\b1\b.*\b3 .*\b0\.15 USD/u);
      return true;
    });
    assert.deepEqual(sandbox.calls('POST '), []);
    await fresh.screenshots('estimate');
    await workbench.pressInQuickInput('Escape');
  });

  it('uses the prices that were loaded before, and equals the quote, which says when translations are expected', async () => {
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b0\.63 USD/u);
    assert.match(detail, new RegExp(`\\b${new Date().getFullYear()}, \\d+:\\d\\d`, 'u'));
    assert.doesNotMatch(detail, /•/u);
    await fresh.screenshots('estimate-and-quote');
    await workbench.dismissModal();
    assert.equal(sandbox.calls('GET /v2/translate/service/language_pairs').length, 1);
  });

  it('can be checked by the service, which receives the strings only after a question', async () => {
    await workbench.runCommand('humanTranslation.checkCount');
    const question = await workbench.modal();
    assert.match(question.text, /\b2\b.*127\.0\.0\.1/u);
    await workbench.dismissModal();
    assert.deepEqual(sandbox.calls('POST /service/unit_count'), []);

    await workbench.runCommand('humanTranslation.checkCount');
    await workbench.modal();
    await workbench.answerModal();
    assert.match((await workbench.nextModal(question.text)).text, /\b9\b/u);
    await fresh.screenshots('checked-count');
    await workbench.dismissModal();
    assert.equal(sandbox.calls('POST /service/unit_count').length, 1);
  });
});
