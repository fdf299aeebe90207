import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { extensionId } from '../host/paths.ts';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { answerWizard, orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('selections, quotes, menus and new languages', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const inShop = (file: string): Promise<string> => readFile(path.join(shop, file), 'utf8');
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  const jobs = async (): Promise<readonly string[]> =>
    (await workbench.treeRows()).filter((row) => row.level === 2).map((row) => row.label);
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'instant' } });
    ({ workbench, shop } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('orders the one unit on the cursor’s line', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.goToLine(10);
    await workbench.runCommand('humanTranslation.orderSelection');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { text } = await workbench.modal();
    assert.match(text, /^Order 1 text from the sandbox into Japanese for \d+\.\d+ USD of play money\?$/);
    await workbench.answerModal();
    await workbench.notification(/^1 text ordered for/);
    await workbench.showJobs();
    await workbench.treeRow(/nav\.search/).waitFor();
    assert.deepEqual(await jobs(), ['nav.search']);
    await workbench.screenshot('one-unit-ordered');
    await workbench.clearNotifications();
  });

  it('quotes the units that a selection touches, and orders nothing', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.goToLine(7);
    await press('Shift+ArrowDown');
    await press('Shift+End');
    await workbench.runCommand('humanTranslation.quoteSelection');
    await answerWizard(workbench, { languages: ['French', 'Japanese'], quoteOnly: true });
    const { text, detail } = await workbench.modal();
    assert.match(text, /^4 texts would cost \d+\.\d+ USD$/);
    assert.match(detail, /^Japanese \(日本語\): 2 texts, \d+ charged units — .*USD$/m);
    assert.match(detail, /^French \(.+\): 2 texts, \d+ charged units — .*USD$/m);
    await workbench.screenshot('quote');
    await workbench.dismissModal();
    assert.deepEqual(await jobs(), ['nav.search']);
  });

  it('quotes a file without what is on order, and orders nothing', async () => {
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Japanese'], quoteOnly: true });
    const { text, detail } = await workbench.modal();
    assert.match(text, /^9 texts would cost \d+\.\d+ USD$/);
    assert.match(detail, /^Left out, ordered already: 1 text$/m);
    await workbench.dismissModal();
    assert.deepEqual(await jobs(), ['nav.search']);
  });

  it('orders a passage of another file, and puts the translation in its place', async () => {
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
    await press('Control+S');
    await eventually('the saved file', async () => (await inShop('README.md')) !== before);
    const [translation, ...rest] = (await inShop('README.md')).split('\n');
    assert.deepEqual(rest, before.split('\n').slice(1));

    await workbench.expandGroup('approved');
    await workbench.treeMenu(/Maple & Thread/, 'humanTranslation.copyTranslation');
    await eventually(
      'the clipboard',
      async () => (await workbench.page.evaluate(() => navigator.clipboard.readText())) === translation,
    );
    await workbench.clearNotifications();
  });

  it('offers its commands on locale files and nowhere else', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.editorAction('humanTranslation.orderFile').waitFor();
    await workbench.openMenu(workbench.editorLine('"home"'), 'humanTranslation.editor');
    await workbench.menuItem('humanTranslation.editor').hover();
    await workbench.menuItem('humanTranslation.orderFile').waitFor();
    await workbench.menuItem('humanTranslation.quoteSelection').waitFor();
    await workbench.screenshot('editor-menu');
    await press('Escape');
    await press('Escape');

    await workbench.openFile('package.json');
    await workbench.editorAction('humanTranslation.orderFile').waitFor({ state: 'detached' });
    await workbench.openMenu(workbench.editorLine('"name"'), 'workbench.action.showCommands');
    assert.equal(await workbench.menuItem('humanTranslation.editor').count(), 0);
    await press('Escape');

    await workbench.runCommand('workbench.view.explorer');
    await workbench.openMenu(workbench.explorerRow('package.json'), 'copyFilePath');
    assert.equal(await workbench.menuItem('humanTranslation.orderFile').count(), 0);
    await press('Escape');
    await workbench.openMenu(workbench.explorerRow('en.json'), 'humanTranslation.quoteFile');
    await workbench.screenshot('explorer-menu');
    await press('Escape');
  });

  it('creates the file of a new language with the source’s skeleton', async () => {
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Brazilian Portuguese'], autoApprove: true });
    // Quick Open lists only files that exist when it is asked.
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

  it('has what looks private confirmed by name, and shows what is sent, before any of it leaves', async () => {
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
    // Code that git ignores is not told of; which file that is, is asked of git.
    await promisify(execFile)('git', ['init', '-q', shop]);
    await mkdir(path.join(shop, 'src'), { recursive: true });
    await writeFile(path.join(shop, 'src/hello.ts'), "export const hello = i18next.t('hello');\n");
    await writeFile(path.join(shop, 'src/private.ts'), "i18next.t('hello');\n");
    await writeFile(path.join(shop, '.gitignore'), 'private.ts\n');
    await workbench.openFile('locales/en.json');
    await workbench.editorLine('"deploy":').waitFor();
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Italian'] });
    await workbench.atStep('Looks Private: What May Be Sent?');
    assert.deepEqual(await workbench.quickPickLabels(), [`${token.slice(0, 8)}…${token.slice(-4)}`, 'jane@acme.io']);
    assert.equal(await workbench.page.locator('.quick-input-list .monaco-list-row[aria-checked="true"]').count(), 0);
    await fresh.screenshots('looks-private');
    await workbench.pickMany(['jane@acme.io']);
    const language = await workbench.modal();
    assert.equal(language.text, 'Some texts may not be in English.');
    assert.match(language.detail, /^The service reads 1 text as Russian, not English: “wrong”$/m);
    await fresh.screenshots('other-language');
    // The price follows at once: there is no moment without a modal to wait for.
    await workbench.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Leave Them Out' }).click();
    await workbench.page.locator('.dialog-message-text', { hasText: 'Order 2 texts' }).waitFor();
    const { text, detail } = await workbench.modal();
    assert.match(text, /^Order 2 texts from the sandbox into Italian for/);
    assert.match(detail, /^Left out, since it holds what you did not confirm: 1 text$/m);
    assert.match(detail, /^Left out, nothing but placeholders, digits and marks: 1 text$/m);
    assert.match(
      detail,
      /^For 1 text, translators are also shown the files and line numbers where the text is used, but not the code itself\.$/m,
    );
    await fresh.screenshots('price-of-a-checked-order');

    await workbench.answerModal(1);
    await workbench.editorLine('Hello, [[[{{name}}]]]!').waitFor();
    await workbench.editorLine('• src/hello.ts:1').waitFor();
    assert.equal(await workbench.editorLine('private.ts').count(), 0);
    await fresh.screenshots('what-is-sent');
    await workbench.goToLine(43);
    await workbench.editorLine('Write to [[[jane@acme.io]]]').waitFor();
    await workbench.answerNotification('Nothing is ordered yet.', 'Back to the Price');
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification(/^2 texts ordered for/);
    await workbench.clearNotifications();
    // Neither in the journal nor in what the sandbox keeps.
    const kept = path.join(fresh.server.running.userDataFolder, 'User/globalStorage', extensionId);
    const files = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const contents = await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')));
    assert.ok(contents.some((content) => content.includes('jane@acme.io')));
    assert.deepEqual(
      contents.filter((content) => content.includes(token.slice(0, 12))),
      [],
    );
  });
});

/** Joined here, so that nobody takes this file for one that leaks keys. */
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'].join('_');

/** A JSON text without its values: what is left is keys, order, indentation and punctuation. */
function skeletonOf(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (text, colon: string | undefined) =>
    colon === undefined ? '""' : text,
  );
}
