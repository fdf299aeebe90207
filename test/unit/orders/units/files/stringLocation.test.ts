import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findString } from '../../../../../src/orders/units/files/stringLocation.ts';
import { fileProject } from '../../../../contract/orders/fileProject.ts';

describe('findString', () => {
  const unit = { file: 'en.json', targetFile: 'ja.json', key: 'cart', locale: 'ja' };
  const source = '{\n  "home": "Home",\n  "cart": "Cart"\n}\n';
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'string-location-'));
    await writeFile(path.join(root, 'en.json'), source);
  });
  afterEach(() => rm(root, { recursive: true }));

  const find = (changes: Partial<typeof unit> = {}) => findString(fileProject(root), { ...unit, ...changes }, 'en');

  it('is the key in the target file', async () => {
    await writeFile(path.join(root, 'ja.json'), '{\n  "cart": "カート"\n}\n');
    assert.deepEqual(await find(), { path: 'ja.json', position: { line: 1, character: 3 } });
  });

  it('is the key in the source if the target file does not have the string', async () => {
    const inSource = { path: 'en.json', position: { line: 2, character: 3 } };
    assert.deepEqual(await find(), inSource);
    for (const text of ['{\n  "home": "ホーム"\n}\n', '{\n  "cart": ""\n}\n', '{ broken', '']) {
      await writeFile(path.join(root, 'ja.json'), text);
      assert.deepEqual(await find(), inSource, text);
    }
  });

  it('is the key in the source if the target file may not be used', async () => {
    await symlink('en.json', path.join(root, 'ja.json'));
    assert.deepEqual(await find(), { path: 'en.json', position: { line: 2, character: 3 } });
    await mkdir(path.join(root, '.git'));
    await writeFile(path.join(root, '.git/ja.json'), '{"cart": "カート"}');
    assert.deepEqual(await find({ targetFile: '.git/ja.json', key: 'gone' }), { path: 'en.json' });
  });

  it('is the beginning of a file that has no such string', async () => {
    await writeFile(path.join(root, 'ja.json'), '{}\n');
    assert.deepEqual(await find({ key: 'gone' }), { path: 'ja.json' });
    assert.deepEqual(await find({ key: 'gone', targetFile: 'fr.json' }), { path: 'en.json' });
  });

  it('is absent without a file', async () => {
    assert.equal(await find({ file: 'gone.json' }), undefined);
  });

  it('is the translation in a file with several locales', async () => {
    const strings = (localizations: object) => ({
      sourceLanguage: 'en',
      version: '1.0',
      strings: { Cart: { localizations } },
    });
    const value = (text: string) => ({ stringUnit: { state: 'translated', value: text } });
    const file = path.join(root, 'all.xcstrings');
    const both = { file: 'all.xcstrings', targetFile: 'all.xcstrings', key: 'Cart' };
    await writeFile(file, JSON.stringify(strings({ en: value('Cart'), ja: value('カート') }), undefined, 2));
    const translated = await find(both);
    await writeFile(file, JSON.stringify(strings({ en: value('Cart') }), undefined, 2));
    const missing = await find(both);
    assert.ok((translated?.position?.line ?? 0) > (missing?.position?.line ?? 0));
    assert.ok((missing?.position?.line ?? 0) > 0);
  });
});
