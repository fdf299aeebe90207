import { open, rm } from 'node:fs/promises';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

const functionNames = ['link', 'mkdir', 'open', 'readFile', 'readdir', 'realpath', 'rename', 'rm', 'stat', 'lstat', 'writeFile'] as const;
const methodNames = ['write', 'writeFile', 'truncate', 'chmod', 'sync', 'readFile', 'read', 'stat'] as const;

/** Steps that change something on disk: a crash before any of them leaves another state. */
const changing: ReadonlySet<string> = new Set(['link', 'mkdir', 'open', 'rename', 'rm', 'writeFile', 'write', 'truncate', 'chmod']);

export interface StepOptions {
  /** Called before each step of the work, with its number from 0 and its name; rejects or never resolves to stop there. */
  readonly before: (step: number, name: string, args: readonly unknown[]) => Promise<void>;
  /** With this, only steps that change something are counted. */
  readonly onlyChanging?: boolean;
}

/**
 * Runs `work` while every call that it makes to the file system is announced first. Calls of other code are announced too,
 * so nothing else may run at the same time.
 */
export async function runInSteps<T>(work: () => Promise<T>, { before, onlyChanging = false }: StepOptions): Promise<T> {
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
      if (!onlyChanging || changing.has(name)) await before(step++, name, args);
      return original.apply(this, args);
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

/** Runs `work` until its step of this number, as if the process ended before it. Resolves with whether it came so far. */
export async function dieAtStep(work: () => Promise<unknown>, step: number): Promise<boolean> {
  let die = (): void => undefined;
  const death = new Promise<'dead'>((resolve) => {
    die = () => { resolve('dead'); };
  });
  let isDead = false;
  const before = (current: number): Promise<void> => {
    isDead ||= current === step;
    if (!isDead) return Promise.resolve();
    die();
    // Nothing of a dead process runs on, not even what stands in `finally`.
    return new Promise<void>(() => undefined);
  };
  return (await runInSteps(() => Promise.race([work().then(() => 'alive'), death]), { before, onlyChanging: true })) === 'dead';
}
