import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { addRightAsItIs, readSettings } from '../../../src/editor/settings.ts';
import { openFolder } from './localeCase.ts';

const setting = 'rightAsItIs';

describe('strings that are right as they are', () => {
  const uri = (folder: number): vscode.Uri => vscode.Uri.joinPath(openFolder(folder).uri, 'locales/en.json');
  const set = async (folder: number, value: unknown): Promise<void> => {
    await vscode.workspace
      .getConfiguration('humanTranslation', uri(folder))
      .update(setting, value, vscode.ConfigurationTarget.WorkspaceFolder);
  };
  const read = (folder: number): unknown =>
    Object.fromEntries(
      [...readSettings(uri(folder)).rightAsItIs].map(([locale, hashes]) => [locale, Object.fromEntries(hashes)]),
    );

  afterEach(async () => {
    await set(0, undefined);
    await set(1, undefined);
  });

  it('are added to the settings of their own folder, in a stable order', async () => {
    await addRightAsItIs(uri(0), new Map([['fr', new Map([['nav.home', '0123456789abcdef']])]]));
    await addRightAsItIs(
      uri(0),
      new Map([
        ['fr', new Map([['a', '00000000000000aa']])],
        ['de', new Map([['__proto__', '00000000000000bb']])],
      ]),
    );
    const file = vscode.Uri.joinPath(openFolder(0).uri, '.vscode/settings.json').fsPath;
    const stored = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
    assert.equal(
      JSON.stringify(stored[`humanTranslation.${setting}`]),
      '{"de":{"__proto__":"00000000000000bb"},"fr":{"a":"00000000000000aa","nav.home":"0123456789abcdef"}}',
    );
    assert.deepEqual(readSettings(uri(0)).rightAsItIs.get('fr')?.get('nav.home'), '0123456789abcdef');
    assert.equal(readSettings(uri(1)).rightAsItIs.size, 0);
  });

  it('are read from what is valid in the setting', async () => {
    for (const value of ['fr', ['fr'], 5]) {
      await set(0, value);
      assert.deepEqual(read(0), {});
    }
    await set(0, { fr: { a: '00000000000000aa', b: 5 }, de: 'all' });
    assert.deepEqual(read(0), { fr: { a: '00000000000000aa' }, de: {} });
  });
});
