import assert from 'node:assert/strict';
import { isFilePath, staysInside } from '../../../../src/orders/model/projectPath.ts';

describe('staysInside and isFilePath', () => {
  for (const path of [
    '../en.json',
    'a/../../en.json',
    'a/..',
    '/etc/passwd',
    '..\\en.json',
    'a\\b.json',
    'C:/en.json',
    'c:en.json',
    'a/\0b',
  ]) {
    it(`reject ${JSON.stringify(path)}`, () => {
      assert.equal(staysInside(path), false);
      assert.equal(isFilePath(path), false);
    });
  }

  it('accept files inside the project; only staysInside accepts folders', () => {
    for (const path of ['en.json', 'locales/en.json', '.github/en.json', 'a..b/…/c.json', 'a/..b', 'ab:c'])
      assert.ok(staysInside(path) && isFilePath(path), path);
    for (const path of ['', './en.json', 'a//b.json', 'a/', 'a/./b'])
      assert.ok(staysInside(path) && !isFilePath(path), path);
  });
});
