import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorKind } from '../../base/errorMessage.ts';
import { hasErrorCode } from '../../base/files/fileErrors.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { withFileLock } from '../../base/fileLock.ts';
import { present } from '../../base/present.ts';
import { stringOf } from '../../base/unknownValue.ts';
import { Hold } from '../http/hold.ts';
import {
  rateLimitFor,
  memoryStartStore,
  Throttle,
  withMargin,
  type Limits,
  type Start,
  type StartStore,
} from './throttle.ts';
import type { LimitedGroup } from '../interface/resourceGroup.ts';

export interface SharedThrottleOptions {
  readonly origin: string;
  readonly limits: Limits;
  readonly group: LimitedGroup;
  readonly clock: Clock;
  /** A folder that all processes of this machine share. Without it the rate limit applies to this process only. */
  readonly folder?: string;
  readonly log: (line: string) => void;
}

/** Interval at which a waiting process checks whether others have changed the file. */
const checkEveryMs = 15;
/** Work under the lock takes a few milliseconds; after this time, the lock is considered stuck. */
const lockTimeoutMs = 3000;
const lockPauseMs = 2;
/** Time for which a folder is not used after an error. */
const failedForMs = 60_000;
/** Files not changed for this long belong to services that are no longer used. */
const oldAfterMs = 24 * 3_600_000;

/** The pause and the throttle of a resource group; each request waits for both. */
export interface SharedThrottle {
  /** The pause that the service asked for. */
  readonly hold: Hold;
  readonly throttle: Throttle;
}

const throttles = new WeakMap<Clock, Map<string, SharedThrottle>>();

/**
 * Returns this process's throttle for a service and resource group. All clients share it, because the service counts
 * requests by IP address.
 */
export function sharedThrottle({ origin, limits, group, clock, folder, log }: SharedThrottleOptions): SharedThrottle {
  const throttlesOfClock = throttles.get(clock) ?? new Map<string, SharedThrottle>();
  throttles.set(clock, throttlesOfClock);
  const name = `${limits} ${group} ${origin} ${folder ?? ''}`;
  const existing = throttlesOfClock.get(name);
  if (existing) return existing;
  const rateLimit = withMargin(rateLimitFor(limits, group));
  let store = memoryStartStore();
  let holdFile: string | undefined;
  if (folder !== undefined) {
    const file = fileName(origin, limits, group);
    store = sharedStartStore({ folder, file, requests: rateLimit.requests, clock, log });
    holdFile = join(folder, fileName(origin, limits, `${group}_hold`));
  }
  const hold = new Hold(present({ file: holdFile, clock, log }));
  const shared = { hold, throttle: new Throttle(rateLimit, clock, store) };
  throttlesOfClock.set(name, shared);
  return shared;
}

function fileName(origin: string, limits: Limits, name: LimitedGroup | `${LimitedGroup}_hold`): string {
  return `${createHash('sha256').update(origin).digest('hex').slice(0, 16)}-${limits}-${name}.json`;
}

interface SharedStartStoreOptions {
  readonly folder: string;
  readonly file: string;
  readonly requests: number;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/**
 * Creates a store in a file, for all processes of this machine. If the folder cannot be used, the store is in memory
 * for a minute: a failing throttle must never make a call fail or block it.
 */
export function sharedStartStore({ folder, file, requests, clock, log }: SharedStartStoreOptions): StartStore {
  const path = join(folder, file);
  const memory = memoryStartStore();
  let prepared: Promise<unknown> | undefined;
  let failedUntil = Number.NEGATIVE_INFINITY;

  const inFile: StartStore['change'] = async (change, signal) => {
    await (prepared ??= prepare(folder, clock));
    const work = async (): Promise<ReturnType<typeof change>> => {
      const changed = change(await readStarts(path, requests, clock.now()));
      await writeFile(path, JSON.stringify(changed.starts), { mode: 0o600 });
      return changed;
    };
    const options = { patienceMs: lockTimeoutMs, pauseMs: lockPauseMs, ...(signal && { signal }) };
    const changed = await withFileLock(`${path}.lock`, work, options);
    // Keeps this process's copy up to date in case the file fails later.
    await memory.change(() => changed);
    return changed.result;
  };

  return {
    changedByOthers: async (ms, signal) => {
      const earlierContent = await readFileOrEmpty(path);
      const deadline = performance.now() + ms;
      while (performance.now() < deadline) {
        await systemClock.sleep(checkEveryMs, signal);
        if ((await readFileOrEmpty(path)) !== earlierContent) return;
      }
    },
    change: async (change, signal) => {
      if (performance.now() < failedUntil) return memory.change(change);
      try {
        return await inFile(change, signal);
      } catch (error) {
        signal?.throwIfAborted();
        prepared = undefined;
        failedUntil = performance.now() + failedForMs;
        logOnce(log, folder, error);
        return memory.change(change);
      }
    },
  };
}

/** Reads the file without the lock, possibly during a write, to detect changes only. Returns '' if it is unreadable. */
async function readFileOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

const loggedFolders = new Set<string>();

function logOnce(log: (line: string) => void, folder: string, error: unknown): void {
  if (loggedFolders.has(folder)) return;
  loggedFolders.add(folder);
  const code = error instanceof Error && 'code' in error ? stringOf(error.code) : undefined;
  const kind = code ?? errorKind(error);
  log(`The rate limit cannot be shared with other windows (${kind}); this window applies it alone.`);
}

/** Creates the folder and removes old files of other services: each sandbox has a new port, and so a new file. */
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

/**
 * Reads the starts. If the file is invalid, such as a half-written one, assumes that the rate limit has just been used
 * up.
 */
async function readStarts(path: string, requests: number, now: number): Promise<readonly Start[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return '[]';
    throw error;
  });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), startsSchema), text);
  if (read.success) return read.output;
  return Array.from({ length: requests }, (_, index) => ({ id: `unknown.${index}`, arrivedBy: now }));
}
