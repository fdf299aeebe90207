import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { findCodeUsages } from '../../../src/editor/workspace/findCodeUsages.ts';
import { keySearch } from '../../../src/orders/spend/context/keyUsage.ts';

const run = promisify(execFile);
const keys = ['cart.title', 'cart.empty'];
const use = "\nconst title = t('cart.title');\n";

/** Returns `KEY PATH:LINE CODE` of all usages below a folder. */
async function find(
  folder: string,
  mode: 'places' | 'lines' = 'places',
  signal = new AbortController().signal,
): Promise<readonly string[]> {
  const request = {
    mode,
    keyCount: keys.length,
    search: keySearch(keys),
    isLocaleFile: (name: string) => name.startsWith('locales/'),
  };
  const usages = await findCodeUsages(vscode.Uri.file(folder), request, signal);
  return [...usages]
    .flatMap(([key, places]) =>
      places.map(({ path: name, line, code }) =>
        [key, `${name}:${line}`, ...(code === undefined ? [] : [code])].join(' '),
      ),
    )
    .sort();
}

describe('usages of strings in code', () => {
  let folder = '';
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'usage-'));
    await write('src/cart.ts', use);
    await write('src/empty.tsx', "<p>{t('cart.empty')}</p>");
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are found in files that git tracks or would add, but not in ignored ones', async () => {
    await run('git', ['init', '-q', folder]);
    await write('.gitignore', 'private/\n*.gen.ts\n');
    for (const name of [
      'private/plan.ts',
      'src/a.gen.ts',
      'node_modules/x/index.js',
      'dist/a.js',
      'locales/en.ts',
      '.env.ts',
      'credentials.ts',
      'src/notes.md',
    ])
      await write(name, use);
    await write('src/nested/.gitignore', 'secret.ts\n');
    await write('src/nested/secret.ts', use);
    await write('src/näme.ts', use);
    await run('git', ['-C', folder, 'add', 'src/cart.ts']);
    assert.deepEqual(await find(folder), [
      'cart.empty src/empty.tsx:1',
      'cart.title src/cart.ts:2',
      'cart.title src/näme.ts:2',
    ]);
    assert.deepEqual(
      await find(path.join(folder, 'src')),
      ['cart.empty empty.tsx:1', 'cart.title cart.ts:2', 'cart.title näme.ts:2'],
      'a folder below the repository’s',
    );
  });

  it('include the line only if the setting says so', async () => {
    await run('git', ['init', '-q', folder]);
    assert.deepEqual(await find(folder, 'lines'), [
      "cart.empty src/empty.tsx:1 <p>{t('cart.empty')}</p>",
      "cart.title src/cart.ts:2 const title = t('cart.title');",
    ]);
  });

  it('are not searched through links or in large files', async () => {
    await run('git', ['init', '-q', folder]);
    const outside = await mkdtemp(path.join(tmpdir(), 'usage-outside-'));
    try {
      await writeFile(path.join(outside, 'a.ts'), use);
      await symlink(path.join(outside, 'a.ts'), path.join(folder, 'src/link.ts'));
      await symlink(outside, path.join(folder, 'linked'));
      await write('src/large.ts', use + ' '.repeat(600_000));
      assert.deepEqual(await find(folder), ['cart.empty src/empty.tsx:1', 'cart.title src/cart.ts:2']);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  it('are at most three, of the program before its tests', async () => {
    await run('git', ['init', '-q', folder]);
    for (const name of ['a.test.ts', 'test/b.ts', 'src/z.ts', 'src/y.ts', 'src/x.ts']) await write(name, use);
    assert.deepEqual(
      (await find(folder)).filter((line) => line.startsWith('cart.title')),
      ['cart.title src/cart.ts:2', 'cart.title src/x.ts:2', 'cart.title src/y.ts:2'],
    );
  });

  it('are found without git, except in dependencies and build outputs', async () => {
    for (const name of ['node_modules/x/index.js', 'dist/a.js', 'packages/a/build/a.js']) await write(name, use);
    assert.deepEqual(await find(folder), ['cart.empty src/empty.tsx:1', 'cart.title src/cart.ts:2']);
  });

  it('are not searched if git fails', async () => {
    await write('.git', 'gitdir: /nowhere\n');
    assert.deepEqual(await find(folder), []);
  });

  it('are no longer searched after the user canceled', async () => {
    await assert.rejects(find(folder, 'places', AbortSignal.abort(new Error('canceled'))), /canceled/u);
  });

  it('are not searched on other file systems', async () => {
    const request = { mode: 'places', keyCount: 1, search: keySearch(keys), isLocaleFile: () => false } as const;
    assert.equal(
      (await findCodeUsages(vscode.Uri.parse('vscode-vfs://github/a/b'), request, new AbortController().signal)).size,
      0,
    );
  });
});
