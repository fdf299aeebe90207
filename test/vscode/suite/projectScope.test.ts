import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { openProject } from '../../../src/commands/project/openProject.ts';
import { LocaleFileContext } from '../../../src/editor/workspace/localeFileContext.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { openFolder } from './localeCase.ts';
import { waitUntil } from './waitUntil.ts';

const run = promisify(execFile);
const english = '{ "hello": "Hello" }\n';

describe('the files of an order of a folder', () => {
  const root = openFolder(0).uri;
  const base = vscode.Uri.joinPath(root, 'cases/projectScope');
  let localeFiles: LocaleFileContext;

  before(async () => {
    await write('a/locales/en.json', english);
    await write('a/locales/de.json', '{}\n');
    await write('b/locales/en.json', '{ "hello": ');
    await write('c/locales/de.json', '{ "hallo": "Hallo" }\n');
    await write('d/locales/en.json', english);
    await write('dist/locales/en.json', english);
    await write('.gitignore', 'dist/\n');
    await write('notes/todo.json', english);
    localeFiles = new LocaleFileContext(() => undefined);
  });

  after(async () => {
    localeFiles.dispose();
    await vscode.workspace.fs.delete(base, { recursive: true });
  });

  const open = (...names: readonly string[]) =>
    openProject(
      { localeFiles },
      names.map((name) => vscode.Uri.joinPath(base, name)),
      { signal: new AbortController().signal },
    );
  const namesOf = ({ sources }: Awaited<ReturnType<typeof open>>): readonly string[] =>
    sources.map(({ path }) => path.replace('cases/projectScope/', ''));

  it('are its locale files, each source once; the others are skipped and named with the reason', async () => {
    const scope = await open('.');
    assert.deepEqual(namesOf(scope), ['a/locales/en.json', 'd/locales/en.json', 'dist/locales/en.json']);
    assert.deepEqual(
      (scope.skippedFiles ?? []).map(({ file, reason }) => [file.path.replace('cases/projectScope/', ''), reason]),
      [
        ['b/locales/en.json', 'unreadable'],
        ['c/locales/de.json', 'other-source'],
      ],
    );
    assert.deepEqual(scope.initialTargets, []);
  });

  it('do not include copies that git ignores, unless the ignored folder itself is selected', async () => {
    await run('git', ['init', '-q', root.fsPath]);
    try {
      assert.deepEqual(namesOf(await open('.')), ['a/locales/en.json', 'd/locales/en.json']);
      assert.deepEqual(namesOf(await open('dist')), ['dist/locales/en.json']);
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, '.git'), { recursive: true });
    }
  });

  it('are the selected files and folders together; a file that no longer exists is named', async () => {
    const scope = await open('a/locales/de.json', 'd', 'gone/locales/en.json');
    assert.deepEqual(namesOf(scope), ['a/locales/en.json', 'd/locales/en.json']);
    assert.deepEqual(
      (scope.skippedFiles ?? []).map(({ reason }) => reason),
      ['not-found'],
    );
    const translations = await open('a/locales/de.json');
    assert.deepEqual(translations.initialTargets, ['de']);
  });

  it('include a file that was created a moment ago', async () => {
    await write('e/locales/en.json', english);
    await waitUntil('the new file', async () => namesOf(await open('.')).includes('e/locales/en.json'));
  });

  it('are not found in a folder without any', async () => {
    await assert.rejects(open('notes'), (error) => error instanceof OrderError && error.reason === 'no-locale-files');
  });

  async function write(name: string, content: string): Promise<void> {
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(base, name), Buffer.from(content));
  }
});
