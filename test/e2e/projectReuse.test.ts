import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const english = {
  pay: 'Pay now',
  checkout: 'Pay now',
  open: 'Open',
  state: 'Open',
  button: 'Open',
  back: 'Back to the shop',
  only: 'A text of its own',
};
const german = '{\r\n    "checkout" : "Jetzt bezahlen",\r\n    "state" : "Offen",\r\n    "button" : "Öffnen"\r\n}\r\n';
const files = {
  'locales/en.json': `${JSON.stringify(english, undefined, 2)}\n`,
  'locales/de.json': german,
  'admin/locales/en.json': '{ "previous": "Back to the shop" }\n',
  'admin/locales/de.json': '{ "previous": "Zurück zum Laden" }\n',
};

describe('translations of the project, in the order flow', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        await mkdir(path.join(folder, 'admin/locales'), { recursive: true });
        for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
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
  const row = (text: string) => rows().filter({ hasText: text });
  const isChecked = async (text: string): Promise<boolean> => (await row(text).getAttribute('aria-checked')) === 'true';
  const read = (): Promise<string> => readFile(path.join(fresh.shop, 'locales/de.json'), 'utf8');

  async function toList(): Promise<void> {
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['German'] });
    await workbench.atQuestion();
    await row('Jetzt bezahlen').waitFor();
  }

  it('are counted in a quote, which writes nothing', async () => {
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['German'] });
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b4\b/u);
    assert.match(detail, /^.*\b2\b.*free/mu);
    await workbench.dismissModal();
    assert.equal(await read(), german);
  });

  it('are listed with both locations before anything is sent; different ones are listed, but not selected', async () => {
    const before = sandbox.calls('POST ').length;
    await toList();
    assert.deepEqual(await workbench.quickPickLabels(), ['Pay now', 'Back to the shop', 'Open', 'Open']);
    const [pay] = await row('Jetzt bezahlen').evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    for (const part of ['pay in locales/de.json', 'checkout in locales/de.json']) assert.ok(pay?.includes(part), pay);
    assert.match(await row('Zurück zum Laden').innerText(), /previous in admin\/locales\/de\.json/u);
    assert.deepEqual(await Promise.all(['Jetzt bezahlen', 'Zurück zum Laden', 'Offen', 'Öffnen'].map(isChecked)), [
      true,
      true,
      false,
      false,
    ]);
    await row('Offen').click();
    await row('Öffnen').click();
    await row('Offen').and(workbench.page.locator('[aria-checked="false"]')).waitFor();
    assert.equal(await isChecked('Öffnen'), true);
    await fresh.screenshots('reuse-in-project');
    await workbench.pressInQuickInput('Escape');
    await rows().first().waitFor({ state: 'hidden' });
    assert.equal(await read(), german);
    assert.equal(sandbox.calls('POST ').length, before);
  });

  it('are written at once if they are accepted, and the price is without them', async () => {
    await toList();
    await row('Öffnen').click();
    await workbench.pressInQuickInput('Enter');
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b1\b/u);
    assert.match(detail, /^.*\b3\b.*reuse/mu);
    assert.equal(
      await read(),
      [
        '{',
        '    "pay" : "Jetzt bezahlen",',
        '    "checkout" : "Jetzt bezahlen",',
        '    "open" : "Öffnen",',
        '    "state" : "Offen",',
        '    "button" : "Öffnen",',
        '    "back" : "Zurück zum Laden"',
        '}',
        '',
      ].join('\r\n'),
    );
    await workbench.screenshot('price-after-reuse');
    await workbench.dismissModal();
  });

  it('are undone by the button of their notification', async () => {
    const toast = await workbench.notification('info', 'locales/de.json');
    await workbench.notificationButtons(toast).first().click();
    await eventually('the file to be as it was', async () => (await read()) === german);
  });

  it('leave nothing to order if they are all that was missing', async () => {
    await workbench.clearNotifications();
    await writeFile(path.join(fresh.shop, 'locales/de.json'), german.replace('{', '{ "open": "Auf", "only": "Eigen",'));
    await toList();
    const before = sandbox.calls('POST ').length;
    await workbench.pressInQuickInput('Enter');
    await workbench.notification('info', /\b2\b.*locales\/de\.json/u);
    assert.match(await read(), /Zurück zum Laden/u);
    assert.equal(sandbox.calls('POST ').length, before);
  });
});
