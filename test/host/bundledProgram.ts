import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './paths.ts';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a program that tests start many times: each start then loads a few modules instead of hundreds. Returns the
 * path of the bundle, which is deleted when this process ends. A second call for the same program returns the same.
 * @param source absolute path of the program's TypeScript module
 */
export function bundledProgram(source: string): Promise<string> {
  const bundle = bundles.get(source) ?? bundleProgram(source);
  bundles.set(source, bundle);
  return bundle;
}

async function bundleProgram(source: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'program-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  await build({
    entryPoints: [source],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Dynamic imports stay dynamic: the program loads their modules when it needs them.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    define: { 'process.env.HUMAN_TRANSLATION_RELEASE': JSON.stringify(version) },
    logLevel: 'warning',
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
  });
  return path.join(folder, `${path.basename(source, '.ts')}.mjs`);
}
