import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitError, type GitErrorReason } from '../../../../src/orders/model/errors/gitError.ts';
import { GitRepository } from '../../../../src/project/git/git.ts';
import { gitIn, plainRepository } from '../../../builders/hostileRepository.ts';
import { writeFiles } from '../../../builders/writeFiles.ts';

const { signal } = new AbortController();
const maxMs = 60_000;

describe('GitRepository', () => {
  let folder: string;
  let shop: string;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'git-repository-')));
    shop = path.join(folder, 'shop');
    await plainRepository(shop);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the repository with a program in place of git. */
  async function openWith(lines: string): Promise<GitRepository> {
    await writeFiles(folder, { 'bin/git': `#!/bin/sh\n${lines}\n` });
    const program = path.join(folder, 'bin/git');
    await chmod(program, 0o755);
    const repository = await GitRepository.open(shop, [program]);
    assert.ok(repository !== undefined);
    return repository;
  }

  const failsWith =
    (reason: GitErrorReason, detail: string) =>
    (error: unknown): boolean =>
      error instanceof GitError && error.reason === reason && error.detail === detail && error.repository === shop;

  it('starts the git that the user has set', async () => {
    const repository = await openWith('echo own');
    assert.deepEqual(await repository.run('ls-files', [], signal, maxMs), { text: 'own\n', isComplete: true });
  });

  it('ends a git that does not answer, and returns what it has written', async () => {
    const repository = await openWith('echo first\nexec sleep 600');
    assert.deepEqual(await repository.run('ls-files', [], signal, 500), { text: 'first\n', isComplete: false });
  });

  it('names git’s reason in one line', async () => {
    const repository = await openWith("printf 'warning: a\\nfatal: b\\n\\n\\tc\\n' >&2\nexit 128");
    await assert.rejects(repository.run('ls-files', [], signal, maxMs), failsWith('refused', 'warning: a b c'));
    const silent = await openWith('exit 7');
    await assert.rejects(silent.run('ls-files', [], signal, maxMs), failsWith('refused', 'exit code 7'));
  });

  it('says that there is no git if it has been removed', async () => {
    const repository = await openWith('echo own');
    await rm(path.join(folder, 'bin/git'));
    await assert.rejects(repository.run('ls-files', [], signal, maxMs), failsWith('not-found', ''));
  });

  it('rejects with the reason of a signal', async () => {
    const repository = await openWith('exec sleep 600');
    const controller = new AbortController();
    const running = repository.run('ls-files', [], controller.signal, maxMs);
    controller.abort(new Error('canceled'));
    await assert.rejects(running, /canceled/u);
  });

  it('reads the repository in any current folder', async () => {
    const before = process.cwd();
    const elsewhere = path.join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await gitIn(elsewhere, 'init', '-q');
    process.chdir(elsewhere);
    try {
      const repository = await GitRepository.open(shop, []);
      const found = await repository?.run('ls-files', ['--cached'], signal, maxMs);
      assert.equal(found?.text, '.gitignore\nlocales/de.json\nlocales/en.json\n');
    } finally {
      process.chdir(before);
    }
  });
});
