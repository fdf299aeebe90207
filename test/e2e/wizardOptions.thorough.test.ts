import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { amountsIn } from './amounts.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, approveAutomatically, connect, getPrice, openLine, toSummary } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

/** Positions of the first options, which every account has. */
const secondPass = 0;
const oneTranslator = 1;

// The account of the sandbox has the glossaries "Product terms", of Japanese, and "User interface".
describe('options of an order', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function toOptions(languages: readonly string[]): Promise<void> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await toSummary(workbench, languages);
    await openLine(workbench, 'options');
  }

  it('are those of the account for all selected languages', async () => {
    await toOptions(['Japanese']);
    const forJapanese = await workbench.quickPickLabels();
    assert.deepEqual(glossariesIn(forJapanese), ['Product terms', 'User interface']);
    await workbench.pressInQuickInput('Escape');
    await toOptions(['Japanese', 'French']);
    const forBoth = await workbench.quickPickLabels();
    assert.deepEqual(glossariesIn(forBoth), ['User interface']);
    await workbench.pressInQuickInput('Escape');
    await toOptions(['Italian']);
    const forItalian = await workbench.quickPickLabels();
    assert.deepEqual(glossariesIn(forItalian), []);
    // Preferred translators exist for Japanese only.
    assert.equal(forJapanese.filter((label) => !forItalian.includes(label)).length, 3);
    assert.deepEqual(forBoth.slice(0, 2), forJapanese.slice(0, 2));
    await workbench.pressInQuickInput('Escape');
  });

  it('allow one glossary at a time', async () => {
    await toOptions(['Japanese']);
    const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
    const selected = rows
      .and(workbench.page.locator('[aria-checked="true"]'))
      .locator('.quick-input-list-row:first-child .label-name');
    const labels = await workbench.quickPickLabels();
    await rows.filter({ hasText: 'Product terms' }).click();
    await rows.filter({ hasText: labels[secondPass] ?? '' }).click();
    await rows.filter({ hasText: 'User interface' }).click();
    await eventually('the first glossary to be deselected', async () => (await selected.count()) === 2);
    assert.deepEqual(
      await selected.allInnerTexts(),
      labels.filter((label, index) => index === secondPass || label.includes('User interface')),
    );
    await fresh.screenshots('order-options');
    await workbench.pressInQuickInput('Escape');
  });

  it('include a purpose in the user’s own words, of limited length', async () => {
    await toOptions(['Japanese']);
    const labels = await workbench.quickPickLabels();
    const glossary = labels.findIndex((label) => label.includes('User interface'));
    await workbench.pickRows([secondPass, oneTranslator, glossary, glossary + 1, -1]);
    await workbench.quickMessage().filter({ hasText: /./ }).waitFor();
    await workbench.type('x'.repeat(129));
    await workbench.quickMessage().filter({ hasText: '128' }).waitFor();
    await workbench.screenshot('purpose-too-long');
    await workbench.type('Labels of a web shop');
    await workbench.atStep('2/2');
    await approveAutomatically(workbench);
    await getPrice(workbench);
    const { detail } = await workbench.modal();
    await workbench.screenshot('price-with-options');
    const tone = labels[glossary + 1]?.split(': ').at(-1) ?? '-';
    for (const value of ['User interface', tone, 'Labels of a web shop']) assert.ok(detail.includes(value), value);
    await workbench.answerModal();
    await workbench.notification('info', /\b10\b/);
    await workbench.clearNotifications();
  });

  it('count in a quote', async () => {
    const quoted = async (options: readonly number[]): Promise<number> => {
      await workbench.openFile('locales/en.json');
      await workbench.runCommand('humanTranslation.quoteFile');
      await answerWizard(workbench, { languages: ['French'], options });
      const { text } = await workbench.modal();
      await workbench.dismissModal();
      return amountsIn(text)[0] ?? 0;
    };
    const alone = await quoted([]);
    assert.ok(alone > 0);
    assert.ok((await quoted([secondPass])) > alone);
  });

  it('show where several translators may be used', async () => {
    /** Returns the lines of a quote that don't contain the number of strings or the price. */
    const quoted = async (count: number, options: readonly number[] = []): Promise<readonly string[]> => {
      await writeFile(
        path.join(shop, 'locales/en.json'),
        JSON.stringify(
          Object.fromEntries(
            Array.from({ length: count }, (_, index) => [`key${count}_${index}`, `Text number ${index}`]),
          ),
        ),
      );
      await workbench.openFile('locales/en.json');
      await workbench.editorLine(`"key${count}_0":`).waitFor();
      await workbench.runCommand('humanTranslation.quoteFile');
      await answerWizard(workbench, { languages: ['Italian'], options });
      const { detail } = await workbench.modal();
      await workbench.screenshot(`translators-of-${count}${options.length > 0 ? '-grouped' : ''}`);
      await workbench.dismissModal();
      // Without amounts and the time at which translations are expected, which differs in the next minute.
      return detail.split('\n').filter((line) => !/\d[.:]\d{2}/.test(line));
    };
    const short = await quoted(50);
    const divided = (await quoted(51)).filter((line) => !short.includes(line));
    assert.equal(divided.length, 1, 'several calls may have several translators');
    const grouped = [oneTranslator];
    assert.deepEqual(await quoted(1, grouped), short, 'a single string has one translator anyway');
    const whole = (await quoted(300, grouped)).filter((line) => !short.includes(line));
    assert.equal(whole.length, 1, 'one translator is requested');
    const more = (await quoted(301, grouped)).filter((line) => !short.includes(line) && !whole.includes(line));
    assert.equal(more.length, 1, 'a group has at most 300 strings');
    for (const value of ['Italian', '301', '300']) assert.ok(more[0]?.includes(value), more[0]);
  });

  it('name strings that are mostly protected', async () => {
    const link = `{${'long_name_of_a_placeholder_'.repeat(14)}}`;
    await writeFile(
      path.join(shop, 'locales/en.json'),
      JSON.stringify({ short: 'Hello {name}', long: `See ${link} now` }, undefined, 2),
    );
    await workbench.openFile('locales/en.json');
    await workbench.editorLine('"long":').waitFor();
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Italian'] });
    const { detail } = await workbench.modal();
    assert.match(detail, /“long”/);
    assert.doesNotMatch(detail, /“short”/);
    await workbench.screenshot('mostly-protected');
    await workbench.dismissModal();
  });
});

/** Returns the glossaries of the sandbox's account that have one of these labels. */
function glossariesIn(labels: readonly string[]): readonly string[] {
  return ['Product terms', 'User interface'].filter((title) => labels.some((label) => label.includes(title)));
}
