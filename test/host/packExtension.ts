import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environmentForNpm, runChild } from './childProcess.ts';
import { projectRoot } from './paths.ts';
import { sourceDateEpoch } from './sourceDateEpoch.ts';

/** Environment variable of the package's suite: the path of the .vsix to test. */
export const vsixVariable = 'HUMAN_TRANSLATION_TEST_VSIX';

/**
 * Packs the extension, after vsce has run the production build, `vscode:prepublish`. Works offline. The same sources
 * give the same bytes, whatever the folder, time, time zone, language, umask and order of files on the disk.
 * Returns the absolute path of the .vsix. Rejects with vsce's message.
 */
export async function packExtension(onOutput: (chunk: string) => void): Promise<string> {
  const manifest = await readFile(path.join(projectRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { readonly name: string; readonly version: string };
  const vsix = path.join(projectRoot, `${name}-${version}.vsix`);
  await rm(vsix, { force: true });
  const epoch = String(await sourceDateEpoch(projectRoot));
  const env = { ...environmentForNpm(), SOURCE_DATE_EPOCH: epoch, TZ: 'UTC' };
  const vsce = createRequire(import.meta.url).resolve('@vscode/vsce/vsce');
  const options = { cwd: projectRoot, env, onOutput };
  const packed = await runChild(process.execPath, [vsce, 'package', '--no-dependencies', '--out', vsix], options);
  if (packed.code !== 0) throw new Error(`vsce did not pack the extension:\n${packed.output}`);
  // vsce keeps the files' modes of the checkout.
  const normalize = path.join(import.meta.dirname, 'normalizePackage.ts');
  const normalized = await runChild(process.execPath, [normalize, vsix, epoch], options);
  if (normalized.code !== 0) {
    await rm(vsix, { force: true });
    throw new Error(`The package could not be normalized:\n${normalized.output}`);
  }
  return vsix;
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
