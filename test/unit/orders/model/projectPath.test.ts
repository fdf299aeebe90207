import assert from 'node:assert/strict';
import { isFilePath, staysInside } from '../../../../src/orders/model/projectPath.ts';

describe('paths in a project', () => {
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
    it(`does not stay inside: ${JSON.stringify(path)}`, () => {
      assert.equal(staysInside(path), false);
      assert.equal(isFilePath(path), false);
    });
  }

  it('stays inside, as a file or as a folder', () => {
    for (const path of ['en.json', 'locales/en.json', '.github/en.json', 'a..b/…/c.json', 'a/..b', 'ab:c'])
      assert.ok(staysInside(path) && isFilePath(path), path);
    for (const path of ['', './en.json', 'a//b.json', 'a/', 'a/./b'])
      assert.ok(staysInside(path) && !isFilePath(path), path);
  });
});
