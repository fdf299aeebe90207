import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isWithin, realPathOf, realPathOutside } from '../../../src/base/realPath.ts';

describe('realPathOf', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'real-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  it('resolves links of folders and files, of a file that does not exist, and links to nothing', async () => {
    await mkdir(at('real'));
    await writeFile(at('real', 'ja.json'), '');
    await symlink(at('real'), at('folder'));
    await symlink(path.join('real', 'ja.json'), at('file.json'));
    await symlink(path.join('..', 'nowhere.json'), at('real', 'dangling.json'));
    assert.equal(await realPathOf(at('folder', 'ja.json')), at('real', 'ja.json'));
    assert.equal(await realPathOf(at('file.json')), at('real', 'ja.json'));
    assert.equal(await realPathOf(at('folder', 'new', 'fr.json')), at('real', 'new', 'fr.json'));
    assert.equal(await realPathOf(at('folder', 'dangling.json')), at('nowhere.json'));
  });

  it('terminates for circular links', async () => {
    await symlink(at('b'), at('a'));
    await symlink(at('a'), at('b'));
    await assert.rejects(realPathOf(at('a')));
  });
});

describe('realPathOutside', () => {
  it('is the real path of a file that a link leads out of all folders, and undefined for files inside', async () => {
    const base = await realpath(await mkdtemp(path.join(tmpdir(), 'outside-')));
    const at = (...names: readonly string[]): string => path.join(base, ...names);
    await mkdir(at('project', 'locales'), { recursive: true });
    await mkdir(at('other'));
    await symlink(at('other'), at('project', 'linked'));
    await symlink(at('project'), at('alias'));
    const folders = [at('missing'), at('alias')];
    assert.equal(await realPathOutside(at('project', 'locales', 'ja.json'), folders), undefined);
    assert.equal(await realPathOutside(at('alias', 'new', 'ja.json'), folders), undefined);
    assert.equal(await realPathOutside(at('project', 'linked', 'ja.json'), folders), at('other', 'ja.json'));
    assert.equal(await realPathOutside(at('other', 'ja.json'), []), at('other', 'ja.json'));
    await rm(base, { recursive: true, force: true });
  });
});

describe('isWithin', () => {
  it('accepts a folder and its content, and rejects paths that only begin like it', () => {
    assert.ok(
      isWithin('/a/b', '/a/b') && isWithin('/a/b', '/a/b/c/d') && isWithin('/a/b', '/a/b/..c') && isWithin('/', '/a'),
    );
    assert.ok(!isWithin('/a/b', '/a/bc') && !isWithin('/a/b', '/a') && !isWithin('/a/b', '/a/c/b'));
  });
});
