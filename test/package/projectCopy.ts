import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { chmod, cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { environmentForNpm, runChild } from '../host/childProcess.ts';
import type { ChildResult } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';

/** A copy of the project in another folder, to build in. */
export interface ProjectCopy {
  readonly folder: string;
  /** Runs one of the project's scripts with Node in the copy. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ChildResult>;
}

const notCopied = new Set(
  ['.git', '.vscode-test', 'dist', 'node_modules', 'test/fixtures', 'test/out'].map((name) => path.normalize(name)),
);

/**
 * Copies the project, including uncommitted changes, into a new folder. Its files are readable only by their owner, as
 * after a checkout with another umask. Its `node_modules` is a separate folder without source maps, because maps in
 * packages would hide from which of their files the code comes.
 */
export async function copyProject(folder: string): Promise<ProjectCopy> {
  const filter = (source: string): boolean => {
    return !notCopied.has(path.relative(projectRoot, source)) && !source.endsWith('.vsix');
  };
  // Copied one by one, because the copy may be below .vscode-test, and a folder cannot be copied into itself.
  for (const name of await readdir(projectRoot)) {
    const source = path.join(projectRoot, name);
    if (filter(source)) await cp(source, path.join(folder, name), { recursive: true, filter });
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  linkFolder(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    run: (args, env = {}) => {
      const options = { cwd: folder, env: { ...environmentForNpm(), ...env } };
      if (process.platform === 'win32') return runChild(process.execPath, args, options);
      return runChild('/bin/sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, ...args], options);
    },
  };
}

/** Copies a folder without source maps, by hard links if the file system supports them. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.name.endsWith('.map')) linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}
