import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepLogs, removeFoldersOfEnded } from '../../host/runFolder.ts';

describe('folders of test runs', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('are removed once their process has ended', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    const names = [`run-${child.pid}`, `run-${process.pid}`, `run-${child.pid}-other`, 'shop'];
    for (const name of names) await mkdir(path.join(folder, name, 'logs'), { recursive: true });
    await removeFoldersOfEnded(folder, /^run-(\d+)$/u);
    assert.deepEqual((await readdir(folder)).toSorted(), names.slice(1).toSorted());
  });

  it('leave their logs after a failure, and nothing else', async () => {
    const [run, kept] = [path.join(folder, 'run'), path.join(folder, 'kept')];
    await mkdir(path.join(run, '0', 'user'), { recursive: true });
    await writeFile(path.join(run, '0', 'server.log'), 'started\n');
    await writeFile(path.join(run, '0', 'user', 'settings.json'), '{}');
    await symlink(path.join(folder, 'missing'), path.join(run, '0', 'gone.ts'));
    await mkdir(kept);
    await keepLogs(run, kept);
    const files = (await readdir(kept, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(kept, path.join(entry.parentPath, entry.name)));
    assert.deepEqual(files, [path.join('0', 'server.log')]);
    assert.equal(await readFile(path.join(kept, '0', 'server.log'), 'utf8'), 'started\n');
  });
});
