import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { projectRoot } from '../../host/paths.ts';
import type * as orderWindow from './orderWindow.ts';

const run = promisify(execFile);

/** A window of an earlier version, whose jobs are fetched and delivered by `refresh`. */
type EarlierWindow = orderWindow.OrderWindow & {
  readonly jobs: { readonly refresh: (options?: { readonly recover?: boolean }) => Promise<void> };
};

/** The windows of an earlier version: what `orderWindow.ts` exported then. */
export interface EarlierVersion extends AsyncDisposable, Pick<typeof orderWindow, 'place' | 'quoteFile'> {
  readonly openWindow: (...options: Parameters<typeof orderWindow.openWindow>) => Promise<EarlierWindow>;
}

/** Bundles the code of a commit. Rejects with a sentence that says what to do if this clone lacks the commit. */
export async function loadEarlierVersion(commit: string): Promise<EarlierVersion> {
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: projectRoot }).catch(() => {
    throw new Error(`This clone lacks the commit ${commit}. Fetch the whole history: git fetch --unshallow`);
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'earlier-'));
  const code = path.join(folder, 'code');
  const archive = path.join(folder, 'code.tar');
  await run('git', ['archive', '--format=tar', `--output=${archive}`, commit, 'src', 'test', 'package.json'], {
    cwd: projectRoot,
  });
  await mkdir(code);
  await run('tar', ['-xf', 'code.tar', '-C', 'code'], { cwd: folder });
  const outfile = path.join(folder, 'earlier.mjs');
  await build({
    entryPoints: [path.join(code, 'test/contract/orders/orderWindow.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    mainFields: ['module', 'main'],
    nodePaths: [path.join(projectRoot, 'node_modules')],
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
    logLevel: 'silent',
  });
  // Loaded as an ES module, whatever the folder above says.
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const loaded = (await import(pathToFileURL(outfile).href)) as Omit<EarlierVersion, keyof AsyncDisposable>;
  return {
    openWindow: loaded.openWindow,
    place: loaded.place,
    quoteFile: loaded.quoteFile,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
