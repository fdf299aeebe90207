import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const names = ['access', 'link', 'lstat', 'mkdir', 'readdir', 'readFile', 'readlink', 'rename', 'stat', 'unlink'];

/**
 * Lets `node:fs/promises` call the file system on the main thread of this process: the same calls in the same order, but
 * without a change of threads for each of them, which costs more than most calls themselves. Files are still opened,
 * read and closed on another thread.
 */
export function callFilesOnMainThread(): void {
  for (const name of names) replace(name, Reflect.get(fs, `${name}Sync`));
  replace('realpath', fs.realpathSync.native);
  syncBuiltinESMExports();
}

function replace(name: string, call: unknown): void {
  if (typeof call !== 'function') throw new Error(`Node has no synchronous ${name}.`);
  const promised = (...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      resolve(Reflect.apply(call, fs, args));
    });
  Reflect.set(fs.promises, name, promised);
}
