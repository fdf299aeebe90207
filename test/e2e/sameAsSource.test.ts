import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { approveAutomatically, connect, getPrice, openLine, toSummary } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const english = {
  save: 'Save changes',
  lost: 'We could not find this page.',
  offer: 'Buy two of these and save',
  bag: 'Pack it in a cotton bag',
  url: 'URL',
  close: 'Close',
  missing: 'Free returns within a month',
};
const french = { ...english, close: 'Fermer', missing: '' };
const german = { ...english, close: 'Schließen', offer: 'Zwei kaufen und sparen', missing: 'Kostenlose Rückgabe' };

/** More key presses than the wizard has stops. */
const maxPresses = 20;

describe('strings that equal their source, in the order wizard', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        for (const [locale, texts] of Object.entries({ en: english, fr: french, de: german }))
          await writeFile(path.join(folder, `locales/${locale}.json`), `${JSON.stringify(texts, undefined, 2)}\n`);
      },
    });
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const rows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  const row = (text: string) => rows().filter({ hasText: text });

  async function toStrings(languages: readonly string[]): Promise<void> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await toSummary(workbench, languages);
    await workbench.iconRow('copy').filter({ hasText: /\d/ }).waitFor();
    await openLine(workbench, 'sameAsSource');
  }

  async function rightAsItIs(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
    const text = await readFile(path.join(shop, '.vscode/settings.json'), 'utf8').catch(() => '{}');
    const settings = JSON.parse(text) as Readonly<Record<string, Awaited<ReturnType<typeof rightAsItIs>>>>;
    return settings['humanTranslation.rightAsItIs'] ?? {};
  }

  async function translations(locale: string): Promise<Readonly<Record<string, string>>> {
    const text = await readFile(path.join(shop, `locales/${locale}.json`), 'utf8');
    return JSON.parse(text) as Readonly<Record<string, string>>;
  }

  it('are counted for each language, and listed unselected', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    await row('French').filter({ hasText: 'English' }).waitFor();
    await eventually('the numbers of each language', async () => {
      const labels = await rows().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      assert.match(labels.find((label) => label.startsWith('French')) ?? '', /\b1\b.*\b4\b.*English/);
      assert.match(labels.find((label) => label.startsWith('German')) ?? '', /\b3\b.*English/);
      return true;
    });
    await toSummary(workbench, ['French', 'German']);
    await fresh.screenshots('summary-of-two-languages');
    await workbench.iconRow('copy').filter({ hasText: /\d/ }).waitFor();
    await openLine(workbench, 'sameAsSource');
    const inGerman = [english.save, english.lost, english.bag];
    const inFrench = [english.save, english.lost, english.offer, english.bag];
    assert.deepEqual(await workbench.quickPickLabels(), [...inGerman, ...inFrench]);
    const names = await rows().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.equal(new Set(names).size, names.length, 'a screen reader can distinguish the languages');
    assert.equal(await rows().and(workbench.page.locator('[aria-checked="true"]')).count(), 0);
    await fresh.screenshots('same-as-source');
    await workbench.pressInQuickInput('Escape');
  });

  it('can be confirmed as right: one by its button, and the selected ones by keyboard', async () => {
    await toStrings(['French']);
    await row(english.offer).hover();
    await row(english.offer).locator('.codicon-pass').click();
    await row(english.offer).waitFor({ state: 'detached' });
    await row(english.bag).click();
    const button = workbench.page.locator('.quick-input-widget:visible .quick-input-titlebar .codicon-pass');
    for (let presses = 0; presses < maxPresses; presses += 1) {
      if (await button.evaluate((element) => element === element.ownerDocument.activeElement)) break;
      await workbench.page.keyboard.press('Shift+Tab');
    }
    assert.notEqual((await button.getAttribute('aria-label')) ?? '', '');
    await workbench.page.keyboard.press('Enter');
    await row(english.bag).waitFor({ state: 'detached' });
    assert.deepEqual(await workbench.quickPickLabels(), [english.save, english.lost]);
    await workbench.pressInQuickInput('Escape');
    await eventually('the settings to be written', async () => Object.keys(await rightAsItIs()).length > 0);
    const right = await rightAsItIs();
    assert.deepEqual([Object.keys(right), Object.keys(right['fr'] ?? {})], [['fr'], ['bag', 'offer']]);

    await toStrings(['French', 'German']);
    await eventually(
      'those in German, which are still offered',
      async () => (await workbench.quickPickLabels()).length === 5,
    );
    await workbench.pressInQuickInput('Escape');
  });

  it('are listed in the preview as not ordered, except those that are right', async () => {
    await workbench.openFile('locales/fr.json');
    await workbench.runCommand('humanTranslation.previewSent');
    for (const key of ['save', 'lost']) await workbench.editorLine(`French: ${key}`).waitFor();
    assert.equal(await workbench.editorLine('French: offer').count(), 0);
  });

  it('are ordered only if they are selected, and replaced on delivery', async () => {
    await toStrings(['French']);
    await workbench.pickRows([await indexOf(english.lost)]);
    await workbench.atStep('2/2');
    await openLine(workbench, 'sameAsSource');
    await row(english.lost).and(workbench.page.locator('[aria-checked="true"]')).waitFor();
    await workbench.page.locator('.quick-input-widget:visible .quick-input-titlebar .codicon-quick-input-back').click();
    await workbench.atStep('2/2');
    await workbench.screenshot('summary-with-same-as-source');
    await approveAutomatically(workbench);
    await getPrice(workbench);
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b2\b.*French/);
    assert.equal(detail.split('\n').filter((line) => /\b1\b.*English/.test(line)).length, 2, detail);
    await workbench.screenshot('price-with-same-as-source');
    await workbench.answerModal();
    await workbench.notification('info', /\b2\b/);
    await workbench.clearNotifications();
    await eventually(
      'the translations to be delivered',
      async () => (await translations('fr'))['lost'] !== english.lost,
    );
    const { save, offer, missing } = await translations('fr');
    assert.deepEqual([save, offer], [english.save, english.offer]);
    assert.notEqual(missing, '');
  });

  /** Returns the position of a row, which counts headings. */
  async function indexOf(text: string): Promise<number> {
    return Number(await row(text).getAttribute('data-index'));
  }
});
