import { AsyncLocalStorage } from 'node:async_hooks';
import { open, rm, type FileHandle } from 'node:fs/promises';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../../../src/base/once.ts';

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

const functionNames = [
  'link',
  'mkdir',
  'open',
  'readFile',
  'readdir',
  'realpath',
  'rename',
  'rm',
  'stat',
  'lstat',
  'writeFile',
] as const;
const methodNames = ['write', 'writeFile', 'truncate', 'chmod', 'sync', 'readFile', 'read', 'stat'] as const;

/** Steps that change something on disk, so that a crash before each of them results in a different state. */
const changing: ReadonlySet<string> = new Set([
  'link',
  'mkdir',
  'open',
  'rename',
  'rm',
  'writeFile',
  'write',
  'truncate',
  'chmod',
]);

export interface StepOptions {
  /**
   * Called before each step of the work, with its number from 0 and its name; rejects or never resolves to stop there.
   * `half` does the first half of a step that writes, and nothing for any other.
   */
  readonly before: (
    step: number,
    name: string,
    args: readonly unknown[],
    half: () => Promise<unknown>,
  ) => Promise<void>;
  /** Whether only steps that change something are counted. */
  readonly onlyChanging?: boolean;
  /** Takes every file that the work opens. */
  readonly opened?: FileHandle[];
}

/** One run of `runInSteps`, which its calls find by their asynchronous context, also after it has died. */
interface Run {
  readonly options: StepOptions;
  step: number;
  isDead: boolean;
}

const runs = new AsyncLocalStorage<Run>();
const never = async (): Promise<never> => new Promise<never>(() => undefined);

/** Announces the calls of runs to the file system; those of other code are not changed. */
const patchFileSystem = once(async (): Promise<void> => {
  const name = path.join(tmpdir(), `steps-${process.pid}`);
  const file = await open(name, 'w');
  const prototype = Object.getPrototypeOf(file) as Record<string, AnyFunction>;
  await file.close();
  await rm(name);
  for (const one of functionNames) patch(promises as unknown as Record<string, AnyFunction>, one);
  for (const one of methodNames) patch(prototype, one);
  syncBuiltinESMExports();
});

function patch(target: Record<string, AnyFunction>, name: string): void {
  const original = target[name];
  if (original === undefined) throw new Error(`There is no ${name}.`);
  target[name] = async function patched(this: unknown, ...args: unknown[]) {
    const run = runs.getStore();
    if (run === undefined) return original.apply(this, args);
    if (run.isDead) return never();
    const { before, onlyChanging = false, opened } = run.options;
    const half = async (): Promise<unknown> => {
      const [bytes, offset, length, position] = args;
      if (!(bytes instanceof Uint8Array)) return undefined;
      if (name === 'writeFile') return original.apply(this, [bytes.subarray(0, bytes.length / 2)]);
      if (name !== 'write') return undefined;
      return original.apply(this, [
        bytes,
        Number(offset ?? 0),
        Math.floor(Number(length ?? bytes.length) / 2),
        position,
      ]);
    };
    if (!onlyChanging || changing.has(name)) await before(run.step++, name, args, half);
    const result = await original.apply(this, args);
    if (name === 'open') opened?.push(result as FileHandle);
    // The run died in another branch, such as the timer of a lock, while this call was in flight.
    return run.isDead ? never() : result;
  };
}

/** Runs `work` while every call that it makes to the file system is announced first. */
export async function runInSteps<T>(work: () => Promise<T>, options: StepOptions): Promise<T> {
  await patchFileSystem();
  return runs.run({ options, step: 0, isDead: false }, work);
}

/**
 * Runs `work` until its step of this number, as if the process ended before it; with a half number, in the middle of
 * the step before. No code of it calls the file system afterward. Resolves with whether it came so far.
 */
export async function dieAtStep(work: () => Promise<unknown>, step: number): Promise<boolean> {
  await patchFileSystem();
  let die = (): void => undefined;
  const death = new Promise<'dead'>((resolve) => {
    die = () => {
      resolve('dead');
    };
  });
  const opened: FileHandle[] = [];
  const before: StepOptions['before'] = async (current, _name, _args, half) => {
    if (current !== Math.floor(step)) return;
    if (!Number.isInteger(step)) await half();
    run.isDead = true;
    die();
    // No code of a dead process continues, not even a `finally` block.
    await never();
  };
  const run: Run = { options: { before, onlyChanging: true, opened }, step: 0, isDead: false };
  const end = await runs.run(run, async () => Promise.race([work().then(() => 'alive'), death]));
  await Promise.all(opened.map(async (file) => file.close().catch(() => undefined)));
  return end === 'dead';
}
