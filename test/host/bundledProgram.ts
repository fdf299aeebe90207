import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { projectRoot } from './paths.ts';

const bundles = new Map<string, string>();

/**
 * Bundles a program that tests start many times: each start then loads a few modules instead of hundreds. Returns the
 * path of the bundle, which is deleted when this process ends. A second call for the same program returns the same.
 * @param source absolute path of the program's TypeScript module
 */
export function bundledProgram(source: string): string {
  const bundle = bundles.get(source) ?? bundleProgram(source);
  bundles.set(source, bundle);
  return bundle;
}

function bundleProgram(source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'program-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  buildSync({
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
