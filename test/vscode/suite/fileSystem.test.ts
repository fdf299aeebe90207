import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { readContent, readStat } from '../../../src/editor/fileSystem.ts';

describe('reading the local disk directly', () => {
  let root: string;
  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(path.join(root, name));

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'file-system-'));
    await mkdir(path.join(root, 'ordner mit ü'));
    await writeFile(path.join(root, 'en.json'), Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0d, 0x0a]));
    await writeFile(path.join(root, 'empty'), '');
    if (process.platform !== 'win32') {
      await symlink('en.json', path.join(root, 'link to a file'));
    }
  });

  after(async () => {
    await rm(root, { recursive: true, force: true });
  });

  it('finds what VS Code finds', async () => {
    for (const name of ['ordner mit ü', 'en.json', 'empty']) {
      const { size, type } = await vscode.workspace.fs.stat(uriOf(name));
      const own = await readStat(uriOf(name));
      assert.equal(own.type, type, name);
      if (own.type !== vscode.FileType.File) continue;
      assert.equal(own.size, size, name);
      assert.deepEqual(
        Buffer.from(await readContent(uriOf(name))),
        Buffer.from(await vscode.workspace.fs.readFile(uriOf(name))),
        name,
      );
    }
  });

  it('fails as VS Code fails', async () => {
    const codeOf = (work: PromiseLike<unknown>): Promise<unknown> =>
      Promise.resolve(work).then(
        () => 'no error',
        (error: unknown) => (error instanceof vscode.FileSystemError ? error.code : error),
      );
    assert.deepEqual(
      [
        await codeOf(readContent(uriOf('missing'))),
        await codeOf(readContent(uriOf('ordner mit ü'))),
        await codeOf(readStat(uriOf('missing'))),
      ],
      ['FileNotFound', 'FileIsADirectory', 'FileNotFound'],
    );
  });
});
