import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './childProcess.ts';
import { unpackChromium } from './chromiumPackage.ts';
import { cacheFolder } from './paths.ts';

/** VS Code's server and web workbench, as the npm package `code-server` ships them, ready to start. */
export interface CodeServerInstall {
  /** The whole install: `node_modules`, and the unpacked browser where there is one. */
  readonly root: string;
  /** VS Code's own folder, which holds `out/server-main.js`. */
  readonly vscode: string;
}

/** Committed: package.json and lockfile of the install, and of the packages inside `lib/vscode`. */
const pins = path.join(import.meta.dirname, 'code-server');
const lockfiles = [path.join(pins, 'package-lock.json'), path.join(pins, 'vscode', 'npm-shrinkwrap.json')];
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Returns the pinned install, making it first where it is not there. It is built in a folder of its own and
 * renamed into place as the last step: what stands at the final path is whole, also when a run is killed in
 * the middle or two runs start at once.
 * @param report receives one sentence when there is something to wait for
 */
export async function installCodeServer(report: (line: string) => void): Promise<CodeServerInstall> {
  const root = path.join(cacheFolder, `code-server-${await fingerprint()}`);
  if (!(await exists(root))) {
    report('Installing the VS Code under test from npm into .vscode-test (once, about half a minute)…');
    await removeAbandoned();
    const partial = `${root}.partial-${process.pid}`;
    try {
      await installInto(partial);
      await rename(partial, root).catch(async (error: unknown) => {
        // Another run was faster: its install is the same.
        if (!(await exists(root))) throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return { root, vscode: vscodeIn(root) };
}

async function installInto(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(path.join(pins, name), path.join(root, name));
  // Install scripts compile native modules that no test needs, for minutes.
  await npmCi(root, ['--ignore-scripts']);

  const vscode = vscodeIn(root);
  // The shrinkwrap inside the package lacks one dependency, so that `npm ci` refuses it: ours is the same with that one added.
  await copyFile(path.join(pins, 'vscode', 'npm-shrinkwrap.json'), path.join(vscode, 'npm-shrinkwrap.json'));
  for (const folder of [vscode, path.join(vscode, 'extensions')]) {
    await npmCi(folder, ['--omit=dev', '--omit=optional', '--ignore-scripts']);
  }
  await copyWatcherBinary(root, vscode);
  await unpackChromium(root);
}

/** The file watcher's binary is an optional package, which `--omit=optional` leaves out; without it file events do not arrive. */
async function copyWatcherBinary(root: string, vscode: string): Promise<void> {
  const from = path.join(root, 'node_modules', '@parcel');
  const binaries = (await readdir(from)).filter((name) => name.startsWith('watcher-'));
  if (binaries.length === 0)
    throw new Error(`There is no @parcel/watcher binary for ${process.platform}-${process.arch}.`);
  for (const name of binaries) {
    await cp(path.join(from, name), path.join(vscode, 'node_modules', '@parcel', name), { recursive: true });
  }
}

async function npmCi(folder: string, flags: readonly string[]): Promise<void> {
  const result = await runNpm(['ci', '--no-audit', '--no-fund', ...flags], folder);
  if (result.code !== 0) throw new Error(`npm ci failed in ${folder}:\n${result.output}`);
}

async function removeAbandoned(): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  for (const name of await readdir(cacheFolder)) {
    if (!/^code-server-.*\.partial-\d+$/.test(name)) continue;
    const folder = path.join(cacheFolder, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Changes when a pin changes, or the machine's kind: an install is never mended in place. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of lockfiles) hash.update(await readFile(file));
  hash.update(`${process.platform}-${process.arch}`);
  return hash.digest('hex').slice(0, 12);
}

function vscodeIn(root: string): string {
  return path.join(root, 'node_modules', 'code-server', 'lib', 'vscode');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
