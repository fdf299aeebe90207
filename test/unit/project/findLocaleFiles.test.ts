import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findLocaleFiles } from '../../../src/project/findLocaleFiles.ts';

const git = promisify(execFile);

describe('findLocaleFiles', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'locale-files-'));
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  async function write(files: readonly string[]): Promise<void> {
    for (const folder of new Set(files.map((file) => path.dirname(file))))
      await mkdir(path.join(root, folder), { recursive: true });
    for (const file of files) await writeFile(path.join(root, file), '{}');
  }

  const find = async (): Promise<readonly string[]> => {
    const { signal } = new AbortController();
    const onGitError = (error: Error): never => {
      throw error;
    };
    const limits = { messages: 20, codeAndDocuments: 20 };
    return (await findLocaleFiles(root, { patterns: [], sourceLocale: 'en', onGitError }, signal, limits)).files;
  };

  it('does not count ignored files toward its limit, but finds those of an ignored folder', async () => {
    await git('git', ['init', '-q', root]);
    await writeFile(path.join(root, '.gitignore'), '/cache/\n');
    await write(['locales/de.json', 'locales/en.json']);
    await write(Array.from({ length: 20 }, (_, index) => `cache/${index}.json`));
    assert.deepEqual(await find(), ['locales/de.json', 'locales/en.json']);
    await writeFile(path.join(root, '.gitignore'), '*\n');
    await rm(path.join(root, 'cache'), { recursive: true });
    assert.deepEqual(await find(), ['locales/de.json', 'locales/en.json']);
  });

  it('reads files whose text shows whether they hold all locales, up to 256 KiB', async () => {
    const texts = "export default { en: { a: 'A' }, de: { a: 'Ä' } };\n";
    const padded = (bytes: number): string => texts + ' '.repeat(bytes - Buffer.byteLength(texts));
    const limit = 256 * 1024;
    await mkdir(path.join(root, 'src'));
    await writeFile(path.join(root, 'src/messages.ts'), padded(limit));
    await writeFile(path.join(root, 'src/strings.ts'), padded(limit + 1));
    await writeFile(path.join(root, 'src/translations.ts'), "export default { a: 'A' };\n");
    assert.deepEqual(await find(), ['src/messages.ts']);
  });
});
