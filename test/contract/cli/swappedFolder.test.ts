import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '../../../src/cli/language/exitCodes.ts';
import { finishAll } from '../orders/repositoryWindows.ts';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';
import { orderFiles, type OrderedFiles } from './orderedFiles.ts';

/**
 * Loaded before the command line: replaces a folder with a link directly before one of the calls that reach the folder,
 * and lists these calls.
 */
const swapper = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { SWAPPED_FOLDER: folder, SWAPPED_OUTSIDE: outside, SWAP_AT: swapAt, SWAP_CALLS: list } = process.env;
const calls = [];
const reaches = (file) => file.startsWith(folder) || file.startsWith('/proc/self/fd/');
for (const [name, original] of Object.entries(fs.promises)) {
  if (typeof original !== 'function') continue;
  fs.promises[name] = (...args) => {
    if (args.some((argument) => typeof argument === 'string' && reaches(argument))) {
      calls.push(name + ' ' + args.filter((argument) => typeof argument === 'string').join(' '));
      if (calls.length === Number(swapAt)) {
        fs.renameSync(folder, folder + '.moved');
        fs.symlinkSync(outside, folder);
      }
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
process.on('exit', () => fs.writeFileSync(list, calls.join('\\n')));
`;

describe('contract: a folder that is replaced while the command line delivers to it', function () {
  this.timeout(240_000);
  let project: OrderedFiles;
  let outside: string;
  let calls: string;

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    project = await orderFiles({ 'locales/en.json': { cancel: 'Cancel the order' }, 'locales/ja.json': {} }, [
      'locales/en.json',
    ]);
    await finishAll(project);
    outside = path.join(project.base, 'outside');
    calls = path.join(project.base, 'calls');
    await mkdir(outside);
    await writeFile(path.join(project.base, 'swapper.mjs'), swapper);
    await writeFile(path.join(outside, 'en.json'), await readFile(path.join(project.checkout, 'locales/en.json')));
    await writeFile(path.join(outside, 'ja.json'), await readFile(path.join(project.checkout, 'locales/ja.json')));
  });

  after(async () => {
    await project[Symbol.asyncDispose]();
  });

  /** Runs `pull` with a new journal, and a swap before a call; 0 means none. Returns the calls that reached the folder. */
  async function pull(swapAt: number): Promise<readonly string[]> {
    const env = {
      ...cliEnvironment(project.windowOptions.service, path.join(project.base, `state-${swapAt}`)),
      SWAPPED_FOLDER: path.join(project.checkout, 'locales'),
      SWAPPED_OUTSIDE: outside,
      SWAP_AT: String(swapAt),
      SWAP_CALLS: calls,
    };
    const nodeArgs = ['--import', path.join(project.base, 'swapper.mjs')];
    const { code, stderr } = await runCliProcess(['pull'], { cwd: project.checkout, env, nodeArgs });
    assert.ok(Object.values<unknown>(exitCodes).includes(code), stderr);
    return readFileSync(calls, 'utf8').split('\n');
  }

  async function restore(): Promise<void> {
    const locales = path.join(project.checkout, 'locales');
    await rm(locales, { recursive: true });
    await rename(`${locales}.moved`, locales);
    execFileSync('git', ['-C', project.checkout, 'checkout', '-q', '.']);
  }

  it('changes nothing in the folder that replaces it, whichever step comes next', async () => {
    const before = await contentsOf(outside);
    const undisturbed = await pull(0);
    assert.notEqual(await readFile(path.join(project.checkout, 'locales/ja.json'), 'utf8'), '{}\n');
    execFileSync('git', ['-C', project.checkout, 'checkout', '-q', '.']);
    // From the last checks of the file's path to the end of its replacement.
    const usesTemporaryFile = (call: string): boolean => call.includes('.tmp');
    const lastWrite = undisturbed.findLastIndex(usesTemporaryFile) + 1;
    for (let at = undisturbed.findIndex(usesTemporaryFile) - 10; at <= lastWrite; at += 1) {
      const made = await pull(at);
      assert.ok(made.length >= at, `the folder was not replaced before call ${at}`);
      assert.deepEqual(await contentsOf(outside), before, `replaced before ${made[at - 1]}`);
      await restore();
    }
  });
});

async function contentsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const contents: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) contents[name] = await readFile(path.join(folder, name), 'utf8');
  return contents;
}
