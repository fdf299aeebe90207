import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './childProcess.ts';
import { unpackChromium } from './chromiumPackage.ts';
import { cacheFolder } from './paths.ts';

/** VS Code's server and web workbench, as the npm package `code-server` ships them, ready to start. */
export interface CodeServerInstall {
  /** The install: `node_modules`, and the unpacked browser if any. */
  readonly root: string;
  /** VS Code's folder, with `out/server-main.js`. */
  readonly vscode: string;
}

/** Committed: package.json and lockfile of the install, and of the packages inside `lib/vscode`. */
const pins = path.join(import.meta.dirname, 'code-server');
const lockfiles = [path.join(pins, 'package-lock.json'), path.join(pins, 'vscode', 'npm-shrinkwrap.json')];
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Returns the pinned install, after creating it if it is missing. It is built in a separate folder, which is renamed
 * at the end: the install is complete even if a run is killed or two runs start at the same time.
 * @param report receives a sentence before a long step
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
        // Another run has finished first; its install is the same.
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
  // Install scripts would compile native modules for minutes, which no test needs.
  await npmCi(root, ['--ignore-scripts']);

  const vscode = vscodeIn(root);
  // The shrinkwrap of the package lacks one dependency, so `npm ci` refuses it. Ours adds that dependency.
  await copyFile(path.join(pins, 'vscode', 'npm-shrinkwrap.json'), path.join(vscode, 'npm-shrinkwrap.json'));
  for (const folder of [vscode, path.join(vscode, 'extensions')]) {
    await npmCi(folder, ['--omit=dev', '--omit=optional', '--ignore-scripts']);
  }
  await copyWatcherBinary(root, vscode);
  await unpackChromium(root);
}

/** Installs the file watcher's binary: an optional package, without which VS Code has no file events. */
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

/** Changes with the pinned versions and the platform, so that an install is never modified. */
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
