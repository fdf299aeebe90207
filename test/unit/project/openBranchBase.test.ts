import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openBranchBase } from '../../../src/project/openBranchBase.ts';
import { BranchError, type BranchErrorReason } from '../../../src/orders/model/errors/branchError.ts';
import type { BranchBase } from '../../../src/orders/model/plan/branchBase.ts';
import { writeFiles } from '../../builders/writeFiles.ts';

const run = promisify(execFile);
const signal = new AbortController().signal;

const lines = (...numbers: readonly number[]): string => numbers.map((number) => `line ${number}\n`).join('');

describe('openBranchBase', () => {
  let folder = '';
  const opened: BranchBase[] = [];
  const inFolder = (name: string): string => path.join(folder, name);
  const gitIn = async (repository: string, ...command: readonly string[]): Promise<string> => {
    const settings = [
      'user.name=Test',
      'user.email=test@example.org',
      'init.defaultBranch=main',
      'commit.gpgSign=false',
    ];
    const options = [...settings, 'protocol.file.allow=always'].flatMap((setting) => ['-c', setting]);
    const { stdout } = await run('git', [...options, '-C', inFolder(repository), ...command]);
    return stdout;
  };
  const commit = async (repository: string, files: Readonly<Record<string, string>>): Promise<void> => {
    await writeFiles(inFolder(repository), files);
    await gitIn(repository, 'add', '--all');
    await gitIn(repository, 'commit', '--quiet', '--allow-empty', '--message', 'Change');
  };
  const open = async (name: string, base?: string): Promise<BranchBase> => {
    const branchBase = await openBranchBase({ folder: inFolder(name), userPaths: [], base }, signal);
    opened.push(branchBase);
    return branchBase;
  };
  const textOf = async (base: BranchBase, name: string): Promise<string | undefined> => {
    const content = await base.contentOf(name, signal);
    return content === undefined ? undefined : new TextDecoder().decode(content);
  };
  const rejects = (name: string, reason: BranchErrorReason, base?: string): Promise<void> =>
    assert.rejects(open(name, base), (error) => error instanceof BranchError && error.reason === reason);
  /** Makes a remote repository with one commit, and a clone of it. */
  const clone = async (...options: readonly string[]): Promise<void> => {
    await gitIn('.', 'clone', '--quiet', ...options, pathToFileURL(inFolder('remote')).href, 'clone');
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'branch-'));
    await gitIn('.', 'init', '--quiet', 'remote');
    await gitIn('remote', 'config', 'uploadpack.allowFilter', 'true');
    await commit('remote', { 'en.json': 'first', 'app/en.json': lines(1, 2, 3, 4), 'gone.json': 'gone' });
  });

  afterEach(async () => {
    for (const base of opened.splice(0)) base.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is the commit from which the branch was made, although the default branch went on', async () => {
    await clone();
    await gitIn('clone', 'switch', '--quiet', '--create', 'feature');
    await commit('clone', { 'en.json': 'second' });
    await commit('remote', { 'en.json': 'of others' });
    await gitIn('clone', 'fetch', '--quiet');
    const base = await open('clone');
    assert.equal(base.name, 'origin/main');
    assert.equal(await textOf(base, 'en.json'), 'first');
    assert.equal(await textOf(await open('clone/app'), 'en.json'), lines(1, 2, 3, 4));
  });

  it('follows files that the branch has renamed, and knows which ones it has added', async () => {
    await clone();
    await gitIn('clone', 'switch', '--quiet', '--create', 'feature');
    await gitIn('clone', 'mv', 'app', 'web');
    await commit('clone', { 'web/en.json': lines(1, 2, 3, 4, 5), 'new.json': 'new' });
    await writeFiles(inFolder('clone'), { 'uncommitted.json': 'new' });
    const base = await open('clone');
    assert.equal(await textOf(base, 'web/en.json'), lines(1, 2, 3, 4));
    assert.equal(await textOf(base, 'new.json'), undefined);
    assert.equal(await textOf(base, 'uncommitted.json'), undefined);
  });

  it('is the upstream of the default branch if that is checked out', async () => {
    await clone();
    await commit('clone', { 'en.json': 'second' });
    const base = await open('clone');
    assert.equal(base.name, 'origin/main');
    assert.equal(await textOf(base, 'en.json'), 'first');
  });

  it('is of the branch or commit that is named', async () => {
    await gitIn('remote', 'branch', 'release');
    await commit('remote', { 'en.json': 'second' });
    await gitIn('remote', 'switch', '--quiet', '--create', 'feature');
    assert.equal(await textOf(await open('remote'), 'en.json'), 'second');
    assert.equal(await textOf(await open('remote', 'release'), 'en.json'), 'first');
    assert.equal(await textOf(await open('remote', 'HEAD~1'), 'en.json'), 'first');
    await rejects('remote', 'branch-not-found', 'releases');
    await rejects('remote', 'branch-not-found', '--output=/tmp/x');
  });

  it('works without a branch, as in most pipelines', async () => {
    await clone();
    await commit('clone', { 'en.json': 'second' });
    await gitIn('clone', 'checkout', '--quiet', '--detach');
    assert.equal(await textOf(await open('clone'), 'en.json'), 'first');
  });

  it('says why it is not known', async () => {
    await gitIn('.', 'init', '--quiet', 'empty');
    await rejects('empty', 'no-repository');
    await rejects('.', 'no-repository');
    await rejects('remote', 'no-upstream');
    await gitIn('remote', 'branch', '--move', 'trunk');
    await rejects('remote', 'no-default-branch');
    await gitIn('remote', 'branch', 'main');
    await gitIn('remote', 'switch', '--quiet', '--orphan', 'pages');
    await commit('remote', { 'en.json': 'third' });
    await rejects('remote', 'unrelated');
  });

  it('is not known in a clone without earlier commits', async () => {
    await commit('remote', { 'en.json': 'second' });
    await clone('--depth=1');
    await rejects('clone', 'shallow');
  });

  it('is not known in a clone without earlier contents', async () => {
    await gitIn('remote', 'switch', '--quiet', '--create', 'feature');
    await commit('remote', { 'en.json': 'second' });
    // Only the files of the branch are loaded.
    for (const filter of ['blob:none', 'tree:0']) {
      await clone(`--filter=${filter}`, '--branch=feature');
      const textOfBase = open('clone', 'origin/main').then((base) => textOf(base, 'en.json'));
      await assert.rejects(textOfBase, (error) => error instanceof BranchError && error.reason === 'partial', filter);
      await rm(inFolder('clone'), { recursive: true });
    }
  });

  it('stops when it is canceled', async () => {
    await clone();
    const canceled = AbortSignal.abort(new Error('canceled'));
    const request = { folder: inFolder('clone'), userPaths: [], base: undefined };
    await assert.rejects(openBranchBase(request, canceled), /canceled/u);
  });
});
