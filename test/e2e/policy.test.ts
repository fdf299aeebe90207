import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, openLine } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const post = 'POST /v2/translate/jobs';

describe("the workspace's policy", () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  let written = 0;
  /** Writes a policy, and waits until VS Code has read it, which the window's title shows. */
  async function writePolicy(policy: unknown): Promise<void> {
    written += 1;
    const title = `Policy ${written}`;
    const settings = { 'humanTranslation.policy': policy, 'window.title': title };
    await writeFile(path.join(fresh.shop, '.vscode/settings.json'), JSON.stringify(settings));
    await eventually('the policy to be read', async () => (await workbench.page.title()) === title);
  }

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    const policy = {
      targetLocales: ['ja', 'de'],
      tiers: ['standard'],
      typeAmountAbove: 0.1,
      perLocale: { ja: { perOrder: 9 } },
    };
    fresh = await borrowWindow({
      // A workspace must not be able to loosen this.
      settings: { 'humanTranslation.policy': { perOrder: 9.5 } },
      prepare: async (folder) => {
        await mkdir(path.join(folder, '.vscode'), { recursive: true });
        await writeFile(
          path.join(folder, '.vscode/settings.json'),
          JSON.stringify({ 'humanTranslation.policy': policy }),
        );
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function startOrder(): Promise<void> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
  }

  /** Answers the wizard and returns the price that the order button shows. */
  async function askForPrice(): Promise<{ readonly price: string; readonly detail: string }> {
    await startOrder();
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { detail, buttons } = await workbench.modal();
    const [price = ''] = buttons.flatMap((button) => /\d+\.\d+/.exec(button) ?? []);
    assert.notEqual(price, '');
    return { price, detail };
  }

  it('leaves forbidden languages and tiers out of the wizard, and says so', async () => {
    await startOrder();
    await workbench.atStep('1/2');
    const labels = await workbench.quickPickLabels();
    assert.deepEqual(labels.filter((label) => ['German', 'Japanese'].includes(label)).toSorted(), [
      'German',
      'Japanese',
    ]);
    assert.ok(!labels.includes('French'), labels.join(', '));
    await workbench
      .quickMessage()
      .filter({ hasText: /workspace.*Arabic/u })
      .waitFor();
    await workbench.screenshot('policy-languages');
    await workbench.pickMany(['Japanese']);
    await workbench.atStep('2/2');
    await openLine(workbench, 'tier');
    assert.equal((await workbench.quickPickLabels()).length, 1);
    await workbench
      .quickMessage()
      .filter({ hasText: /workspace.*Pro/u })
      .waitFor();
    await workbench.screenshot('policy-tiers');
    await workbench.pressInQuickInput('Escape');
  });

  it('orders only after the amount was typed; Escape cancels', async () => {
    const { price, detail } = await askForPrice();
    for (const amount of ['9.00', '9.50', '0.10']) assert.ok(detail.includes(amount), detail);
    await workbench.screenshot('policy-price');
    await workbench.answerModal();
    await workbench.atQuestion();
    await workbench.type(`1${price}`);
    await workbench.quickMessage().filter({ hasText: price }).waitFor();
    await workbench.screenshot('policy-typed-amount');
    await workbench.pressInQuickInput('Escape');
    await workbench.quickTitle().waitFor({ state: 'hidden' });
    assert.deepEqual(sandbox.calls(post), []);

    await askForPrice();
    await workbench.answerModal();
    await workbench.atQuestion();
    await workbench.type(price);
    await workbench.notification('info', /\b10\b/, price);
    await workbench.clearNotifications();
    assert.equal((await sandbox.state()).orders, 1);
  });

  it('stops an order that exceeds limits, and names each with its origin', async () => {
    await writePolicy({ perDay: 0.01, perLocale: { de: { perOrder: 0.02 } } });
    await startOrder();
    await answerWizard(workbench, { languages: ['German'] });
    const { detail, buttons } = await workbench.modal();
    const lines = detail.split('\n');
    assert.equal(lines.filter((line) => /\b0\.01\b/.test(line)).length, 2, detail);
    assert.equal(lines.filter((line) => /\b0\.02\b/.test(line)).length, 2, detail);
    assert.equal(buttons.length, 2);
    await workbench.screenshot('policy-exceeded');
    await workbench.dismissModal();
    assert.equal((await sandbox.state()).orders, 1);
  });

  it('lets forbidden languages be quoted, and names the policy instead of ordering them', async () => {
    await writePolicy({ targetLocales: ['de'] });
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['French'] });
    const quote = await workbench.modal();
    assert.match(quote.detail, /workspace.*German.*French/u);
    await workbench.screenshot('policy-quote');
    await workbench.answerModal();
    const { text, buttons } = await workbench.nextModal(quote.text);
    assert.match(text, /workspace.*German.*French/u);
    assert.equal(buttons.length, 2);
    await workbench.answerModal();
    const tab = workbench.page.locator('.tabs-container .tab.active', { hasText: 'Settings' });
    await tab.waitFor();
    await workbench.page.locator('.settings-editor .setting-item-contents', { hasText: 'Policy' }).first().waitFor();
    assert.equal((await sandbox.state()).orders, 1);
  });

  it('blocks ordering while it is invalid', async () => {
    await writePolicy({ perorder: 5 });
    await startOrder();
    await workbench.notification('error', /humanTranslation\.policy\.perorder/u);
    await workbench.clearNotifications();
  });
});
