import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../../../src/base/clock.ts';
import { ownProcessName } from '../../../../src/base/processName.ts';
import { sharedStartStore } from '../../../../src/service/calls/sharedThrottle.ts';
import { Throttle, type MarkAnswered } from '../../../../src/service/calls/throttle.ts';

const clientModule = path.resolve(import.meta.dirname, '../../../../src/service/createServiceClient.ts');

/** The code of each process: reports that it is ready, waits for input, sends all requests, and reports the answers. */
const childScript = `
  import { createServiceClient } from ${JSON.stringify(clientModule)};
  const { baseUrl, limits, folder, count, what } = JSON.parse(process.argv[1]);
  const client = createServiceClient({
    baseUrl, limits, throttleFolder: folder, userAgent: 'Test',
    credentials: () => Promise.resolve({ apiKey: 'k', privateKey: 'p' }),
  });
  process.stdout.write('ready\\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const ask = { jobs: () => client.jobs.list({}), account: () => client.account.balance() }[what];
  await Promise.all(Array.from({ length: count }, ask));
  await client.close();
  process.exit(0);
`;

interface Load {
  readonly limits: 'production' | 'sandbox';
  readonly what: 'jobs' | 'account';
  readonly processes: number;
  /** Requests of each process. */
  readonly count: number;
}

/** Returns the sorted arrival times, in milliseconds, of requests from several processes at one server. */
async function arrivals(folder: string, { limits, what, processes, count }: Load): Promise<readonly number[]> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    times.push(performance.now());
    const answer = request.url?.includes('/account/') === true ? { credits: 1 } : [];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ opstat: 'ok', response: answer }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const children = Array.from({ length: processes }, () =>
    spawn(
      process.execPath,
      ['--input-type=module', '--eval', childScript, JSON.stringify({ baseUrl, limits, folder, count, what })],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    ),
  );
  try {
    const ends = children.map(async (child) => {
      const errorOutput = text(child.stderr);
      const [code] = (await once(child, 'close')) as [number];
      assert.equal(code, 0, await errorOutput);
    });
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.stdin.end('go\n');
    await Promise.all(ends);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return times.sort((a, b) => a - b);
}

/** Returns the largest number of arrivals in any window of a given length. */
function mostInWindow(times: readonly number[], windowMs: number): number {
  return Math.max(...times.map((first) => times.filter((time) => time >= first && time < first + windowMs).length));
}

describe('the throttle shared by processes', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'throttle-'));
  });
  // Answers are stored a little later, possibly while the folder is being removed.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));

  for (const [load, windowMs, rateLimit] of [
    [{ limits: 'production', what: 'jobs', processes: 4, count: 12 }, 100, 6],
    [{ limits: 'production', what: 'account', processes: 3, count: 20 }, 100, 10],
    [{ limits: 'sandbox', what: 'jobs', processes: 3, count: 3 }, 200, 1],
  ] as const) {
    const title = `${load.processes} processes send at most ${rateLimit} in ${windowMs} ms`;
    it(`${title}: ${load.what}, ${load.limits}`, async () => {
      const times = await arrivals(folder, load);
      assert.equal(times.length, load.processes * load.count, 'Every request must be answered once.');
      assert.ok(mostInWindow(times, windowMs) <= rateLimit, `${mostInWindow(times, windowMs)} in one window`);
      // The limit must not force requests to be sent one by one.
      if (rateLimit > 1) assert.ok(mostInWindow(times, windowMs) > 1);
    });
  }

  const store = (log: string[] = [], where = folder) =>
    sharedStartStore({ folder: where, file: 'a.json', requests: 2, clock: systemClock, log: (line) => log.push(line) });
  const rateLimit = { requests: 2, windowMs: 50, transitMs: 1000 };

  /** Starts a request if that is possible now, and returns whether it was. */
  async function canStart(throttle: Throttle): Promise<boolean> {
    const controller = new AbortController();
    const waiting = throttle.wait(controller.signal).then(
      (answered) => {
        answered();
        return true;
      },
      () => false,
    );
    const isNow = await Promise.race([waiting, systemClock.sleep(20).then(() => undefined)]);
    controller.abort();
    return isNow ?? (await waiting);
  }

  it('is shared by two stores of one file, and an answer frees a slot for both', async () => {
    const [one, other] = [new Throttle(rateLimit, systemClock, store()), new Throttle(rateLimit, systemClock, store())];
    const answered: MarkAnswered[] = [await one.wait(), await other.wait()];
    const controller = new AbortController();
    let started = false;
    const third = other.wait(controller.signal).then(() => {
      started = true;
    });
    assert.equal(await canStart(one), false);
    assert.equal(started, false);
    for (const done of answered) done();
    await third;
    assert.equal(started, true);
  });

  it('takes over the lock of a killed process', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'close');
    await writeFile(path.join(folder, 'a.json.lock'), `${(await ownProcessName()).scope} ${child.pid} abc -`);
    const log: string[] = [];
    await new Throttle(rateLimit, systemClock, store(log)).wait();
    assert.deepEqual(log, []);
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  for (const [what, content] of [
    ['cut off', '[{"id":"1","arrivedBy":17'],
    ['empty', ''],
    ['something else', '{"a":1}'],
  ] as const) {
    it(`treats a file that is ${what} as a used-up rate limit, once`, async () => {
      await writeFile(path.join(folder, 'a.json'), content);
      const throttle = new Throttle({ ...rateLimit, windowMs: 100 }, systemClock, store());
      assert.equal(await canStart(throttle), false);
      await throttle.wait();
      assert.equal((JSON.parse(await readFile(path.join(folder, 'a.json'), 'utf8')) as unknown[]).length, 1);
    });
  }

  it('does not wait for starts stored before the clock was set back', async () => {
    const late = Date.now() + 3_600_000;
    await writeFile(
      path.join(folder, 'a.json'),
      JSON.stringify([
        { id: '1', arrivedBy: late },
        { id: '2', arrivedBy: late },
      ]),
    );
    await new Throttle({ ...rateLimit, transitMs: 20 }, systemClock, store()).wait();
  });

  it('can be aborted while the lock is held', async () => {
    await writeFile(path.join(folder, 'a.json.lock'), `${hostname()} ${process.ppid} abc`);
    const log: string[] = [];
    const controller = new AbortController();
    const waiting = new Throttle(rateLimit, systemClock, store(log)).wait(controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(waiting, reason);
    assert.deepEqual(log, []);
  });

  it('continues for this process only, and logs it once, when the lock is stuck', async () => {
    await writeFile(path.join(folder, 'a.json.lock'), `${hostname()} ${process.ppid} abc`);
    const log: string[] = [];
    const throttle = new Throttle(rateLimit, systemClock, store(log));
    for (let turn = 0; turn < 4; turn += 1) (await throttle.wait())();
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /LockBusyError/);
  });

  for (const [what, make] of [
    [
      'is a file',
      async (where: string) => {
        await writeFile(where, '');
      },
    ],
    [
      'is below a file',
      async (where: string) => {
        await writeFile(path.dirname(where), '');
      },
    ],
    [
      'has a folder with the name of the file',
      async (where: string) => {
        await mkdir(path.join(where, 'a.json'), { recursive: true });
      },
    ],
    [
      'is read-only',
      async (where: string) => {
        await mkdir(where);
        await chmod(where, 0o500);
      },
    ],
  ] as const) {
    it(`continues for this process only, and logs it once, when the folder ${what}`, async () => {
      const where = path.join(folder, 'sub', 'throttle');
      if (what !== 'is below a file') await mkdir(path.dirname(where));
      await make(where);
      const log: string[] = [];
      const throttles = [
        new Throttle(rateLimit, systemClock, store(log, where)),
        new Throttle(rateLimit, systemClock, store(log, where)),
      ];
      for (const throttle of throttles) for (let turn = 0; turn < 3; turn += 1) (await throttle.wait())();
      // The superuser can write to it.
      assert.equal(log.length, what === 'is read-only' && process.getuid?.() === 0 ? 0 : 1);
      assert.ok(log.every((line) => line.includes('cannot be shared')));
    });
  }

  it('removes old files of other services, and nothing else', async () => {
    const names = ['0123456789abcdef-production-jobs.json', 'fedcba9876543210-sandbox-order.json', 'notes.json'];
    const long = new Date(Date.now() - 90_000_000);
    for (const name of names) await writeFile(path.join(folder, name), '[]');
    for (const name of [names[0]!, names[2]!]) await utimes(path.join(folder, name), long, long);
    await new Throttle(rateLimit, systemClock, store()).wait();
    assert.deepEqual((await readdir(folder)).sort(), ['a.json', names[1], names[2]].sort());
  });
});
