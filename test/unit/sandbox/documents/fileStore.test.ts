import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderContents, memoryContents, type FileContents } from '../../../../src/sandbox/storage/fileContents.ts';
import { openFileStore, type FileStore } from '../../../../src/sandbox/documents/fileStore.ts';
import type { KeptFile } from '../../../../src/sandbox/records/quotedFiles.ts';
import type { Change } from '../../../../src/sandbox/records/change.ts';

const quote = {
  filename: 'a.txt',
  mimeType: 'text/plain',
  lcSrc: 'en',
  lcTgt: 'fr',
  tier: 'pro',
  unitCount: 1,
  cents: 10,
  at: 0,
};

/** Records changes as a data file would. */
function notebook() {
  const changes: Change[] = [];
  const held = (): Pick<Change, 'files'> => {
    const files = new Map<string, KeptFile>();
    for (const change of changes) {
      for (const file of change.files ?? []) files.set(file.identifier, file);
      for (const identifier of change.forgottenFiles ?? []) files.delete(identifier);
    }
    return { files: [...files.values()] };
  };
  return { append: (change: Change) => void changes.push(change), held };
}

async function add(store: FileStore, text: string): Promise<KeptFile | undefined> {
  const content = await store.receive();
  await content.write(Buffer.from(text));
  const file = await store.add(content, text.length, quote);
  await content.discard();
  return file;
}

async function textOf(store: FileStore, file: KeptFile | undefined): Promise<string | undefined> {
  return file && (await store.read(file))?.toString();
}

describe('sandbox/fileStore', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const kinds: readonly (readonly [string, () => Promise<FileContents>])[] = [
    ['in memory', () => Promise.resolve(memoryContents())],
    ['in a folder', () => folderContents(path.join(folder, 'files'))],
  ];
  for (const [where, makeContents] of kinds) {
    describe(where, () => {
      it('stores files under unguessable identifiers', async () => {
        const store = await openFileStore({
          contents: await makeContents(),
          storage: notebook(),
          held: {},
          maxBytes: 1000,
        });
        const [one, two] = [await add(store, 'Hello'), await add(store, 'Hello')];
        assert.match(one!.identifier, /^[\da-f]{64}$/u);
        assert.notEqual(one!.identifier, two!.identifier);
        assert.deepEqual(
          [await textOf(store, one), await textOf(store, store.find(two!.identifier))],
          ['Hello', 'Hello'],
        );
        assert.equal(store.find('0'.repeat(64)), undefined);
      });

      it('removes the oldest files without an order when space is needed', async () => {
        const contents = await makeContents();
        const store = await openFileStore({ contents, storage: notebook(), held: {}, maxBytes: 20 });
        const files = [await add(store, 'aaaaaaaa'), await add(store, 'bbbbbbbb')];
        // Reading an order is not enough to keep a file, because the order may still be refused.
        store.find(files[1]!.identifier);
        store.noteOrdered(files[0]!.identifier);
        const third = await add(store, 'cccccccc');
        assert.deepEqual(
          [
            await textOf(store, store.find(files[0]!.identifier)),
            store.find(files[1]!.identifier),
            await textOf(store, third),
          ],
          ['aaaaaaaa', undefined, 'cccccccc'],
        );
        assert.equal((await contents.list()).length, 2);
        store.noteOrdered(third!.identifier);
        assert.equal(await add(store, 'dddddddd'), undefined);
        assert.equal(await add(store, 'x'.repeat(21)), undefined);
        assert.equal((await contents.list()).length, 2);
      });

      it('counts equal contents once, and keeps them while any quote has them', async () => {
        const contents = await makeContents();
        const store = await openFileStore({ contents, storage: notebook(), held: {}, maxBytes: 10 });
        const first = await add(store, 'same');
        const second = await add(store, 'same');
        store.noteOrdered(second!.identifier);
        assert.ok(await add(store, 'other1'));
        assert.ok(await add(store, 'other2'));
        assert.equal(await textOf(store, store.find(second!.identifier)), 'same');
        assert.equal(first!.hash, second!.hash);
      });
    });
  }

  it('keeps ordered files after a restart, without unquoted contents and quotes without content', async () => {
    const place = path.join(folder, 'files');
    const storage = notebook();
    const store = await openFileStore({ contents: await folderContents(place), storage, held: {}, maxBytes: 1000 });
    const [kept, lost] = [await add(store, 'kept'), await add(store, 'lost')];
    await rm(path.join(place, lost!.hash));
    await writeFile(path.join(place, 'f'.repeat(64)), 'nobody knows it');
    await writeFile(path.join(place, 'abc.tmp'), 'left by a kill');
    const again = await openFileStore({
      contents: await folderContents(place),
      storage,
      held: { ...storage.held(), jobs: [] },
      maxBytes: 5,
    });
    assert.deepEqual(
      [await textOf(again, again.find(kept!.identifier)), again.find(lost!.identifier)],
      ['kept', undefined],
    );
    assert.deepEqual(await readdir(place), [kept!.hash]);
    assert.equal((await stat(path.join(place, kept!.hash))).mode & 0o777, 0o600);
  });

  it('removes discarded drafts', async () => {
    const place = path.join(folder, 'files');
    const contents = await folderContents(place);
    const incoming = await contents.receive();
    await incoming.write(Buffer.from('x'));
    assert.equal((await readdir(place)).length, 1);
    await incoming.discard();
    assert.deepEqual(await readdir(place), []);
  });
});
