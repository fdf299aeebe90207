import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LockBusyError, withFileLock } from '../../../src/base/fileLock.ts';


const lockModule = path.resolve(import.meta.dirname, '../../../src/base/fileLock.ts');

describe('base/fileLock', function () {
  this.timeout(20_000);
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
    lock = path.join(folder, 'journal.lock');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Counts how many are inside at once. */
  function crowd() {
    let inside = 0;
    let most = 0;
    return {
      most: () => most,
      work: async () => {
        inside += 1;
        most = Math.max(most, inside);
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        inside -= 1;
      },
    };
  }

  it('lets one in at a time in one process, and leaves nothing behind', async () => {
    const { work, most } = crowd();
    await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
    assert.equal(most(), 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('gives what the work gives, and is released when the work fails', async () => {
    await assert.rejects(withFileLock(lock, () => Promise.reject(new Error('no'))), /no/u);
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });

  it('lets one in at a time among processes', async () => {
    const counter = path.join(folder, 'counter');
    await writeFile(counter, '0');
    const script = `
      import { readFile, writeFile } from 'node:fs/promises';
      import { withFileLock } from ${JSON.stringify(lockModule)};
      for (let turn = 0; turn < 20; turn += 1)
        await withFileLock(${JSON.stringify(lock)}, async () => {
          const count = Number(await readFile(${JSON.stringify(counter)}, 'utf8'));
          await writeFile(${JSON.stringify(counter)}, String(count + 1));
        });`;
    const children = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' }));
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'close')) as [number])[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(await readFile(counter, 'utf8'), '60');
  });

  for (const [what, leave] of [
    ['a process that was killed', async () => writeFile(lock, `${hostname()} ${await deadPid()} abc`)],
    ['an earlier process with this one’s number', () => writeFile(lock, `${hostname()} ${process.pid} abc`)],
    ['another machine that has been silent for long', async () => { await writeFile(lock, 'elsewhere 1 abc'); await age(lock); }],
    ['a process that did not get to write its name', async () => { await writeFile(lock, ''); await age(lock); }],
  ] as const) {
    it(`takes the lock of ${what} over, one at a time`, async () => {
      await leave();
      const { work, most } = crowd();
      await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
      assert.equal(most(), 1);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('does not remove a lock that was taken over from it', async () => {
    await withFileLock(lock, () => writeFile(lock, 'elsewhere 1 abc'));
    assert.equal(await readFile(lock, 'utf8'), 'elsewhere 1 abc');
  });

  it('is given up in time while another holds it, and leaves that one alone', async () => {
    await withFileLock(lock, async () => {
      const other = await readFile(lock, 'utf8');
      await assert.rejects(withFileLock(lock, () => Promise.resolve(), { patienceMs: 30 }), (error) => error instanceof LockBusyError && error.path === lock);
      assert.equal(await readFile(lock, 'utf8'), other);
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it('is given up when the one who waits is', async () => {
    await withFileLock(lock, async () => {
      const impatient = new AbortController();
      const reason = new Error('enough');
      const waiting = assert.rejects(withFileLock(lock, () => Promise.resolve(), { signal: impatient.signal }), reason);
      impatient.abort(reason);
      await waiting;
    });
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });

  it('says why when there can be no lock', async () => {
    await assert.rejects(withFileLock(path.join(folder, 'missing', 'lock'), () => Promise.resolve()), { code: 'ENOENT' });
  });

  async function deadPid(): Promise<number> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'close');
    return child.pid!;
  }

  async function age(file: string): Promise<void> {
    const then = new Date(Date.now() - 3_600_000);
    await utimes(file, then, then);
  }
});
