// Builds what the extension ships: dist/extension.js, the application with its lazily loaded chunks, the sandbox's own
// process, and the pages, with the notices of all third-party code in them. Also builds the command line, as one file.
// `--production` minifies; `--watch` rebuilds on change, without notices; `--source-maps` writes maps of the shipped code
// next to it.
import { context, build } from 'esbuild';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { cliBuild } from './test/host/cliBuild.ts';
import { thirdPartyNotices } from './test/host/notices/thirdPartyNotices.ts';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const sourceMaps = process.argv.includes('--source-maps');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  format: 'esm',
  minify: production,
  sourcemap: sourceMaps ? 'external' : production ? false : 'linked',
  metafile: true,
  logLevel: 'info',
  logOverride: { 'import-is-undefined': 'error' },
  // ThirdPartyNotices.txt has them.
  legalComments: 'none',
  // Paths are part of the chunks' names: they must not depend on where node_modules really is.
  preserveSymlinks: true,
};

/**
 * The extension host's side. Splitting keeps what every window loads small: what is imported dynamically is a chunk of
 * its own.
 */
const host = {
  ...shared,
  entryPoints: {
    application: 'src/application.ts',
    sandbox: 'src/sandbox/main.ts',
    formatThread: 'src/editor/workspace/formatThread.ts',
  },
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

/**
 * What VS Code activates: one file, so that a window that starts loads one module. It repeats a few constants of the
 * application, which it imports later.
 */
const entry = {
  ...host,
  entryPoints: { extension: 'src/extension.ts' },
  splitting: false,
  banner: {},
  plugins: [
    {
      name: 'application',
      setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
        onResolve({ filter: /^\.\/application\.ts$/ }, () => ({ path: './application.js', external: true }));
      },
    },
  ],
};

/** The browser's side. */
const page = {
  ...shared,
  entryPoints: {
    page: 'src/webview/job/page/startJobPage.ts',
    reviewPage: 'src/webview/review/page/startReviewPage.ts',
  },
  outdir: 'dist',
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'src/webview/tsconfig.json',
};

const cli = { ...shared, ...cliBuild('dist'), sourcemap: false };

/** Builds the command line, with the notices of the packages in it as a comment at its end. */
async function buildCli() {
  const { metafile } = await build(/** @type {import('esbuild').BuildOptions} */ (cli));
  const notices = await thirdPartyNotices([metafile], import.meta.dirname);
  await appendFile(cli.outfile, `/*\n${notices.replaceAll('*/', '* /')}\n*/\n`);
}

/** The builds that are running or have not run yet. Watching starts with all of them. */
const unfinished = new Set(['entry', 'host', 'page']);

/**
 * Prints one line when a rebuild starts and one when nothing is left to build. esbuild's own lines are printed for
 * each build, so the debugger would start as soon as the smaller one is finished. .vscode/tasks.json matches these lines.
 * @returns {import('esbuild').Plugin}
 */
function announce(/** @type {string} */ name) {
  return {
    name: 'announce',
    setup({ onStart, onEnd }) {
      onStart(() => {
        if (unfinished.size === 0) console.log('[watch] Build started.');
        unfinished.add(name);
      });
      onEnd(() => {
        unfinished.delete(name);
        if (unfinished.size === 0) console.log('[watch] Build finished.');
      });
    },
  };
}

if (watch) {
  console.log('[watch] Build started.');
  for (const [name, options] of Object.entries({ entry, host, page })) {
    await (
      await context({ ...options, logLevel: 'warning', plugins: [...(options.plugins ?? []), announce(name)] })
    ).watch();
  }
} else {
  await rm('dist', { recursive: true, force: true });
  const results = await Promise.all([build(entry), build(host), build(page)]);
  const metafiles = results.map((result) => result.metafile);
  await writeFile('dist/meta.json', JSON.stringify(metafiles));
  try {
    await writeFile('dist/ThirdPartyNotices.txt', await thirdPartyNotices(metafiles, import.meta.dirname));
    await buildCli();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
