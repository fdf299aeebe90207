import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { outFolder, projectRoot } from './paths.ts';

/** Folder of the bundled suites, in which `runSuite` finds its test modules and writes its counts. */
export const bundledSuites = path.join(outFolder, 'vscode');

/**
 * Bundles the suites that run inside VS Code, whose extension host reads JavaScript only. They are ES modules named
 * `.mjs`, the extension by which VS Code recognizes them. With `grep`, they run only the tests whose names have it.
 */
export async function bundleSuites(grep = ''): Promise<void> {
  const sources = path.join(projectRoot, 'test', 'vscode');
  const entryPoints = ['index.ts', 'packedIndex.ts'].map((name) => path.join(sources, name));
  for await (const file of glob('{suite,packed}/**/*.test.ts', { cwd: sources }))
    entryPoints.push(path.join(sources, file));
  await rm(bundledSuites, { recursive: true, force: true });
  await build({
    entryPoints,
    outdir: bundledSuites,
    outbase: sources,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // Runner and tests share one instance of mocha, in the checkout's node_modules.
    external: ['vscode', 'mocha'],
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    define: { TEST_GREP: JSON.stringify(grep) },
    logLevel: 'warning',
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
  });
}
