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

const { place, pid, start } = await ownProcessName();
const lockModule = path.resolve(import.meta.dirname, '../../../src/base/fileLock.ts');

describe('base/fileLock', function () {
  this.timeout(20_000);
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
    lock = path.join(folder, 'journal.lock');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

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

  it('admits one at a time in one process, and removes its file', async () => {
    const { work, most } = crowd();
    await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
    assert.equal(most(), 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('gives what the work gives, and is released when the work fails', async () => {
    await assert.rejects(
      withFileLock(lock, () => Promise.reject(new Error('no'))),
      /no/u,
    );
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
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'close')) as [number])[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(await readFile(counter, 'utf8'), '60');
  });

  /** Times that a test can wait for: a holder beats every 20 ms. */
  const quick = { silentMs: 600 };

  for (const [what, leave] of [
    ['a process that was killed', async () => writeFile(lock, `${place} ${await deadPid()} abc 1`)],
    [
      'a process that was killed, where nobody says when processes started',
      async () => writeFile(lock, `${place} ${await deadPid()} abc -`),
    ],
    ['an earlier process with this one’s number', () => writeFile(lock, `${place} ${pid} abc 1`)],
    ['this process, which left it behind', () => writeFile(lock, `${place} ${pid} abc ${start ?? '-'}`)],
  ] as const) {
    it(`takes the lock of ${what} over at once, one at a time`, async () => {
      await leave();
      const { work, most } = crowd();
      await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
      assert.equal(most(), 1);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('takes the lock of a killed process over although another process has its number by now', async function () {
    // Only Linux says when a process started.
    if (start === undefined) this.skip();
    await using other = startChild('setInterval(() => undefined, 1000);');
    await writeFile(lock, `${place} ${other.pid} abc 1`);
    assert.equal(await withFileLock(lock, () => Promise.resolve(7), { patienceMs: 1000 }), 7);
  });

  for (const [what, name] of [
    ['of another machine', () => Promise.resolve('elsewhere 1 abc')],
    ['of an earlier version, although its number is free here', async () => `${hostname()} ${await deadPid()} abc`],
    [
      'of another PID namespace of this machine, although its number is free here',
      async () => `${place.replace(/\/.*$/u, '/0123456789ab')} ${await deadPid()} abc 1`,
    ],
    ['of a process that did not get to write its name', () => Promise.resolve('')],
  ] as const) {
    it(`takes a lock ${what}, over only once it was silent for long, one at a time`, async () => {
      await writeFile(lock, await name());
      await age(lock);
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { patienceMs: 200 }),
        LockBusyError,
      );
      const { work, most } = crowd();
      await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work, quick)));
      assert.equal(most(), 1);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('leaves a lock that is touched to its holder, whatever its file’s time is', async () => {
    await writeFile(lock, 'elsewhere 1 abc');
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
      const then = new Date(1_000_000_000_000 - beats * 1000);
      utimes(lock, then, then).catch(() => undefined);
    }, 50);
    try {
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { ...quick, patienceMs: 1500 }),
        LockBusyError,
      );
    } finally {
      clearInterval(beat);
    }
  });

  it('does not count the time for which the one who waits was asleep', async () => {
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
    await assert.rejects(attempt(), LockBusyError, 'the holder may have slept too');
    assert.equal(
      await withFileLock(lock, () => Promise.resolve('taken'), { silentMs: 3_000, clock, patienceMs: 2000 }),
      'taken',
    );
  });

  it('is not taken over by a process of another PID namespace, which cannot see this one', async function () {
    const unshare = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
    const probe = spawn('unshare', [...unshare, 'true'], { stdio: 'ignore' });
    const [code] = (await Promise.race([once(probe, 'close'), once(probe, 'error')])) as [unknown];
    if (code !== 0) this.skip();
    await withFileLock(lock, async ({ verify }) => {
      const script = `
        import { withFileLock } from ${JSON.stringify(lockModule)};
        await withFileLock(${JSON.stringify(lock)}, async () => undefined, { patienceMs: 500 }).then(() => console.log('taken'), (error) => console.log(error.name));`;
      const child = spawn('unshare', [...unshare, process.execPath, '--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      assert.equal(await firstLine(child.stdout), 'LockBusyError');
      await verify();
    });
  });

  it('notices when it was suspended and taken over, and leaves the lock to the one who has it', async function () {
    if (process.platform === 'win32') this.skip();
    await using holder = startChild(`
      import { withFileLock } from ${JSON.stringify(lockModule)};
      await withFileLock(${JSON.stringify(lock)}, async (lock) => {
        await lock.verify();
        console.log('verified');
        await new Promise((resolve) => process.stdin.once('data', resolve));
        await lock.verify().then(() => console.log('verified'), (error) => console.log(error.name));
      }, ${JSON.stringify(quick)});
      process.stdin.destroy();`);
    assert.equal(await holder.nextLine(), 'verified');
    process.kill(holder.pid, 'SIGSTOP');
    await withFileLock(
      lock,
      async ({ verify }) => {
        const mine = await readFile(lock, 'utf8');
        process.kill(holder.pid, 'SIGCONT');
        holder.write('go on');
        assert.equal(await holder.nextLine(), 'LockLostError');
        await holder.ended;
        assert.equal(await readFile(lock, 'utf8'), mine);
        await verify();
      },
      quick,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('does not touch a lock that somebody else has taken over', async () => {
    await withFileLock(
      lock,
      async ({ verify }) => {
        await verify();
        await writeFile(lock, 'elsewhere 1 abc');
        await age(lock);
        const { mtimeMs } = await stat(lock);
        await setTimeout(100);
        assert.equal((await stat(lock)).mtimeMs, mtimeMs);
        await assert.rejects(verify(), (error) => error instanceof LockLostError && error.path === lock);
      },
      quick,
    );
  });

  for (const [what, step, isLost] of [
    ['slept, which only the wall clock shows', { wall: 31_000, monotonic: 0 }, true],
    ['was suspended while somebody set the clock back', { wall: 0, monotonic: 31_000 }, true],
    ['has its clock set back', { wall: -3_600_000, monotonic: 0 }, true],
    ['has its clock set by a little', { wall: -5_000, monotonic: 0 }, false],
    ['was held up for a moment', { wall: 10_000, monotonic: 10_000 }, false],
  ] as const) {
    it(`${isLost ? 'is not' : 'is'} verified when the holder ${what}`, async () => {
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
          return assert.rejects(verify(), LockLostError, 'somebody may be about to take it over');
        },
        { clock },
      );
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
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { patienceMs: 30 }),
        (error) => error instanceof LockBusyError && error.path === lock,
      );
      assert.equal(await readFile(lock, 'utf8'), other);
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it('is given up when the one who waits is', async () => {
    await withFileLock(lock, async () => {
      const impatient = new AbortController();
      const reason = new Error('enough');
      const waiting = assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { signal: impatient.signal }),
        reason,
      );
      impatient.abort(reason);
      await waiting;
    });
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });

  it('says why when there can be no lock', async () => {
    await assert.rejects(
      withFileLock(path.join(folder, 'missing', 'lock'), () => Promise.resolve()),
      { code: 'ENOENT' },
    );
  });

  /** A process that runs a module, is spoken to by lines, and is killed in the end. */
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
      nextLine: async (): Promise<string | undefined> => (await lines.next()).value,
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

  async function age(file: string): Promise<void> {
    const then = new Date(Date.now() - 3_600_000);
    await utimes(file, then, then);
  }
});
