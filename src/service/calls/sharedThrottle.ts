import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { systemClock, type Clock } from '../../base/clock.ts';
import { withFileLock } from '../../base/fileLock.ts';
import { Hold } from '../http/hold.ts';
import { budgetFor, memoryBook, Throttle, withMargin, type Limits, type Start, type StartBook } from './throttle.ts';
import type { ResourceGroup } from '../interface/resourceGroup.ts';

export interface SharedThrottleOptions {
  readonly origin: string;
  readonly limits: Limits;
  readonly group: ResourceGroup;
  readonly clock: Clock;
  /** A folder that all processes of this machine share. Without it the budget is this process's own. */
  readonly folder?: string;
  readonly log: (line: string) => void;
}

/** How often somebody who waits looks whether others have written. */
const lookAgainMs = 15;
/** The work under the lock takes a few milliseconds; who has not come in by then finds the lock stuck. */
const lockPatienceMs = 3000;
const lockPauseMs = 2;
/** How long a folder that failed is left alone. */
const failedForMs = 60_000;
const oldAfterMs = 24 * 3_600_000;

/** What a request of a resource group has to pass before it is sent. */
export interface Gate {
  /** The pause that the service asked for. */
  readonly hold: Hold;
  readonly throttle: Throttle;
}

const gates = new WeakMap<Clock, Map<string, Gate>>();

/** Returns the one gate of this process for a service and a resource group: the service counts by address, not by client. */
export function sharedGate({ origin, limits, group, clock, folder, log }: SharedThrottleOptions): Gate {
  const ofClock = gates.get(clock) ?? new Map<string, Gate>();
  gates.set(clock, ofClock);
  const name = `${limits} ${group} ${origin} ${folder ?? ''}`;
  const known = ofClock.get(name);
  if (known) return known;
  const budget = withMargin(budgetFor(limits, group));
  const book =
    folder === undefined
      ? memoryBook()
      : machineBook({ folder, file: fileName(origin, limits, group), requests: budget.requests, clock, log });
  const file = folder === undefined ? {} : { file: join(folder, fileName(origin, limits, `${group}_hold`)) };
  const gate = { hold: new Hold({ ...file, clock, log }), throttle: new Throttle(budget, clock, book) };
  ofClock.set(name, gate);
  return gate;
}

function fileName(origin: string, limits: Limits, name: ResourceGroup | `${ResourceGroup}_hold`): string {
  return `${createHash('sha256').update(origin).digest('hex').slice(0, 16)}-${limits}-${name}.json`;
}

interface MachineBookOptions {
  readonly folder: string;
  readonly file: string;
  readonly requests: number;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/**
 * A book in a file, for all processes of this machine. Where the folder cannot be used the book is this process's own
 * for a minute: a throttle that fails must never fail a call, or keep it.
 */
export function machineBook({ folder, file, requests, clock, log }: MachineBookOptions): StartBook {
  const path = join(folder, file);
  const own = memoryBook();
  let prepared: Promise<unknown> | undefined;
  let failedUntil = Number.NEGATIVE_INFINITY;

  const inFile: StartBook['change'] = async (change, signal) => {
    await (prepared ??= prepare(folder, clock));
    const work = async (): Promise<ReturnType<typeof change>> => {
      const changed = change(await readStarts(path, requests, clock.now()));
      await writeFile(path, JSON.stringify(changed.starts), { mode: 0o600 });
      return changed;
    };
    const options = { patienceMs: lockPatienceMs, pauseMs: lockPauseMs, ...(signal && { signal }) };
    const changed = await withFileLock(`${path}.lock`, work, options);
    // What this process knows counts from the first moment, should the file fail later.
    await own.change(() => changed);
    return changed.result;
  };

  return {
    changedByOthers: async (ms, signal) => {
      const before = await lookAt(path);
      const until = performance.now() + ms;
      while (performance.now() < until) {
        await systemClock.sleep(lookAgainMs, signal);
        if ((await lookAt(path)) !== before) return;
      }
    },
    change: async (change, signal) => {
      if (performance.now() < failedUntil) return own.change(change);
      try {
        return await inFile(change, signal);
      } catch (error) {
        signal?.throwIfAborted();
        prepared = undefined;
        failedUntil = performance.now() + failedForMs;
        tellOnce(log, folder, error);
        return own.change(change);
      }
    },
  };
}

/** What stands in the file, or nothing; it may just be being written, and is read under the lock before anything depends on it. */
async function lookAt(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

const told = new Set<string>();

function tellOnce(log: (line: string) => void, folder: string, error: unknown): void {
  if (told.has(folder)) return;
  told.add(folder);
  const kind =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : error instanceof Error
        ? error.name
        : typeof error;
  log(`The budget of requests cannot be shared with other windows (${kind}); this window keeps to its own.`);
}

/** Makes the folder, and removes what services that are long gone have left in it: a sandbox has another port each time. */
async function prepare(folder: string, clock: Clock): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{16}-\w+-\w+\.json$/.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (clock.now() - mtimeMs > oldAfterMs) await rm(path, { force: true }).catch(() => undefined);
      }),
  );
}

const startsSchema = v.array(v.object({ id: v.string(), arrivedBy: v.number() }));

/** A file that was cut off in the middle of being written says nothing, so as many requests as may be are taken to have just started. */
async function readStarts(path: string, requests: number, now: number): Promise<readonly Start[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '[]';
    throw error;
  });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), startsSchema), text);
  return read.success
    ? read.output
    : Array.from({ length: requests }, (_, index) => ({ id: `unknown.${index}`, arrivedBy: now }));
}
