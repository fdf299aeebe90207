// Builds what the extension ships: dist/extension.js with its lazily loaded chunks, the sandbox's own
// process, and the page. `--production` minifies; `--watch` rebuilds on change.
import { context, build } from 'esbuild';
import { rm, writeFile } from 'node:fs/promises';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  format: 'esm',
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'info',
  logOverride: { 'import-is-undefined': 'error' },
  legalComments: 'none',
};

/** The extension host's side. Splitting keeps activation small: what is imported dynamically is a chunk of its own. */
const host = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts', sandbox: 'src/sandbox/main.ts', formatThread: 'src/editor/formatThread.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node22',
  mainFields: ['module', 'main'],
  external: ['vscode'],
  // CommonJS packages inside an ES module still call require() for Node's own modules.
  banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
};

/** The browser's side. */
const page = {
  ...shared,
  entryPoints: { page: 'src/webview/page/main.ts' },
  outdir: 'dist',
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'src/webview/page/tsconfig.json',
};

if (watch) {
  for (const options of [host, page]) await (await context(options)).watch();
} else {
  await rm('dist', { recursive: true, force: true });
  const results = await Promise.all([build(host), build(page)]);
  await writeFile('dist/meta.json', JSON.stringify(results.map((result) => result.metafile)));
}
