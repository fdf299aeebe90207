import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../../src/base/present.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import { startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import { openWindow, type OrderWindow, type WindowOptions } from './orderWindow.ts';

/** A project and a journal on disk, a sandbox, and any number of windows. */
export interface OrderSetup extends AsyncDisposable {
  readonly fixture: SandboxFixture;
  readonly journalFile: string;
  readonly windowOptions: WindowOptions;
  openWindow(options?: Partial<WindowOptions>): Promise<OrderWindow>;
  write(name: string, content: string | Uint8Array): Promise<void>;
  read(name: string): Promise<string>;
  readBytes(name: string): Promise<Buffer>;
  /** The orders and jobs of the journal as it is on disk, without entries about the journal itself. */
  journal(): Promise<readonly JournalEntry[]>;
  totals(): Promise<{ readonly orders: number; readonly jobs: number; readonly spent: string }>;
  fault(fault: string, match?: string, more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Moves a job by hand; fails the test if the sandbox refuses. */
  move(jobId: string, verb: string, body?: Readonly<Record<string, unknown>>): Promise<void>;
}

interface OrderSetupOptions {
  readonly openingCents?: number;
  readonly wire?: WireMode;
  /** A file in which the sandbox stores its orders and jobs. */
  readonly dataFile?: string;
  /** The folder of the project's and the journal's folder, without which it is the one for temporary files. */
  readonly parent?: string;
}

export async function createOrderSetup(
  pace: Pace,
  files: Readonly<Record<string, unknown>>,
  { dataFile, parent = tmpdir(), ...options }: OrderSetupOptions = {},
): Promise<OrderSetup> {
  const fixture = await startFixture(pace, { ...options, sandbox: present({ dataFile }) });
  const folder = await mkdtemp(path.join(parent, 'orders-'));
  const root = path.join(folder, 'project');
  const journalFile = path.join(folder, 'journals', 'journal.jsonl');
  const { baseUrl, apiKey, privateKey } = fixture.sandbox;
  const windowOptions: WindowOptions = { root, journalFile, service: { baseUrl, apiKey, privateKey } };
  const windows: OrderWindow[] = [];
  const setup: OrderSetup = {
    fixture,
    journalFile,
    windowOptions,
    openWindow: async (more = {}) => {
      const window = await openWindow({ ...windowOptions, ...more });
      windows.push(window);
      return window;
    },
    write: async (name, content) => {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), content);
    },
    read: (name) => readFile(path.join(root, name), 'utf8'),
    readBytes: (name) => readFile(path.join(root, name)),
    journal: async () => {
      const entries = (await readFile(journalFile, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JournalEntry);
      return entries.filter(({ type }) => type !== 'header' && type !== 'asked');
    },
    totals: async () => {
      const { orders, jobs, spent } = (await fixture.control('GET', '/state')).response as {
        orders: number;
        jobs: number;
        spent: string;
      };
      return { orders, jobs, spent };
    },
    fault: async (fault, match = 'POST /v2/translate/jobs', more = {}) => {
      ok(await fixture.control('POST', '/faults', { match, fault, ...more }));
    },
    move: async (jobId, verb, body) => {
      ok(await fixture.control('POST', `/jobs/${jobId}/${verb}`, body));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(windows.map((window) => window.close()));
      await fixture[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const [name, content] of Object.entries(files))
    await setup.write(name, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
  return setup;
}

function ok(answer: Answer): void {
  assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
}

/** A locale file with `count` units, all with different texts. */
export function manyTexts(count: number, word = 'Text'): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, `${word} number ${index}`]));
}

export function typesOf(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map(({ type }) => type);
}
