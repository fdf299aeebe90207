import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { answerUpToOptions, answerWizard } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('options of an order', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'manual' } });
    ({ workbench, shop } = fresh);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
  });

  async function toOptions(languages: readonly string[]): Promise<void> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerUpToOptions(workbench, languages, 5);
  }

  it('are those that the account has for all languages that were chosen', async () => {
    await toOptions(['Japanese']);
    const forJapanese = await workbench.quickPickLabels();
    assert.deepEqual(forJapanese.slice(0, 5), [
      'Second Pass by an Editor',
      'One Translator per Language',
      'Preferred Translators Only',
      'Glossary: Product terms',
      'Glossary: User interface',
    ]);
    await workbench.page.keyboard.press('Escape');
    await toOptions(['Japanese', 'French']);
    const forBoth = await workbench.quickPickLabels();
    assert.deepEqual(forBoth.slice(0, 3), [
      'Second Pass by an Editor',
      'One Translator per Language',
      'Glossary: User interface',
    ]);
    await workbench.page.keyboard.press('Escape');
    await toOptions(['Italian']);
    assert.deepEqual(
      (await workbench.quickPickLabels()).filter((label) => /Glossary|Preferred/.test(label)),
      [],
    );
    await workbench.page.keyboard.press('Escape');
  });

  it('exclude one another where only one can be', async () => {
    await toOptions(['Japanese']);
    const ticked = (): Promise<readonly string[]> =>
      workbench.page
        .locator(
          '.quick-input-list .monaco-list-row[aria-checked="true"] .quick-input-list-row:first-child .label-name',
        )
        .allInnerTexts();
    for (const label of ['Glossary: Product terms', 'Second Pass by an Editor', 'Glossary: User interface']) {
      await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
    }
    await eventually('the first glossary unticked', async () => (await ticked()).length === 2);
    assert.deepEqual(await ticked(), ['Second Pass by an Editor', 'Glossary: User interface']);
    await fresh.screenshots('order-options');
    await workbench.page.keyboard.press('Escape');
  });

  it('are asked for in the person’s own words, as many as the service takes', async () => {
    await toOptions(['Japanese']);
    await workbench.pickMany([
      'Second Pass by an Editor',
      'One Translator per Language',
      'Glossary: User interface',
      'Tone: Friendly',
      'Purpose: other…',
    ]);
    await workbench.quickMessage().filter({ hasText: 'What the translation is for, in a few words' }).waitFor();
    await workbench.type('x'.repeat(129));
    await workbench
      .quickMessage()
      .filter({ hasText: 'This is longer than 128 characters. Say it more briefly.' })
      .waitFor();
    await workbench.screenshot('purpose-too-long');
    await workbench.type('Labels of a web shop');
    await workbench.atStep('4/5');
    await workbench.type('');
    await workbench.atStep('5/5');
    await workbench.pickRow(1);
    const { detail, buttons } = await workbench.modal();
    await workbench.screenshot('price-with-options');
    for (const line of [
      'With a second pass by an editor',
      'With one translator for each language',
      'Glossary: User interface',
      'Tone: Friendly',
      'Purpose: Labels of a web shop',
      'Translations are approved at once: you give up the right to reject them or to request revisions.',
    ]) {
      assert.ok(detail.includes(line), line);
    }
    assert.ok(buttons.includes('Order from the Sandbox'));
    await workbench.answerModal();
    await workbench.notification(/^10 texts ordered for/);
    await workbench.clearNotifications();
  });

  it('count in a quote too', async () => {
    const quoted = async (options: readonly string[]): Promise<number> => {
      await workbench.openFile('locales/en.json');
      await workbench.runCommand('humanTranslation.quoteFile');
      await answerWizard(workbench, { languages: ['French'], quoteOnly: true, options });
      const { text } = await workbench.modal();
      await workbench.dismissModal();
      return Number(/cost ([\d.]+) USD/.exec(text)?.[1]);
    };
    const alone = await quoted([]);
    assert.ok(alone > 0);
    assert.ok((await quoted(['Second Pass by an Editor'])) > alone);
  });

  it('say where several translators may be used', async () => {
    const several =
      'Large orders are sent in several parts, so several translators may work on one language unless you select “One Translator per Language”.';
    const quoted = async (count: number, options: readonly string[] = []): Promise<string> => {
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
      await answerWizard(workbench, { languages: ['Italian'], quoteOnly: true, options });
      const { detail } = await workbench.modal();
      await workbench.screenshot(`translators-of-${count}${options.length > 0 ? '-grouped' : ''}`);
      await workbench.dismissModal();
      return detail;
    };
    assert.ok(!(await quoted(50)).includes('ranslator'));
    assert.ok((await quoted(51)).includes(several));
    const grouped = ['One Translator per Language'];
    assert.ok(!(await quoted(1, grouped)).includes('ranslator'));
    const whole = await quoted(300, grouped);
    assert.ok(whole.includes('With one translator for each language') && !whole.includes('several'));
    assert.ok(
      (await quoted(301, grouped)).includes(
        'Italian has 301 texts. Groups have at most 300 texts, so several translators may be used.',
      ),
    );
  });

  it('texts that are mostly protected are pointed out before they are ordered', async () => {
    const link = `{${'long_name_of_a_placeholder_'.repeat(14)}}`;
    await writeFile(
      path.join(shop, 'locales/en.json'),
      JSON.stringify({ short: 'Hello {name}', long: `See ${link} now` }, undefined, 2),
    );
    await workbench.openFile('locales/en.json');
    await workbench.editorLine('"long":').waitFor();
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Italian'], quoteOnly: true });
    const { detail } = await workbench.modal();
    assert.match(
      detail,
      /1 text has large protected parts, which are not translated: “long”\. It is translated better when it is split\./,
    );
    await workbench.screenshot('mostly-protected');
    await workbench.dismissModal();
  });
});
