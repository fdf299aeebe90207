import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environmentForNpm, runChild } from './childProcess.ts';
import { projectRoot } from './paths.ts';

/**
 * Packs the extension; vsce runs `vscode:prepublish`, the production build, before it does. Works offline. Returns the
 * absolute path of the .vsix; rejects with vsce's words when it refuses.
 */
export async function packExtension(onOutput: (chunk: string) => void): Promise<string> {
  const { name, version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as { readonly name: string; readonly version: string };
  const vsix = path.join(projectRoot, `${name}-${version}.vsix`);
  await rm(vsix, { force: true });
  const vsce = createRequire(import.meta.url).resolve('@vscode/vsce/vsce');
  const result = await runChild(process.execPath, [vsce, 'package', '--no-dependencies', '--out', vsix], {
    cwd: projectRoot, env: environmentForNpm(), onOutput,
  });
  if (result.code !== 0) throw new Error(`vsce did not pack the extension:\n${result.output}`);
  return vsix;
}
