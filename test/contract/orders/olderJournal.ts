import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { openWindow, type OrderWindow, type WindowOptions } from './orderWindow.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/journals');

/** A journal of an older version with the project and the service that it belongs to, all of them copies. */
export interface OlderJournal extends AsyncDisposable {
  readonly fixture: SandboxFixture;
  readonly windowOptions: WindowOptions;
  openWindow(options?: Partial<WindowOptions>): Promise<OrderWindow>;
  read(name: string): Promise<string>;
  readBytes(name: string): Promise<Buffer>;
  /** The orders and jobs that the service has, and the credits that it has charged. */
  totals(): Promise<{ readonly orders: number; readonly jobs: number; readonly spent: string }>;
  /** Moves a job by hand; fails the test when the sandbox refuses. */
  move(jobId: string, verb: string, body?: Readonly<Record<string, unknown>>): Promise<void>;
  advanceClock(seconds: number): Promise<void>;
  /** Files in the project folder and next to the journal, by path. */
  files(): Promise<readonly string[]>;
}

/**
 * Opens a copy of one of the cases in `test/fixtures/journals`. The sandbox and the windows continue ten seconds
 * after the case was made, on clocks that are slower than the machine's: times in the files are absolute, and review
 * windows, queues and lookups depend on them. The sandbox gets new keys, since the fixture has none.
 */
export async function openOlderJournal(name: string): Promise<OlderJournal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'older-'));
  await cp(path.join(fixtures, name), folder, { recursive: true });
  const { at, pace } = JSON.parse(await readFile(path.join(folder, 'fixture.json'), 'utf8')) as {
    readonly at: number;
    readonly pace: Pace;
  };
  const clockOffset = at + 10_000 - Date.now();
  const clock: Clock = { now: () => Date.now() + clockOffset, sleep: (ms, signal) => systemClock.sleep(ms, signal) };
  const keys = { apiKey: randomBytes(16).toString('hex'), privateKey: randomBytes(16).toString('hex') };
  const fixture = await startFixture(pace, {
    sandbox: { dataFile: path.join(folder, 'sandbox.jsonl'), clock, ...keys },
  });
  const root = path.join(folder, 'project');
  const windowOptions: WindowOptions = {
    root,
    journalFile: path.join(folder, 'journals', 'journal.jsonl'),
    service: { baseUrl: fixture.sandbox.baseUrl, ...keys },
    clockOffset,
  };
  const windows: OrderWindow[] = [];
  return {
    fixture,
    windowOptions,
    openWindow: async (more = {}) => {
      const window = await openWindow({ ...windowOptions, ...more });
      windows.push(window);
      return window;
    },
    read: (file) => readFile(path.join(root, file), 'utf8'),
    readBytes: (file) => readFile(path.join(root, file)),
    totals: async () => {
      const { orders, jobs, spent } = (await fixture.control('GET', '/state')).response as {
        orders: number;
        jobs: number;
        spent: string;
      };
      return { orders, jobs, spent };
    },
    move: async (jobId, verb, body) => {
      const answer = await fixture.control('POST', `/jobs/${jobId}/${verb}`, body ?? {});
      assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
    },
    advanceClock: async (seconds) => {
      const answer = await fixture.control('POST', '/clock', { advance_s: seconds });
      assert.equal(answer.opstat, 'ok');
    },
    files: async () => {
      const names = await Promise.all(
        ['project', 'journals'].map(async (part) =>
          (await readdir(path.join(folder, part), { recursive: true })).map((file) => `${part}/${file}`),
        ),
      );
      return names.flat().toSorted();
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(windows.map((window) => window.close()));
      await fixture[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
