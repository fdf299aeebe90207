import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';
import { once } from '../../src/base/once.ts';
import { projectRoot } from './paths.ts';

const fileName = 'human-translation-cli.mjs';

/**
 * How the command line is built: one file that runs alone, and is no part of the extension.
 * @param folder where the file is written
 */
export function cliBuild(folder: string): BuildOptions & { readonly outfile: string } {
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  return {
    entryPoints: [path.join(projectRoot, 'src/cli/cli.ts')],
    outfile: path.join(folder, fileName),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // The notices are added at the end.
    legalComments: 'none',
    preserveSymlinks: true,
    define: { 'process.env.HUMAN_TRANSLATION_RELEASE': JSON.stringify(version) },
    // CommonJS packages inside an ES module still call require() for Node's own modules.
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
  };
}

/** Builds the command line as it is released, alone in a folder that is deleted when this process ends. */
export const releasedCli: () => string = once(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'released-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const options = cliBuild(folder);
  buildSync({ ...options, minify: true, logLevel: 'warning' });
  return options.outfile;
});
