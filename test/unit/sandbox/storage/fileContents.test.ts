import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderContents, memoryContents, type FileContents } from '../../../../src/sandbox/storage/fileContents.ts';

describe('sandbox/fileContents', () => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'sandbox-contents-')), 'files');
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  const kinds: readonly (readonly [string, () => Promise<FileContents>])[] = [
    ['in memory', () => Promise.resolve(memoryContents())],
    ['in a folder', () => folderContents(folder)],
  ];
  for (const [where, makeContents] of kinds) {
    it(`returns, lists and removes contents ${where}`, async () => {
      const contents = await makeContents();
      assert.deepEqual(await contents.list(), []);
      const draft = await contents.receive();
      await draft.write(Buffer.from('Hel'));
      await draft.write(Buffer.from('lo'));
      const hash = await draft.keep();
      assert.deepEqual(await contents.list(), [hash]);
      assert.equal((await contents.read(hash))?.toString(), 'Hello');
      await contents.remove(hash);
      assert.equal(await contents.read(hash), undefined);
      assert.deepEqual(await contents.list(), []);
    });

    it(`removes a content that is missing without an error ${where}`, async () => {
      const contents = await makeContents();
      await contents.remove('0'.repeat(64));
      assert.equal(await contents.read('0'.repeat(64)), undefined);
    });
  }

  it('removes the drafts of killed processes when a folder is opened', async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'abc.tmp'), 'half a f');
    await writeFile(path.join(folder, 'abc'), 'a file');
    assert.deepEqual(await (await folderContents(folder)).list(), ['abc']);
  });
});
