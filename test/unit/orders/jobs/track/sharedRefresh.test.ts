import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LockBusyError, withFileLock } from '../../../../../src/base/fileLock.ts';
import { SharedRefresh, type RefreshWork } from '../../../../../src/orders/jobs/track/sharedRefresh.ts';
import type { Job } from '../../../../../src/service/interface/records.ts';

const job = (id: string, status: string): Job => ({
  id,
  status,
  sourceLanguage: 'en',
  targetLanguage: 'ja',
  tier: 'standard',
  sourceText: 'Home',
  autoApprove: false,
});

describe('SharedRefresh', () => {
  let folder: string;
  let file: string;
  let now: number;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'shared-refresh-'));
    file = path.join(folder, 'refreshes', 'one.jsonl');
    now = 1_000_000;
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A window that refreshes: `requests` counts its own, `adopted` has what it got from others. */
  class Window {
    requests = 0;
    readonly adopted: string[] = [];
    changes: readonly Job[] = [];
    readonly shared: SharedRefresh;

    constructor(patienceMs?: number) {
      this.shared = new SharedRefresh(file, () => now, patienceMs);
    }

    async refresh(maxAgeMs: number, changes: readonly Job[] = [], fetch?: () => Promise<void>): Promise<void> {
      const work: RefreshWork = {
        maxAgeMs,
        adopt: (lines) => {
          for (const { jobs } of lines) this.adopted.push(...jobs.map(({ id, status }) => `${id} ${status}`));
          return Promise.resolve();
        },
        fetch: async () => {
          this.requests += 1;
          await fetch?.();
          this.changes = changes;
        },
        takeChanges: () => {
          const taken = this.changes;
          this.changes = [];
          return taken;
        },
      };
      await this.shared.run(work);
    }
  }

  it('gives a window what another one has fetched within its interval, so that it asks for nothing', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.refresh(0);
    await other.refresh(0);
    now += 60_000;
    await one.refresh(60_000 - 1, [job('1', 'reviewable')]);
    now += 30_000;
    await other.refresh(60_000);
    assert.deepEqual([one.requests, other.requests], [2, 1]);
    assert.deepEqual(other.adopted, ['1 reviewable']);
    assert.deepEqual(one.adopted, []);
    now += 60_001;
    await other.refresh(60_000);
    assert.equal(other.requests, 2);
  });

  it('does not give a window its own changes', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.refresh(0);
    await other.refresh(0);
    now += 1;
    await one.refresh(0, [job('1', 'reviewable')]);
    now += 1;
    await other.refresh(0, [job('2', 'approved')]);
    now += 1;
    await one.refresh(0);
    await other.refresh(0);
    assert.deepEqual([one.adopted, other.adopted], [['2 approved'], ['1 reviewable']]);
  });

  it('lets only one window ask at a time', async () => {
    const windows = [new Window(), new Window(), new Window()];
    let running = 0;
    await Promise.all(
      windows.map((window) =>
        window.refresh(0, [], async () => {
          running += 1;
          assert.equal(running, 1);
          await new Promise(setImmediate);
          running -= 1;
        }),
      ),
    );
    assert.deepEqual(
      windows.map(({ requests }) => requests),
      [1, 1, 1],
    );
  });

  it('asks the service when another window’s refresh failed, and at least every two hours', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.refresh(0);
    await other.refresh(0);
    now += 60_001;
    await assert.rejects(
      one.refresh(60_000, [], () => Promise.reject(new Error('offline'))),
      /offline/u,
    );
    await other.refresh(60_000);
    assert.equal(other.requests, 2);
    for (let minutes = 0; minutes < 130; minutes += 1) {
      now += 60_000;
      await one.refresh(30_000);
      await other.refresh(60_000);
    }
    assert.equal(other.requests, 3);
  });

  it('does not wait long for another window: only a refresh by the user asks the service then', async () => {
    const one = new Window(1);
    await mkdir(path.dirname(file));
    await withFileLock(`${file}.lock`, async () => {
      await one.refresh(60_000);
      assert.equal(one.requests, 0);
      let isAnswered = false;
      await one.refresh(0, [], async () => {
        await new Promise(setImmediate);
        isAnswered = true;
      });
      assert.deepEqual([one.requests, isAnswered], [1, true]);
      await assert.rejects(
        one.refresh(0, [], () => Promise.reject(new Error('offline'))),
        /offline/u,
      );
    });
    await one.refresh(60_000);
    assert.equal(one.requests, 3);
  });

  it('rejects as its own work if that is refused another lock', async () => {
    const busy = new LockBusyError(path.join(folder, 'another.lock'));
    const one = new Window();
    await assert.rejects(
      one.refresh(0, [], () => Promise.reject(busy)),
      busy,
    );
    assert.equal(one.requests, 1);
  });

  it('asks the service after damage, a foreign line, or a new file', async () => {
    const [one, other] = [new Window(), new Window()];
    await one.refresh(0);
    await other.refresh(0);
    await appendFile(file, '{"at":1000000,"jobs":[{"id":1}]}\n');
    await other.refresh(60_000);
    assert.equal(other.requests, 2);
    await rm(file);
    await one.refresh(60_000);
    await other.refresh(60_000);
    assert.deepEqual([one.requests, other.requests], [2, 3]);
    assert.deepEqual([...one.adopted, ...other.adopted], []);
  });

  it('keeps the file small and private, and stores no address of a callback', async () => {
    const one = new Window();
    await one.refresh(0);
    const text = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 6; index += 1) {
      now += 1;
      await one.refresh(0, [{ ...job(String(index), 'approved'), sourceText: text, callbackUrl: 'http://secret/' }]);
    }
    const { size, mode } = await stat(file);
    assert.ok(size <= 4 * 1024 * 1024, String(size));
    assert.equal(mode & 0o077, 0);
    assert.doesNotMatch(await readFile(file, 'utf8'), /secret/u);
  });
});
