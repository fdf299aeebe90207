import assert from 'node:assert/strict';
import { chmod, cp, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { openProject } from '../../../src/commands/project/openProject.ts';
import { findCodeUsages } from '../../../src/editor/workspace/findCodeUsages.ts';
import { gitListing, historyOfFolder, onGitError } from '../../../src/editor/workspace/gitOfFolder.ts';
import { LocaleFileContext } from '../../../src/editor/workspace/localeFileContext.ts';
import { keySearch } from '../../../src/orders/spend/context/keyUsage.ts';
import { gitIn, hostileRepository, plainRepository, projectFiles } from '../../builders/hostileRepository.ts';
import { writeFiles } from '../../builders/writeFiles.ts';
import { extensionUnderTest } from '../extensionUnderTest.ts';
import { openFolder } from './localeCase.ts';
import { waitUntil } from './waitUntil.ts';

const { signal } = new AbortController();

describe('the history of an open folder', () => {
  it('is that of its repository', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'history-'));
    try {
      await gitIn(folder, 'init', '-q');
      await gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'First');
      const history = await historyOfFolder(vscode.Uri.file(folder), signal);
      assert.ok(history !== undefined);
      assert.deepEqual((await history.versions('a.json', 500, signal)).versions, []);
      history.dispose();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is not read on other file systems', async () => {
    assert.equal(await historyOfFolder(vscode.Uri.parse('vscode-vfs://github/a/b'), signal), undefined);
  });
});

describe('a repository that names programs, in a trusted workspace', () => {
  const root = openFolder(0).uri.fsPath;
  let folder: string;
  let ran: string;
  let localeFiles: LocaleFileContext;

  before(async function () {
    if (process.platform === 'win32') this.skip();
    await extensionUnderTest().activate();
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
    ran = path.join(folder, 'ran');
    await hostileRepository(path.join(folder, 'shop'), ran);
    await writeFiles(root, {
      'cases/hostile/locales/en.json': projectFiles['locales/en.json'] ?? '',
      'cases/hostile/locales/de.json': projectFiles['locales/de.json'] ?? '',
      'cases/hostile/use.ts': "t('a.title');\n",
    });
    localeFiles = new LocaleFileContext(() => undefined);
  });
  afterEach(async () => {
    localeFiles.dispose();
    for (const name of ['.git', 'HEAD', 'config', 'config.worktree', 'index', 'info', 'objects', 'refs', 'hooks'])
      await rm(path.join(root, name), { recursive: true, force: true });
    await rm(path.join(root, 'cases/hostile'), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });

  /** Does everything for which git is started, and returns the result of the status tool. */
  async function useGit(): Promise<Readonly<Record<string, unknown>>> {
    const hostile = vscode.Uri.file(path.join(root, 'cases/hostile'));
    await openProject({ localeFiles }, [hostile], { signal });
    const keySearched = {
      mode: 'places',
      keyCount: 1,
      search: keySearch(['a.title']),
      isLocaleFile: () => false,
    } as const;
    await findCodeUsages(openFolder(0).uri, keySearched, signal);
    const history = await historyOfFolder(openFolder(0).uri, signal);
    await history?.versions('locales/en.json', 5, signal).catch(() => undefined);
    history?.dispose();
    const input = { input: { files: ['cases/hostile'] }, toolInvocationToken: undefined };
    let part: unknown;
    // The extension lists new files when VS Code has reported them.
    await waitUntil('the new locale files', async () => {
      try {
        ({
          content: [part],
        } = await vscode.lm.invokeTool('human-translation_status', input));
        return true;
      } catch (error) {
        if (String(error).includes('No locale files were found')) return false;
        throw error;
      }
    });
    return JSON.parse(part instanceof vscode.LanguageModelTextPart ? part.value : '') as Readonly<
      Record<string, unknown>
    >;
  }

  it('runs none of them for an order of a folder, code usage, history, or the status that agents get', async () => {
    await rename(path.join(folder, 'shop/.git'), path.join(root, '.git'));
    const status = await useGit();
    assert.equal(status['unreadableRepositories'], undefined);
    assert.equal(await readFile(ran, 'utf8').catch(() => ''), '');
  });

  it('is refused if it is a bare one among the files, and agents get the reason', async () => {
    for (const name of await readdir(path.join(folder, 'shop/.git')))
      await cp(path.join(folder, 'shop/.git', name), path.join(root, name), { recursive: true });
    await gitIn(path.join(folder, 'shop'), 'config', '--file', path.join(root, 'config'), 'core.worktree', '.');
    const reasons: string[] = [];
    const subscription = onGitError(({ reason }) => reasons.push(reason));
    try {
      const status = await useGit();
      assert.match(JSON.stringify(status['unreadableRepositories']), /bare repository/u);
      assert.equal(await readFile(ran, 'utf8').catch(() => ''), '');
      assert.deepEqual([...new Set(reasons)], ['bare']);
    } finally {
      subscription.dispose();
    }
  });

  it('can’t name the git that is started in the workspace’s settings', async () => {
    const shop = path.join(folder, 'plain');
    await plainRepository(shop);
    const program = path.join(folder, 'git');
    await writeFiles(folder, { git: `#!/bin/sh\necho program >> '${ran}'\n` });
    const configuration = vscode.workspace.getConfiguration('git');
    await Promise.resolve(configuration.update('path', program, vscode.ConfigurationTarget.Workspace)).catch(
      () => undefined,
    );
    try {
      const { names } = await gitListing(vscode.Uri.file(shop), [], signal);
      assert.deepEqual(names?.toSorted(), ['.gitignore', 'locales/de.json', 'locales/en.json']);
      assert.equal(await readFile(ran, 'utf8').catch(() => ''), '');
    } finally {
      await Promise.resolve(configuration.update('path', undefined, vscode.ConfigurationTarget.Workspace)).catch(
        () => undefined,
      );
    }
  });

  it('is read by the git that the user’s settings name', async () => {
    const program = path.join(folder, 'git');
    await writeFiles(folder, { git: '#!/bin/sh\nprintf own\n' });
    await chmod(program, 0o755);
    const shop = path.join(folder, 'plain');
    await plainRepository(shop);
    const configuration = vscode.workspace.getConfiguration('git');
    await configuration.update('path', ['/nowhere/git', program], vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual((await gitListing(vscode.Uri.file(shop), [], signal)).names, ['own']);
    } finally {
      await configuration.update('path', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
