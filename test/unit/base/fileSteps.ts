import { open, rm, type FileHandle } from 'node:fs/promises';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

/**
 * Runs `work` while every call that it makes to the file system is announced first. Calls of other code are announced
 * too, so nothing else may run at the same time.
 */
export async function runInSteps<T>(
  work: () => Promise<T>,
  { before, onlyChanging = false, opened }: StepOptions,
): Promise<T> {
  const file = await open(path.join(tmpdir(), `steps-${process.pid}`), 'w');
  const prototype = Object.getPrototypeOf(file) as Record<string, AnyFunction>;
  await file.close();
  await rm(path.join(tmpdir(), `steps-${process.pid}`));
  let step = 0;
  const restore: (() => void)[] = [];
  const patch = (target: Record<string, AnyFunction>, name: string): void => {
    const original = target[name];
    if (original === undefined) throw new Error(`There is no ${name}.`);
    target[name] = async function patched(this: unknown, ...args: unknown[]) {
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
      if (!onlyChanging || changing.has(name)) await before(step++, name, args, half);
      const result = await original.apply(this, args);
      if (name === 'open') opened?.push(result as FileHandle);
      return result;
    };
    restore.push(() => {
      target[name] = original;
    });
  };
  for (const name of functionNames) patch(promises as unknown as Record<string, AnyFunction>, name);
  for (const name of methodNames) patch(prototype, name);
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    for (const one of restore) one();
    syncBuiltinESMExports();
  }
}

/**
 * Runs `work` until its step of this number, as if the process ended before it; with a half number, in the middle of
 * the step before. Resolves with whether it came so far.
 */
export async function dieAtStep(work: () => Promise<unknown>, step: number): Promise<boolean> {
  let die = (): void => undefined;
  const death = new Promise<'dead'>((resolve) => {
    die = () => {
      resolve('dead');
    };
  });
  let isDead = false;
  const opened: FileHandle[] = [];
  const before: StepOptions['before'] = async (current, _name, _args, half) => {
    const isLast = current === Math.floor(step);
    if (!isLast && !isDead) return;
    if (isLast && !Number.isInteger(step)) await half();
    isDead = true;
    die();
    // No code of a dead process continues, not even a `finally` block.
    await new Promise<void>(() => undefined);
  };
  const end = await runInSteps(() => Promise.race([work().then(() => 'alive'), death]), {
    before,
    onlyChanging: true,
    opened,
  });
  await Promise.all(opened.map((file) => file.close().catch(() => undefined)));
  return end === 'dead';
}
