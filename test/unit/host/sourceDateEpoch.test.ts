import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from '../../host/childProcess.ts';
import { earliestEpoch, sourceDateEpoch } from '../../host/sourceDateEpoch.ts';

describe('sourceDateEpoch', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'epoch-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const env = { ...process.env, SOURCE_DATE_EPOCH: undefined };

  it('prefers the environment variable', async () => {
    assert.equal(await sourceDateEpoch(folder, { ...env, SOURCE_DATE_EPOCH: '1700000000' }), 1_700_000_000);
  });

  it('stays within the dates that an archive can store', async () => {
    assert.equal(await sourceDateEpoch(folder, { ...env, SOURCE_DATE_EPOCH: '0' }), earliestEpoch);
    assert.equal(
      await sourceDateEpoch(folder, { ...env, SOURCE_DATE_EPOCH: '999999999999' }),
      Date.UTC(2099, 11, 31) / 1000,
    );
  });

  it('refuses values that are not numbers', async () => {
    for (const value of ['today', '-1', '1.5', '1e9', ' 1']) {
      await assert.rejects(
        sourceDateEpoch(folder, { ...env, SOURCE_DATE_EPOCH: value }),
        /SOURCE_DATE_EPOCH is "/,
        value,
      );
    }
  });

  it('is the time of the commit in a checkout of the project, and the earliest date elsewhere', async () => {
    assert.equal(await sourceDateEpoch(folder, { ...env, GIT_CEILING_DIRECTORIES: tmpdir() }), earliestEpoch);
    const repository = path.join(folder, 'repository');
    const inner = path.join(repository, 'inner');
    await mkdir(inner, { recursive: true });
    const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' };
    const gitEnv = { ...env, ...author, ...committer, GIT_COMMITTER_DATE: '2024-02-29T12:00:00+09:00' };
    const git = async (...args: readonly string[]): Promise<void> => {
      const { code, output } = await runChild('git', args, { cwd: repository, env: gitEnv });
      assert.equal(code, 0, output);
    };
    await git('init', '--quiet');
    assert.equal(await sourceDateEpoch(repository, env), earliestEpoch, 'no commit yet');
    await git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--allow-empty', '-m', 'First');
    assert.equal(await sourceDateEpoch(repository, env), Date.UTC(2024, 1, 29, 3) / 1000);
    assert.equal(await sourceDateEpoch(inner, env), earliestEpoch);
  });
});
