import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, approveAutomatically, connect, getPrice, openLine, toSummary, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const english = {
  title: 'A small shop',
  cart: 'Your shopping cart is empty',
  // Nothing to translate: placeholders and punctuation only.
  codes: '{first} / {second}',
  contact: 'Write to ana.lopez@maple-thread.com',
  office: 'Ask tom.berger@maple-thread.com for an invoice',
};
const largest = new Intl.NumberFormat('en').format(Number.MAX_SAFE_INTEGER);
const addresses = ['ana.lopez@maple-thread.com', 'tom.berger@maple-thread.com'] as const;

describe('the steps of an order', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        await writeFile(path.join(folder, 'locales/en.json'), `${JSON.stringify(english, undefined, 2)}\n`);
        await writeFile(path.join(folder, 'locales/ja.json'), '{}\n');
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function openWizard(): Promise<void> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
  }

  const rows = (): Locator => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  const cancel = (): Promise<void> => workbench.pressInQuickInput('Escape');

  it('name the number of strings that can be sent, and list a skipped one', async () => {
    await openWizard();
    await toSummary(workbench, ['Japanese']);
    await workbench.iconRow('debug-step-over').filter({ hasText: '1' }).waitFor();
    await workbench.iconRow('arrow-right').filter({ hasText: '4 ' }).waitFor();
    await openLine(workbench, 'skipped');
    await rows().filter({ hasText: 'codes' }).waitFor();
    assert.equal(
      await rows()
        .filter({ hasText: /title|cart/ })
        .count(),
      0,
    );
    await workbench.screenshot('skipped');
    await workbench.pressInQuickInput('Enter');
    await workbench.atStep('2/2');
    await cancel();
  });

  it('include a question about private data if nothing was decided in the summary', async () => {
    await openWizard();
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.atQuestion();
    for (const address of addresses) await rows().filter({ hasText: address }).waitFor();
    await cancel();
  });

  it('don’t include that question if it was decided in the summary', async () => {
    await openWizard();
    await toSummary(workbench, ['Japanese']);
    await workbench
      .iconRow('lock')
      .filter({ hasText: /0\D+2\b/ })
      .waitFor();
    await openLine(workbench, 'privateData');
    await rows().filter({ hasText: addresses[0] }).click();
    await workbench.screenshot('private-data');
    await workbench.pressInQuickInput('Enter');
    await workbench.atStep('2/2');
    await workbench
      .iconRow('lock')
      .filter({ hasText: /1\D+2\b/ })
      .waitFor();
    // The decision is shown again when the line is opened again.
    await openLine(workbench, 'privateData');
    const checked = rows().and(workbench.page.locator('[aria-checked="true"]'));
    await checked.filter({ hasText: addresses[0] }).waitFor();
    await eventually('one selected address', async () => (await checked.count()) === 1);
    await workbench.pressInQuickInput('Enter');
    await workbench.atStep('2/2');
    assert.deepEqual(sandbox.calls('POST '), [], 'no text is sent before the price is asked for');
    await getPrice(workbench);
    // The string with the other address is skipped.
    const { text } = await workbench.modal();
    assert.match(text, /\b3\b/);
    assert.ok(sandbox.calls('POST ').length > 0);
    await workbench.dismissModal();
  });

  it('explain why a reference number is wrong, and show the right one in the summary', async () => {
    await openWizard();
    await toSummary(workbench, ['Japanese']);
    await openLine(workbench, 'reference');
    for (const wrong of ['AB-12', '-1', '1.5', '99999999999999999999']) {
      await workbench.quickInput.fill(wrong);
      // The last message disappears when the text changes.
      await workbench.quickMessage().filter({ hasNotText: largest }).waitFor();
      await workbench.pressInQuickInput('Enter');
      await workbench.quickMessage().filter({ hasText: largest }).waitFor();
    }
    await workbench.screenshot('wrong-reference');
    await workbench.type('4711');
    await workbench.atStep('2/2');
    await workbench.iconRow('tag').filter({ hasText: '4711' }).waitFor();
    await openLine(workbench, 'reference');
    await workbench.type('');
    await workbench.atStep('2/2');
    await workbench.iconRow('tag').filter({ hasNotText: '4711' }).waitFor();
    await cancel();
  });

  it('include attachments for documents only, at public addresses only', async () => {
    await openWizard();
    await toSummary(workbench, ['Japanese']);
    await workbench.iconRow('tag').waitFor();
    assert.equal(await workbench.iconRow('attach').count(), 0);
    await cancel();

    await workbench.openFile('docs/guide.md');
    await workbench.runCommand('humanTranslation.quoteDocument');
    await toSummary(workbench, ['Japanese']);
    await openLine(workbench, 'attachments');
    await workbench.type('https://example.com/cart.png http://localhost/secret.png');
    await workbench.quickMessage().filter({ hasText: 'localhost' }).waitFor();
    await workbench.screenshot('refused-attachment');
    await workbench.type('https://example.com/cart.png, https://example.com/brief.pdf');
    await workbench.atStep('2/2');
    const row = workbench.iconRow('attach');
    for (const name of ['cart.png', 'brief.pdf']) await row.filter({ hasText: name }).waitFor();
    await cancel();
  });

  it('begin with the last languages and reference number, and never with automatic approval', async () => {
    await openWizard();
    await toSummary(workbench, ['Italian', 'Japanese']);
    await openLine(workbench, 'reference');
    await workbench.type('815');
    await workbench.atStep('2/2');
    await openLine(workbench, 'privateData');
    await workbench.pressInQuickInput('Enter');
    await workbench.atStep('2/2');
    await approveAutomatically(workbench);
    await getPrice(workbench);
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();

    await workbench.reload();
    // A browser's window keeps secrets only until it is loaded again.
    await connect(workbench, sandbox);
    await openWizard();
    await workbench.atStep('1/2');
    await rows().first().waitFor();
    // What a list has selected at first may appear only after its rows.
    await eventually('the languages of the last order', async () => {
      const first = await selectedRows();
      assert.deepEqual(first.slice(0, 3), [
        ['Japanese', 'true'],
        ['Italian', 'true'],
        [first[2]?.[0], 'false'],
      ]);
      return true;
    });
    await workbench.screenshot('remembered-languages');
    await workbench.pressInQuickInput('Enter');
    await workbench.atStep('2/2');
    await workbench.iconRow('tag').filter({ hasText: '815' }).waitFor();
    await workbench
      .iconRow('globe')
      .filter({ hasText: /Japanese.*Italian|Italian.*Japanese/ })
      .waitFor();
    await openLine(workbench, 'approval');
    const focused = rows().and(workbench.page.locator('.focused'));
    await eventually('a row to be focused', async () => (await focused.count()) === 1);
    assert.equal(await focused.getAttribute('data-index'), '0', 'a review is preselected');
    await cancel();
  });

  /** Returns the labels of the visible rows of languages, top to bottom, and whether they are selected. */
  async function selectedRows(): Promise<readonly (readonly [string, string])[]> {
    const all = await rows().evaluateAll((elements) =>
      elements.map((element) => ({
        top: element.getBoundingClientRect().top,
        label: element.querySelector('.quick-input-list-row .label-name')?.textContent ?? '',
        checked: element.getAttribute('aria-checked') ?? '',
      })),
    );
    return all.sort((a, b) => a.top - b.top).map(({ label, checked }) => [label, checked] as const);
  }
});
