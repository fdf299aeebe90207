import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitError } from '../../../../src/orders/model/errors/gitError.ts';
import { findRepository } from '../../../../src/project/git/findRepository.ts';
import { writeFiles } from '../../../builders/writeFiles.ts';

describe('findRepository', () => {
  let folder: string;
  const inFolder = (name: string): string => path.join(folder, name);

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'find-repository-')));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('finds the nearest repository above a folder, by its real path', async () => {
    await writeFiles(folder, {
      'outer/.git/HEAD': '',
      'outer/shop/.git': 'gitdir: ../data',
      'outer/shop/a/en.json': '',
    });
    const found = { folder: inFolder('outer/shop/a'), root: inFolder('outer/shop') };
    assert.deepEqual(await findRepository(inFolder('outer/shop/a'), {}), found);
    await symlink(inFolder('outer/shop/a'), inFolder('link'));
    assert.deepEqual(await findRepository(inFolder('link'), {}), found);
  });

  it('finds none in other folders, and in those that do not exist', async () => {
    await writeFiles(folder, { 'shop/en.json': '', 'other/.git/HEAD': '' });
    assert.equal(await findRepository(inFolder('shop'), {}), undefined);
    assert.equal(await findRepository(inFolder('nowhere'), {}), undefined);
  });

  it('ignores an empty folder .git, as git does, but not one that lacks some files', async () => {
    await writeFiles(folder, { 'outer/.git/HEAD': '', 'outer/a/en.json': '', 'outer/b/.git/config': '' });
    await mkdir(inFolder('outer/a/.git'));
    assert.equal((await findRepository(inFolder('outer/a'), {}))?.root, inFolder('outer'));
    assert.equal((await findRepository(inFolder('outer/b'), {}))?.root, inFolder('outer/b'));
  });

  it('looks no higher than the variable of git allows', async () => {
    await writeFiles(folder, { 'outer/.git/HEAD': '', 'outer/a/b/en.json': '' });
    const env = { GIT_CEILING_DIRECTORIES: `/elsewhere${path.delimiter}${inFolder('outer')}` };
    assert.equal(await findRepository(inFolder('outer/a/b'), env), undefined);
    assert.equal((await findRepository(inFolder('outer'), env))?.root, inFolder('outer'));
  });

  for (const [name, files] of Object.entries({
    'with its own data': ['HEAD', 'objects/info/x', 'refs/heads/main'],
    'with data of another one': ['HEAD', 'commondir'],
  }))
    it(`refuses a bare repository ${name} among the files of a project`, async () => {
      await writeFiles(folder, { 'outer/.git/HEAD': '', 'outer/shop/a/en.json': '' });
      await writeFiles(inFolder('outer/shop'), Object.fromEntries(files.map((file) => [file, ''])));
      for (const inside of ['outer/shop', 'outer/shop/a'])
        await assert.rejects(
          findRepository(inFolder(inside), {}),
          (error) =>
            error instanceof GitError && error.reason === 'bare' && error.repository === inFolder('outer/shop'),
        );
      assert.equal((await findRepository(inFolder('outer'), {}))?.root, inFolder('outer'));
    });
});
