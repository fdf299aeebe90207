import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const first = { bye: 'See you soon' };
/** One text was approved before, one is translated under another key, and one is new. */
const second = { soon: 'See you soon', farewell: 'See you later', later: 'See you later', fresh: 'A new text' };

describe('the list of what need not be bought', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({ prepare: (folder) => writeFiles(folder, first, {}) });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await order();
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    for (const id of await sandbox.waitingJobs('ja')) {
      await sandbox.translate(id, 'またね');
      await sandbox.letReviewEnd(id);
    }
    await workbench.runCommand('humanTranslation.refresh');
    await eventually('the translation to be delivered', async () => (await readJapanese()).includes('またね'));
    await workbench.clearNotifications();
    await writeFiles(fresh.shop, second, { farewell: 'じゃあね' });
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const rows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  const row = (text: string) => rows().filter({ hasText: text });
  const readJapanese = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/ja.json'), 'utf8');
  const quotes = (): number => sandbox.calls('POST /v2/translate/service/quote').length;

  async function order(): Promise<void> {
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
  }

  it('has the translations of the project and those approved before, all of them selected', async () => {
    await order();
    await workbench.atQuestion();
    await row('またね').waitFor();
    assert.deepEqual(await workbench.quickPickLabels(), ['See you later', 'soon']);
    await eventually(
      'both rows to be selected',
      async () => (await rows().and(workbench.page.locator('[aria-checked="true"]')).count()) === 2,
    );
    assert.match((await row('またね').getAttribute('aria-label')) ?? '', /approved for bye/u);
    await fresh.screenshots('need-not-be-bought');
    await workbench.pressInQuickInput('Escape');
    await rows().first().waitFor({ state: 'hidden' });
  });

  it('goes on with Enter to a price that was requested once', async () => {
    const before = quotes();
    await order();
    await workbench.atQuestion();
    await row('またね').waitFor();
    await workbench.pressInQuickInput('Enter');
    const { detail } = await workbench.modal();
    assert.match(detail, /^Reused for free: .*\b1\b/mu);
    assert.match(await readJapanese(), /"later"\s*: "じゃあね"/u);
    assert.equal(quotes(), before + 1);
    await workbench.dismissModal();
  });

  it('orders again what is not selected, for a price that was requested once', async () => {
    const before = quotes();
    await order();
    await workbench.atQuestion();
    await row('またね').click();
    await row('またね').and(workbench.page.locator('[aria-checked="false"]')).waitFor();
    await workbench.pressInQuickInput('Enter');
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b2\b/u);
    assert.doesNotMatch(detail, /free/u);
    assert.equal(quotes(), before + 1);
    await workbench.dismissModal();
  });
});

async function writeFiles(folder: string, english: object, japanese: object): Promise<void> {
  await writeFile(path.join(folder, 'locales/en.json'), `${JSON.stringify(english, undefined, 2)}\n`);
  await writeFile(path.join(folder, 'locales/ja.json'), `${JSON.stringify(japanese, undefined, 2)}\n`);
}
