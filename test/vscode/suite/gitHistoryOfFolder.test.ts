import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { historyOfFolder } from '../../../src/editor/workspace/gitHistoryOfFolder.ts';

const run = promisify(execFile);
const { signal } = new AbortController();

describe('the history of an open folder', () => {
  it('is that of its repository', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'history-'));
    try {
      await run('git', ['init', '-q', folder]);
      const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false'];
      await run('git', [...author, '-C', folder, 'commit', '-q', '--allow-empty', '-m', 'First']);
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
