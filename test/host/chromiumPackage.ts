import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { runChild } from './childProcess.ts';

/**
 * Unpacks the browser and the fonts of the package `@sparticuz/chromium` next to the install. The package's own
 * code would use the machine's temporary folder, which may contain another version.
 * Does nothing except on Linux on x64, the platform of the binary.
 */
export async function unpackChromium(root: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const from = path.join(root, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const to = path.join(root, 'chromium');
  const fonts = path.join(to, 'fonts.tar');
  await mkdir(to, { recursive: true });
  await Promise.all([
    decompress(path.join(from, 'chromium.br'), path.join(to, 'chromium'), 0o755),
    decompress(path.join(from, 'fonts.tar.br'), fonts, 0o644),
  ]);
  const unpacked = await runChild('tar', ['-xf', fonts, '-C', to], { cwd: to });
  if (unpacked.code !== 0) throw new Error(`The browser's fonts could not be unpacked:\n${unpacked.output}`);
  await rm(fonts);
}

/** The path of the browser that `unpackChromium` creates. */
export function packagedChromium(root: string): string {
  return path.join(root, 'chromium', 'chromium');
}

/** The folders with the fonts of the install: Latin (Open Sans) and Japanese (Noto Sans JP). */
export function packagedFontFolders(root: string): readonly string[] {
  return [
    path.join(root, 'chromium', 'fonts'),
    path.join(root, 'node_modules', '@expo-google-fonts', 'noto-sans-jp', '400Regular'),
    path.join(root, 'node_modules', '@expo-google-fonts', 'noto-sans-jp', '700Bold'),
  ];
}

async function decompress(from: string, to: string, mode: number): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}
