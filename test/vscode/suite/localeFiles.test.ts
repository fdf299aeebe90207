import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isLocaleFile } from '../../../src/editor/workspace/isLocaleFile.ts';
import { WorkspaceLocaleFiles } from '../../../src/editor/workspaceLocaleFiles.ts';
import { openFolder } from './localeCase.ts';
import { waitUntil } from './waitUntil.ts';

describe('the locale files of a workspace', () => {
  const base = vscode.Uri.joinPath(openFolder(0).uri, 'cases/localeFiles');
  const logged: string[] = [];
  let files: WorkspaceLocaleFiles;

  before(async () => {
    await write(
      'words/english/shop.json',
      'words/main.json',
      'package.json',
      'locales/en.json',
      'texts/cart.json',
      'node_modules/a/locales/en.json',
    );
  });

  after(async () => {
    files.dispose();
    await setLayouts(undefined);
    await vscode.workspace.fs.delete(base, { recursive: true });
  });

  it('are empty and incomplete before the folders have been searched', () => {
    files = new WorkspaceLocaleFiles((line) => {
      logged.push(line);
    });
    assert.deepEqual([files.isComplete, files.uris], [false, []]);
  });

  it('are found in all open folders, except those of dependencies', async () => {
    await waitUntil('the search', () => files.isComplete);
    assert.deepEqual(found(), ['locales/en.json']);
    const shops = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
      vscode.Uri.joinPath(uri, 'locales/en.json').toString(),
    );
    const uris = files.uris.map(String);
    assert.deepEqual(
      shops.filter((shop) => !uris.includes(shop)),
      [],
    );
  });

  it('include those of a layout from the settings, once it is set', async () => {
    await setLayouts(['cases/localeFiles/words/main.json -> cases/localeFiles/words/{locale}.json']);
    await waitUntil('the files of the layout', () => found().includes('words/main.json'));
    await waitUntil('the search', () => files.isComplete);
    assert.deepEqual(found(), ['locales/en.json', 'words/main.json']);
  });

  it('no longer include them when the setting is removed', async () => {
    await setLayouts(undefined);
    await waitUntil('the files without the layout', () => files.isComplete && !found().includes('words/main.json'));
    assert.deepEqual(found(), ['locales/en.json']);
  });

  it('include a file as soon as it has a translation, and not when that is deleted', async () => {
    await write('texts/cart.fr.json');
    await waitUntil('the new file', () => found().includes('texts/cart.json'));
    assert.deepEqual(found(), ['locales/en.json', 'texts/cart.fr.json', 'texts/cart.json']);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'texts/cart.fr.json'));
    await waitUntil('the deletion', () => !found().includes('texts/cart.json'));
    assert.deepEqual(found(), ['locales/en.json']);
  });

  it('include the messages of the Play framework, which have no extension', async () => {
    await write('conf/messages', 'conf/messages.fr', 'conf/messages.html');
    await waitUntil('the messages', () => found().length === 3);
    assert.deepEqual(found(), ['conf/messages', 'conf/messages.fr', 'locales/en.json']);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'conf'), { recursive: true });
    await waitUntil('the deletion', () => found().length === 1);
  });

  it('include them in a folder that was moved here', async () => {
    await write('elsewhere/messages', 'elsewhere/messages.fr');
    const [from, to] = ['elsewhere', 'conf'].map((name) => vscode.Uri.joinPath(base, name));
    assert.ok(from && to);
    await vscode.workspace.fs.rename(from, to);
    await waitUntil('the messages', () => found().length === 3);
    assert.deepEqual(found(), ['conf/messages', 'conf/messages.fr', 'locales/en.json']);
    await vscode.workspace.fs.delete(to, { recursive: true });
    await waitUntil('the deletion', () => found().length === 1);
  });

  it('are found once if links lead to them, and the links are named', async function () {
    if (process.platform === 'win32') this.skip();
    await symlink('locales', path.join(base.fsPath, 'public'));
    await symlink('en.json', path.join(base.fsPath, 'locales/fr.json'));
    const searched = new WorkspaceLocaleFiles((line) => {
      logged.push(line);
    });
    const folder = path.posix.join('cases', path.basename(base.fsPath));
    const named = (): readonly string[] =>
      searched.links.map(({ link }) => `${link.path} → ${link.target}`).filter((line) => line.startsWith(`${folder}/`));
    try {
      await waitUntil('the links', () => named().length === 2);
      const isLink = ({ link }: (typeof files.links)[number]): boolean => link.path === `${folder}/locales/fr.json`;
      await waitUntil('the link that was created since the first search', () => files.links.some(isLink));
      assert.deepEqual(named().toSorted(), [
        `${folder}/locales/fr.json → ${folder}/locales/en.json`,
        `${folder}/public → ${folder}/locales`,
      ]);
      const uris = searched.uris.map(({ path: name }) => name).filter((name) => name.startsWith(`${base.path}/`));
      assert.deepEqual(uris, [`${base.path}/locales/en.json`]);
      assert.ok(logged.includes(`${folder}/public is a link to ${folder}/locales, and links are not followed.`));
      logged.length = 0;
    } finally {
      searched.dispose();
      await rm(path.join(base.fsPath, 'public'));
      await rm(path.join(base.fsPath, 'locales/fr.json'));
    }
    await waitUntil('the deletion', () => found().length === 1);
  });

  it('include no components, of which only an open one can be recognized, by its text', async () => {
    const [component, plain] = ['Stall.vue', 'Plain.vue'].map((name) => vscode.Uri.joinPath(base, name));
    assert.ok(component && plain);
    const text = '<template/>\n\n<i18n>\n{ "en": { "a": "Apples" } }\n</i18n>\n';
    await vscode.workspace.fs.writeFile(component, Buffer.from(text));
    await vscode.workspace.fs.writeFile(plain, Buffer.from('<template/>\n'));
    assert.deepEqual([await isLocaleFile(component), await isLocaleFile(plain)], [true, false]);
    assert.deepEqual(found(), ['locales/en.json']);
    await vscode.workspace.fs.delete(component);
    await vscode.workspace.fs.delete(plain);
  });

  it('include modules and tables that hold all locales, as their texts show', async () => {
    const texts: Readonly<Record<string, string>> = {
      'web/i18n.ts': "export default {\n  en: { a: 'Apples' },\n  fr: { a: 'Pommes' },\n};\n",
      'web/messages.ts': "export const messages = { a: 'Apples' };\n",
      'web/ui.csv': 'key,en,fr\na,Apples,Pommes\n',
      'web/cities.csv': 'city,id\nParis,1\n',
    };
    const uris = Object.keys(texts).map((name) => vscode.Uri.joinPath(base, name));
    for (const uri of uris)
      await vscode.workspace.fs.writeFile(uri, Buffer.from(texts[uri.path.slice(base.path.length + 1)] ?? ''));
    await waitUntil('the files', () => found().length === 3);
    assert.deepEqual(found(), ['locales/en.json', 'web/i18n.ts', 'web/ui.csv']);
    assert.deepEqual(await Promise.all(uris.map(async (uri) => isLocaleFile(uri))), [true, false, true, false]);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'web'), { recursive: true });
    await waitUntil('the deletion', () => found().length === 1);
  });

  it('change when a folder is renamed or deleted', async () => {
    await vscode.workspace.fs.rename(vscode.Uri.joinPath(base, 'locales'), vscode.Uri.joinPath(base, 'lang'));
    await waitUntil(
      'the renamed folder',
      () => found().includes('lang/en.json') && !found().includes('locales/en.json'),
    );
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'lang'), { recursive: true });
    await waitUntil('the deleted folder', () => found().length === 0);
    assert.deepEqual(logged, []);
  });

  it('include files whose folder is deleted and written again at once, each time', async () => {
    const folder = path.join(base.fsPath, 'again/locales');
    for (let round = 0; round < 6; round += 1) {
      await mkdir(folder, { recursive: true });
      for (const name of ['en.json', 'de.json']) await writeFile(path.join(folder, name), '{ "a": "Apples" }');
      await setTimeout(round * 60);
      await rm(path.join(base.fsPath, 'again'), { recursive: true });
    }
    await mkdir(folder, { recursive: true });
    for (const name of ['en.json', 'de.json']) await writeFile(path.join(folder, name), '{ "a": "Apples" }');
    await setTimeout(1000);
    await waitUntil('the files', () => found().includes('again/locales/en.json'));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'again'), { recursive: true });
    await waitUntil('the deletion', () => found().length === 0);
  });

  it('include files of new folders that VS Code did not watch yet', async () => {
    // On Linux, a folder that was created together with its parent folder is not watched.
    const inner = vscode.Uri.joinPath(base, 'outer/inner/locales');
    await mkdir(inner.fsPath, { recursive: true });
    await setTimeout(1000);
    for (const name of ['en.json', 'fr.json']) await writeFile(path.join(inner.fsPath, name), '{ "hello": "Hello" }');
    await waitUntil('the files', () => found().length === 2);
    assert.deepEqual(found(), ['outer/inner/locales/en.json', 'outer/inner/locales/fr.json']);
    // Later ones are known as soon as they are opened.
    await writeFile(path.join(inner.fsPath, 'de.json'), '{ "hello": "Hallo" }');
    await vscode.workspace.openTextDocument(vscode.Uri.joinPath(inner, 'de.json'));
    await waitUntil('the opened file', () => found().includes('outer/inner/locales/de.json'));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(base, 'outer'), { recursive: true });
    await waitUntil('the deletion', () => found().length === 0);
  });

  /** Returns the paths of the listed files, relative to this test's folder and sorted. */
  function found(): readonly string[] {
    const root = `${base.path}/`;
    return files.uris
      .filter(({ path }) => path.startsWith(root))
      .map(({ path }) => path.slice(root.length))
      .toSorted();
  }

  async function write(...paths: readonly string[]): Promise<void> {
    for (const path of paths)
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(base, path), Buffer.from('{ "hello": "Hello" }'));
  }
});

async function setLayouts(layouts: readonly string[] | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('humanTranslation', openFolder(0).uri);
  await configuration.update('layouts', layouts, vscode.ConfigurationTarget.WorkspaceFolder);
}
