import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNpm } from '../host/childProcess.ts';
import { cacheFolder } from '../host/paths.ts';

/** Imports an installed package by its name, like `import()`. */
export type Load = (name: string) => Promise<unknown>;

const pins = ['package.json', 'package-lock.json', 'load.mjs'] as const;

/**
 * Installs the pinned packages if they are not installed yet: into a temporary folder, which is then renamed. Their
 * install scripts are not run.
 * @param report receives a sentence before an installation starts
 */
export async function installPeers(report: (line: string) => void): Promise<Load> {
  const root = await installFolder();
  if (!(await exists(root))) {
    report('Installing libraries of other tools from npm into .vscode-test (once, about half a minute)…');
    const partial = `${root}.partial-${process.pid}`;
    try {
      await mkdir(partial, { recursive: true });
      for (const name of pins) await copyFile(path.join(import.meta.dirname, name), path.join(partial, name));
      const result = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], partial);
      if (result.code !== 0) throw new Error(`npm ci failed in ${partial}:\n${result.output}`);
      await rename(partial, root).catch(async (error: unknown) => {
        // Another run has installed the same packages in the meantime.
        if (!(await exists(root))) throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return loaderIn(root);
}

/** Returns the loader of packages that a run of `npm run peers` installed; undefined if none did. */
export async function installedPeers(): Promise<Load | undefined> {
  const root = await installFolder();
  return (await exists(root)) ? loaderIn(root) : undefined;
}

async function loaderIn(root: string): Promise<Load> {
  const { load } = (await import(pathToFileURL(path.join(root, 'load.mjs')).href)) as { readonly load: Load };
  return load;
}

/** Returns the folder for these pinned versions. Other versions have another folder, so no installation is updated. */
async function installFolder(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of pins) hash.update(await readFile(path.join(import.meta.dirname, name)));
  return path.join(cacheFolder, `peers-${hash.digest('hex').slice(0, 12)}`);
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
