import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { LockBusyError, LockLostError, withFileLock, type LockClock } from '../../../src/base/fileLock.ts';
import { ownProcessName } from '../../../src/base/processName.ts';

const { scope, pid, start } = await ownProcessName();
const lockModule = path.resolve(import.meta.dirname, '../../../src/base/fileLock.ts');

describe('withFileLock', function () {
  this.timeout(20_000);
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
    lock = path.join(folder, 'journal.lock');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  /** Returns work that counts how often it runs at the same time. */
  function concurrencyCounter() {
    let running = 0;
    let most = 0;
    return {
      most: () => most,
      work: async () => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        running -= 1;
      },
    };
  }

  it('runs one work at a time in one process, and removes its file', async () => {
    const { work, most } = concurrencyCounter();
    await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
    assert.equal(most(), 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('returns the result of the work, and releases the lock when the work fails', async () => {
    await assert.rejects(
      withFileLock(lock, () => Promise.reject(new Error('no'))),
      /no/u,
    );
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });

  it('runs one work at a time among several processes', async () => {
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
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'close')) as [number])[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(await readFile(counter, 'utf8'), '60');
  });

  /** Short times for tests: a holder touches its lock every 20 ms. */
  const shortTimes = { silentMs: 600 };

  for (const [what, createLock] of [
    ['a process that was killed', async () => writeFile(lock, `${scope} ${await deadPid()} abc 1`)],
    [
      'a process that was killed, on a system that does not report start times',
      async () => writeFile(lock, `${scope} ${await deadPid()} abc -`),
    ],
    ['an earlier process with the same process id', () => writeFile(lock, `${scope} ${pid} abc 1`)],
    ['this process, which did not release it', () => writeFile(lock, `${scope} ${pid} abc ${start ?? '-'}`)],
  ] as const) {
    it(`takes over the lock of ${what} immediately, and runs one work at a time`, async () => {
      await createLock();
      const { work, most } = concurrencyCounter();
      await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
      assert.equal(most(), 1);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('takes over the lock of a killed process whose process id another process has now', async function () {
    // Only Linux reports when a process started.
    if (start === undefined) this.skip();
    await using other = startChild('setInterval(() => undefined, 1000);');
    await writeFile(lock, `${scope} ${other.pid} abc 1`);
    assert.equal(await withFileLock(lock, () => Promise.resolve(7), { patienceMs: 1000 }), 7);
  });

  for (const [what, name] of [
    ['of another machine', () => Promise.resolve('elsewhere 1 abc')],
    ['of an earlier version, although no process has its id here', async () => `${hostname()} ${await deadPid()} abc`],
    [
      'of another PID namespace of this machine, although no process has its id here',
      async () => `${scope.replace(/\/.*$/u, '/0123456789ab')} ${await deadPid()} abc 1`,
    ],
    ['of a process that had not written its name yet', () => Promise.resolve('')],
  ] as const) {
    it(`takes over a lock ${what}, only after a long time without updates, and runs one work at a time`, async () => {
      await writeFile(lock, await name());
      await makeOld(lock);
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { patienceMs: 200 }),
        LockBusyError,
      );
      const { work, most } = concurrencyCounter();
      await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work, shortTimes)));
      assert.equal(most(), 1);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('does not take over a lock that is updated, whatever the time of its file', async () => {
    await writeFile(lock, 'elsewhere 1 abc');
    let updates = 0;
    const timer = setInterval(() => {
      updates += 1;
      const then = new Date(1_000_000_000_000 - updates * 1000);
      utimes(lock, then, then).catch(() => undefined);
    }, 50);
    try {
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { ...shortTimes, patienceMs: 1500 }),
        LockBusyError,
      );
    } finally {
      clearInterval(timer);
    }
  });

  it('does not count time during which the waiting process was asleep', async () => {
    await writeFile(lock, 'elsewhere 1 abc');
    const asleep = { wall: 0, monotonic: 0 };
    const clock: LockClock = {
      wall: () => Date.now() + asleep.wall,
      monotonic: () => performance.now() + asleep.monotonic,
    };
    const attempt = () =>
      withFileLock(lock, () => Promise.resolve('taken'), { silentMs: 3_000, clock, patienceMs: 30 });
    await assert.rejects(attempt(), LockBusyError);
    asleep.monotonic = asleep.wall = 3_600_000;
    await assert.rejects(attempt(), LockBusyError, 'The holder may have been asleep, too.');
    assert.equal(
      await withFileLock(lock, () => Promise.resolve('taken'), { silentMs: 3_000, clock, patienceMs: 2000 }),
      'taken',
    );
  });

  it('does not take over the lock of a process in another PID namespace', async function () {
    const unshare = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
    const probe = spawn('unshare', [...unshare, 'true'], { stdio: 'ignore' });
    const [code] = (await Promise.race([once(probe, 'close'), once(probe, 'error')])) as [unknown];
    if (code !== 0) this.skip();
    await withFileLock(lock, async ({ verify }) => {
      const script = `
        import { withFileLock } from ${JSON.stringify(lockModule)};
        await withFileLock(${JSON.stringify(lock)}, async () => undefined, { patienceMs: 500 }).then(
          () => console.log('taken'),
          (error) => console.log(error.name),
        );`;
      const child = spawn('unshare', [...unshare, process.execPath, '--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      assert.equal(await firstLine(child.stdout), 'LockBusyError');
      await verify();
    });
  });

  it('reports that the lock was taken over during a suspension, and does not touch it', async function () {
    if (process.platform === 'win32') this.skip();
    await using holder = startChild(`
      import { withFileLock } from ${JSON.stringify(lockModule)};
      await withFileLock(${JSON.stringify(lock)}, async (lock) => {
        await lock.verify();
        console.log('verified');
        await new Promise((resolve) => process.stdin.once('data', resolve));
        await lock.verify().then(() => console.log('verified'), (error) => console.log(error.name));
      }, ${JSON.stringify(shortTimes)});
      process.stdin.destroy();`);
    assert.equal(await holder.nextLine(), 'verified');
    process.kill(holder.pid, 'SIGSTOP');
    await withFileLock(
      lock,
      async ({ verify }) => {
        const ownContent = await readFile(lock, 'utf8');
        process.kill(holder.pid, 'SIGCONT');
        holder.write('continue');
        assert.equal(await holder.nextLine(), 'LockLostError');
        await holder.ended;
        assert.equal(await readFile(lock, 'utf8'), ownContent);
        await verify();
      },
      shortTimes,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('does not update a lock that another process has taken over', async () => {
    await withFileLock(
      lock,
      async ({ verify }) => {
        await verify();
        await writeFile(lock, 'elsewhere 1 abc');
        await makeOld(lock);
        const { mtimeMs } = await stat(lock);
        await setTimeout(100);
        assert.equal((await stat(lock)).mtimeMs, mtimeMs);
        await assert.rejects(verify(), (error) => error instanceof LockLostError && error.path === lock);
      },
      shortTimes,
    );
  });

  for (const [what, step, isLost] of [
    ['was asleep, which only the wall clock shows', { wall: 31_000, monotonic: 0 }, true],
    ['was suspended while the clock was set back', { wall: 0, monotonic: 31_000 }, true],
    ['has had its clock set back', { wall: -3_600_000, monotonic: 0 }, true],
    ['has had its clock adjusted slightly', { wall: -5_000, monotonic: 0 }, false],
    ['was delayed for a moment', { wall: 10_000, monotonic: 10_000 }, false],
  ] as const) {
    it(`${isLost ? 'does not verify' : 'verifies'} the lock when the holder ${what}`, async () => {
      const offset = { wall: 0, monotonic: 0 };
      const clock: LockClock = {
        wall: () => Date.now() + offset.wall,
        monotonic: () => performance.now() + offset.monotonic,
      };
      await withFileLock(
        lock,
        async ({ verify }) => {
          await verify();
          Object.assign(offset, step);
          if (!isLost) return verify();
          await assert.rejects(verify(), LockLostError);
          return assert.rejects(verify(), LockLostError, 'Another process may be about to take it over.');
        },
        { clock },
      );
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('does not remove a lock that another process has taken over', async () => {
    await withFileLock(lock, () => writeFile(lock, 'elsewhere 1 abc'));
    assert.equal(await readFile(lock, 'utf8'), 'elsewhere 1 abc');
  });

  it('rejects after the given time while the lock is held, and does not change it', async () => {
    await withFileLock(lock, async () => {
      const other = await readFile(lock, 'utf8');
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { patienceMs: 30 }),
        (error) => error instanceof LockBusyError && error.path === lock,
      );
      assert.equal(await readFile(lock, 'utf8'), other);
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it('rejects when the wait is aborted', async () => {
    await withFileLock(lock, async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const waiting = assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { signal: controller.signal }),
        reason,
      );
      controller.abort(reason);
      await waiting;
    });
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });

  it('rejects with the cause if the lock cannot be created', async () => {
    await assert.rejects(
      withFileLock(path.join(folder, 'missing', 'lock'), () => Promise.resolve()),
      { code: 'ENOENT' },
    );
  });

  /** Starts a process that runs a module, communicates by lines, and is killed on disposal. */
  function startChild(script: string) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const ended = once(child, 'close');
    return {
      pid: child.pid!,
      ended,
      write: (text: string) => child.stdin.write(text),
      nextLine: async (): Promise<string | undefined> => {
        const next = await lines.next();
        return next.done === true ? undefined : next.value;
      },
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  async function firstLine(stream: NodeJS.ReadableStream): Promise<string | undefined> {
    for await (const line of createInterface(stream)) return line;
    return undefined;
  }

  async function deadPid(): Promise<number> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'close');
    return child.pid!;
  }

  async function makeOld(file: string): Promise<void> {
    const then = new Date(Date.now() - 3_600_000);
    await utimes(file, then, then);
  }
});
