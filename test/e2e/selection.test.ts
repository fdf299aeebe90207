import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { extensionId } from '../host/paths.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { changedText, eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

/** Returns the lines of a price dialog that count skipped strings: the last ones. */
function skippedLines(detail: string): readonly string[] {
  return detail.split('\n\n').at(-1)?.split('\n') ?? [];
}

describe('selections, quotes, menus and new languages', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const inShop = (file: string): Promise<string> => readFile(path.join(shop, file), 'utf8');
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  const jobs = async (): Promise<readonly string[]> =>
    (await workbench.treeRows()).filter((row) => row.level === 2).map((row) => row.label);
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow();
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('orders the unit on the cursor’s line', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.goToLine(10);
    await workbench.runCommand('humanTranslation.orderSelection');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { text } = await workbench.modal();
    assert.match(text, /\b1\b.*Japanese.*\d+\.\d{2}/);
    await workbench.answerModal();
    await workbench.notification('info', /\b1\b/, /\d+\.\d{2}/);
    await workbench.showJobs();
    await workbench.treeRow(/nav\.search/).waitFor();
    assert.deepEqual(await jobs(), ['nav.search']);
    await workbench.screenshot('one-unit-ordered');
    await workbench.clearNotifications();
  });

  it('quotes the units of the selected lines, and orders nothing', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.goToLine(7);
    await press('Shift+ArrowDown');
    await press('Shift+End');
    await workbench.runCommand('humanTranslation.quoteSelection');
    await answerWizard(workbench, { languages: ['French', 'Japanese'] });
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b4\b.*\d+\.\d{2}/);
    assert.match(detail, /^Japanese \(日本語\).*\b2\b.*\d+\.\d{2}/m);
    assert.match(detail, /^French \(.+\).*\b2\b.*\d+\.\d{2}/m);
    await workbench.screenshot('quote');
    await workbench.dismissModal();
    assert.deepEqual(await jobs(), ['nav.search']);
  });

  it('quotes a file without strings that are on order, and orders nothing', async () => {
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b9\b.*\d+\.\d{2}/);
    assert.equal(skippedLines(detail).length, 1);
    assert.match(skippedLines(detail)[0] ?? '', /\b1\b/);
    await workbench.dismissModal();
    assert.deepEqual(await jobs(), ['nav.search']);
  });

  it('orders a passage of another file, and replaces it by its translation', async () => {
    await workbench.openFile('README.md');
    await workbench.goToLine(1);
    await press('Shift+End');
    await workbench.runCommand('humanTranslation.orderSelection');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.modal();
    await workbench.answerModal();
    await workbench.treeAction(/Maple & Thread/, 'humanTranslation.approve');
    await workbench.treeGroup('approved').waitFor();

    const before = await inShop('README.md');
    await workbench.openFile('README.md');
    await workbench.runCommand('humanTranslation.insertTranslation');
    await workbench.pick('# Maple & Thread');
    await workbench.editorLine('# Maple & Thread').waitFor({ state: 'detached' });
    await workbench.screenshot('translation-inserted');
    await workbench.untilEditorHasFocus();
    await press('Control+S');
    const saved = await changedText('the saved file', before, () => inShop('README.md'));
    const [translation, ...rest] = saved.split('\n');
    assert.deepEqual(rest, before.split('\n').slice(1));

    await workbench.expandGroup('approved');
    await workbench.treeMenu(/Maple & Thread/, 'humanTranslation.copyTranslation');
    await eventually(
      'the clipboard',
      async () => (await workbench.page.evaluate(() => navigator.clipboard.readText())) === translation,
    );
    await workbench.clearNotifications();
  });

  it('offers commands for locale files on locale files only', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.editorAction('humanTranslation.orderFile').waitFor();
    await workbench.openSubmenu(
      workbench.editorLine('"home"'),
      'humanTranslation.editor',
      'humanTranslation.orderFile',
    );
    await workbench.menuItem('humanTranslation.quoteSelection').waitFor();
    await workbench.screenshot('editor-menu');
    await workbench.closeMenu();

    await workbench.openFile('package.json');
    await workbench.editorAction('humanTranslation.orderFile').waitFor({ state: 'detached' });
    await workbench.openMenu(workbench.editorLine('"name"'), 'workbench.action.showCommands');
    assert.equal(await workbench.menuItem('humanTranslation.editor').count(), 0);
    await workbench.closeMenu();

    await workbench.runCommand('workbench.view.explorer');
    await workbench.openMenu(workbench.explorerRow('package.json'), 'copyFilePath');
    assert.equal(await workbench.menuItem('humanTranslation.orderFile').count(), 0);
    await workbench.closeMenu();
    await workbench.openMenu(workbench.explorerRow('en.json'), 'humanTranslation.quoteFile');
    await workbench.screenshot('explorer-menu');
    await workbench.closeMenu();
  });

  it('creates the file of a new language with the source’s skeleton', async () => {
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Brazilian Portuguese'], autoApprove: true });
    // Quick Open lists only files that exist when it opens.
    await eventually('the new file', () => existsSync(path.join(shop, 'locales/pt-BR.json')));
    await workbench.openFile('locales/pt-BR.json');
    await workbench.screenshot('new-language');
    const source = await inShop('locales/en.json');
    // Portuguese has a plural form that English lacks.
    const expected = source.replace(
      /^( *)"ship_one": ".*",$/m,
      (line, indent: string) => `${line}\n${indent}"ship_many": "",`,
    );
    assert.equal(skeletonOf(await inShop('locales/pt-BR.json')), skeletonOf(expected));
    const { nav } = JSON.parse(await inShop('locales/pt-BR.json')) as { nav: { account: string; home: string } };
    assert.match(nav.account, /\{\{name\}\}/);
    assert.notEqual(nav.home, 'Home');
  });

  it('asks about possible private data and other languages, and shows a preview, before anything is sent', async () => {
    await writeFile(
      path.join(shop, 'locales/en.json'),
      JSON.stringify(
        {
          hello: 'Hello, {{name}}!',
          deploy: `Send ${token} to the server`,
          contact: 'Write to jane@acme.io',
          ratio: '{{a}} : {{b}}',
          wrong: 'Корзина пуста',
        },
        undefined,
        2,
      ),
    );
    // Translators are not shown files that git ignores.
    await promisify(execFile)('git', ['init', '-q', shop]);
    await mkdir(path.join(shop, 'src'), { recursive: true });
    await writeFile(path.join(shop, 'src/hello.ts'), "export const hello = i18next.t('hello');\n");
    await writeFile(path.join(shop, 'src/private.ts'), "i18next.t('hello');\n");
    await writeFile(path.join(shop, '.gitignore'), 'private.ts\n');
    await workbench.openFile('locales/en.json');
    await workbench.editorLine('"deploy":').waitFor();
    await workbench.clearNotifications();
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Italian'] });
    await workbench.atQuestion();
    assert.deepEqual(await workbench.quickPickLabels(), [`${token.slice(0, 8)}…${token.slice(-4)}`, 'jane@acme.io']);
    assert.equal(await workbench.page.locator('.quick-input-list .monaco-list-row[aria-checked="true"]').count(), 0);
    await fresh.screenshots('looks-private');
    await workbench.pickMany(['jane@acme.io']);
    const language = await workbench.modal();
    assert.match(language.text, /English/);
    for (const value of ['Russian', '“wrong”']) assert.ok(language.detail.includes(value), language.detail);
    await fresh.screenshots('other-language');
    await (await workbench.modalButton(1)).click();
    const { text, detail } = await workbench.nextModal(language.text);
    assert.match(text, /\b2\b.*Italian/);
    await fresh.screenshots('price-of-a-checked-order');
    // One string contains an unconfirmed value, one has no words. Strings in other languages are not counted.
    assert.equal(skippedLines(detail).length, 2, detail);

    await workbench.answerModal(1);
    await workbench.editorLine('Hello, [[[{{name}}]]]!').waitFor();
    await workbench.editorLine('• src/hello.ts:1').waitFor();
    assert.equal(await workbench.editorLine('private.ts').count(), 0);
    await fresh.screenshots('what-is-sent');
    await workbench.goToLine(43);
    await workbench.editorLine('Write to [[[jane@acme.io]]]').waitFor();
    await workbench.editorAction('humanTranslation.backToQuote').click();
    await workbench.modal();
    await workbench.answerModal(1);
    await workbench.editorLine('Hello, [[[{{name}}]]]!').waitFor();
    await workbench.runCommand('workbench.action.closeActiveEditor');
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('info', /\b2\b/, /\d+\.\d{2}/);
    await workbench.clearNotifications();
    // Neither the journal nor the service has the unconfirmed value.
    const kept = path.join(fresh.server.running.userDataFolder, 'User/globalStorage', extensionId);
    const files = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const journals = await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')));
    const sent = (await sandbox.someJobs()).map(({ source }) => source);
    assert.ok(
      sent.some((text) => text.includes('jane@acme.io')),
      sent.join(),
    );
    assert.deepEqual(
      [...journals, ...sent].filter((content) => content.includes(token.slice(0, 12))),
      [],
    );
  });
});

/** Joined at run time, so that secret scanners don't report this file. */
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'].join('_');

/** Returns a JSON text without its values: only keys, order, indentation and punctuation remain. */
function skeletonOf(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (text, colon: string | undefined) =>
    colon === undefined ? '""' : text,
  );
}
